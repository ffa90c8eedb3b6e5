#!/bin/sh
# Runs the full form of a proof: it/prove.sh <name>… | all. Build first: ./mvnw -q -DskipTests package
here=$(cd "$(dirname "$0")" && pwd)
if [ ! -f "$here/target/prove.classpath" ]; then
    echo "prove: not built; run ./mvnw -q -DskipTests package first" >&2
    exit 2
fi
exec "${JAVA_HOME:+$JAVA_HOME/bin/}java" -Xmx1g $MILLRACE_PROVE_OPTS \
    -cp "$here/target/test-classes:$(cat "$here/target/prove.classpath")" dev.millrace.it.Prove "$@"

package dev.millrace.layout.pattern;

/** Tells what became of one use of a word. */
record WordProblems(Problems problems, PatternNode.Word use) {
    void report(String key, String whatAndWhatInstead) {
        problems.report(key, use.column(), "%" + use.name() + ": " + whatAndWhatInstead);
    }
}

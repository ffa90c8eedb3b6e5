package dev.millrace.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** What the jar leaves out of its classes, nobody misses. */
@Timeout(120)
class JarMembersIT {
    private static final List<String> MODULES =
            List.of("journal", "event", "layout", "core", "slf4j", "config-logback");

    private static final Set<String> OF_RECORDS =
            Set.of("equals(Ljava/lang/Object;)Z", "hashCode()I", "toString()Ljava/lang/String;");
    private static final String VALUES = "values()[Ljava/lang/Object;";

    private static Map<String, Parts> inJar;
    private static Map<String, Parts> inModules;

    @BeforeAll
    static void readClasses() throws IOException {
        inJar = new TreeMap<>();
        inModules = new TreeMap<>();
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (isClass(entry.getName())) {
                    try (InputStream file = jar.getInputStream(entry)) {
                        add(inJar, file.readAllBytes());
                    }
                }
            }
        }
        for (String module : MODULES) {
            try (Stream<Path> paths = Files.walk(Artifacts.classesOf(module))) {
                for (Path file : paths.filter(path -> isClass(path.toString())).toList()) {
                    add(inModules, Files.readAllBytes(file));
                }
            }
        }
    }

    @Test
    void shouldHaveEveryMethodThatItsClassesCall() throws IOException {
        List<String> missing = new ArrayList<>();
        for (Parts caller : inJar.values()) {
            caller.calls.stream()
                    .filter(call -> isMissing(call))
                    .forEach(call -> missing.add(caller.name + ' ' + call));
        }

        assertThat(inJar.keySet()).as("all that the compiler has written").isEqualTo(compiled());
        assertThat(missing).isEmpty();
    }

    /** The names of the classes that the jar is made of. */
    private static Set<String> compiled() throws IOException {
        try (JarFile jar = new JarFile(Artifacts.debugJar().toFile())) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .filter(JarMembersIT::isClass)
                    .map(name -> name.replace(".class", ""))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @Test
    void shouldHaveEveryMethodThatTheQueueBehindItCalls() {
        List<String> missing = new ArrayList<>();
        for (Parts caller : inModules.values()) {
            if (!inJar.containsKey(caller.name)) {
                caller.calls.stream()
                        .filter(call -> isMissing(call))
                        .forEach(call -> missing.add(caller.name + ' ' + call));
            }
        }

        assertThat(missing).isEmpty();
    }

    /** What compilers call records that come together, which differs: their own parent has most of them no more. */
    @Test
    void shouldTakeNothingForARecordThatIsNone() throws IOException {
        List<String> mentions = new ArrayList<>();
        try (JarFile jar = new JarFile(Artifacts.millraceJar().toFile())) {
            for (JarEntry entry : Collections.list(jar.entries())) {
                if (isClass(entry.getName())) {
                    ClassReader type = new ClassReader(jar.getInputStream(entry).readAllBytes());
                    boolean isRecord = type.getSuperName().equals("java/lang/Record");
                    char[] text = new char[type.getMaxStringLength()];
                    for (int i = 1; !isRecord && i < type.getItemCount(); i++) {
                        int at = type.getItem(i);
                        if (at > 0
                                && type.readByte(at - 1) == 7
                                && "java/lang/Record".equals(type.readUTF8(at, text))) {
                            mentions.add(entry.getName());
                        }
                    }
                }
            }
        }

        assertThat(mentions).isEmpty();
    }

    @Test
    void shouldUseNothingThatIsHiddenFromIt() {
        List<String> hidden = new ArrayList<>();
        for (Parts user : inJar.values()) {
            Stream.concat(user.calls.stream(), user.reads.stream())
                    .filter(use -> isHidden(user, use))
                    .forEach(use -> hidden.add(user.name + ' ' + use));
        }

        assertThat(hidden).isEmpty();
    }

    private static boolean isHidden(Parts user, Use use) {
        for (Parts owner = inJar.get(use.owner); owner != null; owner = inJar.get(owner.parents.get(0))) {
            Integer access = owner.access.get(use.member);
            if (access != null) {
                boolean isNear = user.folder().equals(owner.folder());
                return Modifier.isPrivate(access) ? !user.host.equals(owner.host) : !isNear && !isOpen(access);
            }
        }
        return false;
    }

    private static boolean isOpen(int access) {
        return Modifier.isPublic(access) || Modifier.isProtected(access);
    }

    @Test
    void shouldHaveEveryConstantThatIsRead() {
        List<String> missing = new ArrayList<>();
        for (Parts reader : inModules.values()) {
            reader.reads.stream()
                    .filter(read -> inModules.containsKey(read.owner) && !hasField(read.owner, read.member))
                    .forEach(read -> missing.add(reader.name + ' ' + read));
        }

        assertThat(missing).isEmpty();
    }

    @Test
    void shouldLeaveOutTheMembersThatItTellsAndNothingElse() throws IOException {
        Set<String> missing = new TreeSet<>();
        for (Parts parts : inJar.values()) {
            Parts whole = inModules.getOrDefault(parts.name, parts);
            Set<String> members = new TreeSet<>(whole.methods);
            members.addAll(whole.constants);
            members.removeAll(parts.methods);
            members.removeAll(parts.constants);
            Set<String> methods = new TreeSet<>(parts.methods);
            if (isPlainRecord(parts)) {
                members.removeAll(OF_RECORDS);
                methods.remove(VALUES);
            }
            members.forEach(member -> missing.add(parts.name + ' ' + member));
            assertThat(whole.methods).containsAll(methods);
            // Some are there for their place in memory.
            assertThat(parts.fields)
                    .as(parts.name)
                    .extracting(JarMembersIT::withoutVisibility)
                    .isEqualTo(whole.fields.stream()
                            .map(JarMembersIT::withoutVisibility)
                            .toList());
        }

        assertThat(Files.readAllLines(Artifacts.unusedMembers()))
                .isNotEmpty()
                .containsExactlyInAnyOrderElementsOf(missing);
    }

    /** What others of the same file use is not private any more. */
    private static String withoutVisibility(String field) {
        int access = Integer.parseInt(field.substring(0, field.indexOf(' ')));
        return (access & ~(Modifier.PRIVATE | Modifier.PUBLIC)) + field.substring(field.indexOf(' '));
    }

    @Test
    void shouldLeaveOutNothingOfWhatOthersCompileAgainst() {
        for (Parts parts : inJar.values()) {
            if (parts.isPublic && parts.name.matches("dev/millrace/(core|slf4j|journal)/[^/]*")) {
                Parts whole = inModules.get(parts.name);
                assertThat(parts.methods).as(parts.name).isEqualTo(whole.methods);
                assertThat(parts.constants).as(parts.name).isEqualTo(whole.constants);
            }
        }
    }

    @Test
    void shouldHoldClassesThatTheJvmVerifies() throws IOException, ClassNotFoundException {
        URL[] jars = {
            Artifacts.millraceJar().toUri().toURL(),
            Artifacts.slf4jJar().toUri().toURL()
        };
        try (URLClassLoader loader = new URLClassLoader(jars, ClassLoader.getPlatformClassLoader())) {
            for (String name : inJar.keySet()) {
                // Asking for its methods links a class, and finds the classes of their arguments.
                assertThat(Class.forName(name.replace('/', '.'), false, loader).getDeclaredMethods())
                        .as(name)
                        .isNotNull();
            }
        }
    }

    private static boolean isMissing(Use call) {
        return inModules.containsKey(call.owner) && !has(call.owner, call);
    }

    private static boolean has(String type, Use call) {
        Parts parts = inJar.getOrDefault(type, inModules.get(type));
        if (parts != null) {
            return parts.methods.contains(call.member) || parts.parents.stream().anyMatch(parent -> has(parent, call));
        }
        // A constructor is nobody else's.
        return !call.member.startsWith("<init>") && foreignHas(type, call.member);
    }

    private static boolean hasField(String type, String field) {
        Parts parts = inJar.getOrDefault(type, inModules.get(type));
        return parts == null
                || parts.constants.contains(field)
                || parts.fields.stream().anyMatch(its -> its.endsWith(' ' + field))
                || parts.parents.stream().anyMatch(parent -> !isPlainParent(parent) && hasField(parent, field));
    }

    /** One without a field that another class could read. */
    private static boolean isPlainParent(String type) {
        return type.equals("java/lang/Object") || type.equals("java/lang/Record") || type.equals("java/lang/Enum");
    }

    private static boolean isPlainRecord(Parts parts) {
        return parts.parents.get(0).equals("dev/millrace/Values");
    }

    private static boolean foreignHas(String type, String method) {
        try {
            Class<?> foreign = Class.forName(type.replace('/', '.'), false, JarMembersIT.class.getClassLoader());
            String name = method.substring(0, method.indexOf('('));
            for (Class<?> each = foreign; each != null; each = each.getSuperclass()) {
                if (Stream.concat(Stream.of(each.getDeclaredMethods()), Stream.of(each.getMethods()))
                        .anyMatch(its -> its.getName().equals(name) && !Modifier.isPrivate(its.getModifiers()))) {
                    return true;
                }
            }
            return false;
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    private static boolean isClass(String file) {
        return file.endsWith(".class") && !file.endsWith("-info.class");
    }

    private static void add(Map<String, Parts> classes, byte[] bytes) {
        Parts parts = new Parts();
        new ClassReader(bytes).accept(parts, ClassReader.SKIP_DEBUG);
        classes.put(parts.name, parts);
    }

    private record Use(String owner, String member) {}

    private static final class Parts extends ClassVisitor {
        private final List<String> parents = new ArrayList<>();
        private final Set<String> methods = new TreeSet<>();
        private final List<String> fields = new ArrayList<>();
        private final Set<String> constants = new TreeSet<>();
        private final Map<String, Integer> access = new TreeMap<>();
        private final List<Use> calls = new ArrayList<>();
        private final List<Use> reads = new ArrayList<>();
        private String name;
        private String host;
        private boolean isPublic;

        Parts() {
            super(Opcodes.ASM9);
        }

        String folder() {
            return name.substring(0, name.lastIndexOf('/') + 1);
        }

        @Override
        public void visit(int version, int flags, String its, String generic, String parent, String[] interfaces) {
            name = its;
            host = its;
            isPublic = (flags & Opcodes.ACC_PUBLIC) != 0;
            parents.add(parent);
            parents.addAll(List.of(interfaces));
        }

        @Override
        public void visitNestHost(String its) {
            host = its;
        }

        @Override
        public FieldVisitor visitField(int flags, String field, String type, String generic, Object value) {
            access.put(field + ' ' + type, flags);
            if (value != null && (flags & Opcodes.ACC_STATIC) != 0) {
                constants.add(field + ' ' + type);
            } else {
                fields.add(flags + " " + field + ' ' + type);
            }
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int flags, String method, String type, String generic, String[] thrown) {
            access.put(method + type, flags);
            methods.add(method + type);
            return new MethodVisitor(api) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String its, boolean isInterface) {
                    calls.add(new Use(owner, called + its));
                }

                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String its) {
                    reads.add(new Use(owner, field + ' ' + its));
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String its, Handle bootstrap, Object... arguments) {
                    Stream.of(arguments)
                            .filter(Handle.class::isInstance)
                            .map(Handle.class::cast)
                            .filter(handle -> handle.getTag() > Opcodes.H_PUTSTATIC)
                            .forEach(handle ->
                                    calls.add(new Use(handle.getOwner(), handle.getName() + handle.getDesc())));
                }
            };
        }
    }
}

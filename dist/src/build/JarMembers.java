import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Opcodes;

/**
 * Finds the methods of a jar that nothing can call, and the constants that nothing reads. Whoever names a method keeps
 * all of that name and descriptor, whatever class is named, but those that a final class has from no parent: their callers
 * name it. And all stay whose callers are not in sight: what others compile against, what a class with a
 * parent of the JDK or of SLF4J has, and what could be looked up by its name.
 */
final class JarMembers {
    private static final Set<String> PLAIN_PARENTS = Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum");
    private static final Set<String> CALLED_BY_JDK = Set.of(
            "equals",
            "hashCode",
            "toString",
            "clone",
            "finalize",
            "readObject",
            "readObjectNoData",
            "readResolve",
            "writeObject",
            "writeReplace");

    /** The queue is an artifact of its own: on a class path behind this jar its users call its public classes. */
    static final String QUEUE = "dev/millrace/journal/";

    /** Read by the JDK, of exceptions. */
    private static final String SERIAL_VERSION = ClassParts.constantKey("serialVersionUID", "J");

    private static final String SERVICES = "META-INF/services/";

    private final Map<String, ClassParts> classes = new TreeMap<>();
    private final List<ClassParts> callers = new ArrayList<>();
    private final Map<String, List<ClassParts.Method>> methods = new HashMap<>();
    private final Set<String> services = new HashSet<>();
    private final Set<String> strings = new HashSet<>();
    private final Set<String> used = new HashSet<>();
    private final ArrayDeque<String> unread = new ArrayDeque<>();

    static boolean isClass(String file) {
        return file.endsWith(".class") && !file.endsWith("-info.class");
    }

    /** Adds a file of the jar. */
    void add(String file, byte[] bytes) {
        if (isClass(file)) {
            ClassParts parts = ClassParts.of(bytes);
            classes.put(parts.name(), parts);
            strings.addAll(parts.strings());
        } else if (file.startsWith(SERVICES)) {
            new String(bytes, StandardCharsets.UTF_8)
                    .lines()
                    .forEach(line -> services.add(line.strip().replace('.', '/')));
        }
    }

    /** Adds a class that is not in the jar. */
    void addCaller(byte[] bytes) {
        ClassParts parts = ClassParts.of(bytes);
        strings.addAll(parts.strings());
        callers.add(parts);
    }

    /** The members of each class: its methods that nothing calls, and its constants that nothing reads. */
    Map<String, Set<String>> unused() {
        for (ClassParts parts : classes.values()) {
            for (ClassParts.Method method : parts.methods()) {
                methods.computeIfAbsent(key(parts.name(), method.member()), key -> new ArrayList<>())
                        .add(method);
            }
            useWhatOthersCall(parts);
        }
        callers.forEach(parts -> parts.methods().forEach(this::useReferences));
        follow();
        Map<String, Set<String>> unused = new TreeMap<>();
        for (ClassParts parts : classes.values()) {
            for (ClassParts.Method method : parts.methods()) {
                if (!used.contains(key(parts.name(), method.member()))) {
                    unused.computeIfAbsent(parts.name(), name -> new TreeSet<>()).add(method.member());
                }
            }
            for (String constant : parts.constants()) {
                if (!used.contains(constant)) {
                    unused.computeIfAbsent(parts.name(), name -> new TreeSet<>()).add(constant);
                }
            }
        }
        return unused;
    }

    private void useWhatOthersCall(ClassParts parts) {
        boolean isPublic = (parts.access() & Opcodes.ACC_PUBLIC) != 0;
        boolean isKept = services.contains(parts.name())
                || TrimClass.isExported(parts.name(), parts.access())
                || isPublic && parts.name().startsWith(QUEUE);
        boolean isEnum = (parts.access() & Opcodes.ACC_ENUM) != 0;
        for (ClassParts.Method method : parts.methods()) {
            String name = method.name();
            boolean isPrivate = (method.access() & Opcodes.ACC_PRIVATE) != 0;
            if (isKept
                    || name.equals("<clinit>")
                    || name.equals("<init>") && !isPrivate
                    || isEnum && name.equals("values")
                    || CALLED_BY_JDK.contains(name)
                    || strings.contains(name)) {
                use(key(parts.name(), method.member()));
            }
        }
        for (String constant : parts.constants()) {
            String name = constant.substring(0, constant.indexOf(' '));
            if (isKept || constant.equals(SERIAL_VERSION) || strings.contains(name)) {
                use(constant);
            }
        }
        Set<ClassParts> lineage = new HashSet<>();
        if (hasForeignParent(parts, lineage) || isKept) {
            lineage.forEach(this::useInherited);
        }
    }

    /** Whether it has a parent of which only its own library knows who calls it; collects those of this jar. */
    private boolean hasForeignParent(ClassParts parts, Set<ClassParts> lineage) {
        boolean foreign = false;
        lineage.add(parts);
        for (String parent : parts.parents()) {
            ClassParts own = classes.get(parent);
            foreign |= own == null ? !PLAIN_PARENTS.contains(parent) : hasForeignParent(own, lineage);
        }
        return foreign;
    }

    private void useInherited(ClassParts parts) {
        for (ClassParts.Method method : parts.methods()) {
            if ((method.access() & Opcodes.ACC_PRIVATE) == 0) {
                use(key(parts.name(), method.member()));
            }
        }
    }

    private void useReferences(ClassParts.Method method) {
        for (ClassParts.Reference reference : method.references()) {
            use(key(reference.owner(), reference.member()));
        }
    }

    /** What is nobody else's has its class in front. */
    private String key(String owner, String member) {
        return member.startsWith("<init>") || isItsOwn(classes.get(owner), member) ? owner + '.' + member : member;
    }

    private boolean isItsOwn(ClassParts parts, String member) {
        return parts != null
                && (parts.access() & Opcodes.ACC_FINAL) != 0
                && parts.declares(member)
                && parts.parents().stream().noneMatch(parent -> mayDeclare(parent, member));
    }

    private boolean mayDeclare(String type, String member) {
        ClassParts parts = classes.get(type);
        if (parts == null) {
            return !PLAIN_PARENTS.contains(type);
        }
        return parts.declares(member) || parts.parents().stream().anyMatch(parent -> mayDeclare(parent, member));
    }

    private void use(String key) {
        if (used.add(key)) {
            unread.add(key);
        }
    }

    private void follow() {
        for (String key = unread.poll(); key != null; key = unread.poll()) {
            for (ClassParts.Method method : methods.getOrDefault(key, List.of())) {
                useReferences(method);
            }
        }
    }
}

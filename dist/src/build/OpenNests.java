import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Lets classes of one source file do without being a nest: what is private there and used by another of them becomes
 * visible to its package. A nest stays where a class that others compile against has a part in it, or where a method
 * could then be overridden.
 */
final class OpenNests {
    /** A class as far as its nest needs to know. */
    private static final class Nestling {
        private String name;
        private int access;
        private String host;
        private final Map<String, Integer> privates = new HashMap<>();
        private final Set<String> methods = new HashSet<>();
        private final Set<String> uses = new HashSet<>();
        private final Set<String> handles = new HashSet<>();
        private final Set<String> strings = new HashSet<>();
    }

    private final Map<String, List<Nestling>> nests = new TreeMap<>();
    // In how many classes there is a method of this name and descriptor.
    private final Map<String, Integer> declarations = new HashMap<>();
    private final Set<String> opened = new HashSet<>();
    private final Set<String> dissolved = new HashSet<>();

    private static String key(String owner, String name, String type) {
        return owner + ' ' + name + ' ' + type;
    }

    /** Adds a class of the jar. */
    void add(byte[] bytes) {
        Nestling nestling = read(bytes);
        nests.computeIfAbsent(nestling.host, host -> new ArrayList<>()).add(nestling);
    }

    /** Adds a class that may extend one of the jar. */
    void addOther(byte[] bytes) {
        read(bytes);
    }

    private Nestling read(byte[] bytes) {
        Nestling nestling = new Nestling();
        new ClassReader(bytes).accept(new Reader(nestling), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        nestling.methods.forEach(method -> declarations.merge(method, 1, Integer::sum));
        return nestling;
    }

    /** Decides which nests are not needed, after all classes were added. */
    void dissolve() {
        for (List<Nestling> nest : nests.values()) {
            Set<String> shared = new HashSet<>();
            if (nest.size() > 1 && nest.stream().allMatch(nestling -> mayOpen(nestling, nest, shared))) {
                opened.addAll(shared);
                nest.forEach(nestling -> dissolved.add(nestling.name));
            }
        }
    }

    /** Adds what of its private members others of the nest use; false if one of them has to stay private. */
    private boolean mayOpen(Nestling nestling, List<Nestling> nest, Set<String> shared) {
        if (TrimClass.isExported(nestling.name, nestling.access)
                || TrimClass.isOfQueue(nestling.name, nestling.access)) {
            return false;
        }
        for (Map.Entry<String, Integer> member : nestling.privates.entrySet()) {
            if (nest.stream().anyMatch(other -> other != nestling && mayUse(other, member.getKey()))) {
                if (!mayOpen(nestling, member.getKey(), member.getValue())) {
                    return false;
                }
                shared.add(member.getKey());
            }
        }
        return true;
    }

    private static boolean mayUse(Nestling nestling, String member) {
        return nestling.uses.contains(member)
                || nestling.handles.contains(member)
                || nestling.strings.contains(member.split(" ")[1]);
    }

    /** Whether nobody overrides it then. */
    private boolean mayOpen(Nestling nestling, String member, int access) {
        String method = member.substring(nestling.name.length() + 1);
        boolean isOfObjects = nestling.methods.contains(method)
                && !method.startsWith("<init>")
                && (access & Opcodes.ACC_STATIC) == 0;
        boolean isInterface = (nestling.access & Opcodes.ACC_INTERFACE) != 0;
        boolean isNamedByHandle = nests.get(nestling.host).stream().anyMatch(each -> each.handles.contains(member));
        return !isInterface && !isNamedByHandle && (!isOfObjects || declarations.get(method) == 1);
    }

    /** The class as a part of no nest, where its nest is not needed. */
    byte[] opened(byte[] bytes) {
        ClassReader from = new ClassReader(bytes);
        if (!dissolved.contains(from.getClassName())) {
            return bytes;
        }
        ClassWriter to = new ClassWriter(from, 0);
        from.accept(new Opener(to, from.getClassName()), 0);
        return to.toByteArray();
    }

    private static final class Reader extends ClassVisitor {
        private final Nestling to;

        Reader(Nestling to) {
            super(Opcodes.ASM9);
            this.to = to;
        }

        @Override
        public void visit(int version, int access, String name, String generic, String parent, String[] interfaces) {
            to.name = name;
            to.access = access;
            to.host = name;
        }

        @Override
        public void visitNestHost(String host) {
            to.host = host;
        }

        private void addMember(int access, String name, String type) {
            if ((access & Opcodes.ACC_PRIVATE) != 0) {
                to.privates.put(key(to.name, name, type), access);
            }
        }

        @Override
        public FieldVisitor visitField(int access, String field, String type, String generic, Object value) {
            addMember(access, field, type);
            return null;
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String type, String generic, String[] thrown) {
            addMember(access, method, type);
            to.methods.add(method + ' ' + type);
            return new MethodVisitor(api) {
                @Override
                public void visitFieldInsn(int opcode, String owner, String field, String its) {
                    to.uses.add(key(owner, field, its));
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String its, boolean isInterface) {
                    to.uses.add(key(owner, called, its));
                }

                @Override
                public void visitInvokeDynamicInsn(String called, String its, Handle by, Object... arguments) {
                    for (Object argument : arguments) {
                        if (argument instanceof Handle handle) {
                            to.handles.add(key(handle.getOwner(), handle.getName(), handle.getDesc()));
                        }
                    }
                }

                @Override
                public void visitLdcInsn(Object value) {
                    if (value instanceof String text) {
                        to.strings.add(text);
                    }
                }
            };
        }
    }

    private final class Opener extends ClassVisitor {
        private final String name;

        Opener(ClassVisitor to, String name) {
            super(Opcodes.ASM9, to);
            this.name = name;
        }

        @Override
        public void visitNestHost(String host) {}

        @Override
        public void visitNestMember(String member) {}

        @Override
        public FieldVisitor visitField(int access, String field, String type, String generic, Object value) {
            boolean isOpened = opened.contains(key(name, field, type));
            int its = isOpened ? access & ~Opcodes.ACC_PRIVATE : access;
            return super.visitField(its, field, type, generic, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String type, String generic, String[] thrown) {
            boolean isOpened = opened.contains(key(name, method, type));
            int its = isOpened ? access & ~Opcodes.ACC_PRIVATE : access;
            return super.visitMethod(its, method, type, generic, thrown);
        }
    }
}

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/** The methods and constants of a class, with what each method refers to. */
final class ClassParts extends ClassVisitor {
    /** A method; the member is its name with its descriptor. */
    record Method(int access, String name, String member, Set<Reference> references) {}

    /** What code names; the owner is empty where it names no class. */
    record Reference(String owner, String member) {}

    private final List<String> parents = new ArrayList<>();
    private final List<Method> methods = new ArrayList<>();
    private final Set<String> constants = new TreeSet<>();
    private final Set<String> strings = new HashSet<>();
    private String name;
    private int access;

    private ClassParts() {
        super(Opcodes.ASM9);
    }

    static ClassParts of(byte[] bytes) {
        ClassParts parts = new ClassParts();
        new ClassReader(bytes).accept(parts, ClassReader.SKIP_DEBUG);
        return parts;
    }

    static String constantKey(String field, String descriptor) {
        return field + ' ' + descriptor;
    }

    String name() {
        return name;
    }

    int access() {
        return access;
    }

    List<String> parents() {
        return parents;
    }

    List<Method> methods() {
        return methods;
    }

    boolean declares(String member) {
        return methods.stream().anyMatch(method -> method.member.equals(member));
    }

    /** The keys of its static fields that begin with a value. Compilers copy those to where they are used. */
    Set<String> constants() {
        return constants;
    }

    /** Texts by which a method or field could be looked up. */
    Set<String> strings() {
        return strings;
    }

    @Override
    public void visit(int version, int its, String itsName, String signature, String parent, String[] interfaces) {
        name = itsName;
        access = its;
        if (parent != null) {
            parents.add(parent);
        }
        parents.addAll(List.of(interfaces));
    }

    @Override
    public FieldVisitor visitField(int its, String field, String descriptor, String signature, Object value) {
        if (value instanceof String text) {
            strings.add(text);
        }
        if (value != null && (its & Opcodes.ACC_STATIC) != 0) {
            constants.add(constantKey(field, descriptor));
        }
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int its, String method, String descriptor, String signature, String[] exceptions) {
        Set<Reference> references = new HashSet<>();
        methods.add(new Method(its, method, method + descriptor, references));
        return new MethodVisitor(api) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String type, boolean isInterface) {
                references.add(new Reference(owner, called + type));
            }

            @Override
            public void visitFieldInsn(int opcode, String owner, String field, String type) {
                references.add(new Reference("", constantKey(field, type)));
            }

            @Override
            public void visitInvokeDynamicInsn(String called, String type, Handle bootstrap, Object... arguments) {
                addDynamic(called, bootstrap, List.of(arguments));
            }

            @Override
            public void visitLdcInsn(Object value) {
                add(value);
            }

            private void add(Object constant) {
                if (constant instanceof Handle handle) {
                    references.add(new Reference("", constantKey(handle.getName(), handle.getDesc())));
                    references.add(new Reference(handle.getOwner(), handle.getName() + handle.getDesc()));
                } else if (constant instanceof ConstantDynamic dynamic) {
                    List<Object> arguments = new ArrayList<>();
                    for (int i = 0; i < dynamic.getBootstrapMethodArgumentCount(); i++) {
                        arguments.add(dynamic.getBootstrapMethodArgument(i));
                    }
                    addDynamic(dynamic.getName(), dynamic.getBootstrapMethod(), arguments);
                } else if (constant instanceof String text) {
                    strings.add(text);
                }
            }

            /** A lambda has the name of the interface's method, whose type is among the arguments. */
            private void addDynamic(String called, Handle bootstrap, List<Object> arguments) {
                add(bootstrap);
                for (Object argument : arguments) {
                    add(argument);
                    if (argument instanceof Type type && type.getSort() == Type.METHOD) {
                        references.add(new Reference("", called + type.getDescriptor()));
                    }
                }
            }
        };
    }
}

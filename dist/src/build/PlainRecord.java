import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;
import org.objectweb.asm.Type;

/**
 * Makes a record a class like any other, whose parent compares, hashes and prints what its {@code values()} are. The
 * compiler gives each record three methods with a linkage of their own, a quarter of a kilobyte that hardly ever runs.
 */
final class PlainRecord extends ClassVisitor {
    private static final String RECORD = "java/lang/Record";
    private static final String PARENT = "dev/millrace/Values";
    private static final String OBJECT = "java/lang/Object";

    private record Component(String name, String type) {}

    private final List<Component> components = new ArrayList<>();
    private final Set<String> generated;
    private String name;

    private PlainRecord(ClassVisitor to, Set<String> generated) {
        super(Opcodes.ASM9, to);
        this.generated = generated;
    }

    /** What takes the class and hands it to {@code to}; {@code to} itself where nothing is to be changed. */
    static ClassVisitor of(ClassReader from, ClassVisitor to) {
        Set<String> generated = RECORD.equals(from.getSuperName()) ? generated(from) : Set.of();
        return generated.isEmpty() ? to : new PlainRecord(to, generated);
    }

    /** The methods that the compiler has written. */
    private static Set<String> generated(ClassReader from) {
        Set<String> generated = new HashSet<>();
        from.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(int access, String method, String type, String generic, String[] thrown) {
                        return new MethodVisitor(api) {
                            @Override
                            public void visitInvokeDynamicInsn(String its, String link, Handle by, Object... arguments) {
                                if (by.getOwner().equals("java/lang/runtime/ObjectMethods")) {
                                    generated.add(method + type);
                                }
                            }
                        };
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return generated;
    }

    @Override
    public void visit(int version, int access, String itsName, String generic, String parent, String[] interfaces) {
        name = itsName;
        super.visit(version, access, itsName, generic, PARENT, interfaces);
    }

    @Override
    public RecordComponentVisitor visitRecordComponent(String component, String type, String generic) {
        components.add(new Component(component, type));
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String type, String generic, String[] thrown) {
        if (generated.contains(method + type)) {
            return null;
        }
        return new MethodVisitor(api, super.visitMethod(access, method, type, generic, thrown)) {
            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String its, boolean isInterface) {
                super.visitMethodInsn(opcode, owner.equals(RECORD) ? PARENT : owner, called, its, isInterface);
            }
        };
    }

    @Override
    public void visitEnd() {
        MethodVisitor method = super.visitMethod(
                Opcodes.ACC_PROTECTED | Opcodes.ACC_FINAL, "values", "()[L" + OBJECT + ";", null, null);
        method.visitCode();
        push(method, components.size());
        method.visitTypeInsn(Opcodes.ANEWARRAY, OBJECT);
        for (int i = 0; i < components.size(); i++) {
            Component component = components.get(i);
            method.visitInsn(Opcodes.DUP);
            push(method, i);
            method.visitVarInsn(Opcodes.ALOAD, 0);
            method.visitFieldInsn(Opcodes.GETFIELD, name, component.name, component.type);
            box(method, component.type);
            method.visitInsn(Opcodes.AASTORE);
        }
        method.visitInsn(Opcodes.ARETURN);
        // An array twice, an index, and a value of one or two words.
        method.visitMaxs(5, 1);
        method.visitEnd();
        super.visitEnd();
    }

    private static void push(MethodVisitor method, int number) {
        if (number <= 5) {
            method.visitInsn(Opcodes.ICONST_0 + number);
        } else {
            method.visitIntInsn(Opcodes.BIPUSH, number);
        }
    }

    private static void box(MethodVisitor method, String type) {
        String box =
                switch (Type.getType(type).getSort()) {
                    case Type.BOOLEAN -> "Boolean";
                    case Type.BYTE -> "Byte";
                    case Type.CHAR -> "Character";
                    case Type.DOUBLE -> "Double";
                    case Type.FLOAT -> "Float";
                    case Type.INT -> "Integer";
                    case Type.LONG -> "Long";
                    case Type.SHORT -> "Short";
                    default -> null;
                };
        if (box != null) {
            String owner = "java/lang/" + box;
            method.visitMethodInsn(Opcodes.INVOKESTATIC, owner, "valueOf", '(' + type + ")L" + owner + ';', false);
        }
    }
}

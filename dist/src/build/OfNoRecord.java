import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Takes an object for one of any class where the compiler took it for a record: {@link PlainRecord} makes records classes
 * like any other. Where several of them come together, compilers differ in what they call them: that of JDK 25 names what
 * the records have in common, that of 17 the interface that is wanted.
 */
final class OfNoRecord extends ClassVisitor {
    private static final String RECORD = "java/lang/Record";
    private static final String OBJECT = "java/lang/Object";

    OfNoRecord(ClassVisitor to) {
        super(Opcodes.ASM9, to);
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String type, String generic, String[] thrown) {
        return new MethodVisitor(api, super.visitMethod(access, method, type, generic, thrown)) {
            @Override
            public void visitFrame(int kind, int locals, Object[] local, int depth, Object[] stack) {
                super.visitFrame(kind, locals, ofAny(local, locals), depth, ofAny(stack, depth));
            }

            @Override
            public void visitTypeInsn(int opcode, String its) {
                super.visitTypeInsn(opcode, ofAny(its));
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String called, String its, boolean isInterface) {
                // The constructor of a record that stays one is that of its parent.
                String any = opcode == Opcodes.INVOKEVIRTUAL ? ofAny(owner) : owner;
                super.visitMethodInsn(opcode, any, called, its, isInterface);
            }
        };
    }

    private static Object[] ofAny(Object[] types, int count) {
        if (types == null) {
            return null;
        }
        Object[] any = types.clone();
        for (int i = 0; i < count; i++) {
            any[i] = RECORD.equals(any[i]) ? OBJECT : any[i];
        }
        return any;
    }

    private static String ofAny(String type) {
        return RECORD.equals(type) ? OBJECT : type;
    }
}

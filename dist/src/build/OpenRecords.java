import java.util.HashSet;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Reads what records hold from their fields, which it makes public, where classes call the accessors that the compiler
 * has written. Most of those are then called by nobody.
 */
final class OpenRecords {
    private static final String RECORD = "java/lang/Record";

    private final Set<String> accessors = new HashSet<>();

    private static String accessor(String owner, String name, String type) {
        return owner + ' ' + name + ' ' + type;
    }

    /** Adds a class, whose accessors are known then. */
    void add(byte[] bytes) {
        ClassReader from = new ClassReader(bytes);
        if (isOpen(from)) {
            from.accept(new Accessors(from.getClassName()), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        }
    }

    /** One that nobody compiles against. */
    private static boolean isOpen(ClassReader from) {
        return RECORD.equals(from.getSuperName())
                && !TrimClass.isExported(from.getClassName(), from.getAccess())
                && !TrimClass.isOfQueue(from.getClassName(), from.getAccess());
    }

    /** The class with reads in the place of calls, after all classes were added. */
    byte[] opened(byte[] bytes) {
        ClassReader from = new ClassReader(bytes);
        ClassWriter to = new ClassWriter(from, 0);
        from.accept(new Reads(to, isOpen(from)), 0);
        return to.toByteArray();
    }

    /** Finds the methods that give out the field of their name, and do nothing else. */
    private final class Accessors extends ClassVisitor {
        private final String owner;

        Accessors(String owner) {
            super(Opcodes.ASM9);
            this.owner = owner;
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String type, String generic, String[] thrown) {
            return new MethodVisitor(api) {
                private int instructions;
                private String read;

                @Override
                public void visitVarInsn(int opcode, int local) {
                    instructions++;
                }

                @Override
                public void visitFieldInsn(int opcode, String its, String field, String fieldType) {
                    instructions++;
                    if (opcode == Opcodes.GETFIELD && its.equals(owner) && type.equals("()" + fieldType)) {
                        read = field;
                    }
                }

                @Override
                public void visitInsn(int opcode) {
                    instructions++;
                }

                @Override
                public void visitMethodInsn(int opcode, String its, String called, String calledType, boolean isInterface) {
                    instructions += 3;
                }

                @Override
                public void visitEnd() {
                    // The record, its field, and the return.
                    if (instructions == 3 && method.equals(read)) {
                        accessors.add(accessor(owner, method, type));
                    }
                }
            };
        }
    }

    private final class Reads extends ClassVisitor {
        private final boolean isOpen;

        Reads(ClassVisitor to, boolean isOpen) {
            super(Opcodes.ASM9, to);
            this.isOpen = isOpen;
        }

        @Override
        public FieldVisitor visitField(int access, String field, String type, String generic, Object value) {
            boolean isComponent = isOpen && (access & Opcodes.ACC_STATIC) == 0;
            int open = isComponent ? access & ~Opcodes.ACC_PRIVATE | Opcodes.ACC_PUBLIC : access;
            return super.visitField(open, field, type, generic, value);
        }

        @Override
        public MethodVisitor visitMethod(int access, String method, String type, String generic, String[] thrown) {
            return new MethodVisitor(api, super.visitMethod(access, method, type, generic, thrown)) {
                @Override
                public void visitMethodInsn(int opcode, String owner, String called, String its, boolean isInterface) {
                    if (accessors.contains(accessor(owner, called, its))) {
                        super.visitFieldInsn(Opcodes.GETFIELD, owner, called, its.substring("()".length()));
                    } else {
                        super.visitMethodInsn(opcode, owner, called, its, isInterface);
                    }
                }
            };
        }
    }
}

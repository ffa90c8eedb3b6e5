import java.util.Set;
import org.objectweb.asm.AnnotationVisitor;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.FieldVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.RecordComponentVisitor;

/**
 * Leaves out of a class what only compilers and reflection read: generic signatures, declared exceptions, annotations,
 * names of parameters, and the nesting of other classes. Classes that others compile against keep all of it.
 */
final class TrimClass extends ClassVisitor {
    /** What the module exports. */
    private static final Set<String> EXPORTED = Set.of("dev/millrace/core/", "dev/millrace/slf4j/");

    private String name;

    private TrimClass(ClassVisitor to) {
        super(Opcodes.ASM9, to);
    }

    static byte[] trimmed(byte[] bytes) {
        ClassReader from = new ClassReader(bytes);
        if ((from.getAccess() & Opcodes.ACC_MODULE) != 0 || isExported(from)) {
            return bytes;
        }
        // Not built upon the constants of the one that is read: that is how those go that nobody needs any more.
        ClassWriter to = new ClassWriter(0);
        from.accept(new TrimClass(to), 0);
        return to.toByteArray();
    }

    private static boolean isExported(ClassReader from) {
        String folder = from.getClassName().substring(0, from.getClassName().lastIndexOf('/') + 1);
        return (from.getAccess() & Opcodes.ACC_PUBLIC) != 0 && EXPORTED.contains(folder);
    }

    @Override
    public void visit(int version, int access, String itsName, String signature, String superName, String[] interfaces) {
        name = itsName;
        super.visit(version, access, itsName, null, superName, interfaces);
    }

    @Override
    public void visitInnerClass(String inner, String outer, String simpleName, int access) {
        if (inner.equals(name) || name.equals(outer)) {
            super.visitInnerClass(inner, outer, simpleName, access);
        }
    }

    @Override
    public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
        return null;
    }

    @Override
    public RecordComponentVisitor visitRecordComponent(String component, String descriptor, String signature) {
        super.visitRecordComponent(component, descriptor, null);
        return null;
    }

    @Override
    public FieldVisitor visitField(int access, String field, String descriptor, String signature, Object value) {
        super.visitField(access, field, descriptor, null, value);
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
        return new MethodVisitor(api, super.visitMethod(access, method, descriptor, null, null)) {
            @Override
            public void visitParameter(String parameter, int parameterAccess) {}

            @Override
            public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
                return null;
            }

            @Override
            public AnnotationVisitor visitParameterAnnotation(int parameter, String annotation, boolean visible) {
                return null;
            }

            @Override
            public void visitAnnotableParameterCount(int count, boolean visible) {}
        };
    }
}

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
 * Leaves out of a class what only compilers, debuggers and reflection read: generic signatures, declared exceptions,
 * annotations, names of parameters, the nesting of classes, and lines; and methods and constants that nobody uses.
 * Classes that others compile against keep all of it but the lines.
 */
final class TrimClass extends ClassVisitor {
    /** What the module exports. */
    private static final Set<String> EXPORTED = Set.of("dev/millrace/core/", "dev/millrace/slf4j/");

    private final Set<String> unused;

    private TrimClass(ClassVisitor to, Set<String> unused) {
        super(Opcodes.ASM9, to);
        this.unused = unused;
    }

    /** What is left of a class, without these methods and constants. */
    static byte[] trimmed(byte[] bytes, Set<String> unused) {
        ClassReader from = new ClassReader(bytes);
        // Not built upon the constants of the one that is read: that is how those go that nobody needs any more.
        ClassWriter to = new ClassWriter(0);
        from.accept(visitor(from, new OfNoRecord(to), unused), ClassReader.SKIP_DEBUG);
        return to.toByteArray();
    }

    private static ClassVisitor visitor(ClassReader from, ClassVisitor to, Set<String> unused) {
        if (isExported(from.getClassName(), from.getAccess())) {
            return to;
        }
        boolean isOfQueue = isOfQueue(from.getClassName(), from.getAccess());
        return new TrimClass(isOfQueue ? to : PlainRecord.of(from, to), unused);
    }

    private static boolean isPublic(int access) {
        return (access & Opcodes.ACC_PUBLIC) != 0;
    }

    /** Whether the queue's users may name it. */
    static boolean isOfQueue(String name, int access) {
        return isPublic(access) && name.startsWith(JarMembers.QUEUE);
    }

    static boolean isExported(String name, int access) {
        return isPublic(access) && EXPORTED.contains(name.substring(0, name.lastIndexOf('/') + 1));
    }

    @Override
    public void visit(int version, int access, String name, String signature, String superName, String[] interfaces) {
        super.visit(version, access, name, null, superName, interfaces);
    }

    @Override
    public void visitInnerClass(String inner, String outer, String simpleName, int access) {}

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
        if (!unused.contains(ClassParts.constantKey(field, descriptor))) {
            super.visitField(access, field, descriptor, null, value);
        }
        return null;
    }

    @Override
    public MethodVisitor visitMethod(int access, String method, String descriptor, String signature, String[] exceptions) {
        if (unused.contains(method + descriptor)) {
            return null;
        }
        return new MethodVisitor(api, super.visitMethod(access, method, descriptor, null, null)) {
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

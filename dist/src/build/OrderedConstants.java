import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.objectweb.asm.Attribute;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.ConstantDynamic;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts the constants of a class into an order that deflates well: types together, those with the same end side by side,
 * then the other texts, those of one length side by side, and behind them what only points to texts. What is loaded by
 * instructions comes first, because those are longer for constants beyond the first 255.
 */
final class OrderedConstants {
    private static final int TEXT = 1;
    private static final int CLASS = 7;
    private static final int FIELD = 9;
    private static final int METHOD = 10;
    private static final int INTERFACE_METHOD = 11;
    private static final int NAME_AND_TYPE = 12;
    private static final Comparator<String> BY_END =
            Comparator.comparing(text -> new StringBuilder(text).reverse().toString());
    // Names have little in common but what stands in front of each: that it is a text, and how long it is.
    private static final Comparator<String> BY_LENGTH =
            Comparator.comparingInt(String::length).thenComparing(BY_END);

    private final byte[] bytes;
    private final ClassReader from;
    private final char[] buffer;
    private final ClassWriter to = new ClassWriter(0);
    private final Set<String> types = new TreeSet<>(BY_END);
    private final Set<String> texts = new TreeSet<>(BY_LENGTH);
    private final Map<String, Runnable> classes = new TreeMap<>(BY_END);
    private final Map<String, Runnable> namesAndTypes = new TreeMap<>(BY_END);
    private final Map<String, Runnable> members = new TreeMap<>(BY_END);

    private OrderedConstants(byte[] bytes) {
        this.bytes = bytes;
        this.from = new ClassReader(bytes);
        this.buffer = new char[from.getMaxStringLength()];
    }

    static byte[] ordered(byte[] bytes) {
        return new OrderedConstants(bytes).write();
    }

    private byte[] write() {
        loaded().forEach(to::newConst);
        for (int i = 1; i < from.getItemCount(); i++) {
            int item = from.getItem(i);
            // The place behind a long or a double is none.
            if (item != 0) {
                read(item);
            }
        }
        texts.removeAll(types);
        types.forEach(to::newUTF8);
        texts.forEach(to::newUTF8);
        for (Map<String, Runnable> constants : List.of(classes, namesAndTypes, members)) {
            constants.values().forEach(Runnable::run);
        }
        from.accept(
                new ClassVisitor(Opcodes.ASM9, to) {
                    @Override
                    public void visitAttribute(Attribute attribute) {
                        throw new IllegalStateException(attribute.type + " would point to other constants");
                    }
                },
                0);
        return to.toByteArray();
    }

    /** What is not sorted here comes last, in the order of its use. */
    private void read(int item) {
        int tag = bytes[item - 1];
        switch (tag) {
            case TEXT -> {
                String text = text(item);
                (isType(text) ? types : texts).add(text);
            }
            case CLASS -> {
                String name = from.readUTF8(item, buffer);
                types.add(name);
                classes.put(name, () -> to.newClass(name));
            }
            case NAME_AND_TYPE -> {
                String name = from.readUTF8(item, buffer);
                String type = from.readUTF8(item + 2, buffer);
                types.add(type);
                namesAndTypes.put(name + ' ' + type, () -> to.newNameType(name, type));
            }
            case FIELD, METHOD, INTERFACE_METHOD -> {
                String owner = from.readClass(item, buffer);
                int nameAndType = from.getItem(from.readUnsignedShort(item + 2));
                String name = from.readUTF8(nameAndType, buffer);
                String type = from.readUTF8(nameAndType + 2, buffer);
                members.put(tag + name + ' ' + type + ' ' + owner, () -> {
                    if (tag == FIELD) {
                        to.newField(owner, name, type);
                    } else {
                        to.newMethod(owner, name, type, tag == INTERFACE_METHOD);
                    }
                });
            }
            default -> {}
        }
    }

    private static boolean isType(String text) {
        return text.startsWith("(") || text.endsWith(";");
    }

    /** What instructions load that have room for one byte. */
    private Set<Object> loaded() {
        Set<Object> loaded = new LinkedHashSet<>();
        from.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public MethodVisitor visitMethod(int access, String name, String type, String generic, String[] thrown) {
                        return new MethodVisitor(api) {
                            @Override
                            public void visitLdcInsn(Object value) {
                                boolean isWide = value instanceof Long || value instanceof Double;
                                if (!isWide && !(value instanceof ConstantDynamic)) {
                                    loaded.add(value);
                                }
                            }
                        };
                    }
                },
                ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return loaded;
    }

    private String text(int item) {
        try {
            return new DataInputStream(new ByteArrayInputStream(bytes, item, bytes.length - item)).readUTF();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

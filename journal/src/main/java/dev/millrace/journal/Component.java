package dev.millrace.journal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;

/** One component of a Java record: how its value is fetched, written and read. */
abstract class Component {
    abstract void write(Object owner, RecordOutput out);

    abstract Object read(RecordInput in);

    static Component of(RecordComponent declared, MethodHandle accessor) {
        Class<?> type = declared.getType();
        if (type == long.class) {
            return new LongComponent(accessor);
        }
        if (type == int.class) {
            return new IntComponent(accessor);
        }
        if (type == double.class) {
            return new ValueComponent<Double>(accessor, RecordOutput::putDouble, RecordInput::getDouble);
        }
        if (type == float.class) {
            return new ValueComponent<Float>(
                    accessor,
                    (out, value) -> out.putInt(Float.floatToRawIntBits(value)),
                    in -> Float.intBitsToFloat(in.getInt()));
        }
        if (type == boolean.class) {
            return new ValueComponent<Boolean>(accessor, RecordOutput::putBoolean, RecordInput::getBoolean);
        }
        if (type == byte.class) {
            return new ValueComponent<Byte>(accessor, RecordOutput::putByte, RecordInput::getByte);
        }
        if (type == short.class) {
            return new ValueComponent<Short>(accessor, RecordOutput::putInt, in -> (short) in.getInt());
        }
        if (type == char.class) {
            return new ValueComponent<Character>(accessor, RecordOutput::putInt, in -> (char) in.getInt());
        }
        if (type == String.class) {
            return new ValueComponent<String>(accessor, RecordOutput::putText, RecordInput::getText);
        }
        return ofObject(declared, type, accessor);
    }

    private static Component ofObject(RecordComponent declared, Class<?> type, MethodHandle accessor) {
        if (type == byte[].class) {
            return new ValueComponent<byte[]>(accessor, RecordOutput::putBytes, RecordInput::getBytes);
        }
        if (type == Instant.class) {
            return new ValueComponent<Instant>(accessor, RecordOutput::putInstant, RecordInput::getInstant);
        }
        if (type.isEnum()) {
            Map<String, Enum<?>> constants = new HashMap<>();
            for (Object constant : type.getEnumConstants()) {
                constants.put(((Enum<?>) constant).name(), (Enum<?>) constant);
            }
            return new ValueComponent<Enum<?>>(
                    accessor,
                    (out, value) -> out.putText(value == null ? null : value.name()),
                    in -> constant(constants, in.getText(), type));
        }
        throw new IllegalArgumentException("no codec for this type of component: record="
                + declared.getDeclaringRecord().getName() + ", component=" + declared.getName() + ", type="
                + type.getName() + " (write a Codec for the record)");
    }

    private static Enum<?> constant(Map<String, Enum<?>> constants, String name, Class<?> type) {
        if (name != null && !constants.containsKey(name)) {
            throw new IllegalArgumentException("no constant of " + type.getName() + ": name=" + name);
        }
        return constants.get(name);
    }

    private static RuntimeException failed(Throwable thrown) {
        if (thrown instanceof Error error) {
            throw error;
        }
        return thrown instanceof RuntimeException e ? e : new IllegalStateException("an accessor failed", thrown);
    }

    private static final class LongComponent extends Component {
        private final MethodHandle accessor;

        LongComponent(MethodHandle accessor) {
            this.accessor = accessor.asType(MethodType.methodType(long.class, Object.class));
        }

        @Override
        void write(Object owner, RecordOutput out) {
            try {
                out.putLong((long) accessor.invokeExact(owner));
            } catch (Throwable e) {
                throw failed(e);
            }
        }

        @Override
        Object read(RecordInput in) {
            return in.getLong();
        }
    }

    private static final class IntComponent extends Component {
        private final MethodHandle accessor;

        IntComponent(MethodHandle accessor) {
            this.accessor = accessor.asType(MethodType.methodType(int.class, Object.class));
        }

        @Override
        void write(Object owner, RecordOutput out) {
            try {
                out.putInt((int) accessor.invokeExact(owner));
            } catch (Throwable e) {
                throw failed(e);
            }
        }

        @Override
        Object read(RecordInput in) {
            return in.getInt();
        }
    }

    /** Any other type, fetched as an object. */
    private static final class ValueComponent<V> extends Component {
        private final MethodHandle accessor;
        private final BiConsumer<RecordOutput, V> writer;
        private final Function<RecordInput, V> reader;

        ValueComponent(MethodHandle accessor, BiConsumer<RecordOutput, V> writer, Function<RecordInput, V> reader) {
            this.accessor = accessor.asType(MethodType.methodType(Object.class, Object.class));
            this.writer = writer;
            this.reader = reader;
        }

        @Override
        @SuppressWarnings("unchecked") // The component's declared type is V.
        void write(Object owner, RecordOutput out) {
            V value;
            try {
                value = (V) (Object) accessor.invokeExact(owner);
            } catch (Throwable e) {
                throw failed(e);
            }
            writer.accept(out, value);
        }

        @Override
        Object read(RecordInput in) {
            return reader.apply(in);
        }
    }
}

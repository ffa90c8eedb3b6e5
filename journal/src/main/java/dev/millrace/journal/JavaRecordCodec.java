package dev.millrace.journal;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;

/** The codec of a Java record: one {@link Component} each, and the canonical constructor. */
final class JavaRecordCodec<R extends Record> implements Codec<R> {
    private final Class<R> type;
    private final Component[] components;
    private final MethodHandle constructor;

    JavaRecordCodec(Class<R> type, MethodHandles.Lookup lookup) {
        RecordComponent[] declared = type.getRecordComponents();
        Class<?>[] types = new Class<?>[declared.length];
        this.type = type;
        this.components = new Component[declared.length];
        try {
            for (int index = 0; index < declared.length; index++) {
                types[index] = declared[index].getType();
                MethodHandle accessor = lookup.unreflect(declared[index].getAccessor());
                components[index] = Component.of(declared[index], accessor);
            }
            this.constructor = lookup.findConstructor(type, MethodType.methodType(void.class, types))
                    .asFixedArity()
                    .asSpreader(Object[].class, declared.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalArgumentException(
                    "the lookup may not use the record: type=" + type.getName() + ", lookup=" + lookup
                            + " (pass MethodHandles.lookup() of a class that may)",
                    e);
        }
    }

    @Override
    public void encode(R value, RecordOutput out) {
        for (Component component : components) {
            component.write(value, out);
        }
    }

    @Override
    public R decode(RecordInput in, R reuse) {
        Object[] values = new Object[components.length];
        for (int index = 0; index < values.length; index++) {
            values[index] = components[index].read(in);
        }
        try {
            return type.cast((Object) constructor.invokeExact(values));
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("the constructor failed: type=" + type.getName(), e);
        }
    }

    @Override
    public String toString() {
        return "codec of " + type.getName();
    }
}

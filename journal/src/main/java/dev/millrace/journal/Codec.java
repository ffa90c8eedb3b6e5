package dev.millrace.journal;

import java.lang.invoke.MethodHandles;

/**
 * Turns values of one type into the bytes of a record and back.
 *
 * <p>Must be thread-safe, which a codec without state is. It may throw: an append then appends nothing, a read stays at
 * its record. A hand-written codec that sets the fields of {@code reuse} reads without garbage.
 *
 * @param <T> type of the values
 * @since 0.1.0
 */
public interface Codec<T> {
    /** Writes the value; what is written in the same order is read in the same order. */
    void encode(T value, RecordOutput out);

    /**
     * Reads a value.
     *
     * @param reuse an object that may be filled and returned; null for a new one. Codecs of immutable values ignore it.
     */
    T decode(RecordInput in, T reuse);

    /**
     * A codec for a Java record whose components are primitives, Strings, enums, {@code byte[]} or
     * {@link java.time.Instant}s; all but primitives may be null. The components are looked at once, here: a value is
     * then written and read through method handles. Enums are stored by name, components without: a record that gets
     * other components needs another queue.
     *
     * @param lookup of a class that may use the record's accessors and its constructor: {@code MethodHandles.lookup()}
     * @throws IllegalArgumentException naming the component whose type is none of these
     */
    static <R extends Record> Codec<R> ofRecord(Class<R> type, MethodHandles.Lookup lookup) {
        return new JavaRecordCodec<>(type, lookup);
    }
}

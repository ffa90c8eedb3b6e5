package dev.millrace;

import java.util.Arrays;

/**
 * What the records of the modules have as their parent in the single jar, which the build writes: two are equal, and have
 * one hash, as records are and have. Printed, the values stand without their names.
 */
public abstract class Values {
    /** For the classes that the build writes. */
    protected Values() {}

    /** The values of the components, in their order. */
    protected abstract Object[] values();

    // Each class is final, and its values are only those of another one of it.
    @SuppressWarnings("EqualsGetClass")
    @Override
    public boolean equals(Object other) {
        return other != null && other.getClass() == getClass() && Arrays.equals(values(), ((Values) other).values());
    }

    @Override
    public int hashCode() {
        int hash = 0;
        for (Object value : values()) {
            hash = hash * 31 + (value == null ? 0 : value.hashCode());
        }
        return hash;
    }

    @Override
    public String toString() {
        String name = getClass().getName();
        return name.substring(name.lastIndexOf('.') + 1) + Arrays.toString(values());
    }
}

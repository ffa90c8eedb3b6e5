package dev.millrace.event;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZonedDateTime;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * How a class's objects are captured. Decided by exact class: a subclass may do anything.
 */
enum ValueClass {
    /** Encoded as it is, without calling anything. */
    PLAIN,
    /** An array of primitives: encoded as it is where arrays are printed. */
    ARRAY,
    /** An enum constant that prints its name: encoded as it is. */
    ENUM,
    /** JDK code prints it, as a number. */
    NUMBER,
    /** JDK code prints it, as a time. */
    TEMPORAL,
    /** User code may run. */
    FOREIGN;

    private static final Set<Class<?>> PLAIN_CLASSES = Set.of(
            String.class,
            Boolean.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Character.class,
            Float.class,
            Double.class,
            UUID.class);

    private static final Set<Class<?>> NUMBER_CLASSES =
            Set.of(BigInteger.class, BigDecimal.class, AtomicInteger.class, AtomicLong.class);

    private static final Set<Class<?>> TEMPORAL_CLASSES = Set.of(
            Instant.class,
            LocalDate.class,
            LocalTime.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            OffsetTime.class,
            ZonedDateTime.class,
            Duration.class,
            Period.class,
            Year.class,
            YearMonth.class,
            MonthDay.class);

    private static final ValueClass[] ALL = values();

    /** Numbers, not constants: the JDK's classes keep them, and must not keep the class loader of this one with them. */
    private static final ClassValue<Integer> OF = new ClassValue<>() {
        @Override
        @SuppressWarnings("EnumOrdinal") // of this process, never stored
        protected Integer computeValue(Class<?> type) {
            return compute(type).ordinal();
        }
    };

    static ValueClass of(Class<?> type) {
        return ALL[OF.get(type)];
    }

    private static ValueClass compute(Class<?> type) {
        if (PLAIN_CLASSES.contains(type)) {
            return PLAIN;
        }
        if (type.isArray()) {
            return type.getComponentType().isPrimitive() ? ARRAY : FOREIGN;
        }
        if (NUMBER_CLASSES.contains(type)) {
            return NUMBER;
        }
        if (TEMPORAL_CLASSES.contains(type)) {
            return TEMPORAL;
        }
        return Enum.class.isAssignableFrom(type) && printsItsName(type) ? ENUM : FOREIGN;
    }

    private static boolean printsItsName(Class<?> type) {
        try {
            return type.getMethod("toString").getDeclaringClass() == Enum.class;
        } catch (NoSuchMethodException | LinkageError | SecurityException e) {
            return false; // a class that cannot be looked into is asked like any other object
        }
    }
}

package dev.millrace.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Generates throwables with causes, suppressed ones, cycles, common frames and texts of their own. */
final class Throwables {
    /** A throwable whose text says neither class nor message. */
    static final class Telling extends Exception {
        private static final long serialVersionUID = 1L;

        Telling(String message) {
            super(message);
        }

        @Override
        public String toString() {
            return "Telling says\n" + getMessage();
        }
    }

    private final Random random;
    private final List<Throwable> made = new ArrayList<>();

    Throwables(Random random) {
        this.random = random;
    }

    Throwable next() {
        return next(0, new StackTraceElement[0]);
    }

    private Throwable next(int depth, StackTraceElement[] enclosing) {
        String message = random.nextInt(4) == 0 ? null : "message " + random.nextInt(100);
        Throwable throwable =
                switch (random.nextInt(4)) {
                    case 0 -> new IllegalStateException(message);
                    case 1 -> new Telling(message);
                    case 2 -> new OutOfMemoryError(message);
                    default -> new RuntimeException(message);
                };
        made.add(throwable);
        if (random.nextInt(30) != 0) {
            int common = random.nextInt(enclosing.length + 1);
            int own = random.nextInt(5);
            StackTraceElement[] frames = new StackTraceElement[own + common];
            for (int i = 0; i < own; i++) {
                frames[i] = frame(random);
            }
            System.arraycopy(enclosing, enclosing.length - common, frames, own, common);
            throwable.setStackTrace(frames);
        }
        for (int i = random.nextInt(4) == 0 ? random.nextInt(3) : 0; i > 0 && depth < 4; i--) {
            Throwable suppressed = another(depth, throwable);
            if (suppressed != throwable) {
                throwable.addSuppressed(suppressed);
            }
        }
        if (random.nextBoolean() && depth < 4) {
            Throwable cause = another(depth, throwable);
            if (cause != throwable) {
                throwable.initCause(cause);
            }
        }
        return throwable;
    }

    private Throwable another(int depth, Throwable of) {
        if (random.nextInt(6) == 0) {
            return made.get(random.nextInt(made.size()));
        }
        return next(depth + 1, of.getStackTrace());
    }

    static StackTraceElement frame(Random random) {
        String[] classes = {"com.example.Orders", "com.example.Orders$Line", "java.lang.Thread", "Main", "é.Ä"};
        String[] methods = {"run", "invoke0", "<init>", "lambda$main$0", "get"};
        String[] files = {"Orders.java", "Thread.java", null};
        String name = classes[random.nextInt(classes.length)];
        String method = methods[random.nextInt(methods.length)];
        String file = files[random.nextInt(files.length)];
        int line = random.nextInt(5) - 2 + (random.nextBoolean() ? 100 : 0);
        return switch (random.nextInt(4)) {
            case 0 -> new StackTraceElement("app", "orders.module", "1.2", name, method, file, line);
            case 1 -> new StackTraceElement(null, "java.base", null, name, method, file, line);
            default -> new StackTraceElement(name, method, file, line);
        };
    }
}

package dev.millrace.event;

/**
 * Dictionary ids of thread names, remembered by thread number and name identity.
 *
 * <p>Design note: a thread's place in {@code recent} moves on every 8 ms, so that in a program's first seconds, when its
 * hot code is compiled, each thread takes the longer way now and then. Otherwise the compiler would take that way for one
 * that is never gone, and the next new thread would throw the compiled code of all log calls away.
 *
 * <p>Racy but benign: entries are immutable, and a lost one is looked up again.
 */
final class ThreadNames {
    private static final int PLACES = 512;

    /** 8,192 microseconds. */
    private static final int PERIOD_SHIFT = 13;

    private final Dictionary dictionary;
    private final Known[] recent = new Known[PLACES];
    private final Known[] known = new Known[PLACES];

    ThreadNames(Dictionary dictionary) {
        this.dictionary = dictionary;
    }

    /** The id of the thread's name where it was looked up lately; 0 otherwise. */
    int recentIdOf(long number, String name, long timestampMicros) {
        Known entry = recent[place(number, timestampMicros)];
        // identity is meant: another String may be equal, but then looking it up is only slower
        return entry != null && isSame(entry.name, name) ? entry.id : 0;
    }

    /** The id of the thread's name; 0 when it goes inline. */
    int idOf(Thread thread, long number, String name, long timestampMicros) {
        int id = recentIdOf(number, name, timestampMicros);
        if (id != 0) {
            return id;
        }
        Known entry = lookUp(thread, number, name);
        if (entry == null) {
            return 0;
        }
        recent[place(number, timestampMicros)] = entry;
        return entry.id;
    }

    private static int place(long number, long timestampMicros) {
        return (int) (number + (timestampMicros >> PERIOD_SHIFT)) & (PLACES - 1);
    }

    private Known lookUp(Thread thread, long number, String name) {
        int place = (int) number & (PLACES - 1);
        Known entry = known[place];
        if (entry != null && isSame(entry.name, name)) {
            return entry;
        }
        // virtual threads are many and their names do not repeat
        int id = name.isEmpty() || CurrentThread.isVirtual(thread) ? 0 : dictionary.idOfLiteral(name);
        if (id == 0) {
            return null;
        }
        entry = new Known(name, id);
        known[place] = entry;
        return entry;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(String a, String b) {
        return a == b;
    }

    private static final class Known {
        final String name;
        final int id;

        Known(String name, int id) {
            this.name = name;
            this.id = id;
        }
    }
}

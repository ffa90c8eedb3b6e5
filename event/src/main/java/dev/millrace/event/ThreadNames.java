package dev.millrace.event;

/**
 * Dictionary ids of thread names, remembered by thread number and name identity.
 */
final class ThreadNames {
    private static final int PLACES = 512;

    private final Dictionary dictionary;

    // racy but benign: entries are immutable, and a lost one is looked up again
    private final Known[] known = new Known[PLACES];

    ThreadNames(Dictionary dictionary) {
        this.dictionary = dictionary;
    }

    /** The id of the thread's name; 0 when it goes inline. */
    int idOf(Thread thread, long number, String name) {
        Known entry = known[(int) number & (PLACES - 1)];
        // identity is meant: another String may be equal, but then looking it up is only slower
        if (entry != null && isSame(entry.name, name)) {
            return entry.id;
        }
        return lookUp(thread, number, name);
    }

    private int lookUp(Thread thread, long number, String name) {
        if (name.isEmpty() || CurrentThread.isVirtual(thread)) {
            return 0; // virtual threads are many and their names do not repeat
        }
        int id = dictionary.idOfLiteral(name);
        if (id != 0) {
            known[(int) number & (PLACES - 1)] = new Known(name, id);
        }
        return id;
    }

    @SuppressWarnings("ReferenceEquality")
    private static boolean isSame(String a, String b) {
        return a == b;
    }

    private record Known(String name, int id) {}
}

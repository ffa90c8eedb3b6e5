package dev.millrace.core.sift;

import dev.millrace.core.plan.SinkPlan;

/** Is told which keys there are. */
interface KeyListener {
    /** For sinks whose values share one stream. */
    KeyListener NONE = new KeyListener() {
        @Override
        public boolean mayAdd(SinkPlan sink) {
            return true;
        }

        @Override
        public void added(SiftKey key, long millis) {
            // Nothing is opened for it.
        }

        @Override
        public void givenUp(SiftKey key) {
            // Nothing is open for it.
        }
    };

    /** Whether a key with this sink can be added before the batch is out. */
    boolean mayAdd(SinkPlan sink);

    /** A key is added, by an event of that time; its {@code plan} is not null. */
    void added(SiftKey key, long millis);

    /** A key is given up. */
    void givenUp(SiftKey key);
}

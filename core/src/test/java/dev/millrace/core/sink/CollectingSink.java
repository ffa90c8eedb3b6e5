package dev.millrace.core.sink;

import java.nio.charset.StandardCharsets;

/** A sink for tests that keeps the text it is given; those that are about something else say so. */
public class CollectingSink implements LaneSink {
    /** What is out. */
    public final StringBuffer text = new StringBuffer();

    /** What was committed last. */
    public String batch = "";

    @Override
    public Outcome recover(boolean trusted) {
        return Outcome.DONE;
    }

    @Override
    public RecoveredBatch recovered() {
        return null;
    }

    @Override
    public Outcome commit(byte[] bytes, int length, long journalBegin, long journalEnd, long[] totals) {
        batch = new String(bytes, 0, length, StandardCharsets.UTF_8);
        return Outcome.DONE;
    }

    @Override
    public Outcome flush() {
        text.append(batch);
        return Outcome.DONE;
    }

    @Override
    public void writeLate(byte[] bytes, int length) {
        text.append(new String(bytes, 0, length, StandardCharsets.UTF_8));
    }

    @Override
    public long retryDelayNs() {
        return 0;
    }

    @Override
    public boolean isFailing() {
        return false;
    }

    @Override
    public long progress() {
        return text.length();
    }

    @Override
    public boolean takesLeftovers() {
        return true;
    }

    @Override
    public void forget() {}

    @Override
    public void close() {}
}

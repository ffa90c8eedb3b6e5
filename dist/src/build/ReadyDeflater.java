import java.util.zip.Deflater;

/** Gives out bytes that were deflated before. */
final class ReadyDeflater extends Deflater {
    private byte[] deflated = {};
    private int given;
    private long taken;
    private boolean finishing;

    ReadyDeflater() {
        super(BEST_COMPRESSION, true);
    }

    void next(byte[] ready) {
        deflated = ready;
        given = 0;
        taken = 0;
        finishing = false;
    }

    @Override
    public void setInput(byte[] bytes, int offset, int length) {
        taken += length;
    }

    @Override
    public boolean needsInput() {
        return true;
    }

    @Override
    public void finish() {
        finishing = true;
    }

    @Override
    public boolean finished() {
        return finishing && given == deflated.length;
    }

    @Override
    public int deflate(byte[] target, int offset, int length) {
        int count = Math.min(length, deflated.length - given);
        System.arraycopy(deflated, given, target, offset, count);
        given += count;
        return count;
    }

    @Override
    public long getBytesRead() {
        return taken;
    }

    @Override
    public long getBytesWritten() {
        return given;
    }

    /** What was given is forgotten by {@link #next}. */
    @Override
    public void reset() {}
}

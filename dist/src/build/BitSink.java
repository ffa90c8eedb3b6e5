import java.io.ByteArrayOutputStream;

/** Bytes that are written bit by bit, the lowest ones first. */
final class BitSink {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int pending;
    private int pendingBits;

    void write(int value, int bits) {
        pending |= value << pendingBits;
        for (pendingBits += bits; pendingBits >= 8; pendingBits -= 8) {
            out.write(pending);
            pending >>>= 8;
        }
    }

    int bits() {
        return 8 * out.size() + pendingBits;
    }

    byte[] toBytes() {
        write(0, -pendingBits & 7);
        return out.toByteArray();
    }
}

package dev.millrace.core.sink;

import dev.millrace.core.plan.FramePlan;
import dev.millrace.core.plan.RollPlan;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.event.Utf8Buffer;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;

/**
 * The bytes that a sink puts in front of the events of each file that it begins with, and behind them.
 *
 * @since 0.1.0
 */
public final class Frame {
    /** Nothing but events. */
    public static final Frame NONE = new Frame(new byte[0], new byte[0], 0);

    private final byte[] header;
    private final byte[] footer;
    private final int carriedBytes;

    private Frame(byte[] header, byte[] footer, int carriedBytes) {
        this.header = header;
        this.footer = footer;
        this.carriedBytes = carriedBytes;
    }

    /** The frame of a plan, in a charset. */
    public static Frame of(SinkPlan sink, Charset charset) {
        FramePlan plan = sink.layout().frame();
        if (plan.header().isEmpty() && plan.footer().isEmpty()) {
            return NONE;
        }
        byte[] header = plan.header().getBytes(charset);
        byte[] footer = plan.footer().getBytes(charset);
        boolean asksForLength =
                sink instanceof SinkPlan.RollingFileSink rolling && rolling.roll() instanceof RollPlan.Window;
        return new Frame(header, footer, header.length + (asksForLength ? 0 : footer.length));
    }

    /** A header only. */
    public static Frame ofHeader(byte[] header) {
        return new Frame(header, new byte[0], header.length);
    }

    byte[] header() {
        return header;
    }

    byte[] footer() {
        return footer;
    }

    /** Appends the header. */
    public void putHeader(Utf8Buffer out) {
        out.put(header);
    }

    /** Puts the header into a buffer. */
    public void putHeader(ByteBuffer into) {
        into.put(header);
    }

    /** Puts the footer into a buffer. */
    public void putFooter(ByteBuffer into) {
        into.put(footer);
    }

    /** Appends the footer. */
    public void putFooter(Utf8Buffer out) {
        out.put(footer);
    }

    /** Length of the header in bytes. */
    public int headerBytes() {
        return header.length;
    }

    /** Length of the footer in bytes. */
    public int footerBytes() {
        return footer.length;
    }

    /** How many bytes a file counts, behind a roll, before its first event: Logback counts the last one's footer in. */
    public int carriedBytes() {
        return carriedBytes;
    }

    /** Whether a text that ends a file ends a line, too, where there is one. */
    boolean endsLine() {
        return footer.length == 0 || footer[footer.length - 1] == '\n';
    }
}

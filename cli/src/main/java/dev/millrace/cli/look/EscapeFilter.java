package dev.millrace.cli.look;

import java.io.IOException;

/**
 * Writes rendered lines to an output with their control characters made visible; see {@link Escapes}.
 *
 * <p>Where the output has colours, sequences that only set the colour of the text ({@code ESC [ digits m}) pass, because
 * patterns print them, and what a line leaves switched on is switched off behind it. Others of that form do not pass: they
 * can hide text. Not thread-safe.
 *
 * @since 0.1.0
 */
public final class EscapeFilter {
    private static final byte ESC = 0x1b;
    private static final byte[] RESET = {ESC, '[', '0', 'm'};
    private static final int LONGEST_COLOR = 24;

    private final Output out;
    private final boolean raw;
    private final boolean colors;
    private byte[] visible = new byte[1024];

    /**
     * Creates a filter.
     *
     * @param raw whether everything passes as it is
     * @param colors whether sequences that set colours pass
     */
    public EscapeFilter(Output out, boolean raw, boolean colors) {
        this.out = out;
        this.raw = raw;
        this.colors = colors;
    }

    /** Writes one rendered event: whole characters, UTF-8. */
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int at = raw ? end : firstSuspect(bytes, offset, end);
        if (at == end) {
            out.write(bytes, offset, length);
        } else {
            writeVisible(bytes, offset, at, end);
        }
    }

    private static int firstSuspect(byte[] bytes, int from, int end) {
        int at = from;
        while (at < end && !Escapes.isSuspect(bytes[at])) {
            at++;
        }
        return at;
    }

    private void writeVisible(byte[] bytes, int offset, int firstSuspect, int end) throws IOException {
        int most = 4 * (end - offset) + RESET.length;
        if (visible.length < most) {
            visible = new byte[most];
        }
        byte[] target = visible;
        int to = firstSuspect - offset;
        System.arraycopy(bytes, offset, target, 0, to);
        boolean colored = false;
        for (int at = firstSuspect; at < end; at++) {
            byte octet = bytes[at];
            if (!Escapes.isSuspect(octet)) {
                target[to++] = octet;
            } else if (octet == (byte) 0xc2) {
                boolean control = at + 1 < end && bytes[at + 1] < (byte) 0xa0;
                if (control) {
                    to = Escapes.append(target, to, bytes[++at] & 0xff);
                } else {
                    target[to++] = octet;
                }
            } else if (octet == '\r' && at + 1 < end && bytes[at + 1] == '\n') {
                target[to++] = octet;
            } else {
                int behind = octet == ESC && colors ? colorEnd(bytes, at, end) : at;
                if (behind > at) {
                    System.arraycopy(bytes, at, target, to, behind - at);
                    to += behind - at;
                    at = behind - 1;
                    colored = true;
                } else {
                    to = Escapes.append(target, to, octet);
                }
            }
        }
        out.write(target, 0, colored ? withReset(target, to) : to);
    }

    /** Switches off before the line's end, so that a pager that cuts lines sees it. */
    private static int withReset(byte[] target, int length) {
        int end = length > 0 && target[length - 1] == '\n' ? length - 1 : length;
        System.arraycopy(RESET, 0, target, end, RESET.length);
        if (end < length) {
            target[end + RESET.length] = '\n';
        }
        return length + RESET.length;
    }

    /** Behind a sequence that sets the colour of the text; {@code at} when it is another one. */
    private static int colorEnd(byte[] bytes, int at, int end) {
        int next = at + 1;
        if (next >= end || bytes[next] != '[') {
            return at;
        }
        int limit = Math.min(end, at + LONGEST_COLOR);
        int parameter = 0;
        for (next++; next < limit; next++) {
            byte octet = bytes[next];
            if (octet >= '0' && octet <= '9') {
                parameter = 10 * Math.min(parameter, 100) + octet - '0';
                continue;
            }
            if ((octet != 'm' && octet != ';') || !isColor(parameter)) {
                return at;
            }
            if (octet == 'm') {
                return next + 1;
            }
            parameter = 0;
        }
        return at;
    }

    /** Off, bold, faint, neither, and the colours of the text: none that hides it on every terminal. */
    private static boolean isColor(int parameter) {
        return parameter <= 2
                || parameter == 22
                || (parameter >= 30 && parameter <= 37)
                || parameter == 39
                || (parameter >= 90 && parameter <= 97);
    }
}

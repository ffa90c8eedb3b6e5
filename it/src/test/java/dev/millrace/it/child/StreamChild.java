package dev.millrace.it.child;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A program that sets a standard output of its own and logs; says on standard error what came to that. Arguments: whether it
 * does so before its first logger, how often it logs.
 */
public final class StreamChild {
    private StreamChild() {}

    /** A stream that can be told from the process's own. */
    private static final class Captured extends PrintStream {
        private Captured(ByteArrayOutputStream bytes) {
            super(bytes, true, StandardCharsets.UTF_8);
        }
    }

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        boolean before = Boolean.parseBoolean(args[0]);
        int count = Integer.parseInt(args[1]);
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        PrintStream captured = new Captured(bytes);
        if (before) {
            System.setOut(captured);
        }
        Logger logger = LoggerFactory.getLogger("stream");
        if (!before) {
            logger.info("before");
            System.setOut(captured);
        }
        for (int i = 0; i < count; i++) {
            logger.info("logged {}", i);
        }
        LoggingEnd.close();
        System.err.print(bytes.toString(StandardCharsets.UTF_8));
    }
}

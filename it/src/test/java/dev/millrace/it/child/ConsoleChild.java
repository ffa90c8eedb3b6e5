package dev.millrace.it.child;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A program that prints and logs to standard output. Arguments: what it does, how often. */
public final class ConsoleChild {
    private static final Logger LOGGER = LoggerFactory.getLogger("console");

    private ConsoleChild() {}

    /** Runs it. */
    public static void main(String[] args) throws Exception {
        int count = Integer.parseInt(args[1]);
        switch (args[0]) {
            case "in-turn" -> inTurn(count);
            case "at-once" -> atOnce(count);
            case "after-a-line" -> afterALine(count);
            case "from-a-hook" -> fromAHook(count);
            case "replaced" -> replaced(count);
            case "silenced" -> silenced(count);
            case "unread" -> unread(count);
            default -> throw new IllegalArgumentException(args[0]);
        }
    }

    /** Prints and logs, one after the other. */
    private static void inTurn(int count) {
        for (int i = 0; i < count; i++) {
            System.out.println("printed " + i);
            LOGGER.info("logged {}", i);
        }
    }

    /** One thread prints while another one logs. */
    private static void atOnce(int count) throws InterruptedException {
        Thread printing = new Thread(() -> {
            for (int i = 0; i < count; i++) {
                System.out.println("printed " + i);
            }
        });
        printing.start();
        for (int i = 0; i < count; i++) {
            LOGGER.info("logged {}", i);
        }
        printing.join();
    }

    /** Logs when it is told to. */
    private static void afterALine(int count) throws Exception {
        System.in.read();
        for (int i = 0; i < count; i++) {
            LOGGER.info("logged {}", i);
        }
        LoggingEnd.close();
    }

    /** Logs a line, and the rest when the JVM ends. */
    private static void fromAHook(int count) {
        LOGGER.info("begun");
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            for (int i = 0; i < count; i++) {
                LOGGER.info("logged {}", i);
            }
        }));
    }

    /** Logs, and once more while nothing is to be printed. */
    private static void silenced(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            LOGGER.info("logged {}", i);
        }
        PrintStream original = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        LOGGER.info("silenced");
        System.setOut(original);
        LOGGER.info("after");
        LoggingEnd.close();
    }

    /** Logs where nobody reads, sets another stream, and has two threads log what is not printed; ends when it is told to. */
    private static void unread(int count) throws Exception {
        for (int i = 0; i < count; i++) {
            LOGGER.info("logged {}", i);
        }
        System.setOut(new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8));
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> LoggerFactory.getLogger("quiet").info("not printed"));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.err.println("all calls returned");
        System.in.read();
        LoggingEnd.close();
    }

    /** Captures each line, then logs one that is not captured; says on standard error how many were captured in time. */
    private static void replaced(int count) throws Exception {
        PrintStream original = System.out;
        if (!LOGGER.isInfoEnabled()) {
            throw new IllegalStateException("there is nothing to capture");
        }
        int captured = 0;
        for (int i = 0; i < count; i++) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            LOGGER.info("logged {}", i);
            captured += bytes.toString(StandardCharsets.UTF_8).equals("logged " + i + "\n") ? 1 : 0;
        }
        System.setOut(original);
        LOGGER.info("after");
        System.err.println("captured " + captured);
        LoggingEnd.close();
    }
}

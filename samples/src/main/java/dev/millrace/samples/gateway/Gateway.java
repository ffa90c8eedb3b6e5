package dev.millrace.samples.gateway;

import java.io.IOException;
import java.net.BindException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway as a program: {@code Gateway <port> <workers>}. Prints {@code READY <port>} and serves until its standard
 * input ends, so that it never outlives whoever started it. Port 0 takes a free one.
 */
public final class Gateway {
    /** First word of the line that says the port. */
    public static final String READY = "READY ";

    /** First word of the line that says why it could not start. */
    public static final String FAILED = "FAILED ";

    /** Exit code when it could not start. */
    public static final int EXIT_FAILED = 3;

    private Gateway() {}

    public static void main(String[] args) throws Exception {
        int port = Integer.parseInt(args[0]);
        int workers = Integer.parseInt(args[1]);
        Logger log = LoggerFactory.getLogger("gateway.main");
        try (AccountDatabase database = AccountDatabase.create();
                GatewayServer server = listen(port, workers, database)) {
            log.info("gateway listens on port {} with {} workers", server.port(), workers);
            System.out.println(READY + server.port());
            awaitEndOfInput();
        }
        log.info("gateway stopped");
        System.exit(0);
    }

    private static GatewayServer listen(int port, int workers, AccountDatabase database) {
        try {
            return GatewayServer.start(port, workers, database);
        } catch (BindException e) {
            return fail("port " + port + " on 127.0.0.1 is taken; choose another with --port, or 0 for a free one", e);
        } catch (IOException e) {
            return fail("cannot listen on port " + port, e);
        }
    }

    private static GatewayServer fail(String sentence, IOException cause) {
        System.out.println(FAILED + sentence + " (" + cause.getMessage() + ")");
        System.exit(EXIT_FAILED);
        throw new IllegalStateException(cause);
    }

    private static void awaitEndOfInput() throws IOException {
        while (System.in.read() >= 0) {
            // Nothing is expected: only the end counts.
        }
    }
}

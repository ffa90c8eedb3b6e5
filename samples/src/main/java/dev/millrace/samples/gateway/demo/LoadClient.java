package dev.millrace.samples.gateway.demo;

import dev.millrace.samples.gateway.Accounts;
import dev.millrace.samples.gateway.HttpLines;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import org.HdrHistogram.Histogram;

/** One keep-alive connection that always has a given number of statements under way. */
final class LoadClient implements Runnable {
    private static final int ANSWER_TIMEOUT_MS = 30_000;
    private static final int HIGHEST_LATENCY_MICROS = 60_000_000;

    private final int port;
    private final AnsweredIds ids;
    private final Load load;
    private final Histogram latencyMicros = new Histogram(HIGHEST_LATENCY_MICROS, 3);
    private final Deque<Pending> pending = new ArrayDeque<>();
    private final StringBuilder requests = new StringBuilder();
    private AnsweredIds.Block block;
    private IOException failure;

    private record Pending(long id, AnsweredIds.Block block, long sentNs) {}

    LoadClient(int port, AnsweredIds ids, Load load) {
        this.port = port;
        this.ids = ids;
        this.load = load;
        this.block = ids.take();
    }

    @Override
    public void run() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(ANSWER_TIMEOUT_MS);
            OutputStream out = socket.getOutputStream();
            HttpLines in = new HttpLines(socket.getInputStream());
            while (!load.stopping()) {
                send(out);
                do {
                    receive(in);
                } while (in.buffered() && !pending.isEmpty());
            }
            while (!pending.isEmpty()) {
                receive(in);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void send(OutputStream out) throws IOException {
        requests.setLength(0);
        long nowNs = System.nanoTime();
        while (pending.size() < load.inFlightPerClient()) {
            long id = nextId();
            requests.append("GET /account/")
                    .append(Accounts.keyOf(id))
                    .append("?statement=")
                    .append(id)
                    .append("&trace=")
                    .append(load.traceLines())
                    .append(" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
            pending.add(new Pending(id, block, nowNs));
        }
        if (requests.length() > 0) {
            out.write(requests.toString().getBytes(StandardCharsets.US_ASCII));
        }
    }

    private long nextId() {
        long id = block.next();
        if (id < 0) {
            block = ids.take();
            id = block.next();
        }
        return id;
    }

    private void receive(HttpLines in) throws IOException {
        String status = in.readLine();
        if (status == null) {
            throw new IOException("the gateway hung up");
        }
        int bodyLength = -1;
        for (String header = in.readLine(); header != null && !header.isEmpty(); header = in.readLine()) {
            if (header.startsWith("Content-Length: ")) {
                bodyLength = Integer.parseInt(header, 16, header.length(), 10);
            }
        }
        if (!status.startsWith("HTTP/1.1 200 ") || bodyLength < 0) {
            throw new IOException("unexpected answer: " + status);
        }
        String body = in.readBody(bodyLength);
        Pending oldest = pending.remove();
        int key = Accounts.keyOf(oldest.id());
        String expected = oldest.id() + " " + Accounts.ownerOf(key) + " " + Accounts.balanceOf(key) + "\n";
        if (!body.equals(expected)) {
            throw new IOException("wrong answer to statement " + oldest.id() + ": " + body);
        }
        oldest.block().answered(oldest.id());
        load.countAnswer();
        if (load.measuring()) {
            latencyMicros.recordValue(Math.min((System.nanoTime() - oldest.sentNs()) / 1_000, HIGHEST_LATENCY_MICROS));
        }
    }

    /** Latencies of the measured time; to be read when the thread has ended. */
    Histogram latencyMicros() {
        return latencyMicros;
    }

    /** Why the connection broke, or null; to be read when the thread has ended. */
    IOException failure() {
        return failure;
    }
}

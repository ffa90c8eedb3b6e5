package dev.millrace.samples.gateway;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/** Answers one client's requests in their order, pipelined ones together, and logs every statement before its answer. */
final class GatewaySession {
    private static final Logger sqlLog = LoggerFactory.getLogger("gateway.sql");
    private static final Logger traceLog = LoggerFactory.getLogger("gateway.trace");

    private final Socket client;
    private final AccountQuery query;
    private final HttpLines in;
    private final OutputStream out;

    GatewaySession(Socket client, AccountQuery query) throws IOException {
        this.client = client;
        this.query = query;
        this.in = new HttpLines(client.getInputStream());
        this.out = new BufferedOutputStream(client.getOutputStream(), 16_384);
    }

    void run() throws IOException {
        MDC.put("session", Integer.toString(client.getPort()));
        try {
            String requestLine = in.readLine();
            while (requestLine != null) {
                skipHeaders();
                answer(AccountRequest.parse(requestLine));
                if (!in.buffered()) {
                    out.flush();
                }
                requestLine = in.readLine();
            }
        } finally {
            MDC.remove("session");
        }
    }

    private void skipHeaders() throws IOException {
        String header = in.readLine();
        while (header != null && !header.isEmpty()) {
            header = in.readLine();
        }
    }

    private void answer(AccountRequest request) throws IOException {
        if (request == null) {
            respond("400 Bad Request", "expected GET /account/<key>?statement=<id>\n");
            return;
        }
        long startNs = System.nanoTime();
        try {
            AccountQuery.Row row = query.find(request.key());
            for (int line = 0; line < request.traceLines(); line++) {
                traceLog.info(
                        "statement step {} of {}: key {} held by {}", line, request.traceLines(), request.key(), row);
            }
            long tookMicros = (System.nanoTime() - startNs) / 1_000;
            if (row == null) {
                sqlLog.info(
                        "{} took {} us: {} [{}] -> no row",
                        request.statementId(),
                        tookMicros,
                        AccountQuery.SQL,
                        request.key());
                respond("404 Not Found", request.statementId() + " no row\n");
            } else {
                sqlLog.info(
                        "{} took {} us: {} [{}] -> {} {}",
                        request.statementId(),
                        tookMicros,
                        AccountQuery.SQL,
                        request.key(),
                        row.owner(),
                        row.balance());
                respond("200 OK", request.statementId() + " " + row.owner() + " " + row.balance() + "\n");
            }
        } catch (SQLException e) {
            sqlLog.error("{} failed: {} [{}]", request.statementId(), AccountQuery.SQL, request.key(), e);
            respond("500 Internal Server Error", request.statementId() + " failed\n");
        }
    }

    private void respond(String status, String body) throws IOException {
        String response = "HTTP/1.1 " + status + "\r\nContent-Type: text/plain\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
        out.write(response.getBytes(StandardCharsets.ISO_8859_1));
    }
}

package dev.millrace.samples.gateway;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Blocking HTTP/1.1 on the loopback interface: each worker has a thread, a database connection and one client at a
 * time. The JDK's own server would spend more on a request than the database and the log together.
 */
final class GatewayServer implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger("gateway.server");
    private static final int BACKLOG = 256;

    private final ServerSocket listener;
    private final AccountDatabase database;
    private final List<Thread> workers = new ArrayList<>();
    private final Set<Socket> clients = ConcurrentHashMap.newKeySet();

    private GatewayServer(ServerSocket listener, AccountDatabase database) {
        this.listener = listener;
        this.database = database;
    }

    static GatewayServer start(int port, int workerCount, AccountDatabase database) throws IOException {
        ServerSocket listener = new ServerSocket();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
        GatewayServer server = new GatewayServer(listener, database);
        for (int i = 0; i < workerCount; i++) {
            Thread worker = new Thread(server::serveClients, "sql-worker-" + i);
            worker.start();
            server.workers.add(worker);
        }
        return server;
    }

    int port() {
        return listener.getLocalPort();
    }

    private void serveClients() {
        try (AccountQuery query = database.openQuery()) {
            while (!listener.isClosed()) {
                serve(listener.accept(), query);
            }
        } catch (IOException e) {
            if (!listener.isClosed()) {
                log.error("worker ends: no more clients can be accepted", e);
            }
        } catch (SQLException e) {
            log.error("worker ends: the database is gone", e);
        }
    }

    private void serve(Socket client, AccountQuery query) {
        clients.add(client);
        try (client) {
            if (listener.isClosed()) {
                return; // close() may have gone through the clients just before this one was added
            }
            client.setTcpNoDelay(true);
            new GatewaySession(client, query).run();
        } catch (IOException e) {
            log.debug("client {} is gone: {}", client.getRemoteSocketAddress(), e.toString());
        } finally {
            clients.remove(client);
        }
    }

    /** Stops listening, hangs up and waits for the workers. */
    @Override
    public void close() throws IOException {
        listener.close();
        for (Socket client : clients) {
            client.close();
        }
        boolean interrupted = false;
        for (Thread worker : workers) {
            try {
                worker.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}

package dev.millrace.samples.gateway;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** An embedded H2 database in memory with one table of accounts. */
final class AccountDatabase implements AutoCloseable {
    private static final int ROWS_PER_BATCH = 1_000;

    private final String url;
    // An in-memory database lives as long as somebody is connected to it.
    private final Connection keeper;

    private AccountDatabase(String url, Connection keeper) {
        this.url = url;
        this.keeper = keeper;
    }

    static AccountDatabase create() throws SQLException {
        String url = "jdbc:h2:mem:gateway";
        Connection keeper = DriverManager.getConnection(url);
        try (var statement = keeper.createStatement()) {
            statement.execute("CREATE TABLE account (id INT PRIMARY KEY, owner VARCHAR(40), balance BIGINT)");
        }
        try (PreparedStatement insert = keeper.prepareStatement("INSERT INTO account VALUES (?, ?, ?)")) {
            for (int key = 0; key < Accounts.COUNT; key++) {
                insert.setInt(1, key);
                insert.setString(2, Accounts.ownerOf(key));
                insert.setLong(3, Accounts.balanceOf(key));
                insert.addBatch();
                if ((key + 1) % ROWS_PER_BATCH == 0) {
                    insert.executeBatch();
                }
            }
            insert.executeBatch();
        }
        return new AccountDatabase(url, keeper);
    }

    /** A connection and its prepared statement; for one thread. */
    AccountQuery openQuery() throws SQLException {
        return new AccountQuery(DriverManager.getConnection(url));
    }

    @Override
    public void close() throws SQLException {
        keeper.close();
    }
}

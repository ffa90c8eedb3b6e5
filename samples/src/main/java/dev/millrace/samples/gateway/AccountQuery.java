package dev.millrace.samples.gateway;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** The point select on one connection. Not thread-safe. */
final class AccountQuery implements AutoCloseable {
    static final String SQL = "SELECT owner, balance FROM account WHERE id = ?";

    /** One row of the table. */
    record Row(String owner, long balance) {}

    private final Connection connection;
    private final PreparedStatement select;

    AccountQuery(Connection connection) throws SQLException {
        this.connection = connection;
        this.select = connection.prepareStatement(SQL);
    }

    /** The row of that key, or null. */
    Row find(int key) throws SQLException {
        select.setInt(1, key);
        try (ResultSet rows = select.executeQuery()) {
            return rows.next() ? new Row(rows.getString(1), rows.getLong(2)) : null;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}

package dev.millrace.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** A table of text: the first column to the left, the others to the right. */
final class Table {
    private final List<String[]> rows = new ArrayList<>();

    Table(String... heads) {
        rows.add(heads);
    }

    Table row(String... cells) {
        if (cells.length != rows.get(0).length) {
            throw new IllegalArgumentException(cells.length + " cells under " + rows.get(0).length + " heads");
        }
        rows.add(cells);
        return this;
    }

    void print(PrintStream out) {
        int[] widths = new int[rows.get(0).length];
        for (String[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                widths[i] = Math.max(widths[i], row[i].length());
            }
        }
        for (String[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < row.length; i++) {
                String space = " ".repeat(widths[i] - row[i].length());
                line.append(i == 0 ? "" : "  ").append(i == 0 ? row[i] + space : space + row[i]);
            }
            out.println(line.toString().stripTrailing());
        }
    }
}

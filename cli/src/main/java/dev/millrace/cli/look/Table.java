package dev.millrace.cli.look;

import java.util.ArrayList;
import java.util.List;

/**
 * Lines of cells, aligned: numbers to the right, texts to the left.
 *
 * @since 0.1.0
 */
public final class Table {
    private static final String GAP = "  ";

    private final List<String> head;
    private final List<List<String>> rows = new ArrayList<>();

    /** Creates a table; a column whose head begins with {@code >} is aligned to the right. */
    public Table(String... head) {
        this.head = List.of(head);
    }

    /** Adds a line with a cell for each column. */
    public Table row(Object... cells) {
        if (cells.length != head.size()) {
            throw new IllegalArgumentException("cells=" + cells.length + ", columns=" + head.size());
        }
        List<String> row = new ArrayList<>(cells.length);
        for (Object cell : cells) {
            row.add(Escapes.neutralised(String.valueOf(cell)));
        }
        rows.add(row);
        return this;
    }

    /** Whether it has no line. */
    public boolean isEmpty() {
        return rows.isEmpty();
    }

    /** The table's text, head first, every line with its end. */
    public String text() {
        return text("");
    }

    /** The same, with that before each line. */
    public String text(String indent) {
        List<String> titles = new ArrayList<>(head.size());
        for (String title : head) {
            titles.add(title.startsWith(">") ? title.substring(1) : title);
        }
        int[] widths = new int[head.size()];
        for (int column = 0; column < widths.length; column++) {
            widths[column] = width(titles.get(column));
            for (List<String> row : rows) {
                widths[column] = Math.max(widths[column], width(row.get(column)));
            }
        }
        StringBuilder text = new StringBuilder();
        append(text, indent, titles, widths);
        for (List<String> row : rows) {
            append(text, indent, row, widths);
        }
        return text.toString();
    }

    private static int width(String cell) {
        return cell.codePointCount(0, cell.length());
    }

    private void append(StringBuilder text, String indent, List<String> cells, int[] widths) {
        text.append(indent);
        int start = text.length();
        for (int column = 0; column < widths.length; column++) {
            String cell = cells.get(column);
            String fill = " ".repeat(widths[column] - width(cell));
            boolean right = head.get(column).startsWith(">");
            text.append(column == 0 ? "" : GAP);
            text.append(right ? fill : "").append(cell).append(right ? "" : fill);
        }
        int end = text.length();
        while (end > start && text.charAt(end - 1) == ' ') {
            end--;
        }
        text.setLength(end);
        text.append('\n');
    }
}

package dev.millrace.config.logback.xml;

/**
 * A document that is not XML, or that is beyond the limits of {@link XmlParser}.
 *
 * @since 0.1.0
 */
public final class XmlException extends Exception {
    private static final long serialVersionUID = 1L;

    private final int line;
    private final int column;

    XmlException(int line, int column, String what) {
        super(what);
        this.line = line;
        this.column = column;
    }

    /** The line of the problem, from 1. */
    public int line() {
        return line;
    }

    /** The column of the problem in UTF-16 units, from 1. */
    public int column() {
        return column;
    }
}

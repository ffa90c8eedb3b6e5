package dev.millrace.cli.transfer;

/** Takes lines of one format apart. Not thread-safe; allocates nothing for a line, good or bad. */
interface LineParser {
    /** What the lines hold. */
    Schema schema();

    /**
     * Sets the row's values from one line (without its end).
     *
     * @param row {@link Row#begin begun} for this line
     * @return false when the line is bad: the row then says why
     */
    boolean parse(byte[] line, int from, int to, Row row);
}

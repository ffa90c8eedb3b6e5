package dev.millrace.cli.transfer;

/** Takes lines of one format apart. Not thread-safe; allocates nothing for a line, good or bad. */
interface LineParser {
    /** What {@link #parseAhead} returns for a line that has to be found first. */
    int NOT_AHEAD = -1;

    /** What {@link #parseAhead} returns for a line that may go on behind the bytes. */
    int CUT_OFF = -2;

    /** What the lines hold. */
    Schema schema();

    /**
     * Sets the row's values from one line (without its end).
     *
     * @param row {@link Row#begin begun} for this line
     * @return false when the line is bad: the row then says why
     */
    boolean parse(byte[] line, int from, int to, Row row);

    /**
     * Sets the row's values from the line that begins there and ends nobody knows where, when it is as most are.
     *
     * @param to where the bytes end; an LF stands there, and {@link LineSource#MARGIN_BYTES} more bytes can be read
     * @return where its LF is, which is there when that is before {@code to}; or {@link #CUT_OFF}, or {@link #NOT_AHEAD}
     *     when its end must be found, for it to be parsed
     */
    default int parseAhead(byte[] bytes, int from, int to, Row row) {
        return NOT_AHEAD;
    }
}

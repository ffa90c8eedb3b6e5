package dev.millrace.cli.transfer;

/** What in the values of a variable looks like the literal behind them. Immutable. */
final class LookAlikes {
    private static final long BLANK = Scan.pattern(' ');
    private static final long BACKSLASH = Scan.pattern('\\');

    private final boolean list;
    private final boolean colons;
    private final boolean blankBeforeZone;

    private LookAlikes(boolean list, boolean colons, boolean blankBeforeZone) {
        this.list = list;
        this.colons = colons;
        this.blankBeforeZone = blankBeforeZone;
    }

    static LookAlikes of(LogFormat.Part part) {
        String variable = part.variable();
        byte first = part.literal().length == 0 ? 0 : part.literal()[0];
        return new LookAlikes(
                LogVariables.isList(variable),
                LogVariables.isAddress(variable) && first == ':',
                variable.equals(LogVariables.TIME_LOCAL) && first == ' ');
    }

    /** Where the literal is looked for: behind the colons of an address, and behind the first blank of a time. */
    int behind(byte[] line, int from, int to) {
        if (colons) {
            return lastColon(line, from, to);
        }
        int zone = from + CommonTimes.ZONE;
        boolean time = blankBeforeZone
                && zone < to
                && line[zone] == ' '
                && Scan.indexOf(line, from, zone, BLANK, BACKSLASH) == zone;
        return time ? zone + 1 : from;
    }

    /** Whether a list goes on at what looks like its end. */
    boolean continues(byte[] line, int from, int at, int to) {
        if (!list) {
            return false;
        }
        byte before = at > from ? line[at - 1] : 0;
        boolean colonFollows = to - at > 2 && line[at] == ' ' && line[at + 1] == ':' && line[at + 2] == ' ';
        boolean commaHere = to - at > 1 && line[at] == ',' && line[at + 1] == ' ';
        return (line[at] == ' ' && (before == ',' || before == ':')) || colonFollows || commaHere;
    }

    /** The last colon of what may be an address; {@code from} when there is none. */
    private static int lastColon(byte[] line, int from, int to) {
        int found = from;
        for (int at = from; at < to && line[at] > ' ' && line[at] != '"' && line[at] != ','; at++) {
            if (line[at] == ':') {
                found = at;
            }
        }
        return found;
    }
}

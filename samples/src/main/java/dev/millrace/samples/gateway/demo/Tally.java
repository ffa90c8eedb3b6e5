package dev.millrace.samples.gateway.demo;

/**
 * Answered statements against logged ones.
 *
 * @param answered statements that the client has an answer for
 * @param once of them, in the log exactly once
 * @param missing of them, not in the log
 * @param doubled statements in the log more than once, answered or not
 * @param unansweredLogged statements in the log whose answer never came: in flight when the gateway died
 * @param damaged lines that are not whole
 */
record Tally(long answered, long once, long missing, long doubled, long unansweredLogged, long damaged) {
    static Tally of(AnsweredIds ids, SqlLogReader log) {
        boolean[] answeredFlags = ids.toFlags();
        long answered = 0;
        long once = 0;
        long missing = 0;
        long doubled = 0;
        long unansweredLogged = 0;
        for (long id = 0; id < Math.max(answeredFlags.length, log.limit()); id++) {
            boolean wasAnswered = id < answeredFlags.length && answeredFlags[(int) id];
            int times = log.timesSeen(id);
            if (wasAnswered) {
                answered++;
                if (times == 0) {
                    missing++;
                } else if (times == 1) {
                    once++;
                }
            } else if (times > 0) {
                unansweredLogged++;
            }
            if (times > 1) {
                doubled++;
            }
        }
        return new Tally(answered, once, missing, doubled, unansweredLogged, log.damagedLines());
    }

    /** Whether every answered statement is there exactly once and nothing else is wrong. */
    boolean isLossless() {
        return missing == 0 && doubled == 0 && damaged == 0 && once == answered;
    }
}

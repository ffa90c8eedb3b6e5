package dev.millrace.cli.select;

import dev.millrace.event.Dictionary;
import dev.millrace.event.DictionaryTexts;
import dev.millrace.event.EventSummary;
import dev.millrace.event.Levels;

/** Whether a block may hold a wanted event, as far as levels and loggers tell. Not thread-safe. */
final class BlockTest {
    private static final int[] LEVELS = {Levels.TRACE, Levels.DEBUG, Levels.INFO, Levels.WARN, Levels.ERROR};

    private final DictionaryTexts texts;

    /** Null where all are wanted. */
    private final NameTest loggers;

    private final long levelBits;
    private long loggerBits;

    BlockTest(Dictionary dictionary, int lowestLevel, int highestLevel, NameTest loggers) {
        this.texts = new DictionaryTexts(dictionary);
        this.loggers = loggers;
        this.levelBits = levelBits(lowestLevel, highestLevel);
    }

    private static long levelBits(int lowest, int highest) {
        long bits = 0;
        for (int level : LEVELS) {
            bits |= level >= lowest && level <= highest ? EventSummary.level(level) : 0;
        }
        return bits;
    }

    boolean mayHold(long summary) {
        return (summary & levelBits) != 0 && (loggers == null || (summary & wantedLoggers()) != 0);
    }

    /** The block is sealed, so the names of its loggers were there before it was asked about. */
    private long wantedLoggers() {
        // Where a look has not seen all, another for each block would take longer than reading them.
        if (loggerBits != EventSummary.ALL && texts.mayHaveOthers()) {
            loggerBits = 0;
            boolean all = texts.lookAt((id, text) -> {
                if (loggers.accepts(text)) {
                    loggerBits |= EventSummary.logger(id);
                }
            });
            loggerBits = all ? loggerBits : EventSummary.ALL;
        }
        return loggerBits;
    }
}

package dev.millrace.core;

import dev.millrace.core.route.LoggerTree;

/**
 * What somebody besides the sinks wants to be logged: see {@link Engine#wish}.
 *
 * @param logger the logger's name; those below it are meant, too
 * @param level the level from which on events are made although the configuration does not ask for them; {@code
 *     Levels.OFF} for no more than it asks for
 * @since 0.1.0
 */
public record LevelWish(String logger, int level) {
    /** Whether it is about a logger. */
    public boolean covers(String name) {
        if (LoggerTree.isRoot(logger) || name.equals(logger)) {
            return true;
        }
        if (!name.startsWith(logger)) {
            return false;
        }
        char next = name.charAt(logger.length());
        return next == '.' || next == '$';
    }
}

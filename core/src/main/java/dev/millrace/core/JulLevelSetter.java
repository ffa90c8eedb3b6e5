package dev.millrace.core;

import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.event.Levels;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/**
 * Gives the loggers of java.util.logging the levels of a plan, so that a bridge is not handed what nobody writes. A
 * runtime without the module java.logging is fine: only a plan that asks for it loads this class.
 */
final class JulLevelSetter {
    /** java.util.logging forgets a logger that nobody holds, and its level with it. */
    private static final Map<String, Logger> HELD = new ConcurrentHashMap<>();

    private JulLevelSetter() {}

    static void apply(Plan plan) {
        if (plan.julLevels() == Plan.JulLevels.RESET_AND_SET) {
            reset();
        }
        set(plan.root());
        for (LoggerPlan logger : plan.loggers()) {
            set(logger);
        }
    }

    private static void reset() {
        LogManager manager = LogManager.getLogManager();
        for (String name : Collections.list(manager.getLoggerNames())) {
            Logger logger = manager.getLogger(name);
            if (logger != null && !name.isEmpty() && logger.getLevel() != null) {
                logger.setLevel(null);
            }
        }
    }

    private static void set(LoggerPlan plan) {
        if (plan.julLevel() == null) {
            return;
        }
        String name = LoggerTree.isRoot(plan.name()) ? "" : plan.name();
        Logger logger = Logger.getLogger(name);
        HELD.put(name, logger);
        logger.setLevel(level(plan.julLevel()));
    }

    private static Level level(int level) {
        return switch (level) {
            case Levels.ALL -> Level.ALL;
            case Levels.TRACE -> Level.FINEST;
            case Levels.DEBUG -> Level.FINE;
            case Levels.INFO -> Level.INFO;
            case Levels.WARN -> Level.WARNING;
            case Levels.ERROR -> Level.SEVERE;
            case Levels.OFF -> Level.OFF;
            default -> throw new IllegalArgumentException("no level: " + level);
        };
    }
}

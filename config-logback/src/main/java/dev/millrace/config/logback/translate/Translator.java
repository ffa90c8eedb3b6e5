package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.ConfigurationModel;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.LoggerItem;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.config.logback.source.WatchList;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.status.StatusCode;
import java.util.List;

/**
 * Translates a model into a plan, in the order in which Logback acts on one: all variables first, wherever they stand,
 * with the conditions and inclusions among them, then appenders and loggers, each once the appenders it refers to are done.
 *
 * @since 0.1.0
 */
public final class Translator {
    private static final long DEFAULT_SCAN_MILLIS = 60_000;

    private final ConfigurationModel model;
    private final Translation translation;
    private final Appenders appenders;
    private final Loggers loggers;
    private final ContextSettings context;
    private final Definitions definitions;

    /**
     * A translator of a model.
     *
     * @param loader what finds resources with properties; null for the system's
     * @param watchList begins with the place of the model, and is told of the files that are read
     */
    public Translator(
            ConfigurationModel model,
            ClassLoader loader,
            Surroundings surroundings,
            Report report,
            WatchList watchList) {
        this.model = model;
        this.translation =
                new Translation(model.source(), DefaultPlan.CONTEXT_NAME, loader, surroundings, report, watchList);
        this.appenders = new Appenders(translation);
        this.loggers = new Loggers(translation, appenders);
        this.context = new ContextSettings(translation);
        this.definitions = new Definitions(translation, context);
    }

    /**
     * The plan of the model; to be asked once.
     *
     * @param testSource whether it was read from a test configuration
     */
    public Plan translate(boolean testSource) {
        boolean scans = settings();
        List<Placed> items = definitions.define(model.items());
        if (scans) {
            // As in Logback, the only attribute that the file's own properties reach.
            scan(translation.substitute(model.scanPeriod(), model.line()));
        }
        appenders.declare(items);
        appendersAndLoggers(items);
        translation.source(model.source());
        loggers.reportSilence(model.line());
        return new Plan(
                model.source(),
                translation.variables().contextName(),
                loggers.root(),
                loggers.named(),
                loggers.sinks(),
                translation.variables().exported(),
                loggers.wish(),
                testSource,
                context.isStatusShown(),
                definitions.patternSettings(),
                context.julLevels(),
                context.turboFilters(),
                loggers.routes());
    }

    /** Whether the file is to be watched. */
    private boolean settings() {
        context.debug(translation.substitute(model.debug(), model.line()));
        definitions.packagingData(translation.substitute(model.packagingData(), model.line()));
        return ContextSettings.isSet(translation.substitute(model.scan(), model.line()));
    }

    private void scan(String period) {
        long millis = DEFAULT_SCAN_MILLIS;
        if (period != null && !period.isBlank()) {
            millis = Durations.scanMillis(period);
            if (millis <= 0) {
                millis = DEFAULT_SCAN_MILLIS;
                translation.report(
                        StatusCode.MR461,
                        model.line(),
                        "scanPeriod is no period but \"" + period + "\"; a minute is used (write, for example,"
                                + " \"30 seconds\")");
            }
        }
        if (!translation.watchList().scan(millis)) {
            translation.report(
                    StatusCode.MR462,
                    model.line(),
                    "scan has no effect: only a configuration in a file of its own can be watched for changes");
        }
    }

    private void appendersAndLoggers(List<Placed> items) {
        boolean[] handled = new boolean[items.size()];
        while (pass(items, handled)) {
            // Each pass does what the one before made possible.
        }
        for (int i = 0; i < items.size(); i++) {
            if (!handled[i] && items.get(i).item() instanceof AppenderItem appender) {
                handled[i] = true;
                translation.source(items.get(i).source());
                appenders.giveUp(appender);
            }
        }
        pass(items, handled);
    }

    /** Translates what is ready; true when there was something. */
    private boolean pass(List<Placed> items, boolean[] handled) {
        boolean progress = false;
        for (int i = 0; i < items.size(); i++) {
            if (handled[i]) {
                continue;
            }
            translation.source(items.get(i).source());
            Item item = items.get(i).item();
            if (item instanceof AppenderItem appender) {
                if (appenders.isReady(appender)) {
                    appenders.translate(appender, i);
                    handled[i] = true;
                    progress = true;
                }
            } else {
                LoggerItem logger = (LoggerItem) item;
                if (appenders.areDone(logger.children())) {
                    loggers.translate(logger, i);
                    handled[i] = true;
                    progress = true;
                }
            }
        }
        return progress;
    }
}

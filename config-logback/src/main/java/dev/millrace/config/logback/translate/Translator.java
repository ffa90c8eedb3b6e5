package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.AppenderItem;
import dev.millrace.config.logback.model.ConfigurationModel;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.LoggerItem;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.source.Surroundings;
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
    private final ConfigurationModel model;
    private final Translation translation;
    private final Appenders appenders;
    private final Loggers loggers;
    private final Patterns patterns;
    private final ContextSettings context;

    private Translator(ConfigurationModel model, ClassLoader loader, Surroundings surroundings, Report report) {
        this.model = model;
        this.translation = new Translation(model.source(), DefaultPlan.CONTEXT_NAME, loader, surroundings, report);
        this.appenders = new Appenders(translation);
        this.loggers = new Loggers(translation, appenders);
        this.patterns = new Patterns(translation);
        this.context = new ContextSettings(translation);
    }

    /**
     * The plan of a model.
     *
     * @param testSource whether it was read from a test configuration
     * @param loader what finds resources with properties; null for the system's
     */
    public static Plan translate(
            ConfigurationModel model,
            boolean testSource,
            ClassLoader loader,
            Surroundings surroundings,
            Report report) {
        return new Translator(model, loader, surroundings, report).plan(testSource);
    }

    private Plan plan(boolean testSource) {
        settings();
        List<Placed> items = new Definitions(translation, context, patterns).define(model.items());
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
                patterns.settings(),
                context.julLevels());
    }

    private void settings() {
        context.debug(translation.substitute(model.debug(), model.line()));
        if (ContextSettings.isSet(translation.substitute(model.scan(), model.line()))) {
            translation.report(
                    StatusCode.MR411,
                    model.line(),
                    "scan is not supported yet: changes of the file take effect with the next start");
        }
        patterns.packagingData(translation.substitute(model.packagingData(), model.line()));
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
                if (appenders.areDone(appenders.references(appender.children()))) {
                    appenders.translate(appender, i);
                    handled[i] = true;
                    progress = true;
                }
            } else {
                LoggerItem logger = (LoggerItem) item;
                if (appenders.areDone(appenders.references(logger.children()))) {
                    loggers.translate(logger, i);
                    handled[i] = true;
                    progress = true;
                }
            }
        }
        return progress;
    }
}

package dev.millrace.config.logback;

import dev.millrace.config.logback.model.ConfigurationModel;
import dev.millrace.config.logback.model.ModelReader;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.report.StatusReport;
import dev.millrace.config.logback.source.ConfigurationFinder;
import dev.millrace.config.logback.source.ConfigurationSource;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.config.logback.source.WatchList;
import dev.millrace.config.logback.translate.DefaultPlan;
import dev.millrace.config.logback.translate.Translator;
import dev.millrace.config.logback.xml.XmlElement;
import dev.millrace.config.logback.xml.XmlException;
import dev.millrace.config.logback.xml.XmlNode;
import dev.millrace.config.logback.xml.XmlParser;
import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.PlanReader;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Reads {@code logback.xml}, found as Logback finds it. Thread-safe; never throws because of what it finds.
 *
 * @since 0.1.0
 */
public final class LogbackPlanReader implements PlanReader {
    private static final String NO_SOURCE = "default";
    private static final String SILENT_LISTENER = "ch.qos.logback.core.status.NopStatusListener";
    private static final StatusCode UNUSABLE_AGAIN = StatusCode.MR460;
    private static final String STAYS = "; the configuration stays as it was";

    private final Surroundings surroundings;

    /** The reader of this process, for core, which makes it by its name. */
    public LogbackPlanReader() {
        this(new Surroundings());
    }

    LogbackPlanReader(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** The plan of the configuration that is found, or the default plan; never empty. */
    @Override
    public Optional<PlanReading> read(ClassLoader loader, StatusLog status) {
        StatusReport report = new StatusReport(status);
        ConfigurationFinder finder = new ConfigurationFinder(loader, surroundings, report);
        Optional<ConfigurationSource> found = finder.find();
        if (found.isEmpty()) {
            report.add(
                    StatusCode.MR404,
                    "no logback-test.xml or logback.xml on the class path: events from DEBUG on go to the console",
                    null);
            return Optional.of(PlanReading.once(DefaultPlan.of(NO_SOURCE, false)));
        }
        ConfigurationSource source = found.get();
        PlanReading reading = read(finder.bytes(), source, loader, report, finder.watched(), false);
        return Optional.of(
                reading == null
                        ? new PlanReading(
                                DefaultPlan.of(source.name(), source.isTest()),
                                this,
                                loader,
                                source.url(),
                                0,
                                List.of(),
                                null)
                        : reading);
    }

    /** What stands there now; what was before when it has errors that it did not have before; empty when it is unusable. */
    @Override
    public Optional<PlanReading> readAgain(PlanReading before, StatusLog status) {
        StatusReport report = new StatusReport(status);
        ConfigurationSource source = new ConfigurationSource(before.place());
        // Before it is read: what changes meanwhile is read once more.
        WatchList watched = new WatchList(before.place());
        byte[] bytes;
        try {
            bytes = source.read(XmlParser.MAX_DOCUMENT_BYTES);
        } catch (IOException | RuntimeException e) {
            report.add(UNUSABLE_AGAIN, source.name() + " cannot be read (" + e + ")" + STAYS, e);
            return Optional.empty();
        }
        PlanReading reading = read(bytes, source, before.loader(), report, watched, true);
        if (reading != null
                && before.errors() != null
                && (reading.errors().size() > before.errors().size()
                        || !before.errors().containsAll(reading.errors())
                        || silences(reading.plan(), before.plan(), report))) {
            report.add(UNUSABLE_AGAIN, source.name() + " has errors that it did not have before" + STAYS, null);
            return reading.scanPeriodMillis() > 0 ? Optional.of(before.watching(reading.files())) : Optional.empty();
        }
        return Optional.ofNullable(reading);
    }

    /** Whether a pattern cannot be read that could before, or was not there: its events would be printed as nothing. */
    private static boolean silences(Plan plan, Plan before, Report report) {
        Set<String> known = new HashSet<>();
        for (SinkPlan sink : before.sinks()) {
            if (sink.layout() instanceof LayoutPlan.Pattern pattern) {
                known.add(pattern.pattern());
            }
        }
        boolean silences = false;
        for (SinkPlan sink : plan.sinks()) {
            if (sink.layout() instanceof LayoutPlan.Pattern pattern && known.add(pattern.pattern())) {
                String why = pattern.whyUnreadable();
                if (why != null) {
                    silences = true;
                    report.add(
                            UNUSABLE_AGAIN,
                            pattern.origin() + ": " + why + "; sink " + sink.name() + " would print nothing" + STAYS,
                            null);
                }
            }
        }
        return silences;
    }

    private PlanReading read(
            byte[] bytes,
            ConfigurationSource source,
            ClassLoader loader,
            StatusReport report,
            WatchList watched,
            boolean again) {
        ConfigurationModel model = model(bytes, source.name(), report, again);
        if (model == null) {
            return null;
        }
        Translator translator = new Translator(model, loader, surroundings, report, watched);
        Plan plan = plan(translator, source.name(), source.isTest(), report, again);
        if (plan == null) {
            return null;
        }
        long periodMillis = watched.periodMillis();
        if (periodMillis > 0) {
            report.add(StatusCode.MR463, "watching for changes every " + periodMillis + " ms: " + watched, null);
        }
        return new PlanReading(
                plan,
                this,
                loader,
                source.url(),
                periodMillis,
                periodMillis > 0 ? watched.files() : List.of(),
                report.errors());
    }

    Plan read(byte[] bytes, String source, boolean testSource, ClassLoader loader, Report report) {
        ConfigurationModel model = model(bytes, source, report, false);
        Plan plan = model == null
                ? null
                : plan(
                        new Translator(model, loader, surroundings, report, new WatchList(null)),
                        source,
                        testSource,
                        report,
                        false);
        return plan == null ? DefaultPlan.of(source, testSource) : plan;
    }

    /** Null when nothing of the file can be used, which is reported. */
    private ConfigurationModel model(byte[] bytes, String source, Report report, boolean again) {
        try {
            List<String> notices = new ArrayList<>();
            XmlElement root = XmlParser.parse(bytes, notices);
            if (report instanceof StatusReport told) {
                told.silent(asksForSilence(root));
            }
            for (String notice : notices) {
                report.add(StatusCode.MR406, source + ":" + notice, null);
            }
            Optional<ConfigurationModel> model = new ModelReader(source, report).read(root);
            if (model.isEmpty()) {
                String what = "the document is a <" + root.localName() + "> and no <configuration>";
                unusable(source + ":" + root.line() + ": " + what, null, again, report);
            }
            return model.orElse(null);
        } catch (XmlException e) {
            unusable(source + ":" + e.line() + ":" + e.column() + ": " + e.getMessage(), null, again, report);
        } catch (RuntimeException | StackOverflowError e) {
            unusable(source + ": unexpected problem (" + e + ")", e, again, report);
        }
        return null;
    }

    /** Known before the first word about the configuration. */
    private boolean asksForSilence(XmlElement configuration) {
        if (SILENT_LISTENER.equals(surroundings.systemProperty("logback.statusListenerClass"))) {
            return true;
        }
        for (XmlNode node : configuration.children()) {
            if (node instanceof XmlElement element && element.localName().equalsIgnoreCase("statusListener")) {
                String name = element.attribute("class");
                if (name != null && (name.equals(SILENT_LISTENER) || name.equals("NopStatusListener"))) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Null when that is not possible, which is reported. */
    private static Plan plan(Translator translator, String source, boolean testSource, Report report, boolean again) {
        try {
            Plan plan = translator.translate(testSource);
            report.add(StatusCode.MR401, "configuration read from " + source, null);
            return plan;
        } catch (RuntimeException | StackOverflowError e) {
            unusable(source + ": unexpected problem (" + e + ")", e, again, report);
            return null;
        }
    }

    private static void unusable(String what, Throwable cause, boolean again, Report report) {
        if (again) {
            report.add(UNUSABLE_AGAIN, what + STAYS, cause);
        } else {
            report.add(
                    StatusCode.MR405,
                    what + "; nothing of this file is used, events from DEBUG on go to the console",
                    cause);
        }
    }
}

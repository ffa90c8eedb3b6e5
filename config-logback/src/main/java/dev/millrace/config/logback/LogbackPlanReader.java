package dev.millrace.config.logback;

import dev.millrace.config.logback.model.ConfigurationModel;
import dev.millrace.config.logback.model.ModelReader;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.report.StatusReport;
import dev.millrace.config.logback.source.ConfigurationFinder;
import dev.millrace.config.logback.source.FoundConfiguration;
import dev.millrace.config.logback.source.JvmSurroundings;
import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.config.logback.translate.DefaultPlan;
import dev.millrace.config.logback.translate.Translator;
import dev.millrace.config.logback.xml.XmlDocument;
import dev.millrace.config.logback.xml.XmlException;
import dev.millrace.config.logback.xml.XmlNotice;
import dev.millrace.config.logback.xml.XmlParser;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.PlanReader;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import java.util.Optional;

/**
 * Reads {@code logback.xml}, found as Logback finds it. Thread-safe; never throws because of what it finds.
 *
 * @since 0.1.0
 */
public final class LogbackPlanReader implements PlanReader {
    private static final int ORDER = 100;
    private static final String NO_SOURCE = "default";

    private final Surroundings surroundings;

    /** The reader of this process, for {@link java.util.ServiceLoader}. */
    public LogbackPlanReader() {
        this(new JvmSurroundings());
    }

    LogbackPlanReader(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public int order() {
        return ORDER;
    }

    /** The plan of the configuration that is found, or the default plan; never empty. */
    @Override
    public Optional<Plan> read(ClassLoader loader, StatusLog status) {
        return Optional.of(read(loader, new StatusReport(status)));
    }

    Plan read(ClassLoader loader, Report report) {
        Optional<FoundConfiguration> found = new ConfigurationFinder(loader, surroundings, report).find();
        if (found.isEmpty()) {
            report.add(
                    StatusCode.MR404,
                    "no logback-test.xml or logback.xml on the class path: events from DEBUG on go to the console",
                    null);
            return DefaultPlan.of(NO_SOURCE, false);
        }
        FoundConfiguration configuration = found.get();
        return read(
                configuration.bytes(),
                configuration.source().name(),
                configuration.source().isTest(),
                loader,
                report);
    }

    Plan read(byte[] bytes, String source, boolean testSource, ClassLoader loader, Report report) {
        try {
            XmlDocument document = XmlParser.parse(bytes);
            for (XmlNotice notice : document.notices()) {
                report.add(StatusCode.MR406, source + ":" + notice.line() + ": " + notice.what(), null);
            }
            Optional<ConfigurationModel> model = new ModelReader(source, report).read(document.root());
            if (model.isEmpty()) {
                String root = document.root().localName();
                String what = "the document is a <" + root + "> and no <configuration>";
                return unreadable(
                        source + ":" + document.root().line() + ": " + what, null, source, testSource, report);
            }
            Plan plan = Translator.translate(model.get(), testSource, loader, surroundings, report);
            report.add(StatusCode.MR401, "configuration read from " + source, null);
            return plan;
        } catch (XmlException e) {
            String place = source + ":" + e.line() + ":" + e.column();
            return unreadable(place + ": " + e.getMessage(), null, source, testSource, report);
        } catch (RuntimeException | StackOverflowError e) {
            return unreadable(source + ": unexpected problem (" + e + ")", e, source, testSource, report);
        }
    }

    private static Plan unreadable(String what, Throwable cause, String source, boolean testSource, Report report) {
        report.add(
                StatusCode.MR405,
                what + "; nothing of this file is used, events from DEBUG on go to the console",
                cause);
        return DefaultPlan.of(source, testSource);
    }
}

package dev.millrace.core;

import dev.millrace.core.plan.LayoutPlan;
import dev.millrace.core.plan.LoggerPlan;
import dev.millrace.core.plan.Plan;
import dev.millrace.core.plan.PlanReader;
import dev.millrace.core.plan.PlanReading;
import dev.millrace.core.plan.SinkPlan;
import dev.millrace.core.route.LoggerTree;
import dev.millrace.core.status.StatusCode;
import dev.millrace.core.status.StatusLog;
import dev.millrace.event.Levels;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/** Finds the plan: asks each configuration dialect that is present, else runs a console. */
final class PlanSource {
    private static final String DEFAULT_PATTERN = "%d{HH:mm:ss.SSS} [%thread] %level %logger -%kvp- %msg%n";

    private PlanSource() {}

    static PlanReading read(ClassLoader loader, StatusLog status) {
        for (PlanReader reader : readers(loader, status)) {
            try {
                Optional<PlanReading> reading = reader.read(loader, status);
                if (reading.isPresent()) {
                    return reading.get();
                }
            } catch (RuntimeException | LinkageError | StackOverflowError e) {
                status.add(
                        StatusCode.MR003,
                        "the configuration reader " + reader.getClass().getName()
                                + " failed; the next one is asked, and without any the console is used",
                        e);
            }
        }
        status.add(StatusCode.MR002, "no configuration was found: everything from DEBUG on goes to the console");
        return PlanReading.once(console());
    }

    /** The plan without a configuration: a console with everything from DEBUG on. */
    static Plan console() {
        SinkPlan console = new SinkPlan.ConsoleSink(
                "console",
                new LayoutPlan.Pattern(DEFAULT_PATTERN, "default"),
                Charset.defaultCharset(),
                List.of(),
                false);
        return new Plan(
                "default",
                "default",
                new LoggerPlan(LoggerTree.ROOT, Levels.DEBUG, true, List.of(console.name())),
                List.of(),
                List.of(console),
                Map.of(),
                Plan.OverflowWish.NONE,
                false,
                false);
    }

    private static List<PlanReader> readers(ClassLoader loader, StatusLog status) {
        List<PlanReader> readers = new ArrayList<>(2);
        collect(loader, readers, status);
        ClassLoader own = PlanSource.class.getClassLoader();
        if (readers.isEmpty() && own != loader) {
            // The application's loader need not see what Millrace's own jar brings along.
            collect(own, readers, status);
        }
        if (readers.size() > 1) {
            readers.sort(new ByOrder());
        }
        return readers;
    }

    private static final class ByOrder implements Comparator<PlanReader> {
        @Override
        public int compare(PlanReader one, PlanReader other) {
            return Integer.compare(one.order(), other.order());
        }
    }

    private static void collect(ClassLoader loader, List<PlanReader> readers, StatusLog status) {
        try {
            Iterator<PlanReader> found =
                    ServiceLoader.load(PlanReader.class, loader).iterator();
            while (hasNext(found, status)) {
                add(found, readers, status);
            }
        } catch (RuntimeException | LinkageError e) {
            status.add(StatusCode.MR003, "the configuration readers could not be looked for", e);
        }
    }

    private static boolean hasNext(Iterator<PlanReader> found, StatusLog status) {
        try {
            return found.hasNext();
        } catch (ServiceConfigurationError e) {
            status.add(StatusCode.MR003, "the list of configuration readers is not well formed", e);
            return false;
        }
    }

    private static void add(Iterator<PlanReader> found, List<PlanReader> readers, StatusLog status) {
        try {
            readers.add(found.next());
        } catch (ServiceConfigurationError e) {
            // One of another copy of Millrace, seen through a parent loader, is no reader of ours.
            status.add(StatusCode.MR003, "a configuration reader could not be made and is left out", e);
        }
    }
}

package dev.millrace.core.plan;

import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.List;

/**
 * One sink: where rendered bytes go.
 *
 * @since 0.1.0
 */
public sealed interface SinkPlan {
    /** The sink's name, unique in the plan; it is also its cursor's name. */
    String name();

    /** How events are rendered. */
    LayoutPlan layout();

    /** What the bytes are encoded in. */
    Charset charset();

    /** Filters in order. */
    List<FilterPlan> filters();

    /**
     * A file.
     *
     * @param file the file
     * @param append false: the file is emptied when the sink starts
     */
    record FileSink(
            String name, LayoutPlan layout, Charset charset, List<FilterPlan> filters, Path file, boolean append)
            implements SinkPlan {
        /** Copies the list. */
        public FileSink {
            filters = List.copyOf(filters);
        }
    }

    /**
     * A file that rolls.
     *
     * @param roll which files it goes through
     */
    record RollingFileSink(String name, LayoutPlan layout, Charset charset, List<FilterPlan> filters, RollPlan roll)
            implements SinkPlan {
        /** Copies the list. */
        public RollingFileSink {
            filters = List.copyOf(filters);
        }
    }

    /**
     * The process's standard output or error.
     *
     * @param error true for standard error
     * @param colorsOnTerminalsOnly whether colour words print their text only unless it leads to a terminal
     */
    record ConsoleSink(
            String name,
            LayoutPlan layout,
            Charset charset,
            List<FilterPlan> filters,
            boolean error,
            boolean colorsOnTerminalsOnly)
            implements SinkPlan {
        /** Copies the list. */
        public ConsoleSink {
            filters = List.copyOf(filters);
        }

        /** With colours wherever it leads. */
        public ConsoleSink(String name, LayoutPlan layout, Charset charset, List<FilterPlan> filters, boolean error) {
            this(name, layout, charset, filters, error, false);
        }
    }
}

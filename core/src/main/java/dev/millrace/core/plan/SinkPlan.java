package dev.millrace.core.plan;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
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

    /** The console that it writes to, or one that says which stream that is; null where it writes to files. */
    default ConsoleSink console() {
        return null;
    }

    /**
     * A file.
     *
     * @param file the file
     * @param append false: the file is emptied when the sink starts
     * @param prudent whether other processes write to the file, too, so that it is locked for each batch
     */
    record FileSink(
            String name,
            LayoutPlan layout,
            Charset charset,
            List<FilterPlan> filters,
            Path file,
            boolean append,
            boolean prudent)
            implements SinkPlan {
        /** A file that no other process writes to. */
        public FileSink(
                String name, LayoutPlan layout, Charset charset, List<FilterPlan> filters, Path file, boolean append) {
            this(name, layout, charset, filters, file, append, false);
        }

        /** Copies the list. */
        public FileSink {
            filters = List.copyOf(filters);
        }
    }

    /**
     * A file that rolls.
     *
     * @param roll which files it goes through
     * @param prudent whether other processes write to the same files, too, so that they are locked for each batch; the
     *     files are neither renamed nor compressed then
     */
    record RollingFileSink(
            String name, LayoutPlan layout, Charset charset, List<FilterPlan> filters, RollPlan roll, boolean prudent)
            implements SinkPlan {
        /** Files that no other process writes to. */
        public RollingFileSink(
                String name, LayoutPlan layout, Charset charset, List<FilterPlan> filters, RollPlan roll) {
            this(name, layout, charset, filters, roll, false);
        }

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

        @Override
        public ConsoleSink console() {
            return this;
        }

        /** With colours wherever it leads. */
        public ConsoleSink(String name, LayoutPlan layout, Charset charset, List<FilterPlan> filters, boolean error) {
            this(name, layout, charset, filters, error, false);
        }
    }

    /**
     * A sink for each value that a key of the MDC has, or for one fixed value.
     *
     * @param sift how events are told apart, and what they go to
     */
    record SiftingSink(String name, List<FilterPlan> filters, SiftPlan sift) implements SinkPlan {
        /** Copies the list. */
        public SiftingSink {
            filters = List.copyOf(filters);
        }

        /** The console that all values' events go to; null where they go to files. */
        @Override
        public ConsoleSink console() {
            return sift.sample() instanceof ConsoleSink console ? console : null;
        }

        /** Each value's sink has its own. */
        @Override
        public LayoutPlan layout() {
            return sift.sample().layout();
        }

        /** Each value's sink has its own; what is put together from them is not encoded again. */
        @Override
        public Charset charset() {
            return StandardCharsets.UTF_8;
        }
    }

    /**
     * Several consoles of one stream. One sink carries them, so that their lines stand in the order of the events and, of
     * one event, in the order of the references to them.
     *
     * @param members consoles, also such as sift, that are all led to by routes of this plan
     */
    record ConsoleGroup(String name, List<SinkPlan> members) implements SinkPlan {
        /** Copies the list. */
        public ConsoleGroup {
            members = List.copyOf(members);
        }

        @Override
        public ConsoleSink console() {
            return members.get(0).console();
        }

        /** Each member has its own; this is the first one's. */
        @Override
        public LayoutPlan layout() {
            return members.get(0).layout();
        }

        /** Each member has its own, and encodes what it renders; the first one's is for what is of none of them. */
        @Override
        public Charset charset() {
            return members.get(0).charset();
        }

        /** Each member has its own. */
        @Override
        public List<FilterPlan> filters() {
            return List.of();
        }
    }
}

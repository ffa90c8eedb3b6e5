package dev.millrace.cli.select;

import dev.millrace.event.Dictionary;
import dev.millrace.event.EventHead;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.ReadBatch;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;

/**
 * The filter of one journal for what was asked.
 *
 * @since 0.1.0
 */
public final class CriteriaFilter implements EventFilter {
    private static final int LEVEL_OFFSET = 1;

    private final Criteria criteria;
    private final Dictionary dictionary;
    private final NameTest loggers;
    private final NameTest threads;
    private final NameTest templates;
    private final TextMatcher text;
    private final int lowestLevel;
    private final int highestLevel;
    private final boolean levelDecides;
    private final BlockTest blocks;
    private final Utf8Buffer scratch = new Utf8Buffer(256);

    /** Creates the filter of a journal with that dictionary. */
    public CriteriaFilter(Criteria criteria, Dictionary dictionary) {
        this.criteria = criteria;
        this.dictionary = dictionary;
        this.loggers = names(dictionary, criteria.loggers(), CriteriaFilter::logger);
        this.threads = names(dictionary, criteria.threads(), name -> new Glob(name)::matches);
        this.templates = names(dictionary, criteria.templates(), CriteriaFilter::part);
        this.text = criteria.text() == null ? null : new TextMatcher(criteria.text(), dictionary);
        Criteria all = Criteria.EVERYTHING;
        this.lowestLevel = criteria.lowestLevel();
        this.highestLevel = criteria.highestLevel();
        this.blocks = new BlockTest(dictionary, lowestLevel, highestLevel, loggers);
        this.levelDecides = criteria.sinceMicros() == all.sinceMicros()
                && criteria.untilMicros() == all.untilMicros()
                && loggers == null
                && threads == null
                && templates == null;
    }

    private interface Reading {
        Predicate<String> of(String wanted);
    }

    private static NameTest names(Dictionary dictionary, List<String> wanted, Reading reading) {
        return wanted.isEmpty()
                ? null
                : new NameTest(dictionary, wanted.stream().map(reading::of).toList());
    }

    private static Predicate<String> logger(String wanted) {
        if (wanted.contains("*")) {
            return new Glob(wanted)::matches;
        }
        int end = wanted.length();
        // As loggers are configured: those of nested classes are below that of their class.
        return name ->
                name.startsWith(wanted) && (name.length() == end || name.charAt(end) == '.' || name.charAt(end) == '$');
    }

    private static Predicate<String> part(String wanted) {
        String lower = wanted.toLowerCase(Locale.ROOT);
        return wanted.contains("*")
                ? new Glob(wanted)::matches
                : template -> template.toLowerCase(Locale.ROOT).contains(lower);
    }

    @Override
    public boolean acceptsBlock(long summary) {
        return blocks.mayHold(summary);
    }

    @Override
    public boolean beginsWithHeads() {
        return text == null;
    }

    @Override
    public boolean acceptsBatch(ReadBatch batch) {
        return text == null || text.acceptsBatch(batch);
    }

    @Override
    public boolean acceptsHead(byte[] bytes, int offset, int length) {
        int level = bytes[offset + LEVEL_OFFSET];
        return level >= lowestLevel
                && level <= highestLevel
                && (levelDecides || acceptsFields(bytes, offset))
                && (text == null || text.acceptsRecord(bytes, offset, length));
    }

    private boolean acceptsFields(byte[] bytes, int offset) {
        long micros = EventHead.timestampMicros(bytes, offset);
        return mayBe(loggers, EventHead.loggerId(bytes, offset))
                && micros >= criteria.sinceMicros()
                && micros < criteria.untilMicros()
                && mayBe(threads, EventHead.threadId(bytes, offset))
                && mayBe(templates, EventHead.templateId(bytes, offset));
    }

    private static boolean mayBe(NameTest names, int id) {
        return names == null || id == 0 || names.acceptsId(id);
    }

    @Override
    public boolean acceptsBody(LogEvent event) {
        return (loggers == null || event.loggerId() != 0 || loggers.accepts(text(event::loggerName)))
                && (threads == null || event.threadId() != 0 || threads.accepts(text(event::threadName)))
                && (templates == null || event.templateId() != 0 || templates.accepts(text(event::messageTemplate)))
                && (criteria.mdc().isEmpty() || hasMdc(event))
                && (criteria.keyValues().isEmpty() || hasKeyValues(event))
                && (text == null || text.accepts(event));
    }

    @Override
    public EventFilter another() {
        return new CriteriaFilter(criteria, dictionary);
    }

    private boolean hasMdc(LogEvent event) {
        for (WantedPair wanted : criteria.mdc()) {
            scratch.length(0);
            boolean there = event.mdcValue(wanted.key().getBytes(StandardCharsets.UTF_8), scratch);
            if (!there || !wanted.accepts(scratchText())) {
                return false;
            }
        }
        return true;
    }

    private boolean hasKeyValues(LogEvent event) {
        for (WantedPair wanted : criteria.keyValues()) {
            if (!hasKeyValue(event, wanted)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasKeyValue(LogEvent event, WantedPair wanted) {
        for (int i = 0; i < event.keyValueCount(); i++) {
            int index = i;
            if (text(out -> event.key(index, out)).equals(wanted.key())
                    && wanted.accepts(text(out -> event.value(index, out)))) {
                return true;
            }
        }
        return false;
    }

    private interface Printing {
        void to(Utf8Buffer out);
    }

    private String text(Printing printing) {
        scratch.length(0);
        printing.to(scratch);
        return scratchText();
    }

    private String scratchText() {
        return new String(scratch.bytes(), 0, scratch.length(), StandardCharsets.UTF_8);
    }
}

package dev.millrace.event;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Takes out of a call what must not be kept, on the calling thread and before a byte of it is encoded: the values of
 * certain keys, and whatever matches a regular expression in messages, arguments, key-values, the MDC and the messages
 * of throwables. Where a search takes too long or fails, the whole text goes. Thread-safe.
 *
 * @since 0.1.0
 */
public final class Redaction {
    /** What stands in the place of what was taken out. */
    public static final String REPLACEMENT = "****";

    private final Set<String> keys;
    private final Pattern[] patterns;
    private final Consumer<Pattern> astray;
    /** By pattern: 1 where that was told as going astray. */
    private final AtomicIntegerArray told;

    /**
     * Creates a redaction.
     *
     * @param keys keys of the MDC and of key-values, as they are written
     * @param patterns each match of one is replaced, an empty match not
     * @param astray is told, once for each, of a pattern whose search was given up; called on the logging thread
     */
    public Redaction(Set<String> keys, List<Pattern> patterns, Consumer<Pattern> astray) {
        this.keys = Set.copyOf(keys);
        this.patterns = patterns.toArray(new Pattern[0]);
        this.astray = astray;
        this.told = new AtomicIntegerArray(this.patterns.length);
    }

    /**
     * A message whose arguments are resolved. What is found across a template and its arguments takes both.
     *
     * @param kept the arguments, in an array that is nobody else's and takes texts
     */
    RedactedMessage message(String template, int count, Object[] kept) {
        if (patterns.length == 0) {
            return new RedactedMessage(template, count, kept);
        }
        for (int i = 0; i < count; i++) {
            kept[i] = value(kept[i]);
        }
        if (template == null) {
            return new RedactedMessage(null, count, kept);
        }
        lookAtLetters(template, count, kept);
        String whole = MessageText.of(template, count, kept);
        String redacted = text(whole);
        return redacted.equals(whole)
                ? new RedactedMessage(template, count, kept)
                : new RedactedMessage(redacted, 0, kept);
    }

    /** What arrays of chars and bytes hold may be found only where it stands in the message. */
    private void lookAtLetters(String template, int count, Object[] kept) {
        Object[] letters = null;
        for (int i = 0; i < count; i++) {
            String hidden = MessageText.hiddenIn(kept[i]);
            if (hidden != null) {
                letters = letters == null ? kept.clone() : letters;
                letters[i] = hidden;
            }
        }
        if (letters == null) {
            return;
        }
        String whole = MessageText.of(template, count, letters);
        if (!text(whole).equals(whole)) {
            for (int i = 0; i < count; i++) {
                kept[i] = MessageText.hiddenIn(kept[i]) == null ? kept[i] : REPLACEMENT;
            }
        }
    }

    /** A resolved value of a pair. */
    Object value(String key, Object value) {
        return value != null && keys.contains(key) ? REPLACEMENT : value(value);
    }

    private Object value(Object value) {
        if (value == null) {
            return null;
        }
        String hidden = MessageText.hiddenIn(value);
        if (hidden != null && !text(hidden).equals(hidden)) {
            return REPLACEMENT;
        }
        String text = MessageText.ofValue(value);
        String redacted = text(text);
        return redacted.equals(text) ? value : redacted;
    }

    /** An {@link MdcSnapshot}; the same one when there is nothing in it. */
    byte[] mdc(byte[] snapshot) {
        RecordReader in = new RecordReader();
        in.reset(snapshot, 0, snapshot.length);
        int count = in.readInt();
        Map<String, String> entries = new LinkedHashMap<>();
        boolean changed = false;
        for (int i = 0; i < count; i++) {
            String key = in.readString();
            String value = in.readString();
            String redacted = value != null && keys.contains(key) ? REPLACEMENT : text(value);
            changed |= value != null && !value.equals(redacted);
            entries.put(key, redacted);
        }
        return changed ? MdcSnapshot.encode(entries) : snapshot;
    }

    /** A text; null for null. */
    String text(String text) {
        String redacted = text;
        for (int i = 0; redacted != null && i < patterns.length; i++) {
            redacted = replace(i, redacted);
        }
        return redacted;
    }

    private String replace(int pattern, String text) {
        try {
            Matcher matcher = patterns[pattern].matcher(new BoundedChars(text));
            StringBuilder out = null;
            int from = 0;
            while (matcher.find()) {
                if (matcher.end() > matcher.start()) {
                    out = out == null ? new StringBuilder(text.length()) : out;
                    out.append(text, from, matcher.start()).append(REPLACEMENT);
                    from = matcher.end();
                }
            }
            return out == null ? text : out.append(text, from, text.length()).toString();
        } catch (RuntimeException | StackOverflowError e) {
            if (told.compareAndSet(pattern, 0, 1)) {
                astray.accept(patterns[pattern]);
            }
            return REPLACEMENT;
        }
    }
}

package dev.millrace.event;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Turns a log call into bytes on the calling thread: foreign objects are resolved first (user code runs here, with
 * nothing held), then scratch is taken and the event encoded without any foreign code.
 *
 * <p>Thread-safe, no state per thread.
 *
 * @since 0.1.0
 */
public final class EventCapture {
    /** Places in the scratch pool. */
    public static final int STRIPES = 32;

    /** The smallest limit of an event: below it a cut event would say nothing. */
    public static final int MIN_EVENT_BYTES = Limits.MIN_EVENT_BYTES;

    /** The largest limit of an event. */
    public static final int MAX_EVENT_BYTES = 64 << 20;

    private final Dictionary dictionary;
    private final EventClock clock;
    private final int maxEventBytes;
    private final ValueResolver resolver;
    private final ThreadNames threadNames;
    final EncoderPool pool;
    private final boolean packaging;
    /** Null where nothing is redacted. */
    private final Redaction redaction;
    /** The number of the last event; null where events are not numbered. */
    private final AtomicLong lastNumber;

    /**
     * Creates a capture that cuts events at {@code maxEventBytes}.
     *
     * @throws IllegalArgumentException when the limit is not in {@link #MIN_EVENT_BYTES} to {@link #MAX_EVENT_BYTES}
     */
    public EventCapture(Dictionary dictionary, EventClock clock, int maxEventBytes) {
        this(dictionary, clock, maxEventBytes, CaptureOptions.NONE);
    }

    /**
     * Creates a capture that cuts events at {@code maxEventBytes} and adds to them what the options say.
     *
     * @throws IllegalArgumentException when the limit is not in {@link #MIN_EVENT_BYTES} to {@link #MAX_EVENT_BYTES}
     */
    public EventCapture(Dictionary dictionary, EventClock clock, int maxEventBytes, CaptureOptions options) {
        this(dictionary, clock, maxEventBytes, options, null);
    }

    /**
     * Creates a capture that also takes out of events what a redaction finds.
     *
     * @param redaction what must not be kept, or null
     * @throws IllegalArgumentException when the limit is not in {@link #MIN_EVENT_BYTES} to {@link #MAX_EVENT_BYTES}
     */
    public EventCapture(
            Dictionary dictionary, EventClock clock, int maxEventBytes, CaptureOptions options, Redaction redaction) {
        if (maxEventBytes < MIN_EVENT_BYTES || maxEventBytes > MAX_EVENT_BYTES) {
            throw new IllegalArgumentException("event limit out of range: maxEventBytes=" + maxEventBytes + ", minimum="
                    + MIN_EVENT_BYTES + ", maximum=" + MAX_EVENT_BYTES);
        }
        this.dictionary = dictionary;
        this.clock = clock;
        this.maxEventBytes = maxEventBytes;
        this.resolver = new ValueResolver(maxEventBytes, redaction != null);
        this.threadNames = new ThreadNames(dictionary);
        this.pool = new EncoderPool(STRIPES, maxEventBytes);
        this.packaging = options.packaging();
        this.redaction = redaction;
        this.lastNumber = options.numbered() ? new AtomicLong() : null;
    }

    /**
     * Captures one call. Arguments are {@code args[0..argCount)} when {@code args} is not null, else {@code arg0} and
     * {@code arg1}. Never throws because of what an argument does; allocates nothing for Strings and primitives.
     *
     * <p>Without {@code thrown}, a last argument that is a throwable becomes the throwable and leaves the arguments. A
     * level that is none of {@link Levels}' five is captured as the next lower one.
     *
     * @param loggerId dictionary id of the logger's name, or 0 when only {@code loggerName} is known
     * @param mdc an {@link MdcSnapshot}, or null for an empty MDC
     * @param details the rarer parts, or null
     */
    public EventEncoder encode(
            int loggerId,
            String loggerName,
            int level,
            int generation,
            String template,
            int argCount,
            Object arg0,
            Object arg1,
            Object[] args,
            Throwable thrown,
            byte[] mdc,
            EventDetails details) {
        // The time of the call, and not of the end of what its arguments do.
        long timestampMicros = clock.nowMicros();
        long number = lastNumber == null ? 0 : lastNumber.incrementAndGet();
        int count = args == null ? Math.min(argCount, 2) : Math.min(argCount, args.length);
        Throwable throwable = thrown;
        Object[] values = args;
        Object value0 = arg0;
        Object value1 = arg1;
        if (count > 0) {
            if (throwable == null) {
                Object last = args != null ? args[count - 1] : count == 1 ? arg0 : arg1;
                if (last instanceof Throwable candidate) {
                    throwable = candidate;
                    count--;
                }
            }
            if (args != null) {
                values = resolver.arguments(args, count);
            } else if (count > 0) {
                value0 = resolver.argument(arg0);
                value1 = count > 1 ? resolver.argument(arg1) : null;
            }
        }
        if (throwable == null && details == null && redaction == null && number == 0) {
            EventEncoder plain = encodePlainly(
                    timestampMicros, loggerId, level, generation, template, count, value0, value1, values, mdc);
            if (plain != null) {
                return plain;
            }
        }
        return encodeFully(
                timestampMicros,
                number,
                loggerId,
                loggerName,
                level,
                generation,
                template,
                count,
                value0,
                value1,
                values,
                throwable,
                mdc,
                details);
    }

    /**
     * The way of nearly all events: their names have ids, they are not too large, and have no part but an MDC and
     * arguments, which are resolved.
     *
     * <p>Design note: nothing that is rare lives in here, so that the compiled code has its values in registers, and it
     * is longer than what HotSpot inlines, so that it is compiled once; in one method with all the rest it was 21 KB of
     * code, which took as long to compile as the rest of a log call.
     *
     * @return null where anything is different: then nothing has happened
     */
    EventEncoder encodePlainly(
            long timestampMicros,
            int loggerId,
            int level,
            int generation,
            String template,
            int count,
            Object value0,
            Object value1,
            Object[] values,
            byte[] mdc) {
        Thread thread = Thread.currentThread();
        long threadNumber = CurrentThread.number(thread);
        int threadId = threadNames.recentIdOf(threadNumber, thread.getName(), timestampMicros);
        boolean isUsual = threadId != 0 && loggerId != 0 && template != null && count <= EventFormat.MAX_ARGUMENTS;
        int templateId = isUsual ? dictionary.knownIdOf(template, count > 0) : 0;
        if (templateId == 0 || !EventFormat.isLevel(level)) {
            return null;
        }
        EventEncoder out = pool.take(threadNumber);
        try {
            long headWord = headWord(level, mdc == null ? 0 : EventFormat.MDC, generation) | ((long) count << 48);
            out.start(headWord, timestampMicros, (loggerId & 0xffffffffL) | ((long) threadId << 32), templateId);
            if (mdc != null) {
                PartWriter.mdc(out, mdc, Limits.NONE);
            }
            byte[] target = out.bytes();
            int at = out.overflown() ? -1 : out.length();
            for (int i = 0; i < count && at > 0; i++) {
                Object value = values != null ? values[i] : i == 0 ? value0 : value1;
                int end = EventEncoder.putCommonValue(value, target, at);
                if (end < 0) {
                    out.endAt(at);
                    ValueWriter.put(out, value, Limits.NONE);
                    target = out.bytes();
                    end = out.overflown() ? -1 : out.length();
                }
                at = end;
            }
            if (at > 0) {
                out.endAt(at);
                return out;
            }
        } catch (Throwable e) {
            // A plain store: the stack may have no room for a call.
            out.held = EventEncoder.FREE;
            throw e;
        }
        // Whoever takes it next, most probably for this event, gives it back properly.
        out.held = EventEncoder.FREE;
        return null;
    }

    /** Any event whose arguments are resolved. */
    EventEncoder encodeFully(
            long callMicros,
            long number,
            int loggerId,
            String loggerName,
            int level,
            int generation,
            String template,
            int argCount,
            Object value0,
            Object value1,
            Object[] args,
            Throwable throwable,
            byte[] mdc,
            EventDetails details) {
        long timestampMicros = callMicros;
        int count = argCount;
        Object[] values = args;
        String text = template;
        byte[] context = mdc;
        if (redaction != null) {
            Object[] pair = {value0, value1};
            RedactedMessage redacted = redaction.message(template, count, values != null ? values : pair);
            text = redacted.template;
            count = redacted.count;
            values = redacted.values;
            context = mdc == null ? null : redaction.mdc(mdc);
        }
        ResolvedThrowable resolvedThrown =
                throwable == null ? null : ThrownResolver.resolve(throwable, dictionary, packaging, redaction);
        ResolvedDetails resolvedDetails = null;
        String threadName = null;
        if (details != null) {
            resolvedDetails = new ResolvedDetails(details, resolver, dictionary, redaction);
            threadName = details.threadName();
            timestampMicros = details.timestampMicros() == 0 ? timestampMicros : details.timestampMicros();
        }

        Thread thread = Thread.currentThread();
        long threadNumber = CurrentThread.number(thread);
        int threadId;
        int flags = 0;
        if (threadName == null) {
            threadName = thread.getName();
            threadId = threadNames.idOf(thread, threadNumber, threadName, timestampMicros);
            if (threadId == 0 && threadName.isEmpty()) {
                flags = CurrentThread.isVirtual(thread) ? EventFormat.THREAD_VIRTUAL : EventFormat.THREAD_UNNAMED;
            }
        } else {
            threadId = dictionary.idOf(threadName);
        }
        int templateId = 0;
        if (text != null) {
            // Without arguments it may well be a line that was put together by hand.
            templateId = count > 0 ? dictionary.idOfLiteral(text) : dictionary.idOf(text);
        } else {
            flags |= EventFormat.TEMPLATE_NULL;
        }
        flags |= partFlags(context, resolvedDetails, resolvedThrown) | (number == 0 ? 0 : EventFormat.NUMBER);
        int capturedLevel = EventFormat.isLevel(level) ? level : nextLower(level);

        String inlineLogger = loggerId == 0 ? String.valueOf(loggerName) : null;
        String inlineTemplate = templateId == 0 ? text : null;
        String inlineThread = threadId == 0 ? threadName : null;
        long headWord = headWord(capturedLevel, flags, generation);
        long ids = (loggerId & 0xffffffffL) | ((long) threadId << 32);

        EventEncoder out = pool.take(threadNumber);
        try {
            Limits limits = Limits.NONE;
            for (int round = 1; ; round++) {
                long head = headWord | ((long) Math.min(count, limits.items()) << 48);
                out.start(head, timestampMicros, ids, templateId);
                putNames(out, inlineLogger, inlineThread, inlineTemplate, threadNumber, flags, limits);
                if (context != null) {
                    PartWriter.mdc(out, context, limits);
                }
                if (resolvedDetails != null) {
                    resolvedDetails.write(out, limits);
                }
                if (number != 0) {
                    out.putLong(number);
                }
                putArguments(out, count, value0, value1, values, limits);
                if (resolvedThrown != null) {
                    new ThrownWriter(out, limits).put(resolvedThrown);
                }
                if (!out.overflown()) {
                    break;
                }
                limits = Limits.ofRound(round, maxEventBytes);
            }
            if (out.cut()) {
                out.flagCut();
            }
            return out;
        } catch (Throwable e) {
            // A plain store: the stack may have no room for a call.
            out.held = EventEncoder.FREE;
            throw e;
        }
    }

    /** Kind, level, flags and generation: the first eight bytes as one number, the argument count still 0. */
    private static long headWord(int level, int flags, int generation) {
        return EventFormat.KIND_EVENT | ((long) level << 8) | ((long) flags << 16) | ((generation & 0xffffL) << 32);
    }

    /** Those of the names that have no id. */
    static void putNames(
            EventEncoder out,
            String logger,
            String thread,
            String template,
            long threadNumber,
            int flags,
            Limits limits) {
        if (logger != null) {
            out.putText(logger, limits.textBytes());
        }
        if (thread != null) {
            if ((flags & (EventFormat.THREAD_VIRTUAL | EventFormat.THREAD_UNNAMED)) != 0) {
                out.putLong(threadNumber);
            } else {
                out.putText(thread, limits.textBytes());
            }
        }
        if (template != null) {
            out.putText(template, limits.textBytes());
        }
    }

    static void putArguments(
            EventEncoder out, int count, Object value0, Object value1, Object[] values, Limits limits) {
        if (count > limits.items()) {
            int kept = limits.items() - 1;
            putArguments(out, kept, value0, value1, values, limits);
            out.putByte(EventFormat.TAG_OBJECT_TEXT);
            out.putText("\u2026[cut " + (count - kept) + " arguments]", limits.textBytes());
            out.markCut();
            return;
        }
        if (values != null) {
            for (int i = 0; i < count; i++) {
                ValueWriter.put(out, values[i], limits);
            }
        } else if (count > 0) {
            ValueWriter.put(out, value0, limits);
            if (count > 1) {
                ValueWriter.put(out, value1, limits);
            }
        }
    }

    /**
     * Uses what a plain call uses, once and where there is room for it; the rest is {@link CaptureRehearsal}'s. Enters
     * nothing into the dictionary.
     */
    public void rehearse() {
        long threadNumber = CurrentThread.number(Thread.currentThread());
        EventEncoder scratch = pool.take(threadNumber);
        try {
            scratch.start(0, 0, 0, 0);
            putNames(scratch, "logger", "thread", "template", threadNumber, 0, Limits.NONE);
            putArguments(scratch, 2, "text", 1, null, Limits.NONE);
        } finally {
            release(scratch);
        }
    }

    /** Gives the scratch back. */
    public void release(EventEncoder encoder) {
        pool.giveBack(encoder);
    }

    private static int partFlags(byte[] mdc, ResolvedDetails details, ResolvedThrowable thrown) {
        int flags = 0;
        if (mdc != null) {
            flags = EventFormat.MDC;
        }
        if (details != null) {
            flags |= details.flags();
        }
        return thrown == null ? flags : flags | EventFormat.THROWN;
    }

    private static int nextLower(int level) {
        return level >= Levels.ERROR ? Levels.ERROR : level <= Levels.TRACE ? Levels.TRACE : level - level % 10;
    }
}

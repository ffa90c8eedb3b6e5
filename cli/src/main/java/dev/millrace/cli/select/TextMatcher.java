package dev.millrace.cli.select;

import dev.millrace.cli.print.Patterns;
import dev.millrace.event.Dictionary;
import dev.millrace.event.EventHead;
import dev.millrace.event.LogEvent;
import dev.millrace.event.Utf8Buffer;
import dev.millrace.journal.ReadBatch;
import dev.millrace.layout.Layout;
import java.nio.charset.StandardCharsets;

/**
 * Finds a text in the events of one journal, rendering few of them.
 *
 * <p>A message is made of pieces of its template and of arguments. Where the wanted literal can be made only inside an
 * argument that stands as text in the record, the bytes of whole batches are searched at once; where a template holds it,
 * can make it together with an argument, or where numbers can, the message is rendered. Not thread-safe.
 */
final class TextMatcher {
    private static final int RENDER = IdVerdicts.YES;
    private static final int SEARCH = IdVerdicts.NO;

    private final TextSearch search;
    private final Dictionary dictionary;
    private final byte[] literal;
    private final String latin1;
    private final LiteralOrigin origin;
    private final IdVerdicts templates = new IdVerdicts();
    private final Layout stackTrace;
    private final Utf8Buffer text = new Utf8Buffer(1024);

    /** Whether the batch that is being walked holds the literal somewhere. */
    private boolean inBatch = true;

    TextMatcher(TextSearch search, Dictionary dictionary) {
        this.search = search;
        this.dictionary = dictionary;
        this.literal = search.literal().getBytes(StandardCharsets.UTF_8);
        this.latin1 = new String(literal, StandardCharsets.ISO_8859_1);
        this.origin = new LiteralOrigin(search.literal());
        this.stackTrace = Patterns.compile("%msg%n%ex", false);
    }

    boolean acceptsBatch(ReadBatch batch) {
        if (literal.length < 2) {
            return true;
        }
        // Searching a string of bytes is an instruction of the virtual machine; searching an array is not.
        String bytes = new String(batch.bytes(), 0, batch.lengthBytes(), StandardCharsets.ISO_8859_1);
        inBatch = bytes.contains(latin1);
        boolean wanted = inBatch;
        while (!wanted && batch.next()) {
            wanted = batch.payloadLength() >= EventHead.BYTES && mustRender(batch.bytes(), batch.payloadOffset());
        }
        batch.rewind();
        return wanted;
    }

    boolean acceptsRecord(byte[] bytes, int offset, int length) {
        return literal.length < 2
                || mustRender(bytes, offset)
                || (inBatch && contains(bytes, offset, offset + length, literal));
    }

    private boolean mustRender(byte[] bytes, int offset) {
        if (EventHead.hasThrown(bytes, offset)) {
            return true;
        }
        int arguments = EventHead.argumentCount(bytes, offset);
        int id = EventHead.templateId(bytes, offset);
        if (id == 0) {
            // A message that is null prints so.
            return arguments > 0 || origin.mayBePrinted();
        }
        int verdict = templates.get(id);
        if (verdict == IdVerdicts.UNKNOWN) {
            String template = new String(dictionary.text(id), StandardCharsets.UTF_8);
            verdict = origin.mayComeFrom(template) ? RENDER : SEARCH;
            templates.put(id, verdict);
        }
        return verdict == RENDER || (arguments > 0 && origin.mayBePrinted());
    }

    boolean accepts(LogEvent event) {
        text.length(0);
        if (event.hasThrown()) {
            stackTrace.render(event, text);
        } else {
            event.message(text);
        }
        if (search.plain()) {
            return contains(text.bytes(), 0, text.length(), literal);
        }
        String rendered = new String(text.bytes(), 0, text.length(), StandardCharsets.UTF_8);
        try {
            return search.pattern().matcher(rendered).find();
        } catch (StackOverflowError e) {
            return DeepSearch.find(search.pattern(), rendered);
        }
    }

    private static boolean contains(byte[] bytes, int from, int end, byte[] wanted) {
        int last = end - wanted.length;
        for (int at = from; at <= last; at++) {
            int i = 0;
            while (i < wanted.length && bytes[at + i] == wanted[i]) {
                i++;
            }
            if (i == wanted.length) {
                return true;
            }
        }
        return false;
    }
}

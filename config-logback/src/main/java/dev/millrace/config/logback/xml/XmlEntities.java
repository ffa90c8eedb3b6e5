package dev.millrace.config.logback.xml;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;

/**
 * The entities that a document declares and says the text of. What they stand for is bounded as a whole, so that a few
 * lines cannot stand for gigabytes.
 */
final class XmlEntities {
    /** All references of a document together stand for at most this many characters. */
    static final int MAX_CHARS = 1 << 20;

    /** Entities are nested at most this deep. */
    static final int MAX_DEPTH = 20;

    private final Map<String, String> texts = new HashMap<>();
    private final ArrayDeque<String> open = new ArrayDeque<>();
    private int chars;

    /** The first declaration of a name counts; a null text says that it is known and cannot be had. */
    void declare(String name, String text) {
        if (!texts.containsKey(name)) {
            texts.put(name, text);
        }
    }

    /** What a name stands for; null when nobody has said. */
    String text(String name) {
        return texts.get(name);
    }

    /** Begins with the text of an entity; returns what is wrong with that, or null. */
    String begin(String name) {
        if (open.contains(name)) {
            return "entity \"&" + name + ";\" stands for a text that refers to itself";
        }
        if (open.size() == MAX_DEPTH) {
            return "more than " + MAX_DEPTH + " entities inside one another";
        }
        chars += texts.get(name).length();
        if (chars > MAX_CHARS) {
            return "the entities of the document stand for more than " + MAX_CHARS + " characters";
        }
        open.push(name);
        return null;
    }

    /** Done with the text of the last one. */
    void end() {
        open.pop();
    }
}

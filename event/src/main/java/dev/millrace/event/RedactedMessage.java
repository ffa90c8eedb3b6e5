package dev.millrace.event;

/** What is left of a message. */
final class RedactedMessage {
    /** The template, or the whole text where something was found in it. */
    final String template;
    /** How many arguments belong to it. */
    final int count;
    /** The arguments; nobody else's array. */
    final Object[] values;

    RedactedMessage(String template, int count, Object[] values) {
        this.template = template;
        this.count = count;
        this.values = values;
    }
}

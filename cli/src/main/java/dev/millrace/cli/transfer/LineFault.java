package dev.millrace.cli.transfer;

/** Why a line is not imported. */
enum LineFault {
    EMPTY("the line is empty"),
    TOO_LONG("the line is longer than --max-line"),
    RECORD_TOO_LONG("the record is longer than the queue takes"),
    LITERAL("this is not what the format says"),
    END_MISSING("the line ends before it"),
    QUOTE("a quote that is not escaped"),
    ESCAPE("a backslash that begins no escape"),
    INTEGER("no integer of 64 bits"),
    NUMBER("no number"),
    TIME("no time"),
    ZONE("a time without its zone"),
    JSON("no JSON"),
    JSON_STRING("a string that is not closed"),
    JSON_CONTROL("a control character that is not escaped"),
    JSON_DEPTH("JSON nested too deep"),
    JSON_OBJECT("no JSON object"),
    TRAILING("more than the format says");

    private final String text;

    LineFault(String text) {
        this.text = text;
    }

    String text() {
        return text;
    }
}

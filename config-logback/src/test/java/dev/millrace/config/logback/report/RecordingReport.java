package dev.millrace.config.logback.report;

import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;

/** Keeps what is reported, each message behind its code: {@code MR410 logback.xml:3: …}. */
public final class RecordingReport implements Report {
    private final List<String> messages = new ArrayList<>();

    @Override
    public void add(StatusCode code, String message, Throwable cause) {
        messages.add(code + " " + message);
    }

    /** The messages, in order. */
    public List<String> messages() {
        return messages;
    }
}

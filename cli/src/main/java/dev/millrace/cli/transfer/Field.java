package dev.millrace.cli.transfer;

import java.util.regex.Pattern;

/**
 * A named value in each record of a queue.
 *
 * @param name 1 to 64 letters, digits, dots, dashes, underscores and {@code @}
 */
record Field(String name, FieldType type) {
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_.@-]{1,64}");

    Field {
        if (!isName(name)) {
            throw new IllegalArgumentException(
                    "no name of a field: name=" + name + " (1 to 64 letters, digits, dots, dashes, underscores and @)");
        }
    }

    static boolean isName(String name) {
        return NAME.matcher(name).matches();
    }
}

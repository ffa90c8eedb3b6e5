package dev.millrace.config.logback.translate;

/** Makes a plain file name of a rolling file's name pattern. */
final class RollingFileName {
    private static final String SEPARATORS = ".-_ ";
    private static final char MARK = '\0';

    private RollingFileName() {}

    /**
     * The pattern without dates, indexes, what divided them from the rest, and a compressed file's ending:
     * {@code logs/%d{yyyy}/app-%d.%i.log.gz} becomes {@code logs/app.log}.
     *
     * @param fallback a name for a file that would have none
     */
    static String withoutConversions(String pattern, String fallback) {
        String marked = marked(withoutCompression(pattern).replace('\\', '/'));
        int nameAt = marked.lastIndexOf('/') + 1;
        StringBuilder path = new StringBuilder();
        int at = 0;
        while (at < nameAt) {
            int end = marked.indexOf('/', at);
            String folder = marked.substring(at, end);
            String plain = withoutMarks(folder);
            if (!plain.isEmpty() || folder.isEmpty()) {
                path.append(plain).append('/');
            }
            at = end + 1;
        }
        String markedName = marked.substring(nameAt);
        String name = withoutMarks(markedName);
        if (name.isEmpty()) {
            path.append(safe(fallback)).append(".log");
        } else if (name.startsWith(".") && markedName.charAt(0) == MARK) {
            path.append(safe(fallback)).append(name);
        } else {
            path.append(name);
        }
        return path.toString();
    }

    /** The pattern with a mark for each conversion: dates may have a "/" inside. */
    private static String marked(String pattern) {
        StringBuilder marked = new StringBuilder();
        int at = 0;
        while (at < pattern.length()) {
            int end = pattern.charAt(at) == '%' ? conversionEnd(pattern, at) : at;
            if (end == at) {
                marked.append(pattern.charAt(at++));
            } else {
                marked.append(MARK);
                at = end;
            }
        }
        return marked.toString();
    }

    /** A folder or file name without its marks, and without one separator beside each. */
    private static String withoutMarks(String marked) {
        StringBuilder plain = new StringBuilder();
        for (int at = 0; at < marked.length(); at++) {
            char c = marked.charAt(at);
            int last = plain.length() - 1;
            if (c != MARK) {
                plain.append(c);
            } else if (last >= 0 && SEPARATORS.indexOf(plain.charAt(last)) >= 0) {
                plain.setLength(last);
            } else if (last < 0 && at + 1 < marked.length() && isDroppedAtStart(marked, at + 1)) {
                at++;
            }
        }
        return plain.toString();
    }

    /** Whether a separator is the remains of a conversion before it, and not the dot of the only ending. */
    private static boolean isDroppedAtStart(String marked, int at) {
        char c = marked.charAt(at);
        return "-_ ".indexOf(c) >= 0 || (c == '.' && marked.indexOf('.', at + 1) > 0);
    }

    private static String withoutCompression(String pattern) {
        for (String ending : new String[] {".gz", ".zip", ".xz", ".zst"}) {
            if (pattern.endsWith(ending)) {
                return pattern.substring(0, pattern.length() - ending.length());
            }
        }
        return pattern;
    }

    /** Where the conversion that begins at a "%" ends, or that place itself when none begins there. */
    private static int conversionEnd(String pattern, int start) {
        int at = start + 1;
        while (at < pattern.length() && "-.0123456789".indexOf(pattern.charAt(at)) >= 0) {
            at++;
        }
        int wordAt = at;
        while (at < pattern.length() && Character.isLetter(pattern.charAt(at))) {
            at++;
        }
        String word = pattern.substring(wordAt, at);
        if (word.startsWith("d") && !word.equals("d") && !word.equals("date")) {
            at = wordAt + 1;
        } else if (word.startsWith("i")) {
            at = wordAt + 1;
        } else if (!word.startsWith("d")) {
            return start;
        }
        if (at < pattern.length() && pattern.charAt(at) == '{') {
            int close = pattern.indexOf('}', at);
            return close < 0 ? pattern.length() : close + 1;
        }
        return at;
    }

    private static String safe(String name) {
        StringBuilder safe = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            safe.append(Character.isLetterOrDigit(c) || c == '-' || c == '_' ? c : '_');
        }
        return safe.toString();
    }
}

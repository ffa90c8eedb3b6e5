package dev.millrace.config.logback.translate;

/** Makes a plain file name of a rolling file's name pattern. */
final class RollingFileName {
    private static final String SEPARATORS = ".-_ ";

    private RollingFileName() {}

    /**
     * The pattern without dates, indexes, what divided them from the rest, and a compressed file's ending:
     * {@code logs/%d{yyyy}/app-%d.%i.log.gz} becomes {@code logs/app.log}.
     *
     * @param fallback a name for a file that would have none
     */
    static String withoutConversions(String pattern, String fallback) {
        StringBuilder path = new StringBuilder();
        for (String segment : withoutCompression(pattern).replace('\\', '/').split("/", -1)) {
            String plain = plainSegment(segment);
            if (!plain.isEmpty() || segment.isEmpty()) {
                path.append(plain).append('/');
            }
        }
        if (path.length() > 0) {
            path.setLength(path.length() - 1);
        }
        int nameAt = path.lastIndexOf("/") + 1;
        String name = path.substring(nameAt);
        if (pattern.endsWith("/") || lacksName(pattern, name)) {
            path.setLength(pattern.endsWith("/") ? path.length() : nameAt);
            path.append(safe(fallback)).append(name.startsWith(".") ? name : ".log");
        }
        return path.toString();
    }

    private static boolean lacksName(String pattern, String name) {
        String last = pattern.substring(Math.max(pattern.lastIndexOf('/'), pattern.lastIndexOf('\\')) + 1);
        return last.indexOf('%') >= 0
                && (name.isEmpty() || name.startsWith(".") || plainSegment(last).isEmpty());
    }

    private static String withoutCompression(String pattern) {
        for (String ending : new String[] {".gz", ".zip", ".xz"}) {
            if (pattern.endsWith(ending)) {
                return pattern.substring(0, pattern.length() - ending.length());
            }
        }
        return pattern;
    }

    private static String plainSegment(String segment) {
        StringBuilder plain = new StringBuilder();
        int at = 0;
        while (at < segment.length()) {
            int end = segment.charAt(at) == '%' ? conversionEnd(segment, at) : at;
            if (end == at) {
                plain.append(segment.charAt(at++));
                continue;
            }
            at = end;
            int last = plain.length() - 1;
            if (last >= 0 && SEPARATORS.indexOf(plain.charAt(last)) >= 0) {
                plain.setLength(last);
            } else if (last < 0 && at < segment.length() && "-_ ".indexOf(segment.charAt(at)) >= 0) {
                at++;
            }
        }
        return plain.toString();
    }

    /** Where the conversion that begins at a "%" ends, or that place itself when none begins there. */
    private static int conversionEnd(String segment, int start) {
        int at = start + 1;
        while (at < segment.length() && "-.0123456789".indexOf(segment.charAt(at)) >= 0) {
            at++;
        }
        int wordAt = at;
        while (at < segment.length() && Character.isLetter(segment.charAt(at))) {
            at++;
        }
        String word = segment.substring(wordAt, at);
        if (word.startsWith("d") && !word.equals("d") && !word.equals("date")) {
            at = wordAt + 1;
        } else if (word.startsWith("i")) {
            at = wordAt + 1;
        } else if (!word.startsWith("d")) {
            return start;
        }
        if (at < segment.length() && segment.charAt(at) == '{') {
            int close = segment.indexOf('}', at);
            return close < 0 ? segment.length() : close + 1;
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

package dev.millrace.it.workload;

/** How a line looks around its message: a conversion pattern and the way to recompute what it prints. */
public enum LineShape {
    /** Logback's customary pattern. */
    CUSTOMARY("%d{yyyy-MM-dd HH:mm:ss.SSS} [%thread] %-5level %logger{36} - %msg%n", "dddd-dd-dd dd:dd:dd.ddd") {
        @Override
        int appendRest(byte[] target, int length, int t, boolean warn) {
            int end = EventText.ascii(target, length, " [");
            end = EventText.ascii(target, end, threadName(t));
            end = EventText.ascii(target, end, warn ? "] WARN  " : "] INFO  ");
            return EventText.ascii(target, end, EventText.LOGGER + " - ");
        }
    },

    /** Another one, for restarts with a changed configuration. */
    CHANGED("%d{HH:mm:ss.SSS} %level [%t] %logger: %msg%n", "dd:dd:dd.ddd") {
        @Override
        int appendRest(byte[] target, int length, int t, boolean warn) {
            int end = EventText.ascii(target, length, warn ? " WARN [" : " INFO [");
            end = EventText.ascii(target, end, threadName(t));
            return EventText.ascii(target, end, "] " + EventText.LOGGER + ": ");
        }
    };

    private final String pattern;
    private final String timestamp;

    LineShape(String pattern, String timestamp) {
        this.pattern = pattern;
        this.timestamp = timestamp;
    }

    /** The conversion pattern. */
    public String pattern() {
        return pattern;
    }

    /** The name that a writing thread must have. */
    public static String threadName(int t) {
        return "writer-" + t;
    }

    /** Bytes of the time at the beginning of a line. */
    int timestampLength() {
        return timestamp.length();
    }

    /** Whether a line begins with something that looks like this shape's time. */
    boolean timestampFits(byte[] line, int begin, int end) {
        if (end - begin < timestamp.length()) {
            return false;
        }
        for (int i = 0; i < timestamp.length(); i++) {
            byte found = line[begin + i];
            char wanted = timestamp.charAt(i);
            if (wanted == 'd' ? found < '0' || found > '9' : found != wanted) {
                return false;
            }
        }
        return true;
    }

    /** Appends what stands between the time and the message. */
    abstract int appendRest(byte[] target, int length, int t, boolean warn);
}

package dev.millrace.event;

import java.nio.file.Path;

/** Another process, which enters more names and frames into a dictionary than its heap can hold. */
final class LittleHeapProcess {
    private static final int NAMES = 300_000;

    private LittleHeapProcess() {}

    public static void main(String[] args) throws Exception {
        try (Dictionary dictionary = Dictionary.open(Path.of(args[0]))) {
            for (int i = 0; i < NAMES; i++) {
                String name = "request-" + i;
                int unseen = dictionary.idOf(name);
                int seen = dictionary.idOf(name);
                int frame = dictionary.idOfFrame(new StackTraceElement("Proxy" + i, "call", null, unseen + seen));
                if (i % 1000 == 0 || frame < 0) {
                    dictionary.prepareAhead();
                }
            }
        }
        System.out.println("done");
    }
}

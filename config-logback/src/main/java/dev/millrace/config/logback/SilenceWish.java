package dev.millrace.config.logback;

import dev.millrace.config.logback.source.Surroundings;
import dev.millrace.config.logback.xml.XmlElement;
import dev.millrace.config.logback.xml.XmlNode;

/** Whether a configuration asks for silence about itself: known before the first word about it. */
final class SilenceWish {
    private static final String LISTENER = "NopStatusListener";
    private static final String LISTENER_CLASS = "ch.qos.logback.core.status." + LISTENER;
    private static final String PROPERTY = "logback.statusListenerClass";

    private SilenceWish() {}

    static boolean isIn(XmlElement configuration, Surroundings surroundings) {
        if (LISTENER_CLASS.equals(surroundings.systemProperty(PROPERTY))) {
            return true;
        }
        for (XmlNode node : configuration.children()) {
            if (node instanceof XmlElement element && element.localName().equalsIgnoreCase("statusListener")) {
                String name = element.attribute("class");
                if (LISTENER_CLASS.equals(name) || LISTENER.equals(name)) {
                    return true;
                }
            }
        }
        return false;
    }
}

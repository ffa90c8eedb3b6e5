package dev.millrace.config.logback.model;

import dev.millrace.config.logback.xml.XmlElement;
import dev.millrace.config.logback.xml.XmlNode;
import java.util.ArrayList;
import java.util.List;

/** Reads an {@code <if>}: its branches may hold what may stand where it stands. */
final class ConditionalReader {
    /** Directly inside a configuration. */
    static final int CONFIGURATION = 0;
    /** Inside an appender. */
    static final int APPENDER = 1;
    /** Inside a {@code <sift>}. */
    static final int SIFT = 2;
    /** Inside a part of an appender. */
    static final int COMPONENT = 3;
    /** Inside a logger. */
    static final int LOGGER = 4;

    private final ModelReader reader;
    private final int where;

    /** {@code where}: one of the places above. */
    ConditionalReader(ModelReader reader, int where) {
        this.reader = reader;
        this.where = where;
    }

    IfItem read(XmlElement element) {
        List<IfItem.Branch> branches = new ArrayList<>();
        for (XmlNode node : element.children()) {
            if (node instanceof XmlElement child) {
                branches.add(branch(element, child));
            } else {
                reader.reportText(element, node);
            }
        }
        return new IfItem(element.line(), element.attribute("condition"), branches);
    }

    private IfItem.Branch branch(XmlElement parent, XmlElement element) {
        List<Item> items = new ArrayList<>();
        switch (ModelReader.tagOf(element)) {
            case "then" -> {
                addAll(items, element);
                return new IfItem.Branch(true, false, items);
            }
            case "else" -> {
                addAll(items, element);
                return new IfItem.Branch(false, true, items);
            }
            default -> {
                reader.reportStray(element);
                add(items, parent, element);
                return new IfItem.Branch(true, true, items);
            }
        }
    }

    private void addAll(List<Item> items, XmlElement branch) {
        for (XmlNode node : branch.children()) {
            if (node instanceof XmlElement element) {
                add(items, branch, element);
            } else {
                reader.reportText(branch, node);
            }
        }
    }

    private void add(List<Item> items, XmlElement parent, XmlElement element) {
        if (where == CONFIGURATION) {
            reader.addTopItem(items, parent, element);
        } else if (where == LOGGER) {
            reader.addLoggerChild(items, parent, element);
        } else if (where == SIFT) {
            reader.addSiftChild(items, parent, element);
        } else if (where == COMPONENT) {
            reader.addComponent(items, element);
        } else if (ModelReader.tagOf(element).equals("appender")) {
            reader.reportUnknown(element, parent.localName());
        } else {
            reader.addAppenderChild(items, element);
        }
    }
}

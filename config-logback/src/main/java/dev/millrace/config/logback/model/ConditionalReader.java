package dev.millrace.config.logback.model;

import dev.millrace.config.logback.xml.XmlElement;
import dev.millrace.config.logback.xml.XmlNode;
import java.util.ArrayList;
import java.util.List;

/** Reads an {@code <if>}: its branches may hold what may stand where it stands. */
final class ConditionalReader {
    private final ModelReader reader;
    private final Where where;

    ConditionalReader(ModelReader reader, Where where) {
        this.reader = reader;
        this.where = where;
    }

    /** Where an {@code <if>} stands. */
    enum Where {
        /** Directly inside a configuration. */
        CONFIGURATION,
        /** Inside an appender. */
        APPENDER,
        /** Inside a {@code <sift>}. */
        SIFT,
        /** Inside a part of an appender. */
        COMPONENT,
        /** Inside a logger. */
        LOGGER
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
        if (where == Where.CONFIGURATION) {
            reader.addTopItem(items, parent, element);
        } else if (where == Where.LOGGER) {
            reader.addLoggerChild(items, parent, element);
        } else if (where == Where.SIFT) {
            reader.addSiftChild(items, parent, element);
        } else if (where == Where.COMPONENT) {
            reader.addComponent(items, element);
        } else if (ModelReader.tagOf(element).equals("appender")) {
            reader.reportUnknown(element, parent.localName());
        } else {
            reader.addAppenderChild(items, element);
        }
    }
}

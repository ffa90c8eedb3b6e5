package dev.millrace.config.logback.model;

import dev.millrace.config.logback.report.Place;
import dev.millrace.config.logback.report.Report;
import dev.millrace.config.logback.xml.XmlElement;
import dev.millrace.config.logback.xml.XmlNode;
import dev.millrace.config.logback.xml.XmlText;
import dev.millrace.core.status.StatusCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Makes a model of a document. Element names match in any case, as Logback's do.
 *
 * @since 0.1.0
 */
public final class ModelReader {
    private static final String ROOT_NAME = "ROOT";

    private final String source;
    private final Report report;
    /**
     * A reader.
     *
     * @param source what the document was read from, for people
     */
    public ModelReader(String source, Report report) {
        this.source = source;
        this.report = report;
    }

    /** The model, or empty when the document is no Logback configuration. */
    public Optional<ConfigurationModel> read(XmlElement root) {
        if (!root.localName().equalsIgnoreCase("configuration")) {
            return Optional.empty();
        }
        return Optional.of(new ConfigurationModel(
                source,
                root.line(),
                root.attribute("debug"),
                root.attribute("scan"),
                root.attribute("scanPeriod"),
                root.attribute("packagingData"),
                topItems(root)));
    }

    /** The elements of a document that another includes, or empty when it is none. */
    public Optional<List<Item>> readIncluded(XmlElement root) {
        // Logback takes this one name as it is written, where all others may have any case.
        boolean included =
                root.localName().equals("included") || root.localName().equalsIgnoreCase("configuration");
        return included ? Optional.of(topItems(root)) : Optional.empty();
    }

    private List<Item> topItems(XmlElement root) {
        List<Item> items = new ArrayList<>();
        for (XmlNode node : root.children()) {
            if (node instanceof XmlElement element) {
                addTopItem(items, root, element);
            } else {
                reportText(root, node);
            }
        }
        return items;
    }

    void addTopItem(List<Item> items, XmlElement parent, XmlElement element) {
        switch (tagOf(element)) {
            case "import" -> addImport(items, element);
            case "timestamp" -> addTimestamp(items, element);
            case "if" -> addIf(items, element, ConditionalReader.CONFIGURATION);
            case "include" -> addInclude(items, element);
            case "define" -> addDefine(items, element);
            case "contextlistener", "turbofilter" -> addPart(items, element);
            case "contextname", "statuslistener", "shutdownhook", "sequencenumbergenerator" ->
                items.add(part(element, List.of()));
            case "conversionrule" -> addConversionRule(items, element);
            case "evaluator" -> addEvaluator(items, element);
            case "root" -> addRoot(items, element);
            case "logger" -> addLogger(items, element);
            default -> {
                if (addCommonItem(items, element)) {
                    return;
                }
                String instead = Unsupported.atTop(element.localName());
                if (instead != null) {
                    reportUnsupported(element, instead);
                } else {
                    reportUnknown(element, parent.localName());
                }
            }
        }
    }

    /** Adds what may stand anywhere; false when it is something else. */
    private boolean addCommonItem(List<Item> items, XmlElement element) {
        switch (tagOf(element)) {
            case "property", "variable", "substitutionproperty" -> addProperty(items, element);
            case "appender" -> addAppender(items, element);
            case "param" -> addParam(items, element);
            case "condition" -> addCondition(items, element);
            case "springprofile", "sift" -> reportUnsupported(element, Unsupported.anywhere(element.localName()));
            default -> {
                return false;
            }
        }
        return true;
    }

    private void addProperty(List<Item> items, XmlElement element) {
        if (tagOf(element).equals("substitutionproperty")) {
            report.add(
                    StatusCode.MR413,
                    placeOf(element),
                    "<substitutionProperty> is deprecated; it is read as <property> (write that)");
        }
        items.add(new PropertyItem(
                element.line(),
                element.attribute("name"),
                element.attribute("value"),
                element.attribute("file"),
                element.attribute("resource"),
                element.attribute("scope")));
    }

    private void addAppender(List<Item> items, XmlElement element) {
        if (!has(element, "name", "the appender is ignored") || !has(element, "class", "the appender is ignored")) {
            return;
        }
        List<Item> children = new ArrayList<>();
        for (XmlNode node : element.children()) {
            if (node instanceof XmlElement child && tagOf(child).equals("appender")) {
                report.add(
                        StatusCode.MR413,
                        placeOf(child),
                        "an <appender> inside an <appender> is not allowed; it is read as if it stood before it");
                addAppender(items, child);
            } else if (node instanceof XmlElement child) {
                addAppenderChild(children, child);
            } else {
                reportText(element, node);
            }
        }
        items.add(new AppenderItem(element.line(), element.attribute("name"), element.attribute("class"), children));
    }

    private void addSift(List<Item> items, XmlElement element) {
        List<Item> children = new ArrayList<>();
        for (XmlNode node : element.children()) {
            if (!(node instanceof XmlElement child)) {
                reportText(element, node);
            } else {
                addSiftChild(children, element, child);
            }
        }
        items.add(new SiftItem(element.line(), children));
    }

    void addSiftChild(List<Item> children, XmlElement parent, XmlElement element) {
        if (tagOf(element).equals("if")) {
            addIf(children, element, ConditionalReader.SIFT);
        } else if (!addCommonItem(children, element)) {
            reportUnknown(element, parent.localName());
        }
    }

    void addAppenderChild(List<Item> children, XmlElement element) {
        switch (tagOf(element)) {
            case "appender-ref" -> {
                addReference(children, element);
                // To Logback what stands inside belongs to what is around it.
                children.addAll(components(element));
            }
            case "sift" -> addSift(children, element);
            case "if" -> addIf(children, element, ConditionalReader.APPENDER);
            default -> addComponent(children, element);
        }
    }

    private void addConversionRule(List<Item> items, XmlElement element) {
        String otherwise = "the rule is ignored";
        boolean old = element.attribute("class") == null && element.attribute("converterClass") != null;
        if (!has(element, "conversionWord", otherwise) || !has(element, old ? "converterClass" : "class", otherwise)) {
            return;
        }
        if (old) {
            report.add(
                    StatusCode.MR413,
                    placeOf(element),
                    "the attribute converterClass is deprecated; it is read as class (write that)");
        }
        items.add(definition(element, List.of()));
    }

    private void addEvaluator(List<Item> items, XmlElement element) {
        if (has(element, "name", "the evaluator is ignored")) {
            items.add(definition(element, components(element)));
        }
    }

    private List<Item> components(XmlElement parent) {
        List<Item> children = new ArrayList<>();
        for (XmlNode node : parent.children()) {
            if (node instanceof XmlElement child) {
                addComponent(children, child);
            }
        }
        return children;
    }

    void addComponent(List<Item> items, XmlElement element) {
        if (tagOf(element).equals("if")) {
            addIf(items, element, ConditionalReader.COMPONENT);
        } else if (!addCommonItem(items, element)) {
            addPart(items, element);
        }
    }

    private void addPart(List<Item> items, XmlElement element) {
        items.add(part(element, components(element)));
    }

    private static ComponentItem part(XmlElement element, List<Item> children) {
        return new ComponentItem(
                element.line(), element.localName(), element.attribute("class"), textOf(element), children);
    }

    private static DefinitionItem definition(XmlElement element, List<Item> children) {
        return new DefinitionItem(element.line(), tagOf(element), element.attributes(), children);
    }

    private void addIf(List<Item> items, XmlElement element, int where) {
        items.add(new ConditionalReader(this, where).read(element));
    }

    private void addCondition(List<Item> items, XmlElement element) {
        if (has(element, "class", "it is ignored")) {
            items.add(new ConditionItem(element.line(), element.attribute("class"), components(element)));
        }
    }

    private void addInclude(List<Item> items, XmlElement element) {
        items.add(definition(element, List.of()));
        for (XmlNode node : element.children()) {
            if (node instanceof XmlElement child) {
                addTopItem(items, element, child);
            }
        }
    }

    private void addDefine(List<Item> items, XmlElement element) {
        String otherwise = "no variable is defined";
        if (has(element, "name", otherwise) && has(element, "class", otherwise)) {
            items.add(definition(element, components(element)));
        }
    }

    private void addParam(List<Item> items, XmlElement element) {
        if (has(element, "name", "it is ignored") && has(element, "value", "it is ignored")) {
            report.add(
                    StatusCode.MR413,
                    placeOf(element),
                    "<param> is deprecated; it is read as <" + element.attribute("name") + "> (write that)");
            items.add(new ParamItem(element.line(), element.attribute("name"), element.attribute("value")));
        }
    }

    private void addImport(List<Item> items, XmlElement element) {
        if (has(element, "class", "nothing is imported")) {
            items.add(part(element, List.of()));
        }
    }

    private void addTimestamp(List<Item> items, XmlElement element) {
        if (has(element, "key", "no variable is defined") && has(element, "datePattern", "no variable is defined")) {
            items.add(definition(element, List.of()));
        }
    }

    private void addRoot(List<Item> items, XmlElement element) {
        items.add(new LoggerItem(
                element.line(), true, ROOT_NAME, element.attribute("level"), null, loggerChildren(element)));
    }

    private void addLogger(List<Item> items, XmlElement element) {
        if (has(element, "name", "the logger is ignored")) {
            items.add(new LoggerItem(
                    element.line(),
                    false,
                    element.attribute("name"),
                    element.attribute("level"),
                    element.attribute("additivity"),
                    loggerChildren(element)));
        }
    }

    private List<Item> loggerChildren(XmlElement logger) {
        List<Item> children = new ArrayList<>();
        for (XmlNode node : logger.children()) {
            if (node instanceof XmlElement element) {
                addLoggerChild(children, logger, element);
            } else {
                reportText(logger, node);
            }
        }
        return children;
    }

    void addLoggerChild(List<Item> children, XmlElement parent, XmlElement element) {
        switch (tagOf(element)) {
            case "level" -> addLevel(children, element);
            case "appender-ref" -> {
                addReference(children, element);
                addReferenceOptions(children, element);
            }
            case "if" -> addIf(children, element, ConditionalReader.LOGGER);
            case "appender" -> reportUnknown(element, parent.localName());
            default -> {
                if (!addCommonItem(children, element)) {
                    addLoggerOption(children, parent, element);
                }
            }
        }
    }

    /** To Logback what stands inside is an option of the logger around it. */
    private void addReferenceOptions(List<Item> children, XmlElement reference) {
        for (XmlNode node : reference.children()) {
            if (node instanceof XmlElement element) {
                String text = textOf(element);
                if (text != null && tagOf(element).equals("level")) {
                    children.add(new LevelItem(element.line(), text));
                } else {
                    addLoggerOption(children, reference, element);
                }
            }
        }
    }

    private void addLoggerOption(List<Item> children, XmlElement logger, XmlElement element) {
        ComponentItem option = new ComponentItem(element.line(), element.localName(), null, textOf(element), List.of());
        if (option.property().equals("additive")) {
            children.add(option);
        } else {
            reportUnknown(element, logger.localName());
        }
    }

    private void addLevel(List<Item> items, XmlElement element) {
        report.add(
                StatusCode.MR413,
                placeOf(element),
                "<level> is deprecated; it is read as the attribute level of its logger (write that)");
        if (has(element, "value", "it is ignored")) {
            items.add(new LevelItem(element.line(), element.attribute("value")));
        }
    }

    private void addReference(List<Item> items, XmlElement element) {
        if (has(element, "ref", "it is ignored")) {
            items.add(new AppenderRefItem(element.line(), element.attribute("ref")));
        }
    }

    private boolean has(XmlElement element, String attribute, String otherwise) {
        String value = element.attribute(attribute);
        if (value != null && !value.isBlank()) {
            return true;
        }
        report.add(
                StatusCode.MR410,
                placeOf(element),
                "<" + element.localName() + "> needs an attribute " + attribute + "; " + otherwise);
        return false;
    }

    /** The text of an element, each piece between child elements trimmed; null when there is none. */
    private static String textOf(XmlElement element) {
        String text = null;
        for (XmlNode node : element.children()) {
            if (node instanceof XmlText piece && !piece.text().trim().isEmpty()) {
                text = (text == null ? "" : text) + piece.text().trim();
            }
        }
        return text;
    }

    static String tagOf(XmlElement element) {
        return element.localName().toLowerCase(Locale.ROOT);
    }

    private Place placeOf(XmlNode node) {
        return new Place(source, node.line());
    }

    void reportStray(XmlElement element) {
        report.add(
                StatusCode.MR410,
                placeOf(element),
                "<" + element.localName() + "> stands inside <if> but neither in <then> nor in <else>; it is read"
                        + " whatever the condition says, as Logback reads it");
    }

    private void reportUnsupported(XmlElement element, String instead) {
        report.add(StatusCode.MR411, placeOf(element), "<" + element.localName() + "> is not supported: " + instead);
    }

    void reportUnknown(XmlElement element, String parent) {
        report.add(
                StatusCode.MR410,
                placeOf(element),
                "<" + element.localName() + "> is not known inside <" + parent + ">; it is ignored");
    }

    void reportText(XmlElement parent, XmlNode node) {
        if (node instanceof XmlText text && !text.text().isBlank()) {
            report.add(
                    StatusCode.MR410,
                    placeOf(text),
                    "text directly inside <" + parent.localName() + "> means nothing; it is ignored");
        }
    }
}

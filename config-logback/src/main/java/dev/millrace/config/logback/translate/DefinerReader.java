package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.DefinitionItem;
import dev.millrace.core.status.StatusCode;
import java.io.File;

/** Reads a {@code <define>}: what Logback's own classes would find out is found out here, and no other class is run. */
final class DefinerReader implements OptionHandler {
    private static final String PACKAGE = "ch.qos.logback.core.property.";
    private static final String FILE_EXISTS = PACKAGE + "FileExistsPropertyDefiner";
    private static final String RESOURCE_EXISTS = PACKAGE + "ResourceExistsPropertyDefiner";
    private static final String HOST_NAME = PACKAGE + "CanonicalHostNamePropertyDefiner";

    private final Translation translation;
    private final String className;
    private String wanted;

    private DefinerReader(Translation translation, String className) {
        this.translation = translation;
        this.className = className;
    }

    static void define(DefinitionItem item, Translation translation) {
        String className = translation.className(item.attribute("class"), item.line());
        DefinerReader reader = new DefinerReader(translation, className == null ? "" : className);
        switch (reader.className) {
            case FILE_EXISTS, RESOURCE_EXISTS, HOST_NAME -> translation.options(item.children(), reader);
            default -> {
                reader.undefined(
                        item,
                        "no class " + className + " is run",
                        " (use <property>, a system property or an environment variable)");
                return;
            }
        }
        String value = reader.value(item);
        if (value != null) {
            translation
                    .variables()
                    .define(translation.scope(item.attribute("scope"), item.line()), item.attribute("name"), value);
        }
    }

    private String value(DefinitionItem item) {
        if (className.equals(HOST_NAME)) {
            return translation.surroundings().canonicalHostName();
        }
        if (wanted == null || wanted.isBlank()) {
            undefined(item, "<define> has no <" + option() + ">", "");
            return null;
        }
        return Boolean.toString(
                className.equals(FILE_EXISTS) ? new File(wanted).exists() : translation.resource(wanted) != null);
    }

    private void undefined(DefinitionItem item, String why, String instead) {
        translation.report(
                StatusCode.MR434,
                item.line(),
                why + "; the variable " + item.attribute("name") + " stays undefined" + instead);
    }

    private String option() {
        return className.equals(FILE_EXISTS) ? "path" : "resource";
    }

    @Override
    public void option(Option option) {
        if (!className.equals(HOST_NAME) && option.property().equals(option())) {
            wanted = Translation.text(option, null);
        } else {
            translation.reportUnknown(option, "<define>");
        }
    }
}

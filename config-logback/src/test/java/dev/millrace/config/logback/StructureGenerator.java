package dev.millrace.config.logback;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Puts elements at random into files that are included, and into branches of conditions. */
final class StructureGenerator {
    private static final String[] NAMES = {"a", "b", "lvl", "name", "none", "sys", "c.d", "fmt"};
    private static final String[] TEXTS = {"1", "x y", "INFO", "warn", "", "true", "a.b", "z"};

    private final Random random;
    private final Path directory;
    private final Conditions conditions;
    private final boolean filesOnly;
    private final Map<Path, String> files = new LinkedHashMap<>();

    /** Which conditions to write. */
    enum Conditions {
        /** {@code <condition>} before {@code <if>}. */
        ELEMENTS,
        /** {@code <if condition="…">}, or the other. */
        ATTRIBUTES
    }

    StructureGenerator(Random random, Path directory, Conditions conditions, boolean filesOnly) {
        this.random = random;
        this.directory = directory;
        this.conditions = conditions;
        this.filesOnly = filesOnly;
    }

    /** Whether no appender is to write to the console. */
    boolean isFilesOnly() {
        return filesOnly;
    }

    /** Writes the files that are included. */
    void write() throws IOException {
        Files.createDirectories(directory);
        for (Map.Entry<Path, String> file : files.entrySet()) {
            Files.writeString(file.getKey(), filesOnly ? timeless(file.getValue()) : file.getValue());
        }
    }

    /** A text without dates, which two runs do not share. */
    static String timeless(String text) {
        return text.replaceAll("%d(\\{[^}]*})?", "%-3m");
    }

    void arrange(List<String> elements) {
        elements.add(random.nextInt(elements.size() + 1), definition());
        for (int i = 2 + random.nextInt(4); i > 0; i--) {
            int from = random.nextInt(elements.size());
            int to = Math.min(elements.size(), from + 1 + random.nextInt(3));
            List<String> some = elements.subList(from, to);
            String content = String.join("\n", some);
            some.clear();
            switch (random.nextInt(3)) {
                case 0 -> elements.add(from, included(content));
                case 1 -> elements.add(from, conditional(content, definition()));
                default -> {
                    elements.add(from, conditional(definition(), content));
                    if (random.nextBoolean()) {
                        elements.add(random.nextInt(from + 1), condition());
                    }
                }
            }
        }
    }

    private String included(String content) {
        int number = files.size();
        Path file = directory.resolve("part" + number + ".inc");
        String root = random.nextInt(6) == 0 ? "configuration" : "included";
        files.put(file, "<" + root + ">\n" + content + "\n</" + root + ">");
        String place = random.nextBoolean() ? file.toString() : "${dir:-" + directory + "}/part" + number + ".inc";
        String optional = random.nextInt(4) == 0 ? " optional=\"" + oneOf("true", "TRUE", "no") + "\"" : "";
        String text = "<" + oneOf("include", "include", "Include") + " file=\"" + place + "\"" + optional + "/>";
        return switch (random.nextInt(12)) {
            case 0 -> text + "<include file=\"" + directory + "/none.xml\" optional=\"true\"/>";
            case 1 -> text + "<include resource=\"no/such.xml\"/>";
            case 2 -> text + "<include resource=\"x.xml\" file=\"y.xml\"/>";
            default -> text;
        };
    }

    private String definition() {
        String name = " name=\"" + oneOf("a", "b", "lvl", "none") + "\" ";
        String scope = oneOf("", "", " scope=\"context\"", " scope=\"local\"");
        String property = "ch.qos.logback.core.property.";
        return switch (random.nextInt(7)) {
            case 0 ->
                "<define" + name + "class=\"" + property + "FileExistsPropertyDefiner\"" + scope + "><path>"
                        + oneOf(directory.toString(), "/no/such", "") + "</path></define>";
            case 1 ->
                "<define" + name + scope + " class=\"" + property + "ResourceExistsPropertyDefiner\"><resource>"
                        + oneOf("corpus/settings.properties", "no/such", "${none}") + "</resource></define>";
            case 2 ->
                "<define" + name + scope + " class=\"" + oneOf("x.Y", property + "CanonicalHostNamePropertyDefiner")
                        + "\"/>";
            case 3 -> "<property resource=\"corpus/settings.properties\"" + scope + "/>";
            case 4 -> {
                Path file = directory.resolve("values" + files.size() + ".properties");
                files.put(file, "a=${b:-q}\nlvl = ERROR  \nc.d=\\u0041 x\n");
                yield "<property file=\"" + file + "\"" + scope + "/>";
            }
            case 5 -> "<timestamp key=\"" + oneOf("a", "b") + "\" datePattern=\"'t'\"" + scope + "/>";
            default ->
                "<variable" + name + "value=\"" + oneOf("1", "x y", "INFO", "${sys:-z}", "true") + "\"" + scope + "/>";
        };
    }

    /** A choice between two contents, perhaps without the second. */
    String conditional(String content, String otherwise) {
        String tag = oneOf("then", "then", "Then");
        String then = "<" + tag + ">" + content + "</" + tag + ">";
        String end = random.nextInt(4) == 0 ? "" : "<else>" + otherwise + "</else>";
        if (conditions == Conditions.ATTRIBUTES && random.nextInt(4) > 0) {
            String attribute =
                    expression(3).replace("&", "&amp;").replace("\"", "&quot;").replace("<", "&lt;");
            return "<if condition=\"" + attribute + "\">" + then + end + "</if>";
        }
        return condition() + "<if>" + then + end + "</if>";
    }

    private String condition() {
        String start = "<condition class=\"ch.qos.logback.core.boolex.";
        String key = "<key>" + oneOf(NAMES) + "</key>";
        return switch (random.nextInt(4)) {
            case 0 -> start + "IsPropertyDefinedCondition\">" + key + "</condition>";
            case 1 -> start + "IsPropertyNullCondition\">" + key + "</condition>";
            case 2 ->
                start + "PropertyEqualityCondition\">" + key + "<value>" + oneOf("1", "INFO", "true", "x y")
                        + "</value></condition>";
            default ->
                start + "ExpressionPropertyCondition\"><expression>"
                        + plainExpression(3).replace("&", "&amp;") + "</expression></condition>";
        };
    }

    private String plainExpression(int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 8)) {
            case 0 -> "isDefined(\"" + oneOf(NAMES) + "\")";
            case 1 -> "isNull ( \"" + oneOf(NAMES) + "\" )";
            case 2 -> "propertyEquals(\"" + oneOf(NAMES) + "\", \"" + oneOf(TEXTS) + "\")";
            case 3 -> "propertyContains(\"" + oneOf(NAMES) + "\",\"" + oneOf(TEXTS) + "\")";
            case 4 -> "!" + "(" + plainExpression(depth - 1) + ")";
            case 5 -> plainExpression(depth - 1) + " && " + plainExpression(depth - 1);
            case 6 -> plainExpression(depth - 1) + "||" + plainExpression(depth - 1);
            default -> {
                // Older versions have no literals here.
                String literal = conditions == Conditions.ELEMENTS ? oneOf("true", "false") : plainExpression(0);
                yield oneOf(literal, "! " + plainExpression(0), "(" + plainExpression(depth - 1) + ")");
            }
        };
    }

    /** A Java expression. */
    private String expression(int depth) {
        return switch (random.nextInt(depth == 0 ? 5 : 10)) {
            case 0 -> "isDefined(" + text(0) + ")";
            case 1 -> "isNull(" + text(0) + ")";
            case 2 -> text(1) + "." + oneOf("equals", "equalsIgnoreCase", "contains") + "(" + text(1) + ")";
            case 3 -> text(1) + oneOf(".isEmpty()", ".startsWith(\"x\")", ".endsWith(\"1\")", ".equals(null)");
            case 4 -> oneOf("true", "false", text(1) + " != null", "null == " + text(1), "!isNull(\"a\")");
            case 5 -> "!(" + expression(depth - 1) + ")";
            case 6 -> expression(depth - 1) + " && " + expression(depth - 1);
            case 7 -> expression(depth - 1) + " || " + expression(depth - 1);
            case 8 -> "(" + expression(depth - 1) + ") == (" + expression(depth - 1) + ")";
            default -> "(" + expression(depth - 1) + ")";
        };
    }

    private String text(int depth) {
        return switch (random.nextInt(depth == 0 ? 2 : 6)) {
            case 0 -> "\"" + oneOf(NAMES) + "\"";
            case 1 -> "\"" + oneOf("1", "x y", "INFO", "\\\"q\\\"\\\\", "${a:-u}") + "\"";
            case 2, 3 -> oneOf("p", "property") + "(\"" + oneOf(NAMES) + "\")";
            case 4 -> text(0) + oneOf(".trim()", ".toLowerCase()", ".toUpperCase()");
            default -> "p(" + text(0) + ")";
        };
    }

    private String oneOf(String... values) {
        return values[random.nextInt(values.length)];
    }
}

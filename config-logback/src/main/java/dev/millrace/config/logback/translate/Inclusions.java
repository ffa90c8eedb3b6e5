package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.DefinitionItem;
import dev.millrace.config.logback.model.Item;
import dev.millrace.config.logback.model.ModelReader;
import dev.millrace.config.logback.source.ConfigurationSource;
import dev.millrace.config.logback.xml.XmlElement;
import dev.millrace.config.logback.xml.XmlException;
import dev.millrace.config.logback.xml.XmlParser;
import dev.millrace.core.status.StatusCode;
import java.io.File;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads the files that {@code <include>} names. How many, how much and how deep is bounded, and no network is used. */
final class Inclusions {
    private static final String CLASS_PATH = "classpath:";
    private static final int MAX_DEPTH = 20;
    private static final int MAX_FILES = 500;
    private static final long MAX_BYTES = 4L * XmlParser.MAX_DOCUMENT_BYTES;

    private final Translation translation;
    private final ArrayDeque<String> open = new ArrayDeque<>();
    private int files;
    private long bytes;

    Inclusions(Translation translation) {
        this.translation = translation;
        open.push(translation.source());
    }

    /**
     * Reads a file; what stands in it belongs to it until {@link #leave()}.
     *
     * @return its elements, or null when there is nothing to read, which is reported
     */
    List<Item> enter(DefinitionItem item) {
        String ifMissing = item.attribute("optional");
        boolean optional = "true".equalsIgnoreCase(ifMissing == null ? "" : ifMissing.trim());
        URL url = address(item, optional);
        if (url == null) {
            return null;
        }
        ConfigurationSource source = new ConfigurationSource(url);
        if (!isAllowed(item, source.name())) {
            return null;
        }
        translation.watchList().add(url);
        byte[] content;
        try {
            content = source.read(XmlParser.MAX_DOCUMENT_BYTES);
        } catch (IOException | RuntimeException e) {
            missing(item, source.name() + " cannot be read (" + e + ")", optional, e);
            return null;
        }
        files++;
        bytes += content.length;
        List<Item> items = parse(item, content, source.name());
        if (items != null) {
            open.push(source.name());
            translation.source(source.name());
        }
        return items;
    }

    /** Goes back to the file that included the last one entered. */
    void leave() {
        open.pop();
        translation.source(open.peek());
    }

    private URL address(DefinitionItem item, boolean optional) {
        String file = given(item.attribute("file"));
        String resource = given(item.attribute("resource"));
        String url = given(item.attribute("url"));
        if ((file == null ? 0 : 1) + (resource == null ? 0 : 1) + (url == null ? 0 : 1) != 1) {
            translation.report(
                    StatusCode.MR431,
                    item.line(),
                    "<include> needs exactly one of resource, file and url; nothing is included");
            return null;
        }
        String name = translation.substitute(file != null ? file : resource != null ? resource : url, item.line());
        try {
            if (file != null) {
                return file(item, name, optional);
            }
            if (resource == null && !name.startsWith(CLASS_PATH)) {
                return url(item, name, optional);
            }
            return resource(item, name.startsWith(CLASS_PATH) ? name.substring(CLASS_PATH.length()) : name, optional);
        } catch (MalformedURLException | RuntimeException e) {
            missing(item, name + " is no name of a file or resource (" + e.getMessage() + ")", false, e);
            return null;
        }
    }

    private URL file(DefinitionItem item, String name, boolean optional) throws MalformedURLException {
        if (name.startsWith(CLASS_PATH)) {
            return resource(item, name.substring(CLASS_PATH.length()), optional);
        }
        File file = new File(name);
        translation.watchList().add(file);
        // Not a folder, and not a pipe that nobody writes to: reading one would never end.
        if (!file.isFile()) {
            missing(item, "there is no file " + file.getAbsolutePath(), optional, null);
            return null;
        }
        return file.toURI().toURL();
    }

    private URL resource(DefinitionItem item, String name, boolean optional) {
        URL url = translation.resource(name);
        if (url == null) {
            missing(item, "the class path has no resource " + name, optional, null);
        }
        return url;
    }

    private URL url(DefinitionItem item, String name, boolean optional) throws MalformedURLException {
        URL url = new URL(name);
        Path file = new ConfigurationSource(url).file();
        if (file != null) {
            return file(item, file.toString(), optional);
        }
        if (url.getProtocol().equals("jar") && new ConfigurationSource(new URL(url.getFile())).file() != null) {
            return url;
        }
        translation.report(
                StatusCode.MR432,
                item.line(),
                name + " is not included: nothing is fetched from a network (use resource or file)");
        return null;
    }

    private boolean isAllowed(DefinitionItem item, String name) {
        String why = null;
        if (open.contains(name)) {
            why = "it includes itself";
        } else if (open.size() > MAX_DEPTH) {
            why = "more than " + MAX_DEPTH + " files include one another";
        } else if (files == MAX_FILES || bytes > MAX_BYTES) {
            why = "more than " + MAX_FILES + " files or " + MAX_BYTES + " bytes are included";
        }
        if (why == null) {
            return true;
        }
        translation.report(StatusCode.MR432, item.line(), name + " is not included: " + why);
        return false;
    }

    private List<Item> parse(DefinitionItem item, byte[] content, String name) {
        try {
            List<String> notices = new ArrayList<>();
            XmlElement root = XmlParser.parse(content, notices);
            for (String notice : notices) {
                translation.report().add(StatusCode.MR406, name + ":" + notice, null);
            }
            Optional<List<Item>> items = new ModelReader(name, translation.report()).readIncluded(root);
            if (items.isPresent()) {
                return items.get();
            }
            notRead(item, name, root.line() + ": the document is a <" + root.localName() + "> and no <included>");
        } catch (XmlException e) {
            notRead(item, name, e.line() + ":" + e.column() + ": " + e.getMessage());
        }
        return null;
    }

    private void notRead(DefinitionItem item, String name, String why) {
        translation.report(StatusCode.MR431, item.line(), name + ":" + why + "; nothing of this file is used");
    }

    private void missing(DefinitionItem item, String what, boolean optional, Exception cause) {
        translation.report(
                optional ? StatusCode.MR412 : StatusCode.MR431,
                item.line(),
                what + "; nothing is included"
                        + (optional
                                ? ", as it is optional"
                                : " (correct the name, or write optional=\"true\" if it may be missing)"),
                optional ? null : cause);
    }

    private static String given(String attribute) {
        return attribute == null || attribute.isBlank() ? null : attribute;
    }
}

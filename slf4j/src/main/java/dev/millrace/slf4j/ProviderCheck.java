package dev.millrace.slf4j;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Looks for further SLF4J providers: with two of them it is the order of the class path that decides who logs. */
final class ProviderCheck {
    private static final String SERVICES = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

    private ProviderCheck() {}

    /** One status message that names all providers that {@code loader} sees; null when {@code own} is alone. */
    static String secondProvider(ClassLoader loader, String own) {
        Map<String, List<URL>> sources;
        try {
            sources = providers(loader);
        } catch (IOException | UncheckedIOException unreadable) {
            // SLF4J has just read the same files; it has said what it could not read.
            return null;
        }
        List<URL> ownSources = sources.getOrDefault(own, List.of());
        if (sources.size() == 1 && ownSources.size() > 1) {
            return "the SLF4J provider " + own + " is on the class path " + ownSources.size() + " times: " + ownSources
                    + "; the first is in use. Remove the others.";
        }
        sources.remove(own);
        if (sources.isEmpty()) {
            return null;
        }
        StringBuilder others = new StringBuilder();
        sources.forEach((name, urls) -> others.append(others.isEmpty() ? "" : ", ")
                .append(name)
                .append(' ')
                .append(urls));
        return "more than one SLF4J provider on the class path: " + own + " " + ownSources + " is in use, " + others
                + " is not; only the order of the class path decided that. Remove the other dependency, or choose with"
                + " -Dslf4j.provider=" + own;
    }

    private static Map<String, List<URL>> providers(ClassLoader loader) throws IOException {
        Map<String, List<URL>> sources = new LinkedHashMap<>();
        List<URL> services = new ArrayList<>();
        (loader == null ? ClassLoader.getSystemResources(SERVICES) : loader.getResources(SERVICES))
                .asIterator()
                .forEachRemaining(services::add);
        for (URL service : services) {
            for (String name : names(service)) {
                List<URL> urls = sources.computeIfAbsent(name, unseen -> new ArrayList<>());
                // As text: URL.equals asks the name service.
                if (urls.stream().noneMatch(known -> known.toExternalForm().equals(service.toExternalForm()))) {
                    urls.add(service);
                }
            }
        }
        return sources;
    }

    private static List<String> names(URL service) throws IOException {
        URLConnection connection = service.openConnection();
        // A cached connection would keep the jar open, which on Windows keeps it from being replaced.
        connection.setUseCaches(false);
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            return reader.lines()
                    .map(line -> line.replaceFirst("#.*", "").strip())
                    .filter(name -> !name.isEmpty())
                    .toList();
        }
    }
}

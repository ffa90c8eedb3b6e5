package dev.millrace.slf4j;

import dev.millrace.core.status.StatusCode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.LoggerFactory;

/**
 * What the provider does a little after the start: has the fluent API loaded, and looks for further SLF4J providers, unless
 * the user has chosen this one: with two of them it is the order of the class path that decides who logs.
 */
final class ProviderCheck implements Runnable {
    private static final String SERVICES = "META-INF/services/org.slf4j.spi.SLF4JServiceProvider";

    private final EventTarget target;

    ProviderCheck(EventTarget target) {
        this.target = target;
    }

    @Override
    public void run() {
        MillraceEventBuilder.prepare();
        String chosen = System.getProperty(LoggerFactory.PROVIDER_PROPERTY_KEY);
        if (chosen == null || chosen.isEmpty()) {
            String message =
                    secondProvider(LoggerFactory.class.getClassLoader(), MillraceServiceProvider.class.getName());
            if (message != null) {
                target.report(StatusCode.MR501, message);
            }
        }
    }

    /** One status message that names all providers that {@code loader} sees; null when {@code own} is alone. */
    static String secondProvider(ClassLoader loader, String own) {
        Map<String, List<URL>> sources;
        try {
            sources = providers(loader);
        } catch (IOException | RuntimeException unreadable) {
            // SLF4J has read the same files; it has said what it could not read. Or the loader is closed by now.
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
        for (Map.Entry<String, List<URL>> other : sources.entrySet()) {
            others.append(others.isEmpty() ? "" : ", ")
                    .append(other.getKey())
                    .append(' ')
                    .append(other.getValue());
        }
        return "more than one SLF4J provider on the class path: " + own + " " + ownSources + " is in use, " + others
                + " is not; only the order of the class path decided that. Remove the other dependency, or choose with"
                + " -Dslf4j.provider=" + own;
    }

    private static Map<String, List<URL>> providers(ClassLoader loader) throws IOException {
        Map<String, List<URL>> sources = new LinkedHashMap<>();
        Enumeration<URL> services =
                loader == null ? ClassLoader.getSystemResources(SERVICES) : loader.getResources(SERVICES);
        while (services.hasMoreElements()) {
            URL service = services.nextElement();
            for (String name : names(service)) {
                List<URL> urls = sources.get(name);
                if (urls == null) {
                    urls = new ArrayList<>();
                    sources.put(name, urls);
                }
                if (!contains(urls, service)) {
                    urls.add(service);
                }
            }
        }
        return sources;
    }

    /** Compared as text: URL.equals asks the name service. */
    private static boolean contains(List<URL> urls, URL wanted) {
        for (URL url : urls) {
            if (url.toExternalForm().equals(wanted.toExternalForm())) {
                return true;
            }
        }
        return false;
    }

    private static List<String> names(URL service) throws IOException {
        URLConnection connection = service.openConnection();
        // A cached connection would keep the jar open, which on Windows keeps it from being replaced.
        connection.setUseCaches(false);
        List<String> names = new ArrayList<>();
        try (BufferedReader reader =
                new BufferedReader(new InputStreamReader(connection.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                int comment = line.indexOf('#');
                String name = (comment < 0 ? line : line.substring(0, comment)).strip();
                if (!name.isEmpty()) {
                    names.add(name);
                }
            }
        }
        return names;
    }
}

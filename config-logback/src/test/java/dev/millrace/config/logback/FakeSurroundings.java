package dev.millrace.config.logback;

import dev.millrace.config.logback.source.Surroundings;
import java.util.HashMap;
import java.util.Map;

/** Surroundings that a test lays out. */
final class FakeSurroundings extends Surroundings {
    final Map<String, String> properties = new HashMap<>();
    final Map<String, String> environment = new HashMap<>();
    long nowMillis;
    final String hostName = new Surroundings().hostName();

    @Override
    public String systemProperty(String key) {
        return properties.get(key);
    }

    @Override
    public boolean setSystemProperty(String key, String value) {
        properties.put(key, value);
        return true;
    }

    @Override
    public String environment(String key) {
        return environment.get(key);
    }

    @Override
    public String hostName() {
        return hostName;
    }

    @Override
    public String canonicalHostName() {
        return hostName + ".example";
    }

    @Override
    public long millis(boolean atBirth) {
        return atBirth ? super.millis(true) : nowMillis;
    }
}

package dev.millrace.core.option;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Looks options up: system property, then environment, then the configuration file's properties. Immutable.
 *
 * @since 0.1.0
 */
public final class OptionSource {
    // Null: of this process. A class for them would be one more for every start to load, and lambdas cost milliseconds.
    private final UnaryOperator<String> systemProperties;
    private final UnaryOperator<String> environment;
    private final Map<String, String> planProperties;
    private final String planSource;

    /** A source over this process's properties and environment. */
    public OptionSource(Map<String, String> planProperties, String planSource) {
        this(null, null, planProperties, planSource);
    }

    OptionSource(
            UnaryOperator<String> systemProperties,
            UnaryOperator<String> environment,
            Map<String, String> planProperties,
            String planSource) {
        this.systemProperties = systemProperties;
        this.environment = environment;
        this.planProperties = planProperties;
        this.planSource = planSource;
    }

    /** The option's value and origin; null when it is set nowhere. An empty value counts as not set. */
    OptionValue find(String name) {
        String value = ofSystem(name);
        if (value != null) {
            return new OptionValue(name, value, "system property");
        }
        String variable = environmentName(name);
        value = ofEnvironment(variable);
        if (value != null) {
            return new OptionValue(name, value, "environment variable " + variable);
        }
        value = planProperties.get(name);
        return value == null || value.isBlank()
                ? null
                : new OptionValue(name, value.trim(), "property in " + planSource);
    }

    /** Whether one of these is set. */
    boolean hasAny(List<String> names) {
        for (String name : names) {
            if (find(name) != null) {
                return true;
            }
        }
        return false;
    }

    private String ofSystem(String name) {
        try {
            return given(systemProperties == null ? System.getProperty(name) : systemProperties.apply(name));
        } catch (SecurityException e) {
            return null;
        }
    }

    private String ofEnvironment(String name) {
        try {
            return given(environment == null ? System.getenv(name) : environment.apply(name));
        } catch (SecurityException e) {
            return null;
        }
    }

    private static String given(String value) {
        return value == null || value.isBlank() ? null : value.trim();
    }

    static String environmentName(String name) {
        return name.replace('.', '_').toUpperCase(Locale.ROOT);
    }
}

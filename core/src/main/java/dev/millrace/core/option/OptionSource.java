package dev.millrace.core.option;

import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Looks options up: system property, then environment, then the configuration file's properties. Immutable.
 *
 * @since 0.1.0
 */
public final class OptionSource {
    private final UnaryOperator<String> systemProperties;
    private final UnaryOperator<String> environment;
    private final Map<String, String> planProperties;
    private final String planSource;

    /** A source over this process's properties and environment. */
    public OptionSource(Map<String, String> planProperties, String planSource) {
        this(new OfProcess(false), new OfProcess(true), planProperties, planSource);
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

    // One class for both, and no lambdas: every start loads it.
    private static final class OfProcess implements UnaryOperator<String> {
        private final boolean environment;

        OfProcess(boolean environment) {
            this.environment = environment;
        }

        @Override
        public String apply(String name) {
            return environment ? System.getenv(name) : System.getProperty(name);
        }
    }

    /** The option's value and origin; null when it is set nowhere. An empty value counts as not set. */
    OptionValue find(String name) {
        String value = ask(systemProperties, name);
        if (value != null) {
            return new OptionValue(name, value, "system property");
        }
        String variable = environmentName(name);
        value = ask(environment, variable);
        if (value != null) {
            return new OptionValue(name, value, "environment variable " + variable);
        }
        value = planProperties.get(name);
        return value == null || value.isBlank()
                ? null
                : new OptionValue(name, value.trim(), "property in " + planSource);
    }

    private static String ask(UnaryOperator<String> source, String name) {
        try {
            String value = source.apply(name);
            return value == null || value.isBlank() ? null : value.trim();
        } catch (SecurityException e) {
            return null;
        }
    }

    private static String environmentName(String name) {
        return name.replace('.', '_').toUpperCase(Locale.ROOT);
    }
}

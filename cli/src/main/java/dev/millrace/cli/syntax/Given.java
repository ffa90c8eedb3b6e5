package dev.millrace.cli.syntax;

import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.IGetter;
import picocli.CommandLine.Model.ISetter;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * An option or a parameter, and what was given for it.
 *
 * @param <T> type of the value
 * @since 0.1.0
 */
public final class Given<T> implements Arguments {
    private final Class<?> type;
    private final Class<?> elementType;

    /** What is given and what is shown in its place: an option has both or names alone, a parameter the label alone. */
    private final String[] names;

    private final String label;
    private boolean required;
    private String defaultText;
    private String[] description = {};
    private T value;

    private Given(Class<?> type, Class<?> elementType, T initial, String label, String... names) {
        this.type = type;
        this.elementType = elementType;
        this.value = initial;
        this.label = label;
        this.names = names;
    }

    /** An option without a value. */
    public static Given<Boolean> flag(String... names) {
        return new Given<>(boolean.class, null, false, null, names);
    }

    /** An option with a value, which is null unless it is given. */
    public static <T> Given<T> option(Class<T> type, String label, String... names) {
        return new Given<>(type, null, null, label, names);
    }

    /** An option with a text that may be given several times. */
    public static Given<List<String>> texts(String label, String... names) {
        return new Given<>(List.class, String.class, List.of(), label, names);
    }

    /** A parameter, which is null unless it is given. */
    public static <T> Given<T> parameter(Class<T> type, String label) {
        return new Given<>(type, null, null, label);
    }

    /** The parameters that follow, any number of them. */
    public static <T> Given<List<T>> parameters(Class<T> type, String label) {
        return new Given<>(List.class, type, List.of(), label);
    }

    /** What the help says about it. */
    public Given<T> says(String... lines) {
        description = lines;
        return this;
    }

    /** What its value is unless it is given. */
    public Given<T> orElse(T initial) {
        value = initial;
        return this;
    }

    /** The same, as it would be written; the help shows it as <code>${DEFAULT-VALUE}</code>. */
    public Given<T> orElseAs(String text) {
        defaultText = text;
        return this;
    }

    /** It must be given. */
    public Given<T> required() {
        required = true;
        return this;
    }

    /** What was given, or else what is taken for that. */
    public T value() {
        return value;
    }

    @Override
    public void addTo(CommandSpec command) {
        Place place = new Place();
        if (names.length == 0) {
            String next = Integer.toString(command.positionalParameters().size());
            PositionalParamSpec.Builder parameter = PositionalParamSpec.builder()
                    .index(elementType == null ? next : next + "..*")
                    .arity(elementType != null ? "0..*" : required ? "1" : "0..1")
                    .type(type)
                    .required(required)
                    .paramLabel(label)
                    .description(description)
                    .initialValue(value)
                    .getter(place)
                    .setter(place);
            if (elementType != null) {
                parameter.auxiliaryTypes(elementType);
            }
            command.addPositional(parameter.build());
            return;
        }
        OptionSpec.Builder option = OptionSpec.builder(names)
                .type(type)
                .required(required)
                .defaultValue(defaultText)
                .description(description)
                .initialValue(value)
                .getter(place)
                .setter(place);
        if (label != null) {
            option.paramLabel(label);
        }
        if (elementType != null) {
            option.auxiliaryTypes(elementType);
        }
        command.addOption(option.build());
    }

    /** Where picocli leaves the value, which it has made of the type it was told. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // As picocli wants it.
    private final class Place implements IGetter, ISetter {
        @Override
        public <V> V get() {
            return (V) value;
        }

        @Override
        public <V> V set(V given) {
            V before = (V) value;
            value = (T) given;
            return before;
        }
    }
}

package dev.millrace.config.logback.translate;

import dev.millrace.config.logback.model.ComponentItem;
import dev.millrace.config.logback.model.DefinitionItem;
import dev.millrace.core.plan.Plan.JulLevels;
import dev.millrace.core.plan.TurboFilterPlan;
import dev.millrace.core.status.StatusCode;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects what a configuration says of the context as a whole: its name, its listeners, its end. */
final class ContextSettings implements OptionHandler {
    private static final String DEBUG_PROPERTY = "logback.debug";
    private static final String LISTENER_PROPERTY = "logback.statusListenerClass";
    private static final String STATUS = "ch.qos.logback.core.status.";
    private static final String CONSOLE_LISTENER = STATUS + "OnConsoleStatusListener";
    private static final String ERROR_LISTENER = STATUS + "OnErrorConsoleStatusListener";
    private static final String SILENT_LISTENER = STATUS + "NopStatusListener";
    private static final String LEVEL_LISTENER = "ch.qos.logback.classic.jul.LevelChangePropagator";
    private static final String HOOK = "ch.qos.logback.core.hook.DefaultShutdownHook";
    private static final String OLD_HOOK = "ch.qos.logback.core.hook.DelayingShutdownHook";

    private final Translation translation;
    private final List<TurboFilterPlan> turboFilters = new ArrayList<>();
    private boolean named;
    private boolean statusShown;
    private JulLevels julLevels = JulLevels.UNTOUCHED;
    // Whether the listener that is read takes away the levels that java.util.logging has.
    private boolean resetsJul;

    ContextSettings(Translation translation) {
        this.translation = translation;
    }

    boolean isStatusShown() {
        return statusShown;
    }

    JulLevels julLevels() {
        return julLevels;
    }

    /** Acts on the attribute {@code debug} and on the system properties that say the same. */
    void debug(String attribute) {
        String property = translation.surroundings().systemProperty(DEBUG_PROPERTY);
        statusShown = isSet(property == null ? attribute : property);
        String listener = translation.surroundings().systemProperty(LISTENER_PROPERTY);
        // With any other, warnings and errors are shown.
        statusShown |= "sysout".equalsIgnoreCase(listener) || "stdout".equalsIgnoreCase(listener) || showsAll(listener);
    }

    /** Both print all messages: to standard output, and to standard error. */
    private static boolean showsAll(String listener) {
        return CONSOLE_LISTENER.equals(listener) || ERROR_LISTENER.equals(listener);
    }

    static boolean isSet(String value) {
        return value != null
                && !value.trim().isEmpty()
                && !value.trim().equalsIgnoreCase("false")
                && !value.equalsIgnoreCase("null");
    }

    void name(ComponentItem item) {
        String name = translation.substitute(item.text(), item.line());
        String before = translation.variables().contextName();
        if (name == null) {
            return;
        }
        if (name.equals(before)) {
            translation.variables().contextName(before);
            return;
        }
        if (named) {
            translation.report(
                    StatusCode.MR414, item.line(), "the context has a name, " + before + "; it is not renamed " + name);
            return;
        }
        named = true;
        translation.variables().contextName(name);
    }

    void timestamp(DefinitionItem item) {
        String pattern = translation.substitute(item.attribute("datePattern"), item.line());
        boolean atBirth = "contextBirth".equalsIgnoreCase(item.attribute("timeReference"));
        String value;
        try {
            value = DateTimeFormatter.ofPattern(pattern)
                    .withZone(ZoneId.systemDefault())
                    .withLocale(Locale.getDefault())
                    .format(Instant.ofEpochMilli(translation.surroundings().millis(atBirth)));
        } catch (RuntimeException e) {
            translation.report(
                    StatusCode.MR414,
                    item.line(),
                    "\"" + pattern + "\" is no date pattern (" + e.getMessage() + "); the variable "
                            + item.attribute("key") + " stays undefined",
                    e);
            return;
        }
        translation
                .variables()
                .define(translation.scope(item.attribute("scope"), item.line()), item.attribute("key"), value);
    }

    void statusListener(ComponentItem item) {
        String className = translation.className(item.className(), item.line());
        if (showsAll(className)) {
            statusShown = true;
            return;
        }
        if (SILENT_LISTENER.equals(className)) {
            translation.report(
                    StatusCode.MR412,
                    item.line(),
                    "status listener " + className
                            + " needs nothing: only errors and losses are shown (see millrace.status)");
            return;
        }
        translation.report(
                StatusCode.MR411,
                item.line(),
                Translation.problem(item.tag(), "status listener", className)
                        + ": warnings and errors go to standard error" + " (see millrace.status)");
    }

    void listener(ComponentItem item) {
        String className = translation.className(item.className(), item.line());
        if (!LEVEL_LISTENER.equals(className)) {
            translation.report(
                    StatusCode.MR411,
                    item.line(),
                    Translation.problem(item.tag(), "context listener", className)
                            + ": no listener is told of anything");
            return;
        }
        resetsJul = false;
        translation.options(item.children(), this);
        if (resetsJul || julLevels == JulLevels.UNTOUCHED) {
            julLevels = resetsJul ? JulLevels.RESET_AND_SET : JulLevels.SET;
        }
    }

    /** An option of a listener that passes levels on. */
    @Override
    public void option(Option option) {
        if (option.property().equals("resetJUL")) {
            resetsJul = translation.flag(option, resetsJul);
        } else {
            translation.reportUnknown(option, "<contextListener>");
        }
    }

    void shutdownHook(ComponentItem item) {
        String className = translation.className(item.className(), item.line());
        boolean known = className == null || className.equals(HOOK) || className.equals(OLD_HOOK);
        translation.report(
                known ? StatusCode.MR412 : StatusCode.MR411,
                item.line(),
                (known ? "a shutdown hook needs nothing" : "shutdown hook " + className + " is not run")
                        + ": events are always finished at exit, and those that are logged while the JVM ends are"
                        + " written at once (see millrace.shutdown.timeout)");
    }

    void turboFilter(ComponentItem item) {
        TurboFilterPlan filter = TurboFilterReader.read(item, translation);
        if (filter != null) {
            turboFilters.add(filter);
        }
    }

    List<TurboFilterPlan> turboFilters() {
        return turboFilters;
    }
}

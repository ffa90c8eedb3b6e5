package dev.millrace.config.logback.translate;

import java.util.Map;

/** SkyWalking's layouts: Logback's {@code PatternLayout}, with further words for all patterns of the configuration. */
final class SkyWalkingLayouts {
    private static final String HERE = "org.apache.skywalking.apm.toolkit.log.logback.v1.x.";
    private static final String MDC_CONVERTER = HERE + "mdc.LogbackMDCPatternConverter";

    private SkyWalkingLayouts() {}

    /** The words that a layout of this class brings along, each with the name of a converter class; null for others. */
    static Map<String, String> words(String className) {
        return switch (className) {
            case HERE + "TraceIdPatternLogbackLayout" ->
                Map.of(
                        "tid",
                        HERE + "LogbackPatternConverter",
                        "sw_ctx",
                        HERE + "LogbackSkyWalkingContextPatternConverter");
            case HERE + "mdc.TraceIdMDCPatternLogbackLayout" -> Map.of("X", MDC_CONVERTER, "mdc", MDC_CONVERTER);
            default -> null;
        };
    }
}

package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.LayoutPlan;
import java.nio.charset.Charset;

/**
 * What an encoder became.
 *
 * @param layout how events are rendered
 * @param charset what they are encoded in
 */
record EncoderPlan(LayoutPlan layout, Charset charset) {}

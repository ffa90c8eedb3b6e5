package dev.millrace.bench.report;

import java.util.List;
import java.util.Map;

/**
 * The figures of one backend in one case.
 *
 * @param group the case; rows of one group compare
 * @param backend the backend's word, by which it has its colour
 * @param title the backend's name for readers, with its variant
 * @param figures by key
 * @param curves percentile curves by key, in nanoseconds
 * @since 0.1.0
 */
public record Row(
        String group, String backend, String title, Map<String, Figure> figures, Map<String, List<Point>> curves) {}

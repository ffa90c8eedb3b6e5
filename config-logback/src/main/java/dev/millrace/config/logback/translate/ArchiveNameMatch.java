package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.ArchiveFormat;
import dev.millrace.core.plan.FileNamePattern;
import java.io.File;
import java.nio.file.Path;
import java.text.ParsePosition;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Tells the names that a pattern gives, at any time and with any index, from others; however either is written. */
final class ArchiveNameMatch {
    private static final int ANY_INDEX = Integer.MIN_VALUE;
    // Never part of a literal: each begins a conversion.
    private static final char MARK = '%';

    private final List<FileNamePattern.Part> conversions = new ArrayList<>();
    private final String marked;

    /** Names with any index. */
    ArchiveNameMatch(FileNamePattern names) {
        this(names, ANY_INDEX);
    }

    /** Names with that index only. */
    ArchiveNameMatch(FileNamePattern names, int index) {
        StringBuilder text = new StringBuilder();
        for (FileNamePattern.Part part : names.parts()) {
            if (part instanceof FileNamePattern.Literal literal) {
                text.append(literal.text());
            } else if (part instanceof FileNamePattern.Index padded && index != ANY_INDEX) {
                String digits = Integer.toString(index);
                text.append("0".repeat(Math.max(0, padded.minDigits() - digits.length())))
                        .append(digits);
            } else {
                text.append(MARK);
                conversions.add(part);
            }
        }
        marked = plain(Path.of(text.toString()));
    }

    private static String plain(Path path) {
        return path.toAbsolutePath().normalize().toString().replace(File.separatorChar, '/');
    }

    /** Whether a file has such a name, or one that such a file will have when it is compressed. */
    boolean matches(Path file, ArchiveFormat format) {
        String name = plain(file);
        return matches(name, marked) || (format != ArchiveFormat.PLAIN && matches(name, marked + format.ending()));
    }

    private boolean matches(String name, String pattern) {
        // Where the pattern's beginning may end in the name.
        BitSet ends = new BitSet();
        ends.set(0);
        int at = 0;
        for (FileNamePattern.Part conversion : conversions) {
            int mark = pattern.indexOf(MARK, at);
            if (mark < 0) {
                return false;
            }
            ends = behind(conversion, name, behind(pattern.substring(at, mark), name, ends));
            at = mark + 1;
        }
        return behind(pattern.substring(at), name, ends).get(name.length());
    }

    private static BitSet behind(String literal, String name, BitSet begins) {
        BitSet ends = new BitSet();
        for (int begin = begins.nextSetBit(0); begin >= 0; begin = begins.nextSetBit(begin + 1)) {
            if (name.startsWith(literal, begin)) {
                ends.set(begin + literal.length());
            }
        }
        return ends;
    }

    private static BitSet behind(FileNamePattern.Part conversion, String name, BitSet begins) {
        BitSet ends = new BitSet();
        for (int begin = begins.nextSetBit(0); begin >= 0; begin = begins.nextSetBit(begin + 1)) {
            for (int end = begin + 1; end <= name.length(); end++) {
                if (!ends.get(end) && prints(conversion, name.substring(begin, end))) {
                    ends.set(end);
                }
            }
        }
        return ends;
    }

    private static boolean prints(FileNamePattern.Part conversion, String text) {
        if (conversion instanceof FileNamePattern.Date date) {
            ParsePosition at = new ParsePosition(0);
            return DateTimeFormatter.ofPattern(date.pattern()).parseUnresolved(text, at) != null
                    && at.getIndex() == text.length();
        }
        int digits = 0;
        while (digits < text.length() && text.charAt(digits) >= '0' && text.charAt(digits) <= '9') {
            digits++;
        }
        return digits == text.length();
    }
}

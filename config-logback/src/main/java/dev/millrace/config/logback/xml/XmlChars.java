package dev.millrace.config.logback.xml;

/** The character classes of XML 1.0. */
final class XmlChars {
    private XmlChars() {}

    static boolean isSpace(char c) {
        return c == ' ' || c == '\n' || c == '\t' || c == '\r';
    }

    /** Whether a code point may occur in a document at all. */
    static boolean isAllowed(int codePoint) {
        if (codePoint < 0x20) {
            return codePoint == '\t' || codePoint == '\n' || codePoint == '\r';
        }
        return codePoint <= 0xD7FF
                || (codePoint >= 0xE000 && codePoint <= 0xFFFD)
                || (codePoint >= 0x10000 && codePoint <= 0x10FFFF);
    }

    static boolean isNameStart(int codePoint) {
        if (codePoint < 0x80) {
            return (codePoint >= 'a' && codePoint <= 'z')
                    || (codePoint >= 'A' && codePoint <= 'Z')
                    || codePoint == '_'
                    || codePoint == ':';
        }
        return (codePoint >= 0xC0 && codePoint <= 0x2FF && codePoint != 0xD7 && codePoint != 0xF7)
                || (codePoint >= 0x370 && codePoint <= 0x1FFF && codePoint != 0x37E)
                || codePoint == 0x200C
                || codePoint == 0x200D
                || (codePoint >= 0x2070 && codePoint <= 0x218F)
                || (codePoint >= 0x2C00 && codePoint <= 0x2FEF)
                || (codePoint >= 0x3001 && codePoint <= 0xD7FF)
                || (codePoint >= 0xF900 && codePoint <= 0xFDCF)
                || (codePoint >= 0xFDF0 && codePoint <= 0xFFFD)
                || (codePoint >= 0x10000 && codePoint <= 0xEFFFF);
    }

    static boolean isNamePart(int codePoint) {
        return isNameStart(codePoint)
                || (codePoint >= '0' && codePoint <= '9')
                || codePoint == '-'
                || codePoint == '.'
                || codePoint == 0xB7
                || (codePoint >= 0x300 && codePoint <= 0x36F)
                || codePoint == 0x203F
                || codePoint == 0x2040;
    }
}

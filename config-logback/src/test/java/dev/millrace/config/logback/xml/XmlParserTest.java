package dev.millrace.config.logback.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class XmlParserTest {
    private static final int ROUNDS = Integer.getInteger("millrace.test.xml.rounds", 2_000);

    /** The JDK takes some of these and not others; we take all. */
    private static final Pattern UNSPACED_DECLARATION = Pattern.compile("<\\?xml[^>]*['\"](encoding|standalone)");

    private final List<String> notices = new ArrayList<>();

    @Test
    @Timeout(120)
    void shouldReadWellFormedDocumentsAsTheJdkDoes() {
        Random random = new Random(20261121);
        for (int i = 0; i < ROUNDS; i++) {
            String text = XmlGenerator.document(random);

            String ours = SaxOracle.ours(utf8(text));

            assertThat(ours).as(text).isNotNull().isEqualTo(SaxOracle.jdk(utf8(text)));
        }
    }

    @Test
    @Timeout(120)
    void shouldAcceptOfMutatedDocumentsWhatTheJdkAccepts() {
        Random random = new Random(71);
        int refused = 0;
        for (int i = 0; i < ROUNDS; i++) {
            String text = XmlGenerator.mutated(random);
            if (UNSPACED_DECLARATION.matcher(text).lookingAt()) {
                continue;
            }

            String ours = SaxOracle.ours(utf8(text));

            assertThat(ours).as(text).isEqualTo(SaxOracle.jdk(utf8(text)));
            if (ours == null) {
                refused++;
            }
        }
        assertThat(refused).isBetween(ROUNDS / 10, ROUNDS * 19 / 20);
    }

    @Test
    void shouldDecodeAsTheJdkDoes() {
        String text = "<?xml version='1.0' encoding='%s'?>\n<a b='é'>ü €</a>";
        for (String name : List.of("UTF-8", "ISO-8859-1", "windows-1252", "US-ASCII", "ISO-8859-15")) {
            Charset charset = Charset.forName(name);
            byte[] bytes = text.formatted(name)
                    .replace("€", name.contains("8859-1") ? "e" : "€")
                    .getBytes(charset);

            assertThat(SaxOracle.ours(bytes)).as(name).isEqualTo(SaxOracle.jdk(bytes));
        }
        byte[] bigEndian = text.formatted("UTF-16").getBytes(StandardCharsets.UTF_16);
        byte[] littleEndian = ("\uFEFF" + text.formatted("UTF-16")).getBytes(StandardCharsets.UTF_16LE);
        byte[] marked = ("\uFEFF" + text.formatted("UTF-8")).getBytes(StandardCharsets.UTF_8);
        byte[] unmarked = text.formatted("UTF-16BE").getBytes(StandardCharsets.UTF_16BE);

        assertThat(SaxOracle.ours(bigEndian)).isNotNull().isEqualTo(SaxOracle.jdk(bigEndian));
        assertThat(SaxOracle.ours(littleEndian)).isNotNull().isEqualTo(SaxOracle.jdk(littleEndian));
        assertThat(SaxOracle.ours(marked)).isNotNull().isEqualTo(SaxOracle.jdk(marked));
        assertThat(SaxOracle.ours(unmarked)).isNotNull().isEqualTo(SaxOracle.jdk(unmarked));
    }

    @Test
    void shouldKnowTheLineAndColumnOfEveryNode() throws XmlException {
        XmlElement root = parse("<?xml version='1.0'?>\r\n<a>\r\n  <b\r\n x='1'/><!-- \n -->\n text <c/></a>");

        assertThat(root.line()).isEqualTo(2);
        XmlElement b = (XmlElement) root.children().get(1);
        assertThat(b.line()).isEqualTo(3);
        assertThat(b.column()).isEqualTo(3);
        XmlElement c = (XmlElement) root.children().get(3);
        assertThat(c.line()).isEqualTo(6);
        assertThat(c.column()).isEqualTo(7);
    }

    @Test
    void shouldNameThePlaceAndTheRemedyOfAnError() {
        assertError("<a>\n <b></c>\n</a>", 2, 5, "</c> closes <b> of line 2");
        assertError("<a>\n", 2, 1, "the document ends before </a> of line 1");
        assertError("<a b=c/>", 1, 6, "the value of b must be in quotes");
        assertError("<a b='1' b='2'/>", 1, 10, "<a> has two attributes b");
        assertError(
                "<a>x & y</a>",
                1,
                7,
                "the name of an entity after \"&\" (write \"&amp;\" for the character itself) is expected");
        assertError("<a>&copy;</a>", 1, 4, "there is no entity \"&copy;\"");
        assertError("<a/><b/>", 1, 5, "nothing but comments may follow the end of <a>");
        assertError("", 1, 1, "the document has no element");
        assertError("hello", 1, 1, "text is not allowed before the first element");
    }

    private static void assertError(String text, int line, int column, String message) {
        assertThatThrownBy(() -> XmlParser.parse(utf8(text), new ArrayList<>()))
                .as(text)
                .isInstanceOfSatisfying(XmlException.class, e -> {
                    assertThat(e).hasMessage(message);
                    assertThat(e.line()).isEqualTo(line);
                    assertThat(e.column()).isEqualTo(column);
                });
    }

    @Test
    void shouldPassOverDoctypeAndResolveNothing() throws XmlException {
        XmlElement root = parse(
                """
                <?xml version="1.0"?>
                <!DOCTYPE configuration SYSTEM "file:///etc/passwd" [
                  <!-- ] > ' -->
                  <!ENTITY xxe SYSTEM "file:///etc/passwd">
                  <!ENTITY gt2 "a > b ]">
                  <?pi ]> ?>
                ]>
                <configuration a="&xxe;">&xxe;</configuration>
                """);

        assertThat(root.attribute("a")).isEqualTo("&xxe;");
        assertThat(root.children()).singleElement().isInstanceOfSatisfying(XmlText.class, text -> assertThat(
                        text.text())
                .isEqualTo("&xxe;"));
        assertThat(notices).extracting(notice -> notice.split(":")[0]).containsExactly("2", "8", "8");
    }

    @Test
    void shouldReadEntitiesOfTheDocumentItselfAsTheJdkDoes() {
        String declarations =
                """
                <!DOCTYPE a [
                  <!-- <!ENTITY app "no"> -->
                  <!ELEMENT a ANY> <!ATTLIST b c CDATA #IMPLIED>
                  <!ENTITY app "billing"> <!ENTITY app "second">
                  <!ENTITY pattern '&#37;d [&#37;thread] &#38;lt;&app;&gt; &#60;c/>&#x20AC;
                '>
                  <!ENTITY part "<b c='&app;'>x&app;</b><!-- &app; --><![CDATA[&app;]]>">
                  <!ENTITY % parameter "p"> <!ENTITY empty "">
                  <!ENTITY other "&part; and &part;">
                ]>
                """;
        for (String body : List.of(
                "<a b='&app;-&app;.log'>&app;</a>",
                "<a>x&app;y<b/>&app;</a>",
                "<a>&pattern;</a>",
                "<a b='&empty;'>&empty;</a>",
                "<a>before &part; behind</a>",
                "<a>&other;&other;</a>",
                "<a b='&part;'/>",
                "<a>&#38;app;</a>")) {
            byte[] bytes = utf8(declarations + body);

            assertThat(SaxOracle.ours(bytes)).as(body).isEqualTo(SaxOracle.jdk(bytes));
        }
        for (String entity : List.of("<b>", "</a><a>", "<b></a></b>", "&", "&x", "<", "%d", "&e;", "&f;", "&#0;")) {
            byte[] bytes = utf8("<!DOCTYPE a [<!ENTITY f '&e;'><!ENTITY e '" + entity + "'>]><a><a>&e;</a></a>");

            assertThat(SaxOracle.ours(bytes)).as(entity).isNull();
            assertThat(SaxOracle.jdk(bytes)).as(entity).isNull();
        }
    }

    @Test
    void shouldTellThatAttributesHaveNoDefaults() throws XmlException {
        XmlElement root = parse("\n<!DOCTYPE a [<!ATTLIST a level CDATA 'WARN'>]><a/>");

        assertThat(root.attribute("level")).isNull();
        assertThat(notices).singleElement().asString().startsWith("2: ").contains("defaults of attributes");
    }

    @Test
    void shouldTakeReferencesToControlCharactersWhereTheVersionAllowsThem() {
        for (String version : List.of("1.0", "1.1")) {
            for (String text : List.of("&#x1b;[31m", "&#1;", "&#x1F;", "&#0;", "&#x7f;", "&#xFFFE;", "&e;")) {
                byte[] bytes = utf8("<?xml version='" + version + "'?><!DOCTYPE a [<!ENTITY e '&#x1b;'>]><a b='" + text
                        + "'>" + text + "</a>");

                assertThat(SaxOracle.ours(bytes)).as(version + text).isEqualTo(SaxOracle.jdk(bytes));
            }
        }
    }

    @Test
    void shouldPlaceWhatAnEntityStandsForWhereItIsReferredTo() throws XmlException {
        XmlElement root = parse("<!DOCTYPE a [<!ENTITY e '\n\n<b/>'>]>\n<a>\n &e; <c/></a>");

        XmlElement b = (XmlElement) root.children().get(1);
        assertThat(b.line()).isEqualTo(5);
        assertThat(b.column()).isEqualTo(2);
        assertThat(((XmlElement) root.children().get(3)).column()).isEqualTo(6);
        assertError(
                "<!DOCTYPE a [<!ENTITY e '<b>'>]><a>\n &e;</a>",
                2,
                2,
                "<b> begins in entity \"&e;\" and does not" + " end there");
    }

    @Test
    @Timeout(20)
    void i7ShouldRefuseEntitiesThatStandForTooMuch() {
        StringBuilder bomb = new StringBuilder("<!DOCTYPE a [<!ENTITY e0 'laughter'>");
        for (int i = 1; i < 15; i++) {
            bomb.append("<!ENTITY e")
                    .append(i)
                    .append(" '")
                    .append(("&e" + (i - 1) + ";").repeat(10))
                    .append("'>");
        }
        bomb.append("]>");
        String wide = "<!DOCTYPE a [<!ENTITY e '" + "x".repeat(100_000) + "'>]><a>" + "&e;".repeat(20) + "</a>";
        StringBuilder deep = new StringBuilder("<!DOCTYPE a [<!ENTITY d0 ''>");
        for (int i = 1; i < 30; i++) {
            deep.append("<!ENTITY d").append(i).append(" '&d").append(i - 1).append(";'>");
        }
        deep.append("]>");

        assertThatThrownBy(() -> parse(bomb + "<a>&e14;</a>")).hasMessageContaining("stand for more than");
        assertThatThrownBy(() -> parse(bomb + "<a b='&e14;'/>")).hasMessageContaining("stand for more than");
        assertThatThrownBy(() -> parse(wide)).hasMessageContaining("stand for more than");
        assertThatThrownBy(() -> parse(deep + "<a>&d29;</a>")).hasMessageContaining("inside one another");
        assertError(
                "<!DOCTYPE a [<!ENTITY e 'x&e;'>]><a>&e;</a>",
                1,
                37,
                "entity \"&e;\" stands for a text that refers" + " to itself");
    }

    @Test
    void shouldGoOnWithUndecodableBytes() throws XmlException {
        byte[] bytes = "<a>\n<!-- caf\u00e9 -->x</a>".getBytes(StandardCharsets.ISO_8859_1);

        XmlElement root = XmlParser.parse(bytes, notices);

        assertThat(root.children()).hasSize(1);
        assertThat(notices).singleElement().asString().startsWith("2: ").contains("not UTF-8");
    }

    @Test
    void shouldRefuseWhatIsBeyondItsLimits() {
        assertThatThrownBy(() -> parse("<a>".repeat(100_000))).hasMessageContaining("inside one another");
        assertThatThrownBy(() -> XmlParser.parse(new byte[XmlParser.MAX_DOCUMENT_BYTES + 1], notices))
                .hasMessageContaining("at most");
        StringBuilder many = new StringBuilder("<a");
        for (int i = 0; i < 1_000; i++) {
            many.append(" a").append(i).append("=''");
        }
        assertThatThrownBy(() -> parse(many + "/>")).hasMessageContaining("attributes");
        assertThatThrownBy(() -> parse("<?xml version='1.0' encoding='nope-8'?><a/>"))
                .hasMessageContaining("nope-8");
    }

    @Test
    @Timeout(value = 20, unit = TimeUnit.SECONDS)
    void shouldStayLinearOnLargeDocuments() throws XmlException {
        String text = "<!DOCTYPE a><a>" + "<b x='&e;'>\n&e;</b>".repeat(100_000) + "</a>";

        XmlElement root = parse(text);

        assertThat(root.children()).hasSize(100_000);
        assertThat(notices.size()).isLessThan(100);
    }

    @Test
    @Timeout(60)
    void shouldNeverThrowAnythingButItsOwnExceptionOnRandomBytes() {
        Random random = new Random(5);
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = utf8(XmlGenerator.mutated(random));
            for (int j = random.nextInt(6); j > 0 && bytes.length > 0; j--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
            }
            SaxOracle.ours(bytes);
        }
    }

    private XmlElement parse(String text) throws XmlException {
        return XmlParser.parse(utf8(text), notices);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}

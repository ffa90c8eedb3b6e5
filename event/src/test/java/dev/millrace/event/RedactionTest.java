package dev.millrace.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(value = 60, unit = TimeUnit.SECONDS)
class RedactionTest {
    private static final String SECRET = "hunter2-4711";

    private final List<String> astray = new ArrayList<>();
    private final Dictionary dictionary = Dictionary.inMemory();
    private final LogEvent event = new LogEvent(dictionary);

    private EventCapture capture(Set<String> keys, String... patterns) {
        List<Pattern> compiled = Arrays.stream(patterns).map(Pattern::compile).toList();
        Redaction redaction = new Redaction(keys, compiled, pattern -> astray.add(pattern.pattern()));
        return new EventCapture(dictionary, new EventClock(), 1 << 20, CaptureOptions.NONE, redaction);
    }

    private byte[] record(EventCapture capture, String template, Object... args) {
        return record(capture, template, args, null, null, null);
    }

    private byte[] record(
            EventCapture capture, String template, Object[] args, Throwable thrown, byte[] mdc, EventDetails details) {
        int count = args.length;
        EventEncoder out = count <= 2
                ? capture.encode(
                        0,
                        "logger",
                        Levels.INFO,
                        0,
                        template,
                        count,
                        count > 0 ? args[0] : null,
                        count > 1 ? args[1] : null,
                        null,
                        thrown,
                        mdc,
                        details)
                : capture.encode(0, "logger", Levels.INFO, 0, template, count, null, null, args, thrown, mdc, details);
        byte[] record = Arrays.copyOf(out.bytes(), out.length());
        capture.release(out);
        assertThat(event.wrap(record, 0, record.length)).isTrue();
        return record;
    }

    private String message() {
        Utf8Buffer out = new Utf8Buffer(64);
        event.message(out);
        return new String(out.bytes(), 0, out.length(), StandardCharsets.UTF_8);
    }

    /** Java passes such an array as the arguments themselves; a text cannot be stored in it. */
    @Test
    void i1ShouldTakeArgumentsInAnArrayOfAnotherTypeThanObject() {
        EventCapture capture = capture(Set.of(), "\\b4\\d{15}\\b|SECONDS|secret");
        byte[][] bytes = {"secret".getBytes(StandardCharsets.UTF_8), {1}, {2}};
        char[][] chars = {"secret".toCharArray(), {'a'}, {'b'}};
        Object[][] arrays = {
            new Long[] {4111111111111111L, 1L, 2L},
            new Long[] {3L, 1L, 2L},
            TimeUnit.values(),
            new String[] {"a secret", "b", "c"},
            bytes,
            chars
        };

        for (Object[] array : arrays) {
            Object[] before = array.clone();
            record(capture, "{} {} {}", array);
            assertThat(message()).doesNotContain("4111111111111111", "SECONDS", "secret");
            assertThat(array).containsExactly(before);
        }
        record(capture, "{} {} {}", arrays[1]);
        assertThat(message()).isEqualTo("3 1 2");
        record(capture, "{} {} {}", arrays[0]);
        assertThat(message()).endsWith(" 1 2");
    }

    private static String raw(byte[] record) {
        return new String(record, StandardCharsets.ISO_8859_1);
    }

    @Test
    void shouldReplaceWhatAPatternFindsInAnArgument() {
        byte[] record = record(capture(Set.of(), "hunter\\S+"), "user {} has {}", "ann", SECRET);

        assertThat(message()).isEqualTo("user ann has ****");
        assertThat(raw(record)).doesNotContain(SECRET);
    }

    @Test
    void shouldReplaceWhatAPatternFindsAcrossATemplateAndItsArguments() {
        byte[] record = record(capture(Set.of(), "(?<=password=)\\S+"), "password={} of {}", SECRET, "ann");

        assertThat(message()).isEqualTo("password=**** of ann");
        assertThat(raw(record)).doesNotContain(SECRET);
    }

    @Test
    void shouldReplaceWhatStandsInALineThatWasPutTogetherByHand() {
        record(capture(Set.of(), "hunter\\S+"), "the password is " + SECRET);

        assertThat(message()).isEqualTo("the password is ****");
    }

    @Test
    void shouldReplaceArgumentsThatTheMessageDoesNotPrint() {
        byte[] record = record(capture(Set.of(), "hunter\\S+"), "nothing to see", SECRET);

        assertThat(raw(record)).doesNotContain(SECRET);
    }

    @Test
    void shouldLookAtWhatForeignObjectsNumbersAndNestedArraysPrint() {
        EventCapture capture = capture(Set.of(), "hunter\\S+", "\\b\\d{16}\\b");

        record(capture, "{} {} {}", new StringBuilder(SECRET), 4_111_111_111_111_111L, new Object[] {
            "a", List.of(SECRET)
        });

        assertThat(message()).isEqualTo("**** **** [a, [****");
    }

    @Test
    void shouldLookAtTheLettersOfArraysThatPrintThemOtherwise() {
        EventCapture capture = capture(Set.of(), "hunter\\S+");

        byte[] record = record(capture, "{} {}", SECRET.getBytes(StandardCharsets.UTF_8), SECRET.toCharArray());

        assertThat(message()).isEqualTo("**** ****");
        assertThat(raw(record)).doesNotContain(SECRET);
    }

    @Test
    void shouldLookAtTheLettersOfArraysInArrays() {
        EventCapture capture = capture(Set.of(), "hunter\\S+");
        Character[] boxed = SECRET.chars().mapToObj(c -> (char) c).toArray(Character[]::new);

        byte[] record = record(
                capture,
                "{} {} {} {}",
                new Object[] {"a", SECRET.toCharArray()},
                new byte[][] {{1}, SECRET.getBytes(StandardCharsets.UTF_8)},
                boxed,
                new Object[] {"kept", new char[] {'o', 'k'}});

        assertThat(message()).isEqualTo("**** **** **** [kept, [o, k]]");
        assertThat(raw(record)).doesNotContain("h, u, n").doesNotContain("104, 117, 110");
    }

    @Test
    void shouldFindTheLettersOfAnArrayByWhatStandsBeforeIt() {
        EventCapture capture = capture(Set.of(), "(?<=password=)\\S+");

        byte[] record = record(capture, "password={} of {}", SECRET.toCharArray(), new byte[] {1, 2});
        assertThat(message()).isEqualTo("password=**** of ****");
        assertThat(raw(record)).doesNotContain("u, n, t");

        record(capture, "passwords={} of {}", SECRET.toCharArray(), new byte[] {1, 2});
        assertThat(message()).startsWith("passwords=[h, u, n").endsWith("of [1, 2]");
    }

    @Test
    void shouldAskElementsOfAnArrayOnce() {
        int[] asked = new int[1];
        Object element = new Object() {
            @Override
            public String toString() {
                return "asked " + ++asked[0];
            }
        };

        record(capture(Set.of(), "hunter\\S+"), "{} {}", new Object[] {element, new char[] {'x'}}, 1);

        assertThat(message()).isEqualTo("[asked 1, [x]] 1");
    }

    @Test
    void shouldReplaceTheValuesOfKeysExactly() {
        Map<String, String> mdc = new LinkedHashMap<>();
        mdc.put("token", SECRET);
        mdc.put("Token", "kept");
        mdc.put("empty", null);
        EventDetails details = new EventDetails(
                null, List.of("token", "tokens", "token"), Arrays.asList(SECRET, "kept", null), null, 0, null);

        byte[] record = record(capture(Set.of("token")), "m", new Object[0], null, MdcSnapshot.encode(mdc), details);

        List<String> pairs = new ArrayList<>();
        event.forEachMdc(
                (bytes, keyFrom, keyLength, valueFrom, valueLength) -> pairs.add(text(bytes, keyFrom, keyLength) + "="
                        + (valueLength < 0 ? null : text(bytes, valueFrom, valueLength))));
        assertThat(pairs).containsExactly("token=****", "Token=kept", "empty=null");
        assertThat(raw(record)).doesNotContain(SECRET).contains("kept");
    }

    private static String text(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, StandardCharsets.UTF_8);
    }

    @Test
    void shouldLeaveASnapshotAsItIsWhereNothingIsFound() {
        Redaction redaction = new Redaction(Set.of("token"), List.of(Pattern.compile("hunter")), pattern -> {});
        byte[] snapshot = MdcSnapshot.encode(Map.of("user", "ann"));

        assertThat(redaction.mdc(snapshot)).isSameAs(snapshot);
    }

    @Test
    void shouldReplaceWhatMessagesOfThrowablesSay() {
        Throwable thrown = new IllegalStateException("no " + SECRET, new IllegalArgumentException(SECRET) {
            private static final long serialVersionUID = 1L;

            @Override
            public String toString() {
                return "special: " + SECRET;
            }
        });
        thrown.addSuppressed(new RuntimeException("suppressed " + SECRET, thrown));

        byte[] record = record(capture(Set.of(), "hunter\\S+"), "m", new Object[0], thrown, null, null);

        assertThat(raw(record)).doesNotContain(SECRET).contains("no ****", "special: ****", "suppressed ****");
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+b", "(a|aa)+$", "(.*)*x"})
    void shouldReplaceTheWholeTextWhereASearchGoesAstrayAndTellOnce(String pattern) {
        EventCapture capture = capture(Set.of(), pattern);
        String bait = "a".repeat(5_000) + "!";

        for (int call = 0; call < 3; call++) {
            record(capture, "{}", bait);
            assertThat(message()).isEqualTo("****");
        }

        assertThat(astray).containsExactly(pattern);
    }

    @Test
    void shouldFindAnAddressBesideALongToken() {
        String token = "x9".repeat(200);

        record(capture(Set.of(), "[a-zA-Z0-9._%+-]+@[a-zA-Z0-9.-]+"), "{} {}", token, "a@b.org");

        assertThat(message()).isEqualTo(token + " ****");
    }

    @Test
    void shouldIgnoreEmptyMatches() {
        record(capture(Set.of(), "x*"), "{} axxb", 1);

        assertThat(message()).isEqualTo("1 a****b");
    }

    @Test
    void shouldChangeNothingElseInGeneratedCalls() {
        EventCapture redacting = capture(Set.of("no such key"), "no such text");
        EventCapture plain = new EventCapture(dictionary, new EventClock(), 1 << 20);
        Random random = new Random(48);
        String[] pieces = {"{}", "\\{}", "\\\\{}", "{", "}", "text ", "\\", "é 漢 𝄞"};
        Object[] values = {"a", 1, 2.5, null, new int[] {1, 2}, 'c', List.of("x"), new Object[] {"y", null}};
        for (int round = 0; round < 5_000; round++) {
            StringBuilder template = new StringBuilder();
            for (int i = random.nextInt(6); i >= 0; i--) {
                template.append(pieces[random.nextInt(pieces.length)]);
            }
            Object[] args = new Object[random.nextInt(5)];
            for (int i = 0; i < args.length; i++) {
                args[i] = values[random.nextInt(values.length)];
            }

            record(plain, template.toString(), args);
            String expected = message();
            record(redacting, template.toString(), args);

            assertThat(message()).as(template.toString()).isEqualTo(expected);
            int count = args.length;
            ValueResolver resolver = new ValueResolver(1000);
            assertThat(MessageText.of(template.toString(), count, resolver.arguments(args, count)))
                    .isEqualTo(expected);
        }
    }

    @Test
    void shouldNotTouchTheCallersArray() {
        Object[] args = {SECRET, "b", "c"};

        record(capture(Set.of(), "hunter\\S+"), "{} {} {}", args);

        assertThat(args).containsExactly(SECRET, "b", "c");
    }
}

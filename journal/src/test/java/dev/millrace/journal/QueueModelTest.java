package dev.millrace.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random programs over a queue and a {@link QueueModel}, on files that fail, tear and fill up. A program that fails is
 * made shorter for as long as it does, and printed. {@code -Dmillrace.model.programs=5000} for the long form,
 * {@code -Dmillrace.model.seed=…} for others.
 */
@Timeout(3_600)
class QueueModelTest {
    private static final int PROGRAMS = Integer.getInteger("millrace.model.programs", 100);
    private static final long SEED = Long.getLong("millrace.model.seed", 2_026);
    private static final int MOST_STEPS = 60;

    @TempDir
    Path parent;

    private int made;

    /** One step of a program, with what it says of itself. */
    private record Step(String text, Action action) {
        @Override
        public String toString() {
            return text;
        }
    }

    private interface Action {
        void on(QueueModel model) throws Exception;
    }

    private record Program(boolean keepsAll, boolean recordChecksums, QueueCompression compression, List<Step> steps) {
        Program without(int from, int to) {
            List<Step> rest = new ArrayList<>(steps.subList(0, from));
            rest.addAll(steps.subList(to, steps.size()));
            return new Program(keepsAll, recordChecksums, compression, rest);
        }
    }

    private static Program program(long seed) {
        Random random = new Random(seed);
        boolean keepsAll = random.nextInt(3) == 0;
        boolean recordChecksums = random.nextInt(3) == 0;
        QueueCompression compression = compression(random);
        List<Step> steps = new ArrayList<>();
        for (int count = 1 + random.nextInt(MOST_STEPS); count > 0; count--) {
            steps.add(step(random));
        }
        return new Program(keepsAll, recordChecksums, compression, steps);
    }

    private static QueueCompression compression(Random random) {
        return random.nextBoolean()
                ? QueueCompression.NONE
                : random.nextBoolean() ? QueueCompression.GZIP : QueueCompression.ZSTD;
    }

    private static Step step(Random random) {
        int tailer = random.nextInt(QueueModel.TAILERS);
        int many = 1 + random.nextInt(random.nextBoolean() ? 10 : 3_000);
        long seed = random.nextLong();
        return switch (random.nextInt(24)) {
            case 0, 1, 2, 3, 4 -> append(many, random.nextInt(5) == 0 ? 60_000 : 400);
            case 5 -> new Step("appendWhatCannotBe", QueueModel::appendWhatCannotBe);
            case 6, 7, 8 -> new Step("read " + tailer + " " + many, model -> model.read(tailer, many));
            case 9 -> new Step("readBack " + tailer + " " + many, model -> model.readBack(tailer, many));
            case 10, 11, 12 -> new Step("commit " + tailer, model -> model.commit(tailer));
            case 13 -> new Step("closeTailer " + tailer, model -> model.closeTailer(tailer));
            case 14, 15 -> new Step("openTailer " + tailer, model -> model.openTailer(tailer));
            case 16 -> new Step("reopen", QueueModel::reopen);
            case 17 -> new Step("crash", QueueModel::crash);
            case 18 -> new Step("crashAmidstAnAppend " + many, model -> model.crashAmidstAnAppend(many));
            case 19 -> new Step("look", QueueModel::look);
            case 20 -> new Step("fillUp " + many * 500L, model -> model.fillUp(many * 500L));
            case 21 -> random.nextInt(4) == 0 ? new Step("fail", QueueModel::fail) : mend();
            case 22 -> mend();
            default -> losePower(seed, random.nextInt(3) == 0 ? 0.5 : 0.02);
        };
    }

    private static Step append(int count, int longest) {
        int most = longest > 1_000 ? Math.min(count, 40) : count;
        return new Step("append " + most + " " + longest, model -> model.append(most, longest));
    }

    private static Step mend() {
        return new Step("mend", QueueModel::mend);
    }

    private static Step losePower(long seed, double share) {
        return new Step("losePower " + seed + " " + share, model -> model.losePower(seed, share));
    }

    /** What is wrong, or null. */
    private Throwable run(Program program) throws Exception {
        Path directory = Files.createDirectory(parent.resolve("program-" + made++));
        int done = 0;
        try (QueueModel model =
                new QueueModel(directory, program.keepsAll(), program.recordChecksums(), program.compression())) {
            for (Step step : program.steps()) {
                step.action().on(model);
                done++;
            }
            model.end();
            return null;
        } catch (Exception | Error e) {
            e.addSuppressed(new IllegalStateException("at step " + done + " of " + program));
            return e;
        } finally {
            try (var files = Files.walk(directory)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** What is wrong with the shortest program that is found to fail by leaving out pieces. */
    private Throwable shrunk(Program failing, Throwable wrong) throws Exception {
        Program shortest = failing;
        Throwable last = wrong;
        for (int piece = Math.max(1, failing.steps().size() / 2); piece > 0; piece /= 2) {
            for (int from = 0; from + piece <= shortest.steps().size(); ) {
                Program shorter = shortest.without(from, from + piece);
                Throwable still = run(shorter);
                if (still != null) {
                    shortest = shorter;
                    last = still;
                } else {
                    from += piece;
                }
            }
        }
        return new AssertionError("shortest program: " + shortest, last);
    }

    @Test
    void I6_shouldHoldWhatItsModelHoldsOnFilesThatFailTearAndFillUp() throws Exception {
        for (int number = 0; number < PROGRAMS; number++) {
            Program program = program(SEED + number);
            Throwable wrong = run(program);
            if (wrong != null) {
                throw new AssertionError("seed " + (SEED + number), shrunk(program, wrong));
            }
        }
        assertThat(made).isEqualTo(PROGRAMS);
    }
}

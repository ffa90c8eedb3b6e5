package dev.millrace.stress;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.SortedSet;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs every jcstress case and fails when one of them saw what is forbidden, or did not run.
 *
 * <p>{@code stress [option of jcstress]...}; without options the mode is {@code quick} with both actors compiled alike
 * ({@code -sc false}), which takes some minutes. Exit codes: 0 good, 1 not good,
 * 2 not understood.
 *
 * @since 0.1.0
 */
public final class Stress {
    /** How many cases there are: a processor that found fewer must not pass for a good run. */
    static final int CASES = 8;

    private static final String REPORT = "jcstress";

    private Stress() {}

    /** Runs and exits with the code. */
    public static void main(String[] arguments) throws Exception {
        System.exit(run(arguments, System.out));
    }

    /** Runs and returns the exit code. */
    static int run(String[] arguments, PrintStream out) throws Exception {
        Options options = new Options(withDefaults(arguments));
        if (!options.parse()) {
            return 2;
        }
        JCStress stress = new JCStress(options);
        SortedSet<String> cases = stress.getTests();
        stress.run();
        boolean all = options.getTestFilter().equals(".*");
        Verdict verdict = Verdict.of(all ? CASES : cases.size(), cases, results(options.getResultFile()));
        // jcstress leaves it in the working directory.
        Files.move(
                Path.of(options.getResultFile()),
                Path.of(options.getResultDest()).resolve("results.bin.gz"),
                StandardCopyOption.REPLACE_EXISTING);
        out.println();
        for (String complaint : verdict.complaints()) {
            out.println("  " + complaint);
        }
        out.println(
                verdict.isGood()
                        ? "stress: all " + verdict.cases() + " cases ran, nothing forbidden was seen"
                        : "stress: NOT good, " + verdict.complaints().size() + " complaints, report in "
                                + options.getResultDest());
        return verdict.isGood() ? 0 : 1;
    }

    private static String[] withDefaults(String[] arguments) throws Exception {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        if (!all.contains("-m")) {
            all.addAll(List.of("-m", "quick"));
        }
        if (!all.contains("-sc")) {
            all.addAll(List.of("-sc", "false"));
        }
        if (!all.contains("-r")) {
            Path report = Path.of(Stress.class
                            .getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .resolveSibling(REPORT);
            Files.createDirectories(report);
            all.addAll(List.of("-r", report.toString()));
        }
        return all.toArray(String[]::new);
    }

    private static Collection<CaseResult> results(String file) throws Exception {
        InProcessCollector collector = new InProcessCollector();
        DiskReadCollector reader = new DiskReadCollector(file, collector);
        try {
            reader.dump();
        } finally {
            reader.close();
        }
        List<CaseResult> results = new ArrayList<>();
        for (TestResult result : collector.getTestResults()) {
            results.add(new CaseResult(
                    result.getName(),
                    result.status().name(),
                    result.getTotalCount(),
                    result.grading().isPassed ? List.of() : result.grading().failureMessages));
        }
        return results;
    }
}

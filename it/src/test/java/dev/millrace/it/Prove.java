package dev.millrace.it;

import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.proof.BadInput;
import dev.millrace.it.proof.CentralConfigurations;
import dev.millrace.it.proof.ConsoleStall;
import dev.millrace.it.proof.DiskFull;
import dev.millrace.it.proof.Gremlin;
import dev.millrace.it.proof.Mutations;
import dev.millrace.it.proof.Proof;
import dev.millrace.it.proof.QueueBulk;
import dev.millrace.it.proof.QueueKill;
import dev.millrace.it.proof.Reload;
import dev.millrace.it.proof.Rolling;
import dev.millrace.it.proof.SigKill;
import dev.millrace.it.proof.StackOverflow;
import dev.millrace.it.proof.WholeOutput;
import dev.millrace.it.proof.ZooKeeper;
import java.util.Arrays;
import java.util.List;

/** Runs the full form of a proof: {@code ./millrace prove <name>}. Exit code 0: shown, 1: not so, 2: wrong usage. */
public final class Prove {
    private static final String ROUNDS = "--rounds=";
    private static final String RECORDS = "--records=";

    private Prove() {}

    private static List<Proof> proofs(long queueRounds, long queueRecords) {
        return List.of(
                new WholeOutput(),
                new SigKill(),
                new StackOverflow(),
                new DiskFull(),
                new ConsoleStall(),
                new BadInput(),
                new Rolling(),
                new QueueKill((int) queueRounds),
                new QueueBulk(queueRecords),
                new Reload(),
                new Gremlin(),
                new ZooKeeper(),
                new CentralConfigurations(),
                new Mutations());
    }

    /** Runs the proofs that are named, or all of them. */
    public static void main(String[] args) {
        List<String> names = Arrays.stream(args)
                .filter(arg -> !arg.startsWith(ROUNDS) && !arg.startsWith(RECORDS))
                .toList();
        List<Proof> known =
                proofs(count(args, ROUNDS, QueueKill.FULL_ROUNDS), count(args, RECORDS, QueueBulk.FULL_RECORDS));
        List<Proof> chosen = names.equals(List.of("all"))
                ? known
                : known.stream().filter(proof -> names.contains(proof.name())).toList();
        if (chosen.isEmpty() || (chosen.size() != names.size() && chosen != known)) {
            usage(known);
        }
        boolean shown = true;
        for (Proof proof : chosen) {
            shown &= run(proof);
        }
        System.exit(shown ? 0 : 1);
    }

    private static long count(String[] args, String option, long otherwise) {
        long count = otherwise;
        for (String arg : args) {
            if (arg.startsWith(option)) {
                String digits = arg.substring(option.length());
                if (!digits.matches("[1-9][0-9]{0,8}")) {
                    usage(proofs(1, 1));
                }
                count = Long.parseLong(digits);
            }
        }
        return count;
    }

    private static void usage(List<Proof> known) {
        System.out.println(
                "usage: prove <name>… | all   [--rounds=N, of the proof 'queue'; --records=N, of 'queue-100m']");
        known.forEach(proof -> System.out.printf("  %-15s %s%n", proof.name(), proof.shows()));
        System.exit(2);
    }

    private static boolean run(Proof proof) {
        System.out.printf("%s: %s (%s)%n", proof.name(), proof.shows(), Backend.chosen());
        Findings findings = new Findings(true);
        long beginNs = System.nanoTime();
        proof.run(findings);
        long seconds = (System.nanoTime() - beginNs) / 1_000_000_000;
        System.out.printf("%n%s, %d s%n", proof.name(), seconds);
        findings.figures().forEach(figure -> System.out.println("  " + figure));
        findings.skipped().forEach(skipped -> System.out.println("  skipped: " + skipped));
        findings.failures().forEach(failure -> System.out.println("  FAILED: " + failure));
        System.out.println(findings.failures().isEmpty() ? "  shown" : "  NOT SHOWN");
        return findings.failures().isEmpty();
    }
}

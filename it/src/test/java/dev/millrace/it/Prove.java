package dev.millrace.it;

import dev.millrace.it.harness.Backend;
import dev.millrace.it.harness.Findings;
import dev.millrace.it.proof.BadInput;
import dev.millrace.it.proof.CentralConfigurations;
import dev.millrace.it.proof.ConsoleStall;
import dev.millrace.it.proof.DiskFull;
import dev.millrace.it.proof.Gremlin;
import dev.millrace.it.proof.Proof;
import dev.millrace.it.proof.QueueKill;
import dev.millrace.it.proof.Reload;
import dev.millrace.it.proof.Rolling;
import dev.millrace.it.proof.SigKill;
import dev.millrace.it.proof.StackOverflow;
import dev.millrace.it.proof.WholeOutput;
import dev.millrace.it.proof.ZooKeeper;
import java.util.List;

/** Runs the full form of a proof: {@code ./millrace prove <name>}. Exit code 0: shown, 1: not so, 2: wrong usage. */
public final class Prove {
    private static final List<Proof> PROOFS = List.of(
            new WholeOutput(),
            new SigKill(),
            new StackOverflow(),
            new DiskFull(),
            new ConsoleStall(),
            new BadInput(),
            new Rolling(),
            new QueueKill(),
            new Reload(),
            new Gremlin(),
            new ZooKeeper(),
            new CentralConfigurations());

    private Prove() {}

    /** Runs the proofs that are named, or all of them. */
    public static void main(String[] args) {
        List<Proof> chosen = List.of(args).equals(List.of("all"))
                ? PROOFS
                : PROOFS.stream()
                        .filter(proof -> List.of(args).contains(proof.name()))
                        .toList();
        if (chosen.isEmpty() || (chosen.size() != args.length && !List.of(args).equals(List.of("all")))) {
            System.out.println("usage: prove <name>… | all");
            PROOFS.forEach(proof -> System.out.printf("  %-15s %s%n", proof.name(), proof.shows()));
            System.exit(2);
        }
        boolean shown = true;
        for (Proof proof : chosen) {
            shown &= run(proof);
        }
        System.exit(shown ? 0 : 1);
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

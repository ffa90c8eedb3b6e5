package dev.millrace.bench;

import dev.millrace.bench.report.Report;
import dev.millrace.bench.report.Verdict;
import java.io.PrintStream;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a run has found out so far. For one thread. */
final class Results {
    private final ZonedDateTime began =
            Instant.now().atZone(ZoneId.systemDefault()).truncatedTo(ChronoUnit.SECONDS);
    private final long beganNs = System.nanoTime();
    private final long[] stealAtBegin = Machine.stealTicks();
    private final List<SectionBuilder> sections = new ArrayList<>();
    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<String> failures = new ArrayList<>();

    /** The section of that scenario and title, begun when it is not there yet. */
    SectionBuilder section(String scenario, String title, String question) {
        return existing(scenario, title).orElseGet(() -> {
            SectionBuilder section = new SectionBuilder(scenario, title, question);
            sections.add(section);
            return section;
        });
    }

    /** The section of that scenario and title, if there is one. */
    Optional<SectionBuilder> existing(String scenario, String title) {
        return sections.stream().filter(section -> section.is(scenario, title)).findFirst();
    }

    /** A figure that has a target. */
    boolean verdict(String scenario, String what, String target, String measured, boolean met) {
        return verdict(new Verdict(scenario, what, target, measured, met));
    }

    /** The same, made before. */
    boolean verdict(Verdict verdict) {
        verdicts.add(verdict);
        return verdict.met();
    }

    /** Something that could not be measured. */
    void failure(String what) {
        failures.add(what);
    }

    /** How many figures with a target have missed it so far. */
    long missed() {
        return verdicts.stream().filter(verdict -> !verdict.met()).count();
    }

    boolean allMet() {
        return failures.isEmpty() && missed() == 0;
    }

    boolean hasFailures() {
        return !failures.isEmpty();
    }

    long seconds() {
        return (System.nanoTime() - beganNs) / 1_000_000_000;
    }

    /** The table of figures against targets, and what failed. */
    void printVerdicts(PrintStream out) {
        if (!verdicts.isEmpty()) {
            Table table = new Table("figure", "target", "measured", "");
            for (Verdict verdict : verdicts) {
                table.row(verdict.what(), verdict.target(), verdict.measured(), verdict.met() ? "met" : "MISSED");
            }
            out.println();
            table.print(out);
        }
        failures.forEach(failure -> out.println("NOT MEASURED: " + failure));
    }

    /** How long it took, and what others took of the machine meanwhile. */
    void printEnd(PrintStream out) {
        out.printf(Locale.ROOT, "took %d s, steal %.1f %%%n", seconds(), stealPercent());
    }

    /** Share of the machine's time, in percent, that the hypervisor gave to others since this began. */
    double stealPercent() {
        return Machine.stealPercent(stealAtBegin);
    }

    Report report(RunFacts facts) {
        return new Report(
                Report.SCHEMA,
                began.toOffsetDateTime().toString(),
                facts.command(),
                seconds(),
                facts.machine().withSteal(stealPercent()),
                sections.stream()
                        .filter(section -> !section.isEmpty())
                        .map(SectionBuilder::build)
                        .toList(),
                List.copyOf(verdicts),
                List.copyOf(failures));
    }
}

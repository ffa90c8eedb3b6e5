package dev.millrace.bench.report;

/**
 * What was measured on.
 *
 * @param processor model name
 * @param processors how many the JVM sees
 * @param memory as the system says it
 * @param system name and version
 * @param fileSystem of the work directory
 * @param jdk of the forks unless a section says otherwise
 * @param load average over a minute when the run began
 * @param millrace version and commit of what is measured; null in older reports
 * @param otherJdk of forks whose section says 25; null where none was used, and in older reports
 * @param heap of the forks unless a section says otherwise; null in older reports
 * @param dirtyLimits from which unwritten output on the kernel writes, and holds writers; null in older reports
 * @param stealPercent share of the machine's time that the hypervisor gave to others during the run
 * @since 0.1.0
 */
public record MachineFacts(
        String processor,
        int processors,
        String memory,
        String system,
        String fileSystem,
        String jdk,
        String load,
        String millrace,
        String otherJdk,
        String heap,
        String dirtyLimits,
        double stealPercent) {
    /** The same at the end of the run. */
    public MachineFacts withSteal(double percent) {
        return new MachineFacts(
                processor,
                processors,
                memory,
                system,
                fileSystem,
                jdk,
                load,
                millrace,
                otherJdk,
                heap,
                dirtyLimits,
                percent);
    }
}

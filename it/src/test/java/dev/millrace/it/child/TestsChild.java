package dev.millrace.it.child;

import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs tests: classes, or methods as {@code class#method}, one after the other until one fails. Prints how many ran and
 * failed, and the first that failed.
 */
public final class TestsChild {
    private TestsChild() {}

    /** Runs them. */
    public static void main(String[] args) {
        long ran = 0;
        long failed = 0;
        for (int i = 0; i < args.length && failed == 0; i++) {
            TestExecutionSummary summary = run(args[i]);
            ran += summary.getTestsStartedCount();
            failed += summary.getTotalFailureCount();
            summary.getFailures().stream().findFirst().ifPresent(TestsChild::print);
        }
        System.out.println("ran=" + ran);
        System.out.println("failed=" + failed);
        // Threads that a test left behind are no reason to stay.
        Runtime.getRuntime().halt(0);
    }

    private static TestExecutionSummary run(String test) {
        DiscoverySelector selector =
                test.contains("#") ? DiscoverySelectors.selectMethod(test) : DiscoverySelectors.selectClass(test);
        LauncherDiscoveryRequest request =
                LauncherDiscoveryRequestBuilder.request().selectors(selector).build();
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, listener);
        return listener.getSummary();
    }

    private static void print(TestExecutionSummary.Failure failure) {
        System.out.println("first=" + failure.getTestIdentifier().getDisplayName() + ": "
                + failure.getException().getClass().getSimpleName());
    }
}

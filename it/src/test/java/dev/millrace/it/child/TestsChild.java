package dev.millrace.it.child;

import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs tests: classes, or methods as {@code class#method}, one after the other until one fails. Prints how many ran and
 * failed, and the one that failed.
 */
public final class TestsChild implements TestExecutionListener {
    private long ran;

    private TestsChild() {}

    /** Runs them. */
    public static void main(String[] args) {
        TestsChild listener = new TestsChild();
        for (String test : args) {
            LauncherFactory.create().execute(request(test), listener);
        }
        listener.end(0);
    }

    private static LauncherDiscoveryRequest request(String test) {
        DiscoverySelector selector =
                test.contains("#") ? DiscoverySelectors.selectMethod(test) : DiscoverySelectors.selectClass(test);
        return LauncherDiscoveryRequestBuilder.request().selectors(selector).build();
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (test.isTest()) {
            ran++;
        }
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.FAILED) {
            String reason = result.getThrowable()
                    .map(failure -> failure.getClass().getSimpleName())
                    .orElse("no reason");
            System.out.println("first=" + test.getDisplayName() + ": " + reason);
            end(1);
        }
    }

    private void end(long failed) {
        System.out.println("ran=" + ran);
        System.out.println("failed=" + failed);
        System.out.flush();
        // Neither the tests behind the first that failed nor threads that a test left behind are a reason to stay.
        Runtime.getRuntime().halt(0);
    }
}

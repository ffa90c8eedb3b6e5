package dev.millrace.slf4j;

import dev.millrace.core.status.StatusCode;
import org.slf4j.LoggerFactory;

/** Tells of a second provider, unless the user has chosen this one. */
record SecondProviderReport(EventTarget target) implements Runnable {
    @Override
    public void run() {
        String chosen = System.getProperty(LoggerFactory.PROVIDER_PROPERTY_KEY);
        if (chosen == null || chosen.isEmpty()) {
            String message = ProviderCheck.secondProvider(
                    LoggerFactory.class.getClassLoader(), MillraceServiceProvider.class.getName());
            if (message != null) {
                target.report(StatusCode.MR501, message);
            }
        }
    }
}

package dev.millrace.core;

import dev.millrace.core.status.StatusCode;

/**
 * Registers the engine's management bean. A runtime without the module java.management is fine: this class names none
 * of its types, so that it loads there too. Thread-safe.
 */
final class Management {
    private static final int MAX_ATTEMPTS = 10;

    private final Engine engine;
    private Object name;
    private int attempts;

    Management(Engine engine) {
        this.engine = engine;
    }

    /**
     * Registers the bean if it is not, and if somebody uses management; called about once a second. Who looks at a
     * running program brings the platform's server into use, and finds the bean a second later.
     */
    synchronized void registerIfInUse() {
        if (name != null || attempts == MAX_ATTEMPTS) {
            return;
        }
        try {
            if (!PlatformServer.isInUse()) {
                return;
            }
            name = PlatformServer.register(engine);
        } catch (LinkageError e) {
            // Most likely this runtime has no management; it may also be short of memory, and is asked again.
            attempts++;
            name = null;
        } catch (Exception e) {
            attempts = MAX_ATTEMPTS;
            engine.status().add(StatusCode.MR011, "the management bean could not be registered", e);
        }
    }

    synchronized void unregister() {
        attempts = MAX_ATTEMPTS;
        if (name == null) {
            return;
        }
        try {
            PlatformServer.unregister(name);
        } catch (Exception e) {
            engine.status().add(StatusCode.MR011, "the management bean could not be unregistered", e);
        }
        name = null;
    }
}

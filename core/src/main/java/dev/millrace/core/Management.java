package dev.millrace.core;

import dev.millrace.core.status.StatusCode;

/**
 * Registers the engine's management bean. A runtime without the module java.management is fine: this class names none
 * of its types, so that it loads there too. Thread-safe.
 */
final class Management {
    private final Engine engine;
    private Object name;
    private boolean ended;

    Management(Engine engine) {
        this.engine = engine;
    }

    synchronized void register() {
        if (ended || name != null) {
            return;
        }
        try {
            name = PlatformServer.register(engine);
        } catch (LinkageError e) {
            // This runtime has no management: there is nobody to tell the counters.
            ended = true;
        } catch (Exception e) {
            ended = true;
            engine.status().add(StatusCode.MR011, "the management bean could not be registered", e);
        }
    }

    synchronized void unregister() {
        ended = true;
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

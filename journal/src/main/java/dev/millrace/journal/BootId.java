package dev.millrace.journal;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** Tells whether the machine was booted since a journal was written: then pages may have been lost or torn. */
final class BootId {
    /** Where the boot cannot be told: every recovery then counts as one after a reboot. */
    static final UUID UNKNOWN = new UUID(0, 0);

    private BootId() {}

    static UUID current() {
        try {
            return UUID.fromString(
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip());
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
    }
}

package dev.millrace.journal;

import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/** Tells whether the machine was booted since a journal was written: then pages may have been lost or torn. */
final class BootId {
    /** Where the boot cannot be told: every recovery then counts as one after a reboot. */
    static final UUID UNKNOWN = new UUID(0, 0);

    private BootId() {}

    static UUID current() {
        try (InputStream boot = new FileInputStream("/proc/sys/kernel/random/boot_id")) {
            return UUID.fromString(new String(boot.readAllBytes(), StandardCharsets.US_ASCII).strip());
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
    }
}

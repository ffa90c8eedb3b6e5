package dev.millrace.it.harness;

import java.util.Random;

/** Random numbers that can be had again: the seed is printed and set by {@code -Dmillrace.it.seed}. */
public final class Seed {
    private Seed() {}

    /** A source of random numbers for a proof. */
    public static Random random(String proof) {
        long seed = Long.getLong("millrace.it.seed", System.nanoTime() & 0xFFFF_FFFFL);
        System.out.println("  " + proof + ": -Dmillrace.it.seed=" + seed);
        return new Random(seed);
    }
}

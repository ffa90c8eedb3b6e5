package dev.millrace.config.logback.translate;

import dev.millrace.core.plan.Plan.OverflowWish;

/** How wishes about a full queue add up: who must not lose events goes before who must not wait. */
final class OverflowWishes {
    private OverflowWishes() {}

    static OverflowWish stronger(OverflowWish one, OverflowWish other) {
        if (one == OverflowWish.BLOCK || other == OverflowWish.BLOCK) {
            return OverflowWish.BLOCK;
        }
        return one == OverflowWish.NONE ? other : one;
    }
}

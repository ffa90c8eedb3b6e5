package dev.millrace.slf4j;

import dev.millrace.core.plan.FilterPlan.Reply;
import dev.millrace.core.plan.TurboFilterPlan;
import java.util.List;
import org.slf4j.Marker;
import org.slf4j.helpers.BasicMarkerFactory;

/**
 * The filters that are asked with every log call, in order: the first that is not neutral decides. Thread-safe; never
 * throws into the application.
 */
final class TurboChain {
    private final List<TurboFilterPlan> plans;
    private final TurboFilter[] filters;

    TurboChain(List<TurboFilterPlan> plans, MillraceMdcAdapter mdc) {
        this(plans, new TurboFilter[plans.size()]);
        for (int i = 0; i < filters.length; i++) {
            filters[i] = filter(plans.get(i), mdc);
        }
    }

    private TurboChain(List<TurboFilterPlan> plans, TurboFilter[] filters) {
        this.plans = plans;
        this.filters = filters;
    }

    /** The chain of other plans; filters that are the same go on with what they remember. */
    TurboChain changed(List<TurboFilterPlan> newPlans, MillraceMdcAdapter mdc) {
        return newPlans.equals(plans) ? new TurboChain(newPlans, filters) : new TurboChain(newPlans, mdc);
    }

    /** Whether it was made of this very list. */
    @SuppressWarnings("ReferenceEquality") // asked with every call; equal lists are looked at once
    boolean isOf(List<TurboFilterPlan> current) {
        return current == plans;
    }

    private static TurboFilter filter(TurboFilterPlan plan, MillraceMdcAdapter mdc) {
        if (plan instanceof TurboFilterPlan.Duplicate duplicate) {
            return new RepeatedMessages(duplicate);
        }
        if (plan instanceof TurboFilterPlan.DynamicThreshold threshold) {
            return (marker, level, message) -> {
                String value = mdc.text(threshold.key());
                Integer own = value == null ? null : threshold.levels().get(value);
                return level >= (own == null ? threshold.defaultLevel() : own)
                        ? threshold.onHigherOrEqual()
                        : threshold.onLower();
            };
        }
        if (plan instanceof TurboFilterPlan.MdcValue mdcValue) {
            return (marker, level, message) ->
                    mdcValue.value().equals(mdc.text(mdcValue.key())) ? mdcValue.onMatch() : mdcValue.onMismatch();
        }
        TurboFilterPlan.HasMarker hasMarker = (TurboFilterPlan.HasMarker) plan;
        Marker wanted = new BasicMarkerFactory().getDetachedMarker(hasMarker.marker());
        return (marker, level, message) ->
                marker != null && ForeignCode.contains(marker, wanted) ? hasMarker.onMatch() : hasMarker.onMismatch();
    }

    /** What is said about a call; {@code message} is null when an application asks whether a level is enabled. */
    Reply decide(Marker marker, int level, String message) {
        for (TurboFilter filter : filters) {
            Reply reply = filter.decide(marker, level, message);
            if (reply != Reply.NEUTRAL) {
                return reply;
            }
        }
        return Reply.NEUTRAL;
    }

    boolean denies(Marker marker, int level, String message) {
        return decide(marker, level, message) == Reply.DENY;
    }
}

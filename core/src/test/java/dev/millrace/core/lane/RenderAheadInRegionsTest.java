package dev.millrace.core.lane;

/** The same where the text goes to where a file sink writes it from at once. */
class RenderAheadInRegionsTest extends RenderAheadTest {
    @Override
    boolean isInRegions() {
        return true;
    }
}

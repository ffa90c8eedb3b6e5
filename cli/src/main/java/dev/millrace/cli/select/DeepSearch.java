package dev.millrace.cli.select;

import dev.millrace.cli.look.CommandFailure;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;

/**
 * Looks for an expression in a text that needs a large stack: a repeated group of alternatives takes some of it for each
 * character.
 */
final class DeepSearch {
    private static final long STACK_BYTES = 1L << 30;

    private DeepSearch() {}

    /**
     * Whether the text matches somewhere.
     *
     * @throws CommandFailure when even that stack is too small
     */
    static boolean find(Pattern pattern, CharSequence text) {
        CompletableFuture<Boolean> found = new CompletableFuture<>();
        try {
            Thread thread = new Thread(null, () -> search(pattern, text, found), "millrace-search", STACK_BYTES);
            thread.setDaemon(true);
            thread.start();
            return found.join();
        } catch (CompletionException | OutOfMemoryError e) {
            throw CommandFailure.usage("the expression takes more memory than there is for an event of " + text.length()
                    + " characters: " + pattern + " (repeat a class, as in [ab]*, and no group)");
        }
    }

    private static void search(Pattern pattern, CharSequence text, CompletableFuture<Boolean> found) {
        try {
            found.complete(pattern.matcher(text).find());
        } catch (Throwable e) {
            // Whatever it is: somebody waits.
            found.completeExceptionally(e);
        }
    }
}

package dev.millrace.cli.read;

import dev.millrace.cli.look.CommandFailure;
import dev.millrace.cli.select.EventFilter;
import dev.millrace.event.LogEvent;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Reads a journal with several threads, a piece each, and gives the wanted events out in their order.
 *
 * <p>The threads are at most some pieces ahead of what is given out. Not thread-safe: one thread uses it, and waits.
 */
final class PiecewiseReading {
    /** With fewer pieces the threads are not worth their start. */
    private static final int FEWEST_PIECES = 4;

    private static final int MOST_THREADS = 8;

    private final EventSource source;
    private final EventFilter filter;
    private final int threads;
    private final BlockingQueue<PieceReader> idle;
    private volatile boolean stopped;

    PiecewiseReading(EventSource source, EventFilter filter) {
        this(source, filter, Math.min(MOST_THREADS, Runtime.getRuntime().availableProcessors()));
    }

    PiecewiseReading(EventSource source, EventFilter filter, int threads) {
        this.source = source;
        this.filter = filter;
        this.threads = threads;
        this.idle = new ArrayBlockingQueue<>(threads);
    }

    /**
     * Gives out what lies in whole pieces. What is left, if anything, must be read record by record: it may be growing.
     *
     * @param afterPiece run when a piece was given out
     * @return false when the sink wants no more
     */
    boolean drainTo(EventSink sink, Runnable afterPiece) throws IOException {
        if (threads < 2) {
            return true;
        }
        long from = source.reader().readPosition();
        long[] ends = source.pieceEnds();
        if (ends.length < FEWEST_PIECES) {
            return true;
        }
        for (int i = 0; i < threads; i++) {
            idle.add(source.pieceReader(filter.another()));
        }
        ExecutorService workers = Executors.newFixedThreadPool(threads, PiecewiseReading::daemon);
        try {
            return drain(workers, from, ends, sink, afterPiece);
        } finally {
            // Not interrupted: that would close the files that they have in common.
            stopped = true;
            workers.shutdown();
        }
    }

    private boolean drain(ExecutorService workers, long from, long[] ends, EventSink sink, Runnable afterPiece)
            throws IOException {
        Deque<Future<Piece>> ahead = new ArrayDeque<>();
        int submitted = 0;
        for (long end : ends) {
            while (submitted < ends.length && ahead.size() <= threads) {
                long pieceStart = submitted == 0 ? from : ends[submitted - 1];
                long pieceEnd = ends[submitted++];
                ahead.add(workers.submit(() -> read(pieceStart, pieceEnd)));
            }
            Piece piece = await(ahead.remove());
            source.passed(piece);
            if (!giveOut(piece, sink)) {
                return false;
            }
            afterPiece.run();
            if (piece.passage().endPosition() < end) {
                return true;
            }
        }
        return true;
    }

    private Piece read(long from, long to) throws IOException {
        if (stopped) {
            return new Piece();
        }
        PieceReader reader = idle.remove();
        try {
            return reader.read(from, to);
        } finally {
            idle.add(reader);
        }
    }

    private boolean giveOut(Piece piece, EventSink sink) throws IOException {
        for (int i = 0; i < piece.count(); i++) {
            LogEvent event = source.wrap(piece.bytes(), piece.start(i), piece.length(i));
            if (event != null && !sink.take(0, event)) {
                return false;
            }
        }
        return true;
    }

    private static Piece await(Future<Piece> piece) throws IOException {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return piece.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            if (e.getCause() instanceof CommandFailure failed) {
                throw failed;
            }
            if (e.getCause() instanceof Error failed) {
                throw failed;
            }
            throw new IllegalStateException("reading a piece failed", e.getCause());
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "millrace-read");
        thread.setDaemon(true);
        return thread;
    }
}

package dev.millrace.slf4j;

import dev.millrace.event.Mapping;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.TimeZone;

/**
 * Loads the classes of a usual start on a second thread while the first one begins the engine and reads the
 * configuration: loading is most of what a start takes. The last ones come first, so that the two threads meet somewhere
 * in the middle, whichever of them is faster. What is wrong with a class is for those to find who use it.
 */
final class ClassesAhead extends Thread {
    // The last that a start uses comes first. A star stands behind a class with a static initialiser: running that
    // here, out of its order, could wait for one that the other thread runs, and it for this.
    private static final String USUAL =
            """
            dev.millrace.slf4j.MillraceLogger*
            dev.millrace.slf4j.ProviderCheck
            dev.millrace.slf4j.MarkerTexts
            dev.millrace.slf4j.MillraceLoggerFactory
            dev.millrace.core.outbox.Totals*
            dev.millrace.core.outbox.OutboxBatch
            dev.millrace.event.ValuePrinter*
            dev.millrace.journal.ReadBatch
            dev.millrace.event.ValueWriter
            dev.millrace.event.Utf8
            dev.millrace.event.Limits*
            dev.millrace.event.CurrentThread*
            dev.millrace.core.Housekeeper*
            dev.millrace.core.Shutdown*
            dev.millrace.core.Engine$Mode*
            dev.millrace.event.EventFormat*
            dev.millrace.core.LoggerNode
            dev.millrace.core.Generation
            dev.millrace.event.EventEncoder*
            dev.millrace.event.EncoderPadding
            dev.millrace.event.EncoderPool*
            dev.millrace.event.ThreadNames$Known
            dev.millrace.event.ThreadNames
            dev.millrace.event.ValueResolver
            dev.millrace.event.CaptureOptions*
            dev.millrace.event.EventCapture
            dev.millrace.core.EngineParts
            dev.millrace.journal.AppendRehearsal
            dev.millrace.core.sink.LaneSink$Outcome*
            dev.millrace.core.outbox.FileIdentity
            dev.millrace.core.sink.AppendFile$Channel
            dev.millrace.core.outbox.OutboxFormat*
            dev.millrace.core.outbox.Outbox*
            dev.millrace.core.lane.LaneThread*
            dev.millrace.core.lane.CallerDrive
            dev.millrace.core.lane.LaneCourse
            dev.millrace.core.lane.RenderedBatch
            dev.millrace.core.lane.LaneInput
            dev.millrace.journal.RecordSieve
            dev.millrace.core.lane.RecordRenderer
            dev.millrace.core.lane.BlockRenderer*
            dev.millrace.core.lane.GapLine
            dev.millrace.core.lane.SinkInUse
            dev.millrace.event.ParsedTemplate*
            dev.millrace.event.RecordReader
            dev.millrace.event.LogEvent*
            dev.millrace.core.status.HeapShortage
            dev.millrace.core.counter.BatchCount
            dev.millrace.core.lane.Lane*
            dev.millrace.core.filter.FilterChain
            dev.millrace.core.route.SinkRoute
            dev.millrace.core.lane.LaneParts
            dev.millrace.core.counter.SinkLedger*
            dev.millrace.core.sink.LogFile
            dev.millrace.core.sink.Trouble*
            dev.millrace.core.sink.OutboxPlace
            dev.millrace.core.sink.Frame*
            dev.millrace.core.sink.AppendFile*
            dev.millrace.core.outbox.FileContent
            dev.millrace.core.sink.AppendFile$Opener
            dev.millrace.core.sink.FileLaneSink
            dev.millrace.layout.pattern.LineHeads
            dev.millrace.layout.pattern.Program
            dev.millrace.layout.pattern.LevelTexts
            dev.millrace.event.Utf8Buffer
            dev.millrace.layout.pattern.NameTexts
            dev.millrace.layout.pattern.Surround
            dev.millrace.layout.pattern.LineSeparatorWord
            dev.millrace.layout.pattern.InstructionWord
            dev.millrace.layout.pattern.NameAbbreviation
            dev.millrace.layout.pattern.LevelWord
            dev.millrace.layout.pattern.NameWord
            dev.millrace.layout.pattern.ProgramBuilder$Step
            dev.millrace.layout.time.DateText$FractionRun
            dev.millrace.layout.time.NumericDate
            dev.millrace.layout.time.Formats
            dev.millrace.layout.time.DateText*
            dev.millrace.layout.pattern.CachedOperand
            dev.millrace.layout.pattern.DateWord
            dev.millrace.layout.pattern.ConversionWord
            dev.millrace.layout.pattern.ConversionWords
            dev.millrace.layout.pattern.Fit
            dev.millrace.layout.pattern.PatternToken
            dev.millrace.layout.pattern.PatternLexer
            dev.millrace.layout.pattern.PatternParser
            dev.millrace.layout.pattern.ProgramBuilder*
            dev.millrace.layout.pattern.Problems
            dev.millrace.layout.pattern.PatternNode
            dev.millrace.layout.pattern.PatternCompiler*
            dev.millrace.layout.pattern.PatternLayout
            dev.millrace.layout.LayoutContext
            dev.millrace.core.LayoutContexts
            dev.millrace.core.LaneBuilder$PatternProblems
            dev.millrace.layout.Layout
            dev.millrace.core.sink.LaneSink
            dev.millrace.core.LaneBuilder
            dev.millrace.core.Archives*
            dev.millrace.core.counter.DropReason*
            dev.millrace.core.counter.CallCounters*
            dev.millrace.core.route.LoggerTree$Configured
            dev.millrace.core.route.LoggerTree
            dev.millrace.event.EventClock$Line
            dev.millrace.event.EventClock
            dev.millrace.event.DictionaryFormat*
            dev.millrace.event.DictionaryStore*
            dev.millrace.event.Dictionary$Decoded
            dev.millrace.event.SeenOnce
            dev.millrace.event.LookupTable$Entry
            dev.millrace.event.LookupTable*
            dev.millrace.event.Dictionary
            dev.millrace.journal.Segment*
            dev.millrace.journal.SegmentFile*
            dev.millrace.journal.StackProbe
            dev.millrace.journal.Doze
            dev.millrace.journal.Sealer*
            dev.millrace.journal.Refusal*
            dev.millrace.journal.SegmentPool*
            dev.millrace.journal.SegmentSupply*
            dev.millrace.journal.BackgroundThread
            dev.millrace.journal.Keeper*
            dev.millrace.journal.SegmentTable
            dev.millrace.journal.Space*
            dev.millrace.journal.Cursor*
            dev.millrace.journal.Pace*
            dev.millrace.journal.Tail*
            dev.millrace.journal.TailValue
            dev.millrace.journal.TailLeft
            dev.millrace.journal.Recovery$Result
            dev.millrace.journal.RecordFormat*
            dev.millrace.journal.KernelRandom*
            dev.millrace.journal.FileSegmentStore
            dev.millrace.journal.JournalMapping*
            dev.millrace.journal.ControlPage*
            dev.millrace.journal.SegmentStore
            dev.millrace.journal.JournalOpener*
            dev.millrace.journal.Journal*
            dev.millrace.journal.Journal$Claim
            dev.millrace.journal.JournalOptions
            dev.millrace.journal.RecordSummary
            dev.millrace.journal.PrivateFiles*
            dev.millrace.journal.KnownFile
            dev.millrace.journal.LockFile*
            dev.millrace.journal.JournalSlot*
            dev.millrace.core.option.DefaultBudget
            dev.millrace.core.JournalNews
            dev.millrace.core.JournalHome
            dev.millrace.journal.JournalListener
            dev.millrace.journal.JournalException
            dev.millrace.core.OpenJournal
            dev.millrace.core.ManagedLane
            dev.millrace.core.option.Options*
            dev.millrace.core.option.OptionSource
            """;
    private static final String INITIALISED = "*";
    private static boolean begun;

    private ClassesAhead() {
        // Nothing of what the application's threads inherit.
        super(null, null, "millrace-start", 0, false);
    }

    /** Begins once in the life of these classes, and only where a second processor is there to do it. */
    static synchronized void begin() {
        if (begun || Runtime.getRuntime().availableProcessors() < 2) {
            return;
        }
        begun = true;
        try {
            Thread thread = new ClassesAhead();
            thread.setDaemon(true);
            thread.setContextClassLoader(null);
            thread.start();
        } catch (RuntimeException | Error e) {
            // No further thread can be had: then each class is loaded when it is used.
        }
    }

    @Override
    public void run() {
        try {
            mapSomething();
            // Those whose initialisation takes time; they need nothing of each other.
            Class.forName("dev.millrace.event.EventFormat");
            Class.forName("dev.millrace.journal.RecordFormat");
            TimeZone.getDefault();
            for (String name : names()) {
                prepare(name);
            }
        } catch (IOException | ReflectiveOperationException | RuntimeException | Error e) {
            // Told by the thread that needs it.
        }
    }

    /** Loads and links a class, and so verifies it, but runs nothing of it. */
    private static void prepare(String name) throws ReflectiveOperationException {
        ClassLoader loader = ClassesAhead.class.getClassLoader();
        if (name.endsWith(INITIALISED)) {
            String plain = name.substring(0, name.length() - INITIALISED.length());
            // Asking for constructors links the class.
            Constructor<?>[] ignored = Class.forName(plain, false, loader).getConstructors();
        } else {
            Class<?> ignored = Class.forName(name, true, loader);
        }
    }

    /** The first mapping of a JVM takes it milliseconds. */
    private static void mapSomething() throws IOException {
        Path file = Path.of(System.getProperty("java.home"), "release");
        if (!Files.isReadable(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer ignored = Mapping.map(channel, FileChannel.MapMode.READ_ONLY, 0, 1);
        }
        try {
            // And so does the first question of what file system there is.
            FileStore ignored = Files.getFileStore(file);
        } catch (IOException e) {
            // One whose mount point is hidden: the classes come all the same.
        }
    }

    /** The classes, those with a static initialiser with a star behind. */
    static String[] names() {
        return USUAL.split("\n");
    }
}

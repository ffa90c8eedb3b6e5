package dev.millrace.core;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.StringTokenizer;
import java.util.TimeZone;

/**
 * Loads the classes of a usual start on a second thread while the first one reads the configuration: loading is most of
 * what a start takes. The last ones come first, so that the two threads meet somewhere in the middle, whichever of them
 * is faster. What is wrong with a class is for those to find who use it.
 */
final class ClassesAhead extends Thread {
    // Each line: a package below dev.millrace, then classes of it.
    private static final String USUAL =
            """
            core.option OptionSource OptionSource$SystemProperties OptionSource$Environment Options Options$Reader
            core.option RetainedAmount
            core ManagedLane OpenJournal
            journal JournalException JournalListener
            core JournalHome JournalNews
            core.option DefaultBudget
            journal JournalSlot PrivateFiles SlotRegistry JournalOptions Journal JournalOpener SegmentStore
            journal Recovery$Terms ControlPage FileSegmentStore RandomWords BootId RecordFormat Recovery$Result
            journal TailLeft TailValue Tail Pace Cursor Space SegmentTable Keeper Sealer StackProbe SegmentFile
            journal Segment
            event Dictionary DictionaryStore$EntryVisitor LookupTable LookupTable$Entry SeenOnce Dictionary$Decoded
            event Dictionary$Loader DictionaryStore DictionaryFormat EventClock EventClock$Line
            core.route LoggerTree LoggerTree$Configured
            core.counter CallCounters DropReason
            core.roll ArchiveQueue Archivist Compression$Progress
            core LaneBuilder
            core.sink LaneSink
            layout Layout
            core LaneBuilder$PatternProblems LayoutContexts
            layout LayoutContext
            layout.pattern PatternLayout PatternCompiler BrokenPatternException PatternNode PatternNode$Word
            layout.pattern Problems ProgramBuilder PatternParser PatternLexer PatternToken PatternToken$Kind
            layout.pattern PatternParser$1 PatternNode$Literal Fit ConversionWords ConversionWord DateWord
            layout.pattern CachedOperand
            layout.time DateText Formats NumericDate DateText$FractionRun
            layout.pattern DateWord$Operand ProgramBuilder$Step ProgramBuilder$Step$Cached
            layout.pattern ProgramBuilder$Step$Literal ThreadWord NameOperand LevelWord LoggerWord NameAbbreviation
            layout.pattern MessageWord ProgramBuilder$Step$Plain LineSeparatorWord ThrowableWord ThrowableWord$Style
            layout.pattern StackTraceStyle ThrowableText
            layout EventTest
            layout.pattern Surround NameTexts
            event Utf8Buffer
            layout.pattern LevelTexts Program LineHeads
            core.sink FileLaneSink AppendFile$Opener
            core.outbox FileContent
            core.sink AppendFile AppendFile$1 AppendFile$OpenForReading Trouble LogFile
            core.counter SinkLedger
            core.lane LaneParts
            core.route SinkRoute
            core.filter FilterChain
            core.plan FilterPlan FilterPlan$Threshold
            core.filter EventFilter EventFilter$Threshold
            core.plan FilterPlan$Reply
            core.lane Lane
            core.counter BatchCount
            core.status HeapShortage StatusPrinter
            event LogEvent RecordReader ParsedTemplate
            core.lane SinkInUse GapLine RecordRenderer Transcoder LaneInput RenderedBatch LaneCourse LaneThread
            core.outbox Outbox OutboxFormat FileMove$Kind
            core.sink AppendFile$Channel
            core.outbox FileIdentity
            core.sink LaneSink$Outcome
            core EngineParts
            event EventCapture CaptureOptions ValueResolver ThreadNames ThreadNames$Known EncoderPool EncoderPadding
            event EventEncoder
            core Generation ConsoleWatch
            core.sink StandardStream
            core LoggerNode
            event EventFormat
            core Engine$Mode Shutdown Housekeeper Management LeftoverJournals
            event CaptureRehearsal CurrentThread Limits Utf8 ValueWriter
            core.counter LevelIndex
            journal ReadBatch
            event EventDetails MdcSnapshot TextCodec
            core.sink LaneSink$Place
            event ValuePrinter
            core.outbox OutboxBatch Totals""";
    private static final String ROOT = "dev.millrace.";
    private static boolean begun;

    private ClassesAhead() {
        super("millrace-start");
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
            Class.forName(ROOT + "event.EventFormat");
            Class.forName(ROOT + "journal.RecordFormat");
            TimeZone.getDefault();
            List<String> names = names();
            for (int i = names.size() - 1; i >= 0; i--) {
                Class<?> loaded = Class.forName(names.get(i), false, ClassesAhead.class.getClassLoader());
                // Asking for constructors links the class, and so verifies it, but runs nothing of it.
                Constructor<?>[] ignored = loaded.getConstructors();
            }
        } catch (IOException | ReflectiveOperationException | RuntimeException | Error e) {
            // Told by the thread that needs it.
        }
    }

    /** The first mapping of a JVM takes it milliseconds. */
    private static void mapSomething() throws IOException {
        Path file = Path.of(System.getProperty("java.home"), "release");
        if (!Files.isReadable(file)) {
            return;
        }
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            channel.map(FileChannel.MapMode.READ_ONLY, 0, 1);
        }
    }

    /** The classes, in the order in which a start meets them. */
    static List<String> names() {
        List<String> names = new ArrayList<>();
        StringTokenizer lines = new StringTokenizer(USUAL, "\n");
        while (lines.hasMoreTokens()) {
            StringTokenizer words = new StringTokenizer(lines.nextToken());
            String inPackage = ROOT + words.nextToken() + '.';
            while (words.hasMoreTokens()) {
                names.add(inPackage + words.nextToken());
            }
        }
        return names;
    }
}

package dev.millrace.slf4j;

import dev.millrace.event.Mapping;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.TimeZone;

/**
 * Loads the classes of a usual start on a second thread while the first one begins the engine and reads the
 * configuration: loading is most of what a start takes. The last ones come first, so that the two threads meet somewhere
 * in the middle, whichever of them is faster. What is wrong with a class is for those to find who use it.
 */
final class ClassesAhead extends Thread {
    // A package below dev.millrace, then classes of it. A star stands behind a class with a static
    // initialiser: running that here, out of its order, could wait for one that the other thread runs, and it for this.
    private static final String USUAL =
            """
            core.option: OptionSource OptionSource$OfProcess Options \
              Options$Reader RetainedAmount* \
            core: ManagedLane OpenJournal \
            journal: JournalException JournalListener \
            core: JournalHome JournalNews* \
            core.option: DefaultBudget \
            journal: JournalSlot* LockFile* PrivateFiles* JournalOptions Journal* JournalOpener* \
              SegmentStore Recovery$Terms* ControlPage* JournalMapping* FileSegmentStore RandomWords BootId* RecordFormat* \
              Recovery$Result TailLeft TailValue Tail* Pace* Cursor* Space* SegmentTable Keeper* BackgroundThread Refusal* Sealer* \
              Doze StackProbe SegmentFile* Segment* \
            event: Dictionary DictionaryStore$EntryVisitor LookupTable* LookupTable$Entry SeenOnce \
              Dictionary$Decoded Dictionary$Loader DictionaryStore* DictionaryFormat* EventClock \
              EventClock$Line \
            core.route: LoggerTree LoggerTree$Configured \
            core.counter: CallCounters* DropReason* \
            core.roll: ArchiveQueue Archivist* \
            core: LaneBuilder \
            core.sink: LaneSink \
            layout: Layout \
            core: LaneBuilder$PatternProblems LayoutContexts \
            layout: LayoutContext \
            layout.pattern: PatternLayout PatternCompiler* BrokenPatternException PatternNode \
              PatternNode$Word Problems ProgramBuilder* PatternParser PatternLexer PatternToken \
              PatternToken$Kind* PatternNode$Literal Fit ConversionWords ConversionWord DateWord \
              CachedOperand \
            layout.time: DateText* Formats NumericDate DateText$FractionRun \
            layout.pattern: DateWord$Operand ProgramBuilder$Step ThreadWord NameOperand LevelWord LoggerWord NameAbbreviation \
              MessageWord LineSeparatorWord ThrowableWord ThrowableWord$Style* \
              StackTraceStyle ThrowableText \
            layout: EventTest \
            layout.pattern: Surround NameTexts \
            event: Utf8Buffer \
            layout.pattern: LevelTexts Program LineHeads \
            core.sink: FileLaneSink* AppendFile$Opener \
            core.outbox: FileContent \
            core.sink: AppendFile* AppendFile$1 AppendFile$OpenForReading Frame* OutboxPlace Trouble* LogFile \
            core.counter: SinkLedger* \
            core.lane: LaneParts \
            core.route: SinkRoute \
            core.filter: FilterChain \
            core.lane: Lane* \
            core.counter: BatchCount \
            core.status: HeapShortage \
            event: LogEvent* RecordReader ParsedTemplate* \
            core.lane: SinkInUse GapLine RecordRenderer Transcoder LaneInput RenderedBatch LaneCourse \
              LaneThread* \
            core.outbox: Outbox* OutboxFormat* \
            core.sink: AppendFile$Channel \
            core.outbox: FileIdentity \
            core.sink: LaneSink$Outcome* \
            core: EngineParts \
            event: EventCapture CaptureOptions* ValueResolver ThreadNames ThreadNames$Known EncoderPool* \
              EncoderPadding EventEncoder* \
            core: Generation ConsoleWatch \
            core: LoggerNode \
            event: EventFormat* \
            core: Engine$Mode* Shutdown* Housekeeper* \
            event: CaptureRehearsal CurrentThread* Limits* Utf8 ValueWriter \
            core.counter: LevelIndex \
            journal: ReadBatch \
            core.sink: LaneSink$Place* \
            event: ValuePrinter* \
            core.outbox: OutboxBatch Totals* \
            slf4j: MillraceLoggerFactory MarkerTexts ProviderCheck MillraceLogger*""";
    private static final String ROOT = "dev.millrace.";
    private static final String INITIALISED = "*";
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
                prepare(names.get(i));
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
    }

    /** The classes, in the order in which a start meets them; those with a static initialiser with a star behind. */
    static List<String> names() {
        List<String> names = new ArrayList<>(256);
        String inPackage = ROOT;
        int end;
        for (int at = 0; at < USUAL.length(); at = end + 1) {
            end = USUAL.indexOf(' ', at);
            end = end < 0 ? USUAL.length() : end;
            String word = USUAL.substring(at, end);
            if (word.endsWith(":")) {
                inPackage = ROOT + word.substring(0, word.length() - 1) + '.';
            } else if (!word.isEmpty()) {
                names.add(inPackage + word);
            }
        }
        return names;
    }
}

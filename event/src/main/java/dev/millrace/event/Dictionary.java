package dev.millrace.event;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Objects;

/**
 * The append-only table of strings that repeat: templates, logger and thread names, stack frames.
 *
 * <p>Thread-safe and lock-free on the caller's side: an id is handed out only after its entry is committed in the
 * file, so that whoever can read a record can read its strings. Id 0 means "not in the dictionary": the string goes
 * inline.
 *
 * @since 0.1.0
 */
public final class Dictionary implements AutoCloseable {
    /** Up to this length the whole string is hashed, which a String remembers. */
    private static final int HASHED_CHARS = 16;

    /** Up to this length hashing the whole of a string that is no literal, after all, is bearable. */
    private static final int MAX_LITERAL_CHARS = 256;

    private static final int SAMPLES = 8;

    private final LookupTable<String> texts = new LookupTable<>();
    private final LookupTable<StackTraceElement> frames = new LookupTable<>();
    /** Frames with packaging, of this process only: archives may be others in the next. Null until one is asked for. */
    private volatile LookupTable<StackTraceElement> packagedFrames;

    /** Null until one is put. Racy but benign: traces that are lost are put again. */
    private volatile KnownTraces traces;

    private final SeenOnce seen = new SeenOnce();
    final DictionaryStore store;

    /** What readers have looked up, by id. Racy but benign: entries are immutable and can be looked up again. */
    private final Decoded[] decoded = new Decoded[4096];

    /** The largest id that was looked up and is not here; 0 when there is none. */
    private volatile int largestLacking;

    private Dictionary(Path file) throws IOException {
        store = file == null ? DictionaryStore.inMemory() : DictionaryStore.open(file);
        if (store.isUnread()) {
            load();
        }
    }

    /**
     * Opens or creates the dictionary file (readable by its owner only) and reads what an earlier process entered.
     *
     * @throws IOException when the file cannot be read, written or prepared, is no dictionary, or one of a newer version
     */
    public static Dictionary open(Path file) throws IOException {
        return new Dictionary(Objects.requireNonNull(file));
    }

    /**
     * Opens the dictionary file of another process, live or dead, for looking up ids only: strings are not entered and
     * get no ids, and the file is never written.
     *
     * @throws IOException when the file cannot be read, is no dictionary, or one of another version
     */
    public static Dictionary openReadOnly(Path file) throws IOException {
        return new Dictionary(DictionaryStore.openReadOnly(file));
    }

    /** A dictionary without a file, for a journal in memory. */
    public static Dictionary inMemory() {
        try {
            return new Dictionary((Path) null);
        } catch (IOException e) {
            throw new AssertionError("memory does no I/O", e);
        }
    }

    private Dictionary(DictionaryStore store) {
        this.store = store;
    }

    private void load() {
        try {
            new Loader().load();
        } catch (RuntimeException | Error e) {
            store.close();
            throw e;
        }
    }

    /** Enters what an earlier process has committed into the lookup tables. */
    private final class Loader implements DictionaryStore.EntryVisitor {
        // Here, and not by who makes one: handing it over as a visitor would load that type, too.
        void load() {
            int ignored = store.readAll(this);
        }

        @Override
        public void entry(int id, int kind, byte[] payload) {
            texts.growAhead();
            frames.growAhead();
            if (kind == DictionaryFormat.KIND_TEXT) {
                String text = new String(payload, StandardCharsets.UTF_8);
                texts.addEqual(text, text.hashCode(), id);
                if (text.length() > HASHED_CHARS) {
                    texts.addEqual(text, quickHash(text), id);
                }
            } else {
                StackTraceElement frame = FrameCodec.decode(payload);
                if (frame != null && FrameCodec.packaging(payload) == null) {
                    frames.add(frame, hash(frame), id);
                }
            }
        }
    }

    /** The id of a string, found by identity and then by hash; one that was seen before is entered; else 0. */
    public int idOf(String text) {
        return text.length() > DictionaryFormat.MAX_TEXT_CHARS ? 0 : idAtSecondSight(text, quickHash(text));
    }

    /** As {@link #idOf(String)}, for a string that is most probably a literal: one that knows its hash. */
    int idOfLiteral(String text) {
        return text.length() > MAX_LITERAL_CHARS ? idOf(text) : idAtSecondSight(text, text.hashCode());
    }

    /** The id of a text that is known already, with or without arguments; 0 otherwise, and nothing is noted. */
    int knownIdOf(String text, boolean isLiteral) {
        int chars = text.length();
        if (chars > MAX_LITERAL_CHARS) {
            return 0;
        }
        return texts.find(text, isLiteral ? text.hashCode() : quickHash(text));
    }

    private int idAtSecondSight(String text, int hash) {
        int id = texts.find(text, hash);
        return id != 0 ? id : enterIfSeen(text, hash);
    }

    private int enterIfSeen(String text, int hash) {
        return !text.isEmpty() && seen.again(text, hash) && !store.isScarce() && !texts.isScarce()
                ? enter(text, hash)
                : 0;
    }

    /** As {@link #idOf(String)}, but enters a string at first sight (logger names, literals known to repeat). */
    public int idOfRepeating(String text) {
        if (text.isEmpty() || text.length() > DictionaryFormat.MAX_TEXT_CHARS) {
            return 0;
        }
        int hash = text.hashCode();
        int id = texts.find(text, hash);
        return id != 0 ? id : enter(text, hash);
    }

    private int enter(String text, int hash) {
        if (!texts.hasPlaceFor(hash)) {
            return 0; // it would not be found again
        }
        int id = idByOtherHash(text, hash);
        if (id == 0) {
            byte[] payload = text.getBytes(StandardCharsets.UTF_8);
            id = store.append(DictionaryFormat.KIND_TEXT, payload, payload.length);
        }
        if (id != 0) {
            texts.add(text, hash, id);
        }
        return id;
    }

    /** It may have been entered as a literal and come as another string now, or the other way round. */
    private int idByOtherHash(String text, int hash) {
        int full = text.hashCode();
        return texts.find(text, hash == full ? quickHash(text) : full);
    }

    /** The id of a stack frame, entered at first sight; 0 when the dictionary is full. */
    public int idOfFrame(StackTraceElement frame) {
        int hash = hash(frame);
        int id = frames.find(frame, hash);
        return id != 0 ? id : enter(frame, hash);
    }

    /** A trace that came lately and is equal to these frames, of which some may be null; or null. */
    KnownTraces.Trace knownTrace(StackTraceElement[] frames) {
        KnownTraces known = traces;
        return known == null ? null : known.find(frames);
    }

    /** The ids of all frames of a trace, as of {@link #idOfFrame}; nobody may write into it any more. */
    int[] idsOfFrames(StackTraceElement[] trace) {
        int[] ids = new int[trace.length];
        boolean hasAll = true;
        for (int i = 0; i < ids.length; i++) {
            ids[i] = idOfFrame(trace[i]);
            hasAll &= ids[i] != 0;
        }
        if (hasAll) {
            KnownTraces known = traces;
            if (known == null) {
                known = new KnownTraces();
                traces = known;
            }
            known.put(new KnownTraces.Trace(trace, ids));
        }
        return ids;
    }

    private int enter(StackTraceElement frame, int hash) {
        if (!frames.hasPlaceFor(hash)) {
            return 0;
        }
        // A frame that was read from the file equals the plain form only, and so do the frames of other class loaders.
        FrameTexts texts = FrameTexts.of(frame);
        StackTraceElement plain = texts.toFrame();
        int id = frames.find(plain, hash);
        if (id == 0) {
            Utf8Buffer payload = FrameCodec.encode(texts, null);
            id = store.append(DictionaryFormat.KIND_FRAME, payload.bytes(), payload.length());
            if (id != 0) {
                frames.add(plain, hash, id);
            }
        }
        if (id != 0 && !plain.equals(frame)) {
            frames.add(frame, hash, id);
        }
        return id;
    }

    /**
     * As {@link #idOfFrame}, for a frame whose entry says where its class comes from. Runs class loaders, which are
     * foreign code, for a frame that is entered.
     */
    int idOfPackagedFrame(StackTraceElement frame) {
        LookupTable<StackTraceElement> table = packagedFrames;
        if (table == null) {
            table = new LookupTable<>();
            packagedFrames = table;
        }
        int hash = hash(frame);
        int id = table.find(frame, hash);
        if (id != 0 || !table.hasPlaceFor(hash)) {
            return id;
        }
        Utf8Buffer payload = FrameCodec.encode(FrameTexts.of(frame), Packaging.of(frame.getClassName()));
        id = store.append(DictionaryFormat.KIND_FRAME, payload.bytes(), payload.length());
        if (id != 0) {
            table.add(frame, hash, id);
        }
        return id;
    }

    /**
     * The entry's text as UTF-8, not to be written into; for an id that does not exist (hostile input) a visible
     * placeholder. Reader side.
     */
    public byte[] text(int id) {
        return decode(id).text;
    }

    /** The entry's stack frame; for an id that is no frame a visible placeholder. Reader side. */
    public StackTraceElement frame(int id) {
        StackTraceElement frame = decode(id).frame;
        if (frame == null) {
            lacks(id);
            return new StackTraceElement("[no frame #" + id + "]", "", null, -1);
        }
        return frame;
    }

    /** Where the class of the entry's stack frame comes from; null when the entry does not say. Reader side. */
    public String packaging(int id) {
        return decode(id).packaging;
    }

    /** Whether it was opened without any entry of an earlier process, and nobody has entered one since. */
    public boolean isNew() {
        return store.isEmpty();
    }

    /** Whether an entry was looked up that is not here: the file was cut or damaged, or the id was never given out. */
    public boolean lacksEntries() {
        return largestLacking != 0;
    }

    private void lacks(int id) {
        largestLacking = Math.max(largestLacking, id);
    }

    /**
     * Never gives the ids out again that were looked up and are not here: after a loss of power the events that have
     * them may be there, and must not come out with other texts. For one thread, before the dictionary is used.
     *
     * @throws IOException when the file cannot be made longer; it is kept for the life of this object only then
     */
    public void giveUpLacking() throws IOException {
        store.goOnBehind(largestLacking);
    }

    private Decoded decode(int id) {
        int place = (id ^ (id >>> 12)) & (decoded.length - 1);
        Decoded known = decoded[place];
        if (known != null && known.id == id) {
            return known;
        }
        Decoded fresh = read(id);
        if (fresh.exists) {
            decoded[place] = fresh;
        }
        return fresh;
    }

    private Decoded read(int id) {
        byte[] text = store.payload(id, DictionaryFormat.KIND_TEXT);
        if (text != null) {
            return new Decoded(id, text, null, null, true);
        }
        byte[] payload = store.payload(id, DictionaryFormat.KIND_FRAME);
        StackTraceElement frame = payload == null ? null : FrameCodec.decode(payload);
        String packaging = frame == null ? null : FrameCodec.packaging(payload);
        if (frame == null) {
            lacks(id);
        }
        return new Decoded(
                id, ("[no text #" + id + "]").getBytes(StandardCharsets.US_ASCII), frame, packaging, frame != null);
    }

    /** Prepares file space ahead of the entries. Called by a background thread now and then; the only place with I/O. */
    public void prepareAhead() throws IOException {
        texts.growAhead();
        frames.growAhead();
        LookupTable<StackTraceElement> packaged = packagedFrames;
        if (packaged != null) {
            packaged.growAhead();
        }
        store.prepareAhead();
    }

    /** Unmaps nothing and deletes nothing; late entries go inline. */
    @Override
    public void close() {
        store.close();
    }

    /**
     * Of a longer string the first chars and some others only: hashing all of a fresh line of text would cost more than copying it. Of
     * strings that differ elsewhere only the first few get ids.
     */
    private static int quickHash(String text) {
        int length = text.length();
        if (length <= HASHED_CHARS) {
            return text.hashCode();
        }
        int start = length;
        int rest = 0;
        int step = length / SAMPLES;
        for (int i = 0, at = length - 1; i < SAMPLES; i++, at -= step) {
            start = start * 31 + text.charAt(i);
            rest = rest * 31 + text.charAt(at);
        }
        return start * 0x9e3779b9 + rest;
    }

    private static int hash(StackTraceElement frame) {
        return (frame.getClassName().hashCode() * 31 + frame.getMethodName().hashCode()) * 31 + frame.getLineNumber();
    }

    private static final class Decoded {
        final int id;
        final byte[] text;
        final StackTraceElement frame;
        final String packaging;
        final boolean exists;

        Decoded(int id, byte[] text, StackTraceElement frame, String packaging, boolean exists) {
            this.id = id;
            this.text = text;
            this.frame = frame;
            this.packaging = packaging;
            this.exists = exists;
        }
    }
}

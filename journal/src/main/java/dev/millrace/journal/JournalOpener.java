package dev.millrace.journal;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

/** Opens journals: fresh, recovered, or in memory. Not final: tests open journals on files that fail. */
class JournalOpener {
    static final String CONTROL = "control";
    private static final int DEFAULT_SEGMENT_BYTES = 4 << 20;
    private static final int SEGMENTS_IN_BUDGET = 8;

    /** File systems on which shared mappings are not kept coherent, or on which a rewrite can run out of space. */
    private static final Set<String> REFUSED_FILE_SYSTEMS = Set.of(
            "nfs", "nfs4", "cifs", "smb", "smb2", "smb3", "smbfs", "9p", "afs", "ceph", "btrfs", "zfs", "bcachefs");

    static Journal open(Path directory, JournalOptions options) throws JournalException {
        return new JournalOpener().open(directory, options, Recovery.NOT_A_QUEUE);
    }

    /** {@code furthestReader} is where that of a queue stands, or {@link Recovery#NOT_A_QUEUE}. */
    final Journal open(Path directory, JournalOptions options, long furthestReader) throws JournalException {
        try {
            refuseUnsuitable(directory);
            return openFiles(directory, options, furthestReader);
        } catch (JournalException e) {
            throw e;
        } catch (IOException | RuntimeException | InternalError e) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED, "the journal cannot be opened in " + directory + ": " + e, e);
        }
    }

    private Journal openFiles(Path directory, JournalOptions options, long furthestReader) throws IOException {
        Path controlFile = directory.resolve(CONTROL);
        ControlPage control = ControlPage.open(controlFile);
        boolean recovered = control != null;
        if (control == null) {
            if (ControlPage.isUnfinished(controlFile) && !hasSegments(directory)) {
                Files.deleteIfExists(controlFile);
            } else {
                setDamagedAside(directory, options.listener());
            }
            control = ControlPage.create(controlFile, segmentBytes(options));
        }
        FileSegmentStore store = store(directory, control);
        boolean rebooted = recovered && control.rebooted();
        Recovery.Result found = recovered
                ? new Recovery(control.secret(), rebooted, options, furthestReader).recover(store, control)
                : Recovery.Result.empty();
        control.clearStripes();
        Journal journal = new Journal(directory, options, control, store, found, recovered, rebooted);
        journal.start();
        return journal;
    }

    /** The segment files of the journal. */
    FileSegmentStore store(Path directory, ControlPage control) {
        return new FileSegmentStore(directory, control.segmentBytes(), control.journalId());
    }

    /** The way of compressed segments into their files. */
    OutputStream archiveOutput(FileChannel channel) {
        return Channels.newOutputStream(channel);
    }

    static Journal inMemory(JournalOptions options) throws IOException {
        ControlPage control = ControlPage.inMemory(segmentBytes(options));
        SegmentStore store = new MemorySegmentStore(control.segmentBytes(), control.journalId());
        Journal journal = new Journal(null, options, control, store, Recovery.Result.empty(), false, false);
        journal.start();
        return journal;
    }

    static int segmentBytes(JournalOptions options) {
        if (options.segmentBytes() != 0) {
            return options.segmentBytes();
        }
        long share = Math.max(1, options.budgetBytes() / SEGMENTS_IN_BUDGET);
        return (int)
                Math.max(SegmentFormat.MIN_SEGMENT_BYTES, Math.min(DEFAULT_SEGMENT_BYTES, Long.highestOneBit(share)));
    }

    private static void refuseUnsuitable(Path directory) throws IOException {
        FileStore store = Files.getFileStore(directory);
        String type = store.type();
        if (REFUSED_FILE_SYSTEMS.contains(type) || type.startsWith("fuse")) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED,
                    "not a local file system that a journal can live on: directory=" + directory + ", type=" + type
                            + " (set millrace.journal.dir to a local disk)",
                    null);
        }
        long usable = store.getUsableSpace();
        if (usable < SegmentSupply.FIRST_CHUNK_BYTES * 4L && ControlPage.open(directory.resolve(CONTROL)) == null) {
            throw new JournalException(
                    JournalNotice.DIRECTORY_REFUSED,
                    "too little space for a journal: directory=" + directory + ", usableBytes=" + usable,
                    null);
        }
    }

    static boolean hasSegments(Path directory) throws IOException {
        for (String name : namesIn(directory)) {
            if (FileSegmentStore.numberOf(name) >= 0) {
                return true;
            }
        }
        return false;
    }

    /** Not by a DirectoryStream, with which come a dozen classes: a start without a journal needs no other listing. */
    static String[] namesIn(Path directory) throws IOException {
        String[] names = directory.toFile().list();
        if (names == null) {
            throw new IOException("not a directory that can be listed: " + directory);
        }
        return names;
    }

    /** Files without a usable control page cannot be read; they are kept for people, out of the way. */
    private static void setDamagedAside(Path directory, JournalListener listener) throws IOException {
        if (namesIn(directory).length == 0) {
            return;
        }
        Path aside = directory.resolveSibling(directory.getFileName() + ".damaged-" + System.currentTimeMillis());
        try {
            Files.move(directory, aside, java.nio.file.StandardCopyOption.ATOMIC_MOVE);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(directory, aside);
        }
        PrivateFiles.createDirectory(directory);
        listener.notice(
                JournalNotice.DAMAGED,
                "the control page is damaged; the files were set aside in " + aside + "; what it held is not written",
                null);
    }
}

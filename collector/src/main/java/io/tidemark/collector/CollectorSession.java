package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.abi.region.RegionState;
import io.tidemark.capture.certificate.ChannelLedger;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.FileClaim;
import io.tidemark.capture.table.TableFile;
import io.tidemark.collector.spool.PayloadSpool;
import io.tidemark.collector.spool.SpoolFollower;
import io.tidemark.collector.spool.SpoolReader;
import io.tidemark.collector.spool.SpoolWriter;
import io.tidemark.memory.MappedTransport;
import io.tidemark.memory.ShadowTransport;
import io.tidemark.memory.Transport;
import io.tidemark.memory.region.ChannelLayout;
import io.tidemark.memory.region.DeviceRegion;
import io.tidemark.memory.region.RegionPlace;
import io.tidemark.memory.region.RegionPlan;
import io.tidemark.memory.region.RegionSettings;
import io.tidemark.memory.region.RunMark;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * The host half of one run, from the region to the closed books: {@link #open}, {@link #start}, the
 * device runs, {@link #stop}, {@link #reconcile} per channel, export from {@link #reader}, {@link
 * #keepTables}, {@link #discard}. For one controlling thread; it owns the region, the spools and
 * the host thread. Until {@link #discard} the region and the spools stay on disk, whatever happens,
 * and {@link #resume} can finish from them.
 */
public final class CollectorSession implements AutoCloseable {
    private static final long STOP_TIMEOUT_MILLIS = 60_000;

    private final CollectorFiles files;
    private final RunFiles made;
    private final FileClaim claim; // null in a recovery, and where the file system has no locks
    private final DeviceRegion region;
    private final Transport transport;
    private final List<Channel> known;
    private final Map<Channel, SpoolWriter> spools = new LinkedHashMap<>();
    private final Map<Channel, ChannelCollector> collectors = new LinkedHashMap<>();
    private final Map<Channel, ArenaCollector> arenas = new LinkedHashMap<>();
    private final List<ChannelLedger> ledgers = new ArrayList<>(); // of the channels with closed books
    private final Set<Channel> headed = new HashSet<>(); // whose tables have their head
    private CollectorThread thread;
    private SteppedCollector stepped; // in place of a thread
    private boolean closed;

    private CollectorSession(
            CollectorFiles files,
            RunFiles made,
            FileClaim claim,
            DeviceRegion region,
            Transport transport,
            List<Channel> known) {
        this.known = List.copyOf(known);
        this.files = files;
        this.made = made;
        this.claim = claim;
        this.region = region;
        this.transport = transport;
    }

    /** Makes capture directory, region and spools, and gives the device its buffers. */
    public static CollectorSession open(CollectorPlan plan) throws IOException {
        CollectorFiles files = new CollectorFiles(plan.captureDirectory());
        files.create();
        RegionPlan room = RegionPlan.of(plan.channels(), plan.settings().cores());
        long sizeBytes = plan.shadow() ? 2 * room.sizeBytes() : room.sizeBytes(); // the host's copy beside it
        Path directory = plan.regionDirectory()
                .orElseGet(() ->
                        RegionPlace.choose(plan.captureDirectory(), sizeBytes).directory());
        RegionPlace.require(directory, sizeBytes);
        List<Channel> planned =
                plan.channels().stream().map(ChannelLayout::channel).toList();
        RunFiles made = RunFiles.of(new SecureRandom().nextLong(1, Long.MAX_VALUE), planned, room.streams());
        FileClaim claim = claim(files);
        DeviceRegion region = null;
        CollectorSession session = null;
        try {
            files.noteRun(made);
            Path regionFile = Files.createTempFile(directory, "tidemark-", ".region");
            Files.delete(regionFile); // the region makes the file anew, with its own rights
            files.noteRegion(regionFile); // first: a region that cannot be found is never removed
            RegionSettings settings = plan.settings().withRun(RunMark.of(made.id(), files.hostLock()));
            region = DeviceRegion.create(regionFile, settings, plan.channels());
            session = new CollectorSession(files, made, claim, region, transport(plan, region, directory), planned);
            session.openChannels(plan);
            return session;
        } catch (IOException | RuntimeException e) {
            abandon(session, region, claim, e);
            throw e;
        }
    }

    /** Null where the file system has no locks: the numbers of its processes must do then. */
    private static FileClaim claim(CollectorFiles files) throws IOException {
        try {
            return FileClaim.take(files.hostLock()).orElse(null);
        } catch (FileSystemException unmade) {
            throw unmade;
        } catch (IOException noLocks) {
            return null;
        }
    }

    private static void abandon(CollectorSession session, DeviceRegion region, FileClaim claim, Exception cause) {
        try {
            if (region != null) {
                region.delete();
            }
            if (session != null) {
                session.close();
                return;
            }
            if (region != null) {
                region.close();
            }
            if (claim != null) {
                claim.close();
            }
        } catch (IOException e) {
            cause.addSuppressed(e);
        }
    }

    private static Transport transport(CollectorPlan plan, DeviceRegion region, Path directory) throws IOException {
        return plan.shadow()
                ? new ShadowTransport(region.memory(), region.hostOwned(), directory, plan.copyFails())
                : new MappedTransport(region.memory());
    }

    private void openChannels(CollectorPlan plan) throws IOException {
        for (ChannelLayout layout : plan.channels()) {
            Channel channel = layout.channel();
            SpoolWriter spool = SpoolWriter.create(
                    channel, files.spoolDirectory(), plan.settings().clockHz(), kinds(channel), plan.spoolOpener());
            spools.put(channel, spool);
            ChannelCollector collector = new ChannelCollector(region, channel, transport, spool, plan.tickClock());
            collector.fill();
            collectors.put(channel, collector);
            openArenas(channel, path -> PayloadSpool.create(path, plan.spoolOpener()), spool::append, plan.tickClock());
        }
    }

    /** Makes a payload file for every lane of a stream that has arenas. */
    private void openArenas(
            Channel channel, SpoolMaker maker, ArenaCollector.HoldJournal journal, LongSupplier tickClock)
            throws IOException {
        for (StreamPlace stream : region.streams()) {
            if (!stream.isOf(channel) || stream.arenaBytes() == 0) {
                continue;
            }
            List<PayloadSpool> lanes = new ArrayList<>();
            for (int lane = 0; lane < stream.lanes(); lane++) {
                lanes.add(maker.make(files.payload(channel, lane)));
            }
            arenas.put(channel, new ArenaCollector(transport, stream, lanes, journal, tickClock));
        }
    }

    @FunctionalInterface
    private interface SpoolMaker {
        PayloadSpool make(Path path) throws IOException;
    }

    /**
     * Takes over what a dead or failed run left behind. It works on copies of the spools and on a
     * private view of the region: until {@link #discard} nothing that the run left is changed, so a
     * recovery that dies can be begun again. There is nothing to start or stop, only books to
     * close. See {@link UnfinishedRun} for whether there is something to resume.
     *
     * @param known every channel that the caller can close the books of
     * @throws IOException also for a region with a channel that is none of these
     */
    public static CollectorSession resume(Path captureDirectory, List<Channel> known) throws IOException {
        CollectorFiles left = new CollectorFiles(captureDirectory);
        DeviceRegion region = DeviceRegion.openPrivate(left.region());
        CollectorSession session = null;
        try {
            left.requireSameRun(region);
            requireKnown(region, known);
            RunFiles made = left.made(known, region.streams());
            session = new CollectorSession(
                    left.copied(made), made, null, region, new MappedTransport(region.memory()), known);
            CollectorFiles files = session.files;
            for (Channel channel : session.channels()) {
                session.spools.put(
                        channel,
                        SpoolWriter.resume(
                                channel,
                                files.spoolDirectory(),
                                region.settings().clockHz(),
                                session.kinds(channel)));
                session.openArenas(channel, PayloadSpool::resume, null, () -> 0);
            }
            session.arenas.values().forEach(ArenaCollector::resume);
            return session;
        } catch (IOException | RuntimeException e) {
            if (session == null) {
                region.close();
            } else {
                session.close();
            }
            throw e;
        }
    }

    /** Records of a channel that is not exported would go with the region. */
    private static void requireKnown(DeviceRegion region, List<Channel> known) throws IOException {
        for (StreamPlace stream : region.streams()) {
            if (known.stream().noneMatch(stream::isOf)) {
                throw new IOException(("the region %s has records of a channel with code %d, which is not known"
                                + " here; recover it with the program that recorded it")
                        .formatted(region.file(), stream.channelCode()));
            }
        }
    }

    /** What the table files hold so far. */
    public long collectedBytes() {
        return spools.values().stream().mapToLong(SpoolWriter::sizeBytes).sum();
    }

    /** The channels that the region has. */
    public List<Channel> channels() {
        return known.stream()
                .filter(channel -> region.streams().stream().anyMatch(s -> s.isOf(channel)))
                .toList();
    }

    private List<Integer> kinds(Channel channel) {
        return region.streams().stream()
                .filter(stream -> stream.channelCode() == channel.code())
                .map(StreamPlace::kind)
                .toList();
    }

    /** What the device half opens its probes on. */
    public DeviceRegion region() {
        return region;
    }

    public Path captureDirectory() {
        return files.captureDirectory();
    }

    /** Starts the host thread. */
    public void start() {
        thread = new CollectorThread(work());
        region.setState(RegionState.RUNNING);
        thread.start();
    }

    /** Lets a reader follow every chunk of a channel that is collected. Before the start. */
    public void follow(Channel channel, SpoolFollower reader) {
        spools.get(channel).follow(reader);
    }

    /** Starts without a thread: the code that steps the device gives the host its turns. */
    public SteppedCollector startStepped() {
        stepped = new SteppedCollector(work());
        region.setState(RegionState.RUNNING);
        return stepped;
    }

    private List<Pollable> work() {
        List<Pollable> work = new ArrayList<>(arenas.values());
        work.addAll(collectors.values());
        return work;
    }

    /**
     * Collects what is left and ends the host thread. Call when the device half is at rest or dead.
     *
     * @throws IOException what could not be written; the message says how to finish
     */
    public void stop() throws IOException, InterruptedException {
        try {
            if (thread != null && !thread.stop(STOP_TIMEOUT_MILLIS)) {
                throw new IOException("the collector did not end within a minute");
            }
            if (stepped != null) {
                stepped.stop();
            }
        } catch (IOException e) {
            throw unfinished(e);
        }
    }

    /** Closes the books of a channel whose streams declare their stamps; after {@link #stop}. */
    public ChannelBooks reconcile(Channel channel, long endTick) throws IOException {
        return reconcile(channel, RecordTicks.of(channel), endTick);
    }

    /**
     * Closes the books of a channel; only after {@link #stop}.
     *
     * @param ticks when its records began and ended, by the device's clock
     */
    public ChannelBooks reconcile(Channel channel, RecordTicks ticks, long endTick) throws IOException {
        try {
            if (arenas.containsKey(channel)) {
                arenas.get(channel).drainAll();
            }
            ChannelBooks books = new Reconciliation(
                            region, channel, transport, spools.get(channel), channel::label, damage(channel))
                    .run(ticks, endTick);
            ledgers.addAll(books.streams());
            return books;
        } catch (IOException e) {
            throw unfinished(e);
        }
    }

    /** What the host has met so far. */
    private Map<Damage, Long> damage(Channel channel) {
        Map<Damage, Long> all = new EnumMap<>(Damage.class);
        if (collectors.containsKey(channel)) {
            all.putAll(collectors.get(channel).damage());
        }
        if (arenas.containsKey(channel) && arenas.get(channel).damagedPositions() > 0) {
            all.put(Damage.ARENA_POSITION, arenas.get(channel).damagedPositions());
        }
        return all;
    }

    /**
     * Gives the table files their footers and moves them to where a finished capture has them.
     * After the books of every channel are closed and everything is exported.
     */
    public void keepTables() throws IOException {
        try {
            for (SpoolWriter spool : spools.values()) {
                spool.finish(ledgers);
                spool.close();
            }
            for (Channel channel : known) {
                if (!headed.contains(channel)) { // nothing was recorded: the head is of the begin
                    Files.deleteIfExists(files.spoolDirectory().resolve(TableFile.headName(channel)));
                }
            }
            files.keepTables(made);
        } catch (IOException e) {
            throw unfinished(e);
        }
    }

    /** The collected records of a channel; close it before {@link #discard}. */
    public SpoolReader reader(Channel channel) throws IOException {
        return new SpoolReader(spools.get(channel));
    }

    /**
     * Where a table file goes that a sink writes itself; {@link #keepTables} moves it with the
     * others.
     */
    public Path tableFile(RecordStream stream) {
        return files.spoolDirectory().resolve(stream.name() + TableFile.SUFFIX);
    }

    /**
     * Writes beside the table files of a channel what they do not say; {@link #keepTables} moves it
     * with them.
     */
    public Path writeHead(Channel channel, AtomicFile.Content content) throws IOException {
        try {
            headed.add(channel);
            return AtomicFile.write(files.spoolDirectory().resolve(TableFile.headName(channel)), content);
        } catch (IOException e) {
            throw unfinished(e);
        }
    }

    /** The payload bytes of a channel, lane by lane; complete after {@link #reconcile}. */
    public List<PayloadSpool> payloads(Channel channel) {
        return arenas.get(channel).lanes();
    }

    /** The same failure, with what is still there and how to go on. */
    public IOException unfinished(IOException cause) {
        region.setState(RegionState.FAILED);
        return new IOException(
                "%s; what was recorded until then is kept: collected records in %s, the others in %s. Make room and run 'tidemark recover %s'"
                        .formatted(Reasons.of(cause), files.spoolDirectory(), region.file(), files.captureDirectory()),
                cause);
    }

    /**
     * Removes what the run made, once everything it holds is in the capture; of a region only the one that goes with
     * this capture. Closes the session. It may be closed or discarded already.
     */
    public void discard() throws IOException {
        if (!closed) {
            region.setState(RegionState.EXPORTED);
        }
        CollectorFiles original = new CollectorFiles(files.captureDirectory());
        if (claim != null || original.owns(region)) {
            region.delete();
        }
        close();
        original.deleteAll(made);
    }

    /** Ends the host thread if it still runs, lets go of everything and leaves the files. */
    @Override
    public void close() throws IOException {
        if (closed) {
            return;
        }
        closed = true;
        if (thread != null) {
            thread.abandon();
        }
        if (stepped != null) {
            stepped.leave();
        }
        for (SpoolWriter spool : spools.values()) {
            spool.close();
        }
        for (ArenaCollector arena : arenas.values()) {
            arena.close();
        }
        if (transport instanceof ShadowTransport shadow) {
            shadow.close();
        }
        region.releaseOwner();
        region.close();
        if (claim != null) {
            claim.close();
        }
    }

    /** The host half of a channel, for a caller that drives it without {@link #start}. */
    public ChannelCollector collector(Channel channel) {
        return collectors.get(channel);
    }

    /** What a failed file operation says to a person. Any thread. */
    private static final class Reasons {
        private Reasons() {}

        static String of(IOException failure) {
            if (failure instanceof FileSystemException named && named.getReason() != null) {
                return named.getFile() + ": " + named.getReason();
            }
            return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
        }
    }
}

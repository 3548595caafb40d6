package io.tidemark.capture;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.catalog.ChannelCatalog;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.ahead.Ahead;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.args.ArgsReader;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.CertificateReader;
import io.tidemark.capture.certificate.CertificateVerifier;
import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DepsReader;
import io.tidemark.capture.deps.DepsTables;
import io.tidemark.capture.directory.ArtifactFiles;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.directory.GivenFiles;
import io.tidemark.capture.ending.RunEnding;
import io.tidemark.capture.ending.RunEndingReader;
import io.tidemark.capture.file.Misfit;
import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.finding.Verdict;
import io.tidemark.capture.model.CaptureModel;
import io.tidemark.capture.names.KernelConfigReader;
import io.tidemark.capture.names.NameMap;
import io.tidemark.capture.names.NameMapReader;
import io.tidemark.capture.pmu.PmuReader;
import io.tidemark.capture.pmu.PmuTable;
import io.tidemark.capture.scope.ScopeReader;
import io.tidemark.capture.scope.ScopeTable;
import io.tidemark.capture.strace.HostPhasePass;
import io.tidemark.capture.strace.HostPhaseReader;
import io.tidemark.capture.swimlane.FaninGraph;
import io.tidemark.capture.swimlane.FanoutGraph;
import io.tidemark.capture.swimlane.SwimlaneTable;
import io.tidemark.capture.swimlane.read.SwimlaneReader;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Predicate;

/** A capture on disk. One thread at a time. Parts are read when first asked for and kept. */
public final class StoredCapture implements Capture {
    private final CaptureDirectory directory;
    private final GivenFiles given;
    private final Findings findings = new Findings();
    private final Map<Set<Channel>, Verdict> verdicts = new HashMap<>();
    private final Map<Set<Channel>, Verdict> verdictsAsRead = new HashMap<>();
    private final Map<Set<Channel>, Ahead<Verdict>> verifying = new HashMap<>();
    private final Kept<Optional<SwimlaneTable>> swimlane;
    private final Kept<Optional<DependencyGraph>> dependencies;
    private final Kept<Optional<ArgsManifest>> args;
    private final Kept<Optional<ScopeTable>> scopes;
    private final Kept<Optional<PmuTable>> pmu;
    private final Map<Channel, Kept<?>> tables = new LinkedHashMap<>(); // in the order of asking
    private final Kept<List<HostPhasePass>> hostPhases;
    private final Kept<NameMap> names;
    private final Kept<Optional<Certificate>> certificate;
    private final Kept<RunEnding> ending;
    private boolean hasPhases = true;
    private boolean checksExports;
    private CaptureModel model;

    private StoredCapture(CaptureDirectory directory, GivenFiles given) {
        this.directory = directory;
        this.given = given;
        swimlane = kept(
                directory.swimlane(),
                (file, met) -> SwimlaneReader.read(file, RunLength.of(directory), hasPhases, met));
        swimlane.isLarge = () -> true;
        dependencies = new Kept<>(this::readDependencies);
        dependencies.isLarge = () -> dependencyFile().isPresent(); // else made of the records
        args = kept(directory.argsManifest(), ArgsReader::read);
        scopes = kept(directory.scopeStats(), ScopeReader::read);
        pmu = kept(directory.pmu(), PmuReader::read);
        tables.put(SwimlaneChannel.CHANNEL, swimlane);
        tables.put(DepsChannel.CHANNEL, dependencies);
        tables.put(ArgsChannel.CHANNEL, args);
        tables.put(ScopeChannel.CHANNEL, scopes);
        tables.put(PmuChannel.CHANNEL, pmu);
        certificate = kept(directory.certificate(), CertificateReader::read);
        hostPhases = new Kept<>(met -> directory
                .hostPhases()
                .map(file -> HostPhaseReader.read(file, met))
                .orElse(List.of()));
        names = new Kept<>(this::readNames);
        ending = new Kept<>(met -> RunEndingReader.read(directory, certificate(), met));
    }

    public static StoredCapture open(CaptureDirectory directory) {
        return open(directory, GivenFiles.NONE);
    }

    /** Opens a capture, with some files taken from elsewhere. */
    public static StoredCapture open(CaptureDirectory directory, GivenFiles given) {
        return new StoredCapture(directory, given);
    }

    /** The capture in this directory or of this records file. */
    public static StoredCapture open(Path path) throws IOException {
        return open(CaptureFinder.at(path));
    }

    /**
     * This capture for a question that needs no scheduler phases, which are most of the rows of a
     * large one: its table is read without them. Called before anything is read.
     */
    public StoredCapture withoutPhases() {
        hasPhases = false;
        return this;
    }

    /**
     * This capture for a verdict that covers every file, also those that were exported from its
     * tables and that nothing reads. Called before the verdict is asked for.
     */
    public StoredCapture withExports() {
        checksExports = true;
        return this;
    }

    private <T> Kept<Optional<T>> kept(Optional<Path> file, BiFunction<Path, Findings, Optional<T>> reader) {
        return new Kept<>(met -> file.flatMap(path -> reader.apply(path, met)));
    }

    /**
     * From the dependency file, which also has the reasons; where there is none from the records
     * file: Tidemark's name producers from level 2 on, old ones successors.
     */
    private Optional<DependencyGraph> readDependencies(Findings met) {
        Optional<Path> file = dependencyFile();
        if (file.isPresent()) {
            return DepsReader.read(file.get(), met);
        }
        Optional<SwimlaneTable> table = swimlane.peek();
        Optional<DependencyGraph> byIds = table.flatMap(FaninGraph::of);
        if (byIds.isPresent()) {
            return byIds;
        }
        Optional<DependencyGraph> embedded = table.flatMap(FanoutGraph::of);
        embedded.ifPresent(graph -> met.note(
                directory.swimlane().orElseThrow().getFileName().toString(),
                "",
                "dependencies are taken from the successors its tasks name"));
        return embedded;
    }

    private Optional<Path> dependencyFile() {
        return given.dependencies().or(directory::dependencies);
    }

    private NameMap readNames(Findings met) {
        if (given.hasNames()) {
            return given.names()
                    .map(file -> NameMapReader.read(file, met))
                    .orElseGet(
                            () -> KernelConfigReader.read(given.kernelConfig().get(), met))
                    .orElse(NameMap.EMPTY);
        }
        List<Path> maps = directory.nameMaps();
        if (maps.size() > 1) {
            met.note(
                    maps.getFirst().getFileName().toString(),
                    "",
                    "newest of " + maps.size() + " name maps; the others were not used");
        }
        return maps.stream()
                .findFirst()
                .flatMap(file -> NameMapReader.read(file, met))
                .orElse(NameMap.EMPTY);
    }

    @Override
    public CaptureDirectory directory() {
        return directory;
    }

    @Override
    public Optional<SwimlaneTable> swimlane() {
        return swimlane.get();
    }

    @Override
    public Optional<DependencyGraph> dependencies() {
        if (dependencyFile().isEmpty()) {
            swimlane(); // they are made of it
        }
        return dependencies.get();
    }

    @Override
    public Optional<DependencyGraph> dependenciesWithDetail() {
        return dependencyFile()
                .or(() -> DepsTables.submits(directory.root()))
                .flatMap(file -> DepsReader.readWithDetail(file, dependencies.made ? new Findings() : findings));
    }

    @Override
    public Optional<ArgsManifest> args() {
        return args.get();
    }

    @Override
    public Optional<ScopeTable> scopes() {
        return scopes.get();
    }

    @Override
    public Optional<PmuTable> pmu() {
        return pmu.get();
    }

    @Override
    public List<HostPhasePass> hostPhases() {
        return hostPhases.get();
    }

    @Override
    public NameMap names() {
        return names.get();
    }

    @Override
    public CaptureModel model() {
        Optional<SwimlaneTable> table = swimlane();
        dependencies();
        names();
        if (model == null) {
            model = newModel(table);
        }
        return model;
    }

    private CaptureModel newModel(Optional<SwimlaneTable> table) {
        return CaptureModel.of(table, dependencies::peek, this::names, new RecordedKernels(this));
    }

    @Override
    public Optional<Certificate> certificate() {
        return certificate.get();
    }

    @Override
    public RunEnding ending() {
        return ending.get();
    }

    @Override
    public Findings findings() {
        return findings;
    }

    @Override
    public Verdict verdict() {
        return verdict(ChannelCatalog.set());
    }

    @Override
    public Verdict verdict(Set<Channel> channels) {
        return verdicts.computeIfAbsent(Set.copyOf(channels), this::judge);
    }

    private Verdict judge(Set<Channel> channels) {
        if (directory.isUnfinished()) { // what is there may look whole: the rest is still missing
            return Verdict.untrusted(
                    "its run has not finished it; 'tidemark recover' does when that is dead", Verdict.Basis.CONTENTS);
        }
        if (!directory.misfits().isEmpty()) { // whichever channel: the capture was tampered with
            return Verdict.untrusted(
                    directory.misfits().stream().map(Misfit::toString).collect(joining("; ")),
                    directory.certificate().isEmpty() ? Verdict.Basis.CONTENTS : Verdict.Basis.CERTIFICATE);
        }
        if (directory.certificate().isEmpty()) {
            return ContentJudge.judge(this, channels);
        }
        if (certificate().isEmpty()) {
            return Verdict.untrusted("its certificate cannot be read", Verdict.Basis.CERTIFICATE);
        }
        Verdict verified = verifying.containsKey(channels)
                ? verifying.get(channels).get()
                : verify(certificate().get(), channels);
        return verified.kind() == Verdict.Kind.COMPLETE ? asRead(verified, channels) : verified;
    }

    private Verdict verify(Certificate said, Set<Channel> channels) {
        ArtifactFiles artifacts = new ArtifactFiles(directory);
        Predicate<String> wanted =
                path -> artifacts.belongsTo(path, channels) && (checksExports || !artifacts.isExport(path));
        return CertificateVerifier.verify(
                directory.root(), said, artifacts.present(), artifacts.byChannel(), wanted, wanted);
    }

    /** The channels of which something was read. */
    public Set<Channel> channelsRead() {
        return ChannelCatalog.all().stream()
                .filter(channel ->
                        tables.containsKey(channel) && tables.get(channel).isAskedFor())
                .collect(toSet());
    }

    /**
     * The missing data, as far as these channels were read. Every file of the certificate must exist with its size.
     * Text files of the channels must have their digests. The findings of the readers count. Table files need no
     * digest, because the reader has compared each chunk with the chunk's digest.
     */
    public Verdict verdictAsRead(Set<Channel> read) {
        if (directory.isUnfinished()
                || !directory.misfits().isEmpty()
                || certificate().isEmpty()) {
            return verdict();
        }
        ArtifactFiles artifacts = new ArtifactFiles(directory);
        Optional<Path> payload = directory.argsPayload();
        Verdict verified = verdictsAsRead.computeIfAbsent(
                read,
                channels -> CertificateVerifier.verify(
                        directory.root(),
                        certificate().get(),
                        artifacts.present(),
                        artifacts.byChannel(),
                        path -> !artifacts.isExport(path),
                        path -> artifacts.belongsTo(path, channels)
                                && !artifacts.isExport(path)
                                && !TableFile.isName(Path.of(path))
                                && !payload.equals(Optional.of(directory.root().resolve(path)))));
        return verified.kind() == Verdict.Kind.COMPLETE ? asRead(verified, read) : verified;
    }

    /**
     * Files that are the ones written can still hold rows that no run can have. Only what a report
     * reads anyway is looked at: digests can be checked without.
     */
    private Verdict asRead(Verdict verified, Set<Channel> channels) {
        tables.forEach((channel, table) -> {
            if (channels.contains(channel) && table.isAskedFor()) {
                table.get();
            }
        });
        Optional<Finding> damage = findings.first(Finding.Severity.DAMAGE);
        if (damage.isPresent()) {
            return Verdict.untrusted(damage.get().toString(), Verdict.Basis.CERTIFICATE);
        }
        Optional<Finding> loss = findings.first(Finding.Severity.LOSS);
        if (loss.isEmpty()) {
            return verified;
        }
        Finding first = loss.get();
        return Verdict.gaps(
                List.of(new Verdict.Gap(first.file(), -1, 0, 0, -1, first.reason())),
                first.toString(),
                Verdict.Basis.CERTIFICATE);
    }

    /**
     * Starts reading the large tables of these channels, each on a separate thread. The first
     * access to a table waits for it. What reading meets still reaches {@link #findings} in the
     * order of asking.
     */
    public void readAhead(Set<Channel> channels) {
        tables.forEach((channel, table) -> {
            if (channels.contains(channel) && table.isLarge.getAsBoolean()) {
                table.readAhead(channel.word());
            }
        });
    }

    /** Starts checking the digests of these channels on a separate thread, once. */
    private void verifyAhead(Set<Channel> channels) {
        if (!directory.isUnfinished() && directory.misfits().isEmpty()) {
            certificate()
                    .ifPresent(said -> verifying.computeIfAbsent(
                            Set.copyOf(channels), wanted -> Ahead.of("verify", () -> verify(said, wanted))));
        }
    }

    /**
     * Starts reading as {@link #readAhead} does, then makes the model while another thread checks
     * the digests, for a caller that asks for verdict and model next. What is met reaches {@link
     * #findings} as without this.
     */
    public void readModelAhead(Set<Channel> channels) {
        readAhead(channels);
        verifyAhead(channels);
        if (!swimlane.isAhead()) {
            return;
        }
        Optional<SwimlaneTable> table = swimlane.peek();
        // rows without a function are named by other channels, which are not read ahead
        if (table.isPresent() && table.get().aicore().nameTheirFunctions()) {
            dependencies.readAhead(DepsChannel.CHANNEL.word());
            model = newModel(table);
            model.prepare();
        }
    }

    /** A part read on first use, or before that by a separate thread. */
    private final class Kept<T> {
        private final Function<Findings, T> source;
        private BooleanSupplier isLarge = () -> false; // worth a separate thread
        private Ahead<T> ahead;
        private Findings aheadFindings;
        private T value;
        private boolean made;

        Kept(Function<Findings, T> source) {
            this.source = source;
        }

        void readAhead(String name) {
            if (made || ahead != null) {
                return;
            }
            Findings own = new Findings();
            aheadFindings = own;
            ahead = Ahead.of("read-" + name, () -> source.apply(own));
        }

        boolean isAskedFor() {
            return made || (isAhead() && isLarge.getAsBoolean());
        }

        boolean isAhead() {
            return ahead != null;
        }

        /** The value without what reading it met; any thread, once it is read or read ahead. */
        T peek() {
            return made ? value : ahead.get();
        }

        T get() {
            if (!made) {
                value = ahead == null ? source.apply(findings) : await();
                made = true;
            }
            return value;
        }

        private T await() {
            T result = ahead.get();
            findings.addAll(aheadFindings);
            return result;
        }
    }
}

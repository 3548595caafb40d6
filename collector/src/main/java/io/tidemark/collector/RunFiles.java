package io.tidemark.collector;

import io.tidemark.abi.Channel;
import io.tidemark.abi.catalog.RecordStream;
import io.tidemark.capture.certificate.CertificateWriter;
import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.file.FileKind;
import io.tidemark.capture.table.TableFile;
import io.tidemark.memory.region.StreamPlace;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a run says in its capture about itself: its id, which its region has too, and every file that it may make there
 * and that goes when the capture is whole. Nothing else is ever removed. Immutable.
 *
 * @param id 0 of a run of an earlier version, which said nothing
 * @param paths below the capture directory
 */
record RunFiles(long id, List<String> paths) {
    static final String PAYLOAD = ".payload";

    private static final String FIRST_LINE = "run ";
    private static final Pattern PATH = Pattern.compile("([a-z_]+/)?[A-Za-z0-9_][A-Za-z0-9_.-]*");
    private static final Pattern ID = Pattern.compile("[0-9a-f]{1,16}");

    RunFiles {
        paths = List.copyOf(paths);
    }

    /** Of a run that records these channels. */
    static RunFiles of(long id, Collection<Channel> channels, List<StreamPlace> streams) {
        List<String> paths = new ArrayList<>();
        for (Channel channel : channels) {
            Stream.concat(channel.streams().stream().map(stream -> stream.code()), Stream.of(RecordStream.FREEZE_KIND))
                    .map(kind -> RecordStream.of(channel, kind).orElseThrow().name() + TableFile.SUFFIX)
                    .forEach(name -> paths.add(inSpool(name)));
            for (StreamPlace stream : streams) {
                for (int lane = 0; stream.isOf(channel) && stream.arenaBytes() != 0 && lane < stream.lanes(); lane++) {
                    paths.add(inSpool(payload(channel, lane)));
                }
            }
            String head = inSpool(TableFile.headName(channel));
            paths.add(head);
            paths.add(head + AtomicFile.SUFFIX);
            channel.artifacts().forEach(artifact -> paths.add(artifact + AtomicFile.SUFFIX));
        }
        Stream.concat(CaptureDirectory.REPORTS.stream(), Stream.of(CertificateWriter.FILE_NAME))
                .forEach(report -> paths.add(report + AtomicFile.SUFFIX));
        paths.addAll(CaptureDirectory.EXCHANGED);
        return new RunFiles(id, paths);
    }

    private static String inSpool(String name) {
        return CaptureDirectory.SPOOL + "/" + name;
    }

    /** Name of the payload bytes of one lane. */
    static String payload(Channel channel, int lane) {
        return channel.word() + "." + lane + PAYLOAD;
    }

    /** Names of the files in the spool. */
    List<String> spooled() {
        String directory = inSpool("");
        return paths.stream()
                .filter(path -> path.startsWith(directory))
                .map(path -> path.substring(directory.length()))
                .toList();
    }

    void write(Path file) throws IOException {
        List<String> lines = new ArrayList<>(List.of(FIRST_LINE + Long.toHexString(id)));
        lines.addAll(paths);
        AtomicFile.write(file, part -> Files.write(part, lines));
    }

    /** Empty where there is none, as in a capture of an earlier version. */
    static Optional<RunFiles> read(Path file) throws IOException {
        if (!Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        List<String> lines = Files.readAllLines(FileKind.own(file));
        List<String> paths = lines.stream().skip(1).toList();
        String id = lines.isEmpty() || !lines.getFirst().startsWith(FIRST_LINE)
                ? ""
                : lines.getFirst().substring(FIRST_LINE.length());
        if (!ID.matcher(id).matches()
                || !paths.stream().allMatch(path -> PATH.matcher(path).matches())) {
            throw new FileSystemException(file.toString(), null, "it is not the list that a run wrote of its files");
        }
        return Optional.of(new RunFiles(Long.parseUnsignedLong(id, 16), paths));
    }
}

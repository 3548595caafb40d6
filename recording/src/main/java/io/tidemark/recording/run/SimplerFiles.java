package io.tidemark.recording.run;

import io.tidemark.abi.Channel;
import io.tidemark.abi.args.ArgsChannel;
import io.tidemark.abi.deps.DepsChannel;
import io.tidemark.abi.pmu.PmuChannel;
import io.tidemark.abi.scope.ScopeChannel;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.capture.StoredCapture;
import io.tidemark.capture.args.ArgsWriter;
import io.tidemark.capture.deps.DepsWriter;
import io.tidemark.capture.directory.CaptureFinder;
import io.tidemark.capture.file.AtomicFile;
import io.tidemark.capture.pmu.PmuWriter;
import io.tidemark.capture.scope.ScopeWriter;
import io.tidemark.capture.swimlane.SwimlaneWriter;
import io.tidemark.capture.table.TableFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes what the tables of a capture hold in the files that the tools of simpler read. One use, one
 * thread.
 */
public final class SimplerFiles {
    private final Path capture;
    private final Path directory;
    private final StoredCapture read;

    private SimplerFiles(Path capture, Path directory) throws IOException {
        this.capture = capture;
        this.directory = directory;
        read = StoredCapture.open(CaptureFinder.at(capture));
    }

    /** Writes a file for each channel that has tables; those that are there are replaced. */
    public static void write(Path capture, Path directory) throws IOException {
        SimplerFiles files = new SimplerFiles(capture, directory);
        files.write(SwimlaneChannel.CHANNEL, part -> SwimlaneWriter.write(part, required(files.read.swimlane())));
        files.write(DepsChannel.CHANNEL, part -> DepsWriter.write(part, required(files.read.dependenciesWithDetail())));
        files.write(ArgsChannel.CHANNEL, part -> ArgsWriter.write(part, required(files.read.args())));
        files.write(ScopeChannel.CHANNEL, part -> ScopeWriter.write(part, required(files.read.scopes())));
        files.write(PmuChannel.CHANNEL, part -> PmuWriter.write(part, required(files.read.pmu())));
    }

    private static <T> T required(Optional<T> table) throws IOException {
        return table.orElseThrow(() -> new IOException("its table files cannot be read"));
    }

    private void write(Channel channel, AtomicFile.Content content) throws IOException {
        if (Files.isRegularFile(capture.resolve(TableFile.head(channel)))) {
            Path file = directory.resolve(channel.artifacts().getFirst());
            Files.createDirectories(file.getParent());
            AtomicFile.write(file, content);
        }
    }
}

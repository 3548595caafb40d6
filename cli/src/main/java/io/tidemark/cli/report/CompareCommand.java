package io.tidemark.cli.report;

import io.tidemark.capture.directory.CaptureDirectory;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.UserError;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** Shows two captures on one time axis in the browser. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        description = "Show two captures on one time axis in the browser, and what each kernel gained or lost.",
        footer = {"", "The page is served until Ctrl-C, as 'tidemark view A B' serves it."})
public final class CompareCommand implements Callable<Integer> {
    @Mixin
    private PageServing serving;

    @Parameters(index = "0", paramLabel = "A", description = "The capture to compare with.")
    private Path first;

    @Parameters(index = "1", paramLabel = "B", description = "The capture that may have changed.")
    private Path second;

    @Override
    public Integer call() throws IOException, InterruptedException {
        serving.check();
        List<CaptureDirectory> both = new ArrayList<>();
        for (Path path : List.of(first, second)) {
            List<CaptureDirectory> found = PageServing.at(path);
            if (found.size() > 1) {
                throw UserError.usage("%s holds %d captures; name one of them.".formatted(path, found.size()));
            }
            both.add(found.getFirst());
        }
        serving.serve(both, "0/compare");
        return ExitCode.OK;
    }
}

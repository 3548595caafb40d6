package io.tidemark.cli.tools;

import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.Explained;
import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.Explanations;
import io.tidemark.cli.text.JsonLine;
import io.tidemark.cli.text.UserError;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Explains a code or word: its meaning, its origin, what to do, and how to reproduce it. */
@Command(
        name = "explain",
        mixinStandardHelpOptions = true,
        description =
                "Say what an error code, stall, verdict, drop cause or exit code means and what to do" + " about it.",
        footer = {
            "",
            "Examples:",
            "  tidemark explain 2",
            "  tidemark explain S4",
            "  tidemark explain GAPS",
            "  tidemark explain exit-3"
        })
public final class ExplainCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(
            arity = "0..1",
            paramLabel = "CODE|NAME",
            description = "A number (3, or -3 as a device reports it) or a name; all of them when left" + " out.")
    private String asked;

    @Option(names = "--json", description = "One JSON object, or an array of all of them, for programs.")
    private boolean json;

    @Override
    public Integer call() {
        PrintWriter out = spec.commandLine().getOut();
        if (asked == null) {
            printAll(out);
            return ExitCode.OK;
        }
        List<Explained> found = Explanations.find(asked.strip());
        if (found.isEmpty()) {
            throw UserError.usage("'" + asked + "' is no code or word of a run; 'tidemark explain' lists them.");
        }
        if (json) {
            out.println(JsonLine.text(writer -> write(writer, found.getFirst())));
            return ExitCode.OK;
        }
        print(out, found.getFirst());
        if (found.size() > 1) {
            out.println(found.stream()
                    .skip(1)
                    .map(other -> other.key() + " (" + other.kind() + ")")
                    .collect(Collectors.joining(", ", "See also: ", ".")));
        }
        return ExitCode.OK;
    }

    private void printAll(PrintWriter out) {
        if (json) {
            out.println(JsonLine.text(writer -> {
                writer.beginArray();
                Explanations.all().forEach(page -> write(writer, page));
                writer.endArray();
            }));
            return;
        }
        String kind = "";
        for (Explained page : Explanations.all()) {
            if (!page.kind().equals(kind)) {
                out.print(kind.isEmpty() ? "" : System.lineSeparator());
                out.println(page.kind() + "s");
                kind = page.kind();
            }
            String name = page.name().equalsIgnoreCase(page.key()) ? "" : page.name();
            out.printf(Locale.ROOT, "  %-10s %-27s %s%n", page.key(), name, page.meaning());
        }
        out.println();
        out.println("'tidemark explain CODE' says what leads to one, and what to do about it.");
    }

    private static void print(PrintWriter out, Explained page) {
        String name = page.name().equalsIgnoreCase(page.key()) ? "" : " " + page.name();
        out.println(page.key() + name + " (" + page.kind() + ")");
        line(out, "meaning", page.meaning());
        line(out, "causes", page.causes());
        line(out, "do", page.hint());
        if (page instanceof ErrorCode code && !code.hintOnHost().equals(code.hint())) {
            line(out, "with hbg", code.hintOnHost());
        }
        line(out, "try", page.provoke());
    }

    private static void line(PrintWriter out, String label, String text) {
        boolean isCommand = text.startsWith("tidemark ");
        out.printf(Locale.ROOT, "  %-8s %s%s%n", label, text, isCommand ? "" : ".");
    }

    private static void write(JsonWriter writer, Explained page) {
        writer.beginObject();
        writer.member("kind", page.kind());
        writer.member("key", page.key());
        writer.member("name", page.name());
        writer.member("meaning", page.meaning());
        writer.member("causes", page.causes());
        writer.member("hint", page.hint());
        if (page instanceof ErrorCode code) {
            writer.member("hint_hbg", code.hintOnHost());
        }
        writer.member("provoke", page.provoke());
        writer.endObject();
    }
}

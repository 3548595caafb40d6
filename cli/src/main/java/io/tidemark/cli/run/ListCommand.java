package io.tidemark.cli.run;

import io.tidemark.cli.text.ExitCode;
import io.tidemark.cli.text.JsonLine;
import io.tidemark.workloads.CaseOption;
import io.tidemark.workloads.Variant;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCatalog;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lists what can be run. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List the cases that can be run, their variants and their options.")
public final class ListCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "NAME", description = "Only this workload, with every option it takes.")
    private String name;

    @Mixin
    private CaseJars jars;

    @Option(names = "--json", description = "One JSON array of the names of cases, for programs.")
    private boolean json;

    @Override
    public Integer call() {
        WorkloadCatalog catalog = jars.catalog();
        PrintWriter out = spec.commandLine().getOut();
        Optional<Workload> only =
                Optional.ofNullable(name).map(it -> Cases.find(catalog, it).workload());
        if (json) {
            out.println(JsonLine.text(writer -> {
                writer.beginArray();
                catalog.cases().stream()
                        .filter(chosen -> only.isEmpty() || only.get() == chosen.workload())
                        .forEach(chosen -> writer.value(chosen.title()));
                writer.endArray();
            }));
        } else if (only.isEmpty()) {
            catalog.workloads().forEach(workload -> print(out, workload, false));
            out.println();
            out.println("A bare name takes the first variant. 'tidemark list NAME' shows options.");
        } else {
            print(out, only.get(), true);
        }
        return ExitCode.OK;
    }

    private static void print(PrintWriter out, Workload workload, boolean withOptions) {
        out.printf(Locale.ROOT, "%s: %s%n", workload.name(), workload.description());
        for (Variant variant : workload.variants()) {
            out.printf(Locale.ROOT, "  %-28s %s%n", workload.name() + ":" + variant.name(), variant.description());
        }
        if (!withOptions) {
            return;
        }
        out.println("Options, given as --set KEY=VALUE:");
        for (CaseOption option : workload.options()) {
            out.printf(Locale.ROOT, "  %-28s %s%n", option.key() + "=" + option.defaultValue(), option.meaning());
        }
    }
}

package io.tidemark.cli.report;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The option {@code --html}, which wrote a separate page until 0.5.0: names its replacement. Will
 * be removed after 0.6.0.
 */
final class GonePage {
    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Option(names = "--html", hidden = true, paramLabel = "FILE")
    void refuse(String file) {
        throw new ParameterException(
                spec.commandLine(),
                "--html is gone; 'tidemark view CAPTURE --out DIR' writes a page with graph and scopes that opens"
                        + " without a server.");
    }
}

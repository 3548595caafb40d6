package io.tidemark.cli.run;

import io.tidemark.cli.text.NearestWord;
import io.tidemark.cli.text.UserError;
import io.tidemark.runtime.fault.Thrown;
import io.tidemark.workloads.CaseSelection;
import io.tidemark.workloads.Workload;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.util.Collection;
import java.util.List;

/** Turns the user's text into a case, or into a usage error that lists the existing cases. */
public final class Cases {
    private Cases() {}

    static CaseSelection find(WorkloadCatalog catalog, String text) {
        try {
            return catalog.find(text);
        } catch (IllegalArgumentException unknown) {
            throw UserError.usage(unknown.getMessage() + advice(catalog, text));
        }
    }

    private static String advice(WorkloadCatalog catalog, String text) {
        if (text.endsWith(".jar")) {
            return "; a jar is given with --jar " + text + ", and a case of it by its name.";
        }
        Collection<String> known = text.indexOf(':') < 0
                ? catalog.workloads().stream().map(Workload::name).toList()
                : catalog.cases().stream().map(CaseSelection::title).toList();
        return NearestWord.of(text, known)
                .map(near -> "; did you mean " + near + "?")
                .orElse(".");
    }

    static WorkloadCase build(CaseSelection chosen, List<String> assignments, long seed) {
        try {
            WorkloadCase built = chosen.build(assignments, seed);
            if (built == null) {
                throw UserError.failed(chosen.title() + " built no case: its build() gave null.");
            }
            return built;
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage(Thrown.message(wrong) + ".");
        } catch (NoClassDefFoundError missing) {
            throw UserError.usage(missingClass(chosen.title(), missing));
        } catch (UserError told) {
            throw told;
        } catch (RuntimeException | AssertionError | StackOverflowError thrown) { // user code
            throw UserError.failed(
                    chosen.title()
                            + " could not be built: its build() threw "
                            + Thrown.text(thrown)
                            + "; run again with --debug to see where.",
                    thrown);
        }
    }

    /** A jar that was built against another one is of no use alone. */
    static String missingClass(String who, NoClassDefFoundError missing) {
        return who
                + " needs the class "
                + missing.getMessage().replace('/', '.')
                + ", which is in none of the jars; give its jar with --jar too.";
    }
}

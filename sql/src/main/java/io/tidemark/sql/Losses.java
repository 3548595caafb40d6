package io.tidemark.sql;

import io.tidemark.capture.finding.Verdict;
import io.tidemark.sql.table.SqlCapture;
import java.util.ArrayList;
import java.util.List;

/** What is missing from the captures of a session, in one line. One thread. */
final class Losses {
    private static final int MOST_NAMED = 3;

    private final List<SqlCapture> captures;

    Losses(List<SqlCapture> captures) {
        this.captures = captures;
    }

    boolean isAnyMissing() {
        return captures.stream().anyMatch(capture -> capture.verdict().dataMissing());
    }

    /** The line under every answer. */
    String line() {
        if (captures.size() == 1) {
            SqlCapture only = captures.getFirst();
            return "data: " + only.verdict().line() + hint(only);
        }
        List<String> named = new ArrayList<>();
        int missing = 0;
        for (SqlCapture capture : captures) {
            if (capture.verdict().dataMissing()) {
                missing++;
                if (named.size() < MOST_NAMED) {
                    named.add(capture.name() + " " + capture.verdict().kind());
                }
            }
        }
        if (missing == 0) {
            return "data: nothing is missing from the %d captures".formatted(captures.size());
        }
        return "data: %d of %d captures miss something (%s%s); table loss has the stretches"
                .formatted(missing, captures.size(), String.join(", ", named), missing > named.size() ? ", ..." : "");
    }

    private static String hint(SqlCapture capture) {
        if (capture.directory().isUnfinished()) {
            return "; the rows are those that had reached its table files";
        }
        Verdict verdict = capture.verdict();
        return verdict.dataMissing()
                ? "; table loss has the stretches"
                : verdict.basis() == Verdict.Basis.CERTIFICATE
                        ? " by its certificate; 'tidemark verify' checks the files against it"
                        : "";
    }
}

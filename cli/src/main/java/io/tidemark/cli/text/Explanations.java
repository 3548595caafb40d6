package io.tidemark.cli.text;

import io.tidemark.abi.DriverCode;
import io.tidemark.abi.DropCause;
import io.tidemark.abi.ErrorCode;
import io.tidemark.abi.Explained;
import io.tidemark.abi.StallDetail;
import io.tidemark.capture.finding.Verdict;
import java.util.ArrayList;
import java.util.List;

/** Every code and word that a run, a capture or the shell may show, with its page. Pure. */
public final class Explanations {
    private static final List<Explained> ALL = collect();

    private Explanations() {}

    private static List<Explained> collect() {
        List<Explained> all = new ArrayList<>(List.of(ErrorCode.values()));
        for (StallDetail detail : StallDetail.values()) {
            if (detail != StallDetail.NONE) {
                all.add(detail);
            }
        }
        all.addAll(List.of(Verdict.Kind.values()));
        all.addAll(List.of(DropCause.values()));
        all.addAll(List.of(ExitMeaning.values()));
        all.addAll(List.of(DriverCode.values()));
        return List.copyOf(all);
    }

    public static List<Explained> all() {
        return ALL;
    }

    /**
     * What the text may mean, the likeliest first; empty when it means nothing. A number is an
     * error code before it is anything else, and may have the minus sign of a device's status.
     */
    public static List<Explained> find(String text) {
        String unsigned = text.startsWith("-") ? text.substring(1) : text;
        return ALL.stream()
                .filter(page -> page.key().equalsIgnoreCase(text)
                        || page.name().equalsIgnoreCase(text)
                        || page.key().equals(unsigned)
                        || page.key().equals("S" + text)
                        || page.key().equals("exit-" + text))
                .toList();
    }
}

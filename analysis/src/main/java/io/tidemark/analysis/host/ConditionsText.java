package io.tidemark.analysis.host;

import io.tidemark.analysis.text.JsonWriter;
import io.tidemark.capture.Capture;
import io.tidemark.capture.certificate.Certificate;
import io.tidemark.capture.certificate.Conditions;
import java.io.PrintWriter;
import java.util.Optional;

/**
 * The conditions of a capture for people and programs; nothing for a capture that does not have
 * them. Pure output.
 */
public final class ConditionsText {
    private ConditionsText() {}

    /**
     * Empty for foreign captures and for captures of versions that did not record the conditions.
     */
    public static Optional<Conditions> of(Capture capture) {
        return capture.certificate().flatMap(Certificate::conditions);
    }

    /** What a reader must know before believing any time of the capture, if there is such a thing. */
    public static Optional<String> banner(Capture capture) {
        return of(capture).flatMap(it -> it.isVirtual() ? Optional.of(it.words() + ".") : it.banner());
    }

    /** Prints {@link #banner} as a note. */
    public static void printBanner(Capture capture, PrintWriter out) {
        banner(capture).ifPresent(banner -> out.println("note: " + banner));
    }

    /** Writes the member {@code conditions} into the object the caller has begun. */
    public static void member(Capture capture, JsonWriter json) {
        of(capture).ifPresent(conditions -> member(conditions, json));
    }

    /** The member "conditions". */
    public static void member(Conditions conditions, JsonWriter json) {
        json.name("conditions").beginObject();
        json.member("cores", conditions.cores());
        if (conditions.isVirtual()) {
            json.member("time", "virtual");
            json.member("profile", conditions.profile());
            json.member("words", conditions.words());
            json.endObject();
            return;
        }
        json.member("cpus", conditions.cpus());
        json.member("cold", conditions.isCold());
        json.member("rounds_before", conditions.roundsBefore());
        if (conditions.warmUpTasks() > 0) {
            json.member("warm_up_tasks", conditions.warmUpTasks());
        }
        if (conditions.loadHundredths() >= 0) {
            json.member("load", conditions.loadHundredths() / 100.0);
        }
        if (conditions.cpuPercent() >= 0) {
            json.member("cpu_percent", conditions.cpuPercent());
        }
        json.member("words", conditions.words());
        conditions.banner().ifPresent(banner -> json.member("banner", banner));
        json.endObject();
    }
}

package io.tidemark.capture.json;

import io.tidemark.capture.finding.Findings;
import java.util.HashSet;
import java.util.Set;

/**
 * What the readers of one file share: its name, its findings, and which oddities were said already.
 * One thread.
 */
public final class ReadContext {
    private static final int MAX_SAID = 64;

    private final String file;
    private final Findings findings;
    private final Set<String> said = new HashSet<>();

    public ReadContext(String file, Findings findings) {
        this.file = file;
        this.findings = findings;
    }

    /** Says once that a key is not known here. */
    public void unknownKey(JsonScanner scanner, String where) {
        String key = scanner.lastText();
        String shown = key.length() > 40 ? key.substring(0, 40) + "..." : key;
        if (said.size() < MAX_SAID && said.add(where + '\n' + shown)) {
            findings.note(file, "", "unknown key '" + shown + "' in " + where);
        }
    }

    /** Notes a reason the first time that it comes up. */
    public void noteOnce(String reason) {
        if (said.size() < MAX_SAID && said.add(reason)) {
            findings.note(file, "", reason);
        }
    }

    /** A text cut to a number of letters; that some were cut is said once. */
    public String shortened(String text, int most, String what) {
        if (text.length() <= most) {
            return text;
        }
        noteOnce(what + " longer than " + most + " letters were cut");
        return text.substring(0, most);
    }

    /** True, and a loss is noted, when the row just read had a problem. */
    public boolean dropRow(JsonScanner scanner, String what) {
        String problem = scanner.takeProblem();
        if (problem == null) {
            return false;
        }
        findings.loss(file, "byte " + scanner.problemPosition(), problem + "; " + what + " skipped");
        return true;
    }

    public void loss(String position, String reason) {
        findings.loss(file, position, reason);
    }

    public void damage(String position, String reason) {
        findings.damage(file, position, reason);
    }
}

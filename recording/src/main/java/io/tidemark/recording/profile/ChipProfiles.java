package io.tidemark.recording.profile;

import io.tidemark.capture.finding.Finding;
import io.tidemark.capture.finding.Findings;
import io.tidemark.capture.json.JsonTree;
import io.tidemark.chip.ChipProfile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds chip profiles by name or file and reads them. A file says every number or takes those that
 * it does not say from a shipped profile that it names as its base. Stateless; any thread.
 */
public final class ChipProfiles {
    static final String VERSION_KEY = "tidemark_chip_profile";
    static final long VERSION = 1;

    /** Names of the shipped ones. */
    public static final List<String> SHIPPED = List.of("a2a3", "a5", "ideal");

    private static final Set<String> TOP =
            Set.of(VERSION_KEY, "name", "description", "base", "control", "link", "matrix", "vector", "records");

    private ChipProfiles() {}

    /**
     * The profile of a shipped name, or of a file.
     *
     * @throws ProfileRefusedException with what is wrong
     */
    public static ChipProfile find(String nameOrFile) throws ProfileRefusedException {
        if (SHIPPED.contains(nameOrFile)) {
            return shipped(nameOrFile);
        }
        Path file;
        try {
            file = Path.of(nameOrFile);
        } catch (InvalidPathException wrong) {
            throw unknown(nameOrFile);
        }
        if (!Files.isRegularFile(file)) {
            throw unknown(nameOrFile);
        }
        return read(file, nameOrFile);
    }

    private static ProfileRefusedException unknown(String nameOrFile) {
        return new ProfileRefusedException(
                "chip profile " + nameOrFile + " is neither a file nor one of " + String.join(", ", SHIPPED) + ".");
    }

    /** One of {@link #SHIPPED}. */
    public static ChipProfile shipped(String name) {
        try (InputStream stream = ChipProfiles.class.getResourceAsStream(name + ".json")) {
            Findings findings = new Findings();
            return profile(name, JsonTree.read(stream, name, findings), findings);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ProfileRefusedException ours) {
            throw new IllegalStateException(ours);
        }
    }

    private static ChipProfile read(Path file, String label) throws ProfileRefusedException {
        Findings findings = new Findings();
        return profile(label, JsonTree.read(file, findings), findings);
    }

    private static ChipProfile profile(String label, Optional<Map<String, Object>> read, Findings findings)
            throws ProfileRefusedException {
        Map<String, Object> top = read.orElseThrow(() -> refused(label, "cannot be read: " + first(findings)));
        requireMembers(label, "", top, TOP);
        if (!(top.get(VERSION_KEY) instanceof Long version)) {
            throw refused(label, "has no " + VERSION_KEY + ", which is " + VERSION);
        }
        if (version != VERSION) {
            throw refused(label, VERSION_KEY + " is " + version + ", and this version knows " + VERSION);
        }
        if (!(top.get("name") instanceof String name) || !name.matches("[A-Za-z0-9._-]{1,40}")) {
            throw refused(label, "needs a name of 1 to 40 letters, digits, dots, dashes or underscores");
        }
        return of(name, numbers(label, top, base(label, top)));
    }

    private static ChipProfile base(String label, Map<String, Object> top) throws ProfileRefusedException {
        Object base = top.get("base");
        if (base == null) {
            return null;
        }
        if (!(base instanceof String name) || !SHIPPED.contains(name)) {
            throw refused(label, "has base " + base + ", which is none of " + String.join(", ", SHIPPED));
        }
        return shipped(name);
    }

    /** Every number, by {@code group.name}. */
    private static Map<String, Double> numbers(String label, Map<String, Object> top, ChipProfile base)
            throws ProfileRefusedException {
        Map<String, Double> numbers = new LinkedHashMap<>();
        List<String> missing = new ArrayList<>();
        Map<String, Set<String>> known = new LinkedHashMap<>();
        for (ProfileField field : ProfileField.ALL) {
            known.computeIfAbsent(field.group(), group -> new TreeSet<>()).add(field.name());
            Object value = group(label, top, field.group()).get(field.name());
            if (value == null && base == null) {
                missing.add(field.path());
            } else {
                numbers.put(
                        field.path(), value == null ? field.get().applyAsDouble(base) : number(label, field, value));
            }
        }
        for (Map.Entry<String, Set<String>> group : known.entrySet()) {
            requireMembers(label, group.getKey() + ".", group(label, top, group.getKey()), group.getValue());
        }
        if (!missing.isEmpty()) {
            throw refused(
                    label,
                    "does not say " + String.join(", ", missing) + "; give the numbers, or a base to take them from");
        }
        return numbers;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> group(String label, Map<String, Object> top, String name)
            throws ProfileRefusedException {
        Object group = top.get(name);
        if (group == null) {
            return Map.of();
        }
        if (!(group instanceof Map)) {
            throw refused(label, name + " is not an object");
        }
        return (Map<String, Object>) group;
    }

    private static double number(String label, ProfileField field, Object value) throws ProfileRefusedException {
        Object said = value;
        if (value instanceof Map<?, ?> explained) {
            for (Object member : explained.keySet()) {
                if (!member.equals("value") && !member.equals("source")) {
                    throw refused(label, field.path() + " has a member " + member + "; there are value and source");
                }
            }
            if (explained.containsKey("source") && !(explained.get("source") instanceof String)) {
                throw refused(label, "the source of " + field.path() + " is not a text");
            }
            said = explained.get("value");
        }
        if (!(said instanceof Number number)) {
            throw refused(label, field.path() + " is not a number");
        }
        double amount = number.doubleValue();
        if (!(amount >= 0) || amount > field.most() || field.isPositive() && amount == 0) {
            throw refused(
                    label,
                    field.path()
                            + " is "
                            + number
                            + ", and must be "
                            + (field.isPositive() ? "above 0" : "0 or more")
                            + " and at most "
                            + (long) field.most());
        }
        return amount;
    }

    private static void requireMembers(String label, String prefix, Map<String, Object> object, Set<String> known)
            throws ProfileRefusedException {
        for (String member : object.keySet()) {
            if (!known.contains(member)) {
                throw refused(
                        label,
                        "has a member "
                                + prefix
                                + member
                                + " that is not known; there are "
                                + String.join(", ", new TreeSet<>(known)));
            }
        }
    }

    /**
     * A profile of these numbers.
     *
     * @param numbers every one, by {@code group.name}, as {@link ProfileText#numbers} gives them
     */
    public static ChipProfile of(String name, Map<String, Double> numbers) {
        return new ChipProfile(
                name,
                new ChipProfile.Control(
                        picos(numbers, "control.submit_ns"),
                        picos(numbers, "control.argument_ns"),
                        picos(numbers, "control.edge_ns"),
                        picos(numbers, "control.allocation_ns"),
                        picos(numbers, "control.scope_ns"),
                        picos(numbers, "control.look_ns"),
                        picos(numbers, "control.loop_ns"),
                        picos(numbers, "control.poll_ns"),
                        picos(numbers, "control.completion_ns"),
                        picos(numbers, "control.consumer_ns"),
                        picos(numbers, "control.dispatch_ns"),
                        picos(numbers, "control.retirement_ns"),
                        picos(numbers, "control.release_ns")),
                new ChipProfile.Link(picos(numbers, "link.launch_ns"), picos(numbers, "link.status_ns")),
                cores(numbers, "matrix."),
                cores(numbers, "vector."),
                new ChipProfile.Records(
                        picos(numbers, "records.core_ns"),
                        picos(numbers, "records.task_ns"),
                        picos(numbers, "records.phase_ns"),
                        picos(numbers, "records.submit_ns"),
                        picos(numbers, "records.argument_ns"),
                        picos(numbers, "records.argument_byte_ns"),
                        picos(numbers, "records.scope_ns"),
                        picos(numbers, "records.dependencies_ns"),
                        picos(numbers, "records.counters_ns")));
    }

    private static ChipProfile.Cores cores(Map<String, Double> numbers, String group) {
        return new ChipProfile.Cores(
                picos(numbers, group + "start_ns"),
                picos(numbers, group + "look_ns"),
                numbers.get(group + "clock_ghz"),
                numbers.get(group + "bytes_per_cycle"),
                numbers.get(group + "operations_per_cycle"));
    }

    private static long picos(Map<String, Double> numbers, String path) {
        return Math.round(numbers.get(path) * ChipProfile.NANO);
    }

    private static ProfileRefusedException refused(String label, String what) {
        return new ProfileRefusedException("chip profile " + label + " " + what + ".");
    }

    private static String first(Findings findings) {
        return findings.kept().stream().findFirst().map(Finding::toString).orElse("no reason known");
    }
}

package io.tidemark.cli.run;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.abi.OnFull;
import io.tidemark.abi.Platform;
import io.tidemark.abi.pmu.PmuEvent;
import io.tidemark.abi.swimlane.SwimlaneChannel;
import io.tidemark.cli.text.UserError;
import io.tidemark.collector.swimlane.SwimlanePools;
import io.tidemark.recording.plan.ExportChoice;
import io.tidemark.runtime.CallConfig;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Stack;
import java.util.StringJoiner;
import java.util.function.Function;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;

/** What a run records. People give levels; {@link #flags} turns them into the bits of the run. */
final class DiagnosticsOptions {
    private static final String BARE = "true";
    private static final int MOST_POOL_DIGITS = 7; // what a region can hold is far below

    @Option(
            names = "--chip-swimlane",
            arity = "0..1",
            fallbackValue = "4",
            preprocessor = OptionalLevel.class,
            paramLabel = "LEVEL",
            description = "Record the swimlane: 1 cores, 2 also dispatch, finish and edges, 3 also scheduler"
                    + " phases, 4 also submits. Bare: 4.")
    private String swimlane;

    @Option(
            names = {"--enable-chip-swimlane", "--enable-l2-swimlane"},
            arity = "0..1",
            fallbackValue = "4",
            preprocessor = OptionalLevel.class,
            hidden = true)
    private String formerSwimlane;

    @Option(
            names = "--enable-profiling",
            arity = "0..1",
            fallbackValue = "3",
            preprocessor = OptionalLevel.class,
            hidden = true)
    private String formerProfiling;

    @Option(
            names = "--dump-args",
            arity = "0..1",
            fallbackValue = "2",
            preprocessor = OptionalLevel.class,
            paramLabel = "LEVEL",
            description = "Dump the arguments of kernels before and after they run: 1 those that the graph"
                    + " marks, 2 all, 3 shapes and scalars of all and bytes of the marked ones."
                    + " Bare: 2.")
    private String dumpArgs;

    @Option(
            names = "--dump-tensor",
            arity = "0..1",
            fallbackValue = "2",
            preprocessor = OptionalLevel.class,
            hidden = true)
    private String formerDumpArgs;

    @Option(
            names = {"--scope-stats", "--enable-scope-stats"},
            description = "Record how far each scope filled the rings.")
    private boolean scopeStats;

    @Option(
            names = {"--dep-gen", "--enable-dep-gen"},
            description = "Record every submit, and write the graph with the reason for each edge.")
    private boolean dependencies;

    @Option(
            names = {"--pmu", "--enable-pmu"},
            arity = "0..1",
            fallbackValue = BARE,
            preprocessor = OptionalLevel.class,
            paramLabel = "EVENT",
            description = "Count per task: 1 arithmetic, 2 pipes, 4 memory, 5 L0, 6 conflicts, 7 unified"
                    + " buffer, 8 L2. Bare: 2 (SIMPLER_PMU_EVENT_TYPE). Device code has"
                    + " only 100, cycles of the multiprocessor, also when bare. Cores then"
                    + " run one task at a time.")
    private String pmu;

    @Option(
            names = "--on-full",
            paramLabel = "block|drop",
            description = "When the host cannot keep up: stop the chip until it can, or drop and count"
                    + " (default: block).")
    private String onFull;

    @Option(
            names = "--export",
            paramLabel = "auto|always|never",
            description = "Write the files that simpler's tools read beside the tables, which hold the"
                    + " same: auto does so up to 20,000 kernel runs (default: auto).")
    private String export;

    @Option(
            names = "--swimlane-pools",
            paramLabel = "BUFFERS,RECORDS[,READY]",
            description = "Room of the swimlane between chip and host: buffers of each lane, records of"
                    + " each buffer, entries of each ready queue (default: 4 to 8 buffers of"
                    + " 1000 to 16384 records, 1024 entries).")
    private String swimlanePools;

    @Option(
            names = "--region-dir",
            paramLabel = "DIR",
            description = "Directory of the records until they are exported (default: /dev/shm, else the"
                    + " capture directory).")
    private Path regionDirectory;

    @Option(
            names = "--profile-round",
            paramLabel = "K",
            description = "With --rounds, record round K (the first is 1) instead of the last.")
    Integer profileRound;

    /** The flags asked for; former spellings are taken, with a line that says what to write. */
    DfxFlags flags(PrintWriter notes) {
        int level = 0;
        if (swimlane != null) {
            level = level("--chip-swimlane", swimlane, DfxFlags.MAX_SWIMLANE_LEVEL);
            if (formerSwimlane != null || formerProfiling != null) {
                notes.println("note: former spellings are ignored beside --chip-swimlane.");
            }
        } else if (formerSwimlane != null) {
            level = level("--enable-chip-swimlane", formerSwimlane, DfxFlags.MAX_SWIMLANE_LEVEL);
            noteFormer(notes, "--enable-chip-swimlane and --enable-l2-swimlane are", level);
        } else if (formerProfiling != null) {
            level = ofFormerScale(level("--enable-profiling", formerProfiling, 3));
            noteFormer(notes, "--enable-profiling is", level);
        }
        if (formerDumpArgs != null) {
            notes.println("note: --dump-tensor is the former spelling; write --dump-args=" + argsLevel() + ".");
        }
        DfxFlags flags = DfxFlags.ofSwimlaneLevel(level);
        flags = argsLevel() > 0 ? flags.with(DfxFeature.DUMP_ARGS_ENABLE) : flags;
        flags = scopeStats ? flags.with(DfxFeature.SCOPE_STATS) : flags;
        flags = dependencies ? flags.with(DfxFeature.DEP_GEN) : flags;
        return counts() ? flags.with(DfxFeature.PMU) : flags;
    }

    /** Says which options have nothing to apply to; a run without them would be the same. */
    void noteIdle(DfxFlags flags, PrintWriter notes) {
        if (flags.bits() != 0) {
            if (swimlanePools != null && !flags.records(SwimlaneChannel.CHANNEL)) {
                notes.println("note: --swimlane-pools is ignored without --chip-swimlane.");
            }
            return;
        }
        StringJoiner idle = new StringJoiner(", ");
        addIf(swimlanePools != null, "--swimlane-pools", idle);
        addIf(onFull != null, "--on-full", idle);
        addIf(export != null, "--export", idle);
        addIf(regionDirectory != null, "--region-dir", idle);
        addIf(profileRound != null, "--profile-round", idle);
        if (idle.length() > 0) {
            notes.println("note: ignored, because no channel is on (such as --chip-swimlane): %s.".formatted(idle));
        }
    }

    private static void addIf(boolean given, String name, StringJoiner names) {
        if (given) {
            names.add(name);
        }
    }

    /** The event group asked for; the environment wins over the flag when it names one. */
    int pmuEvent(Platform platform, Function<String, String> environment, PrintWriter notes) {
        if (!counts()) {
            return 0;
        }
        String group =
                isTrue(pmu) ? Integer.toString(PmuEvent.defaultOf(platform).code()) : pmu;
        if (!isPmuEvent(group, platform)) {
            throw UserError.usage(
                    platform.isSimulated()
                            ? "--pmu=" + pmu + " is no event group; there are 1, 2, 4, 5, 6, 7 and 8."
                            : "--pmu=%s is no event group of %s; there is %d."
                                    .formatted(
                                            pmu,
                                            platform.label(),
                                            PmuEvent.defaultOf(platform).code()));
        }
        String wanted = environment.apply("SIMPLER_PMU_EVENT_TYPE");
        if (wanted == null || wanted.isBlank() || wanted.strip().equals(group)) {
            return Integer.parseInt(group);
        }
        if (!isPmuEvent(wanted.strip(), platform)) {
            notes.println(
                    "note: SIMPLER_PMU_EVENT_TYPE=%s is no event group; counting group %s.".formatted(wanted, group));
            return Integer.parseInt(group);
        }
        notes.println("note: counting group %s, as SIMPLER_PMU_EVENT_TYPE says.".formatted(wanted));
        return Integer.parseInt(wanted.strip());
    }

    private boolean counts() {
        return pmu != null && !pmu.equals("0") && !pmu.equalsIgnoreCase("false");
    }

    private static boolean isTrue(String text) {
        return text.equalsIgnoreCase("true");
    }

    private static boolean isPmuEvent(String text, Platform platform) {
        return text.matches("[0-9]{1,4}")
                && PmuEvent.ofCode(Integer.parseInt(text))
                        .filter(event -> event.isOn(platform))
                        .isPresent();
    }

    /** For a runtime that has no rings to sample; true when they were asked for. */
    boolean forgoScopeStats() {
        boolean asked = scopeStats;
        scopeStats = false;
        return asked;
    }

    /** For a check that needs the bytes of every argument. */
    void dumpEverything() {
        if (dumpArgs == null && formerDumpArgs == null) {
            dumpArgs = Integer.toString(CallConfig.DUMP_EVERYTHING);
        }
        if (argsLevel() != CallConfig.DUMP_EVERYTHING) {
            throw UserError.usage("--check-args needs every argument: write --dump-args=2.");
        }
    }

    /** How much of the arguments is dumped; 0 for nothing. */
    int argsLevel() {
        String text = dumpArgs != null ? dumpArgs : formerDumpArgs;
        if (text == null) {
            return 0;
        }
        return isTrue(text) ? CallConfig.DUMP_EVERYTHING : level("--dump-args", text, CallConfig.MAX_DUMP_ARGS_LEVEL);
    }

    OnFull onFull() {
        if (onFull == null) {
            return OnFull.BLOCK;
        }
        return switch (onFull.toLowerCase(Locale.ROOT)) {
            case "block" -> OnFull.BLOCK;
            case "drop" -> OnFull.DROP;
            default -> throw UserError.usage("--on-full " + onFull + " is neither block nor drop.");
        };
    }

    ExportChoice export() {
        return switch (export == null ? "auto" : export.toLowerCase(Locale.ROOT)) {
            case "auto" -> ExportChoice.AUTO;
            case "always" -> ExportChoice.ALWAYS;
            case "never" -> ExportChoice.NEVER;
            default -> throw UserError.usage("--export " + export + " is neither auto, always nor never.");
        };
    }

    /** Where the region is to lie; empty for the place that suits best. */
    Optional<Path> regionDirectory() {
        if (regionDirectory != null && !Files.isDirectory(regionDirectory)) {
            throw UserError.usage("--region-dir " + regionDirectory + " is not a directory.");
        }
        return Optional.ofNullable(regionDirectory);
    }

    SwimlanePools swimlanePools() {
        if (swimlanePools == null) {
            return SwimlanePools.DEFAULT;
        }
        String[] parts = swimlanePools.split(",", -1);
        if (parts.length < 2 || parts.length > 3) {
            throw UserError.usage("--swimlane-pools " + swimlanePools + " is not BUFFERS,RECORDS[,READY].");
        }
        try {
            return SwimlanePools.of(
                    poolNumber(parts[0]),
                    poolNumber(parts[1]),
                    parts.length == 3 ? poolNumber(parts[2]) : SwimlanePools.DEFAULT.readyCapacity());
        } catch (IllegalArgumentException wrong) {
            throw UserError.usage("--swimlane-pools " + swimlanePools + ": " + wrong.getMessage() + ".");
        }
    }

    private static int poolNumber(String text) {
        if (!text.strip().matches("[0-9]+")) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number");
        }
        if (text.strip().length() > MOST_POOL_DIGITS) {
            throw new IllegalArgumentException("'" + text + "' is too large");
        }
        return Integer.parseInt(text.strip());
    }

    /** The former scale had no level for scheduler phases alone: its 3 was both kinds of phases. */
    private static int ofFormerScale(int level) {
        return level == 3 ? DfxFlags.MAX_SWIMLANE_LEVEL : level;
    }

    private static void noteFormer(PrintWriter notes, String spelling, int level) {
        notes.println("note: " + spelling + " the former spelling; write --chip-swimlane=" + level + ".");
    }

    private static int level(String flag, String text, int most) {
        int level =
                switch (text.toLowerCase(Locale.ROOT)) {
                    case "true" -> most;
                    case "false" -> 0;
                    default -> text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : -1;
                };
        if (level < 0 || level > most) {
            throw UserError.usage(flag + "=" + text + " is not a level; it goes from 0 to " + most + ".");
        }
        return level;
    }

    /**
     * Makes the level after a flag optional. {@code --chip-swimlane CASE} is the flag without a
     * level. {@code --chip-swimlane 2 CASE} is level 2. {@code true} and {@code false} are levels
     * in upper and lower case, as callers of the older tools write them.
     */
    static final class OptionalLevel implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> arguments, CommandSpec command, ArgSpec argument, Map<String, Object> about) {
            boolean isAttached = about.get("separator") != null;
            boolean isLevel = !arguments.isEmpty() && arguments.peek().matches("(?i)[0-9]+|true|false");
            if (isAttached || isLevel) {
                return false;
            }
            argument.setValue(((OptionSpec) argument).fallbackValue());
            return true;
        }
    }
}

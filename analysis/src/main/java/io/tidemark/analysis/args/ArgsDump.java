package io.tidemark.analysis.args;

import io.tidemark.abi.DType;
import io.tidemark.abi.TaskId;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.analysis.text.Plain;
import io.tidemark.capture.Capture;
import io.tidemark.capture.args.ArgsManifest;
import io.tidemark.capture.names.KernelNames;
import io.tidemark.capture.names.NameMap;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The argument dump of one capture: manifest, payload and names together. Owns the payload's
 * mapping until closed. Any thread may read.
 */
public final class ArgsDump implements AutoCloseable {
    private static final int MOST_LETTERS = 40;

    private final ArgsManifest manifest;
    private final PayloadFile payload;
    private final NameMap names;
    private final KernelNames kernels;

    private ArgsDump(ArgsManifest manifest, PayloadFile payload, NameMap names) {
        this.manifest = manifest;
        this.payload = payload;
        this.names = names;
        this.kernels = new KernelNames(names);
    }

    /** Empty when the capture holds no manifest that can be read. */
    public static Optional<ArgsDump> open(Capture capture) throws IOException {
        Optional<ArgsManifest> manifest = capture.args();
        if (manifest.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new ArgsDump(
                manifest.get(), PayloadFile.open(capture.directory().argsPayload()), capture.names()));
    }

    public ArgsManifest manifest() {
        return manifest;
    }

    public int size() {
        return manifest.size();
    }

    public boolean accepts(ArgFilter filter, int row) {
        return filter.accepts(manifest, row, names);
    }

    public DType type(int row) {
        return DType.ofName(manifest.dataType(row));
    }

    public Presence presence(int row) {
        return payload.presence(manifest, row);
    }

    public long payloadBytes() {
        return payload.sizeBytes();
    }

    /** What can be had of an entry's elements. */
    public Elements elements(int row) {
        return Elements.of(type(row), payload.bytes(manifest, row), manifest.elements(row));
    }

    public String task(int row) {
        return TaskId.label(manifest.taskId(row));
    }

    /** Names of the task's kernels, each once; empty when the manifest names none. */
    public String kernel(int row) {
        Set<String> found = new LinkedHashSet<>();
        for (int id : manifest.functionIds(row)) {
            if (id >= 0) {
                found.add(Plain.line(kernels.of(id), MOST_LETTERS));
            }
        }
        return String.join("+", found);
    }

    /** True when every kernel of the manifest has a name. */
    boolean namesAllKernels() {
        for (int row = 0; row < size(); row++) {
            for (int id : manifest.functionIds(row)) {
                if (names.name(id).isEmpty()) {
                    return false;
                }
            }
        }
        return true;
    }

    /** True if the manifest names the buffer of every tensor. */
    boolean namesOwners() {
        for (int row = 0; row < size(); row++) {
            if (!manifest.isScalar(row) && !manifest.tensor(row).isKnown()) {
                return false;
            }
        }
        return true;
    }

    String kernelName(int functionId) {
        return kernels.of(functionId);
    }

    public String stage(int row) {
        return manifest.stage(row) == ArgumentStage.BEFORE_DISPATCH ? "before" : "after";
    }

    public String role(int row) {
        return manifest.role(row).word();
    }

    public String scalar(int row) {
        return TypedScalar.of(type(row), manifest.value(row));
    }

    /** {@code task_0x..._before_in0}, as files of this entry are called. */
    public String fileStem(int row) {
        String role =
                switch (manifest.role(row)) {
                    case INPUT -> "in";
                    case OUTPUT -> "out";
                    default -> manifest.role(row).word();
                };
        return "task_0x%016x_%s_%s%d"
                .formatted(manifest.taskId(row), stage(row), role, manifest.argIndex(row))
                .toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        payload.close();
    }
}

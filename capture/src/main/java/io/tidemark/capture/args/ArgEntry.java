package io.tidemark.capture.args;

import io.tidemark.abi.args.ArgumentRole;
import io.tidemark.abi.args.ArgumentStage;
import io.tidemark.capture.identity.TensorIdentity;
import java.util.List;
import java.util.Set;

/**
 * One dumped argument as an object; {@link ArgsManifest} keeps them in columns.
 *
 * @param subtaskId manifests before June 2026 only, else -1
 * @param functionIds kernels of the task, -1 unknown; empty when the manifest names none
 * @param isScalar true for a scalar, whose {@code value} is then set
 * @param dataType upper-case name
 * @param rawShape shape of the whole tensor, oldest manifests only
 * @param offsets per-dimension offsets, oldest manifests only
 * @param tensor the buffer of a tensor; unknown for scalars and in older manifests
 * @param elements product of the shape, not reduced by truncation
 * @param payloadBytes bytes in the payload file; 0 with offset 0 means no payload
 * @param remarks what else is to be said; nearly always empty
 */
public record ArgEntry(
        long taskId,
        int subtaskId,
        List<Integer> functionIds,
        int argIndex,
        ArgumentRole role,
        ArgumentStage stage,
        boolean isScalar,
        String dataType,
        ScalarValue value,
        boolean contiguous,
        List<Long> shape,
        List<Long> strides,
        List<Long> rawShape,
        List<Long> offsets,
        long startOffset,
        TensorIdentity tensor,
        long elements,
        boolean indexAmbiguous,
        long payloadOffset,
        long payloadBytes,
        boolean truncated,
        boolean overwritten,
        Set<ArgRemark> remarks) {
    public ArgEntry {
        remarks = Set.copyOf(remarks);
    }
}

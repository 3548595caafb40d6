package io.tidemark.analysis.deps;

import io.tidemark.abi.TaskId;
import io.tidemark.capture.identity.TensorIdentity;

/**
 * What a buffer is called: by the task that allocated it, or by its number among those that came
 * from outside, counted in the order in which submitted tasks first name them. Immutable.
 *
 * @param tensorId id of the tensor in the capture
 * @param address its address on the device
 * @param owner task that allocated it, {@link TensorIdentity#NO_OWNER} if none
 * @param ownerKernel kernels of that task for people, empty when it has none
 * @param ownerArgument which output of the owner, -1 if it is unknown or if there is no owner
 * @param external number among those without owner, -1 for one with
 * @param dataType upper-case name
 * @param elements of the whole buffer, 0 when unknown
 */
public record BufferName(
        long tensorId,
        long address,
        long owner,
        String ownerKernel,
        int ownerArgument,
        int external,
        String dataType,
        long elements) {
    /** {@code output 2 of r1t3 (MATMUL), FLOAT32 x 256}. */
    public String text() {
        return place() + ", " + dataType + (elements > 0 ? " x " + elements : "");
    }

    private String place() {
        if (external >= 0) {
            return "external tensor " + external;
        }
        String task = TaskId.label(owner) + (ownerKernel.isEmpty() ? "" : " (" + ownerKernel + ")");
        return ownerArgument >= 0 ? "output " + ownerArgument + " of " + task : "a tensor that " + task + " allocated";
    }
}

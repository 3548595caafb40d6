package io.tidemark.abi;

/**
 * What the driver of a real device returns to the host when a launch fails, as found in logs and
 * captures of silicon. Known for their names only; the simulator returns none of them.
 */
public enum DriverCode implements Explained {
    DEVICE_UNUSABLE(
            -1,
            "the device cannot be used any more",
            "an earlier run left it in a state that only a reset ends",
            "reset the device, then run again; open the capture of the run before it with 'tidemark doctor'",
            NO_COMMAND + "only a driver of silicon returns it"),
    DEVICE_TASK_ABORT(
            107022,
            "the driver is aborting the tasks of the device",
            "the host stopped a run that did not end, and called again before the abort was done",
            "look for the error before this one; it is the cause",
            NO_COMMAND + "only a driver of silicon returns it"),
    MEMORY_ALLOCATION(
            207001,
            "device memory could not be allocated",
            "ring heaps, tensors and diagnostics buffers together are larger than the device's memory",
            "lower --ring-heap and --ring-task-window, or record fewer channels",
            NO_COMMAND + "only a driver of silicon returns it"),
    INTERNAL_ERROR(
            507000,
            "the driver's runtime failed inside",
            "an earlier error poisoned the context",
            "look for the error before this one; it is the cause",
            NO_COMMAND + "only a driver of silicon returns it"),
    AICORE_TIMEOUT(
            507014,
            "a kernel ran longer than the operator time limit",
            "a kernel that hangs; the scheduler's own time limit should have ended the run first",
            "keep the scheduler's limit below the operator's; in the simulator --scheduler-timeout-ms ends such a run with SCHEDULER_TIMEOUT",
            NO_COMMAND + "only a driver of silicon returns it"),
    AICORE_EXCEPTION(
            507015,
            "a core stopped with an exception",
            "a kernel that reads or writes outside its memory, or an instruction that the core does not have",
            "run the case on the simulator: there the kernel is named with KERNEL_FAILED, and --dump-args keeps its arguments",
            NO_COMMAND + "only a driver of silicon returns it"),
    AICPU_TIMEOUT(
            507017,
            "the control processor's program did not end in time",
            "orchestration or a scheduler hangs",
            "run the case on the simulator and read 'tidemark doctor'",
            NO_COMMAND + "only a driver of silicon returns it"),
    AICPU_EXCEPTION(
            507018,
            "the control processor's program ended with an exception or an error status",
            "the device program returned an error code of its own, or it crashed",
            "look for the error code that the device wrote, and ask for that one",
            NO_COMMAND + "only a driver of silicon returns it"),
    STREAM_SYNC_TIMEOUT(
            507046,
            "the host gave up waiting for the device",
            "a run that hangs and whose own watchdogs did not end it",
            "keep the order scheduler limit, operator limit, host limit; then the inner one says more",
            NO_COMMAND + "only a driver of silicon returns it"),
    DRIVER_INTERNAL_ERROR(
            507899,
            "the driver itself failed inside",
            "hardware or firmware trouble, or a device in use by another process",
            "look at the device's own log; reset the device",
            NO_COMMAND + "only a driver of silicon returns it");

    private final int number;
    private final Page page;

    DriverCode(int number, String meaning, String causes, String hint, String provoke) {
        this.number = number;
        this.page = new Page(meaning, causes, hint, provoke);
    }

    @Override
    public String kind() {
        return "driver code";
    }

    @Override
    public String key() {
        return Integer.toString(number);
    }

    @Override
    public Page page() {
        return page;
    }
}

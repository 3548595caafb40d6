TM_KERNEL void noop(tm_task &) {}

/* Keeps its core for so many microseconds: the first scalar. */
TM_KERNEL void noop_busy(tm_task &task) {
    tm_i64 until = tm_ticks() + tm_scalar_bits(task, 0) * 1000;
    while (tm_ticks() < until && !tm_stop(task)) {
    }
}

#define LINES_WIDTH 16u /* floats of a cache line */
#define LINES_OF_MIX 3u

/* Block, number of blocks and place in the cluster, then the block again to the line's end. */
TM_DEVICE void lines_write(tm_task &task, tm_u32 line, tm_u32 lines_per_block) {
    tm_u32 block = task.payload.block_index;
    float *to = tm_dense<float>(task, 0) + (block * lines_per_block + line) * LINES_WIDTH;
    for (tm_u32 i = tm_lane(); i < LINES_WIDTH; i += tm_lanes()) {
        to[i] = i == 1   ? (float)task.payload.block_count
                : i == 2 ? (lines_per_block == 1 ? 0.0f : (float)task.payload.sub_block)
                         : (float)block;
    }
}

TM_KERNEL void lines_alone(tm_task &task) { lines_write(task, 0, 1); }
TM_KERNEL void lines_mix_aic(tm_task &task) { lines_write(task, 0, LINES_OF_MIX); }
TM_KERNEL void lines_mix_aiv(tm_task &task) {
    lines_write(task, 1 + task.payload.sub_block, LINES_OF_MIX);
}

/* Takes its time, so that there is something to be early for. */
TM_KERNEL void early_produce(tm_task &task) {
    float *to = tm_dense<float>(task, 0) + task.payload.block_index * LINES_WIDTH;
    if (tm_lane() == 0) {
        tm_i64 end = tm_ticks() + 1000000;
        for (tm_u32 attempt = 0; tm_ticks() < end && !tm_stop(task); attempt++) {
            tm_pause(attempt % 1024);
        }
        for (tm_u32 i = 0; i < LINES_WIDTH; i++) {
            to[i] = 1;
        }
    }
}

/* How much of the producer's work it sees. */
TM_DEVICE void early_write(tm_task &task, tm_u32 line) {
    if (tm_lane() == 0) {
        const float *made = tm_dense<float>(task, 0);
        tm_i64 elements = tm_elements(task, 0);
        float sum = 0;
        for (tm_i64 i = 0; i < elements; i++) {
            sum += made[i];
        }
        tm_u32 block = task.payload.block_index;
        float *to = tm_dense<float>(task, 1) + (block * LINES_OF_MIX + line) * LINES_WIDTH;
        for (tm_u32 i = 0; i < LINES_WIDTH; i++) {
            to[i] = i == 1 ? sum : (float)block;
        }
    }
}

TM_KERNEL void early_consume_aic(tm_task &task) { early_write(task, 0); }
TM_KERNEL void early_consume_aiv(tm_task &task) { early_write(task, 1 + task.payload.sub_block); }

/* Waits until every block of the task has come here so often; false when the run is being ended. */
TM_DEVICE bool barrier_wait(tm_task &task, tm_u32 *arrived, tm_u32 phase) {
    tm_u32 all = phase * task.payload.block_count;
    tm_publish();
    tm_add32(arrived, 1);
    for (tm_u32 attempt = 0; *(volatile tm_u32 *)arrived < all; attempt++) {
        if (tm_stop(task)) {
            return false;
        }
        tm_pause(attempt);
    }
    tm_publish();
    return true;
}

TM_DEVICE void barrier_pass(
    const float *from, tm_u32 from_line, float *to, tm_u32 to_line, float factor, float add) {
    for (tm_u32 i = 0; i < LINES_WIDTH; i++) {
        to[to_line * LINES_WIDTH + i] =
            factor * ((const volatile float *)from)[from_line * LINES_WIDTH + i] + add;
    }
}

/* Blocks pass their lines around in a ring: out = 2x + 3. */
TM_KERNEL void barrier_merge(tm_task &task) {
    if (tm_lane() != 0) {
        return;
    }
    tm_u32 blocks = task.payload.block_count, block = task.payload.block_index;
    float *doubled = tm_dense<float>(task, 1);
    float *moved = doubled + blocks * LINES_WIDTH;
    tm_u32 *arrived = tm_dense<tm_u32>(task, 2);
    barrier_pass(tm_dense<float>(task, 0), block, doubled, block, 2, 0);
    if (!barrier_wait(task, arrived, 1)) {
        return;
    }
    barrier_pass(doubled, (block + 1) % blocks, moved, block, 1, 1);
    if (!barrier_wait(task, arrived, 2)) {
        return;
    }
    barrier_pass(moved, (block + blocks - 1) % blocks, tm_dense<float>(task, 3), block, 1, 2);
}

TM_KERNEL void hang_step(tm_task &task) {
    if (tm_lane() == 0) {
        tm_dense<float>(task, 0)[0] += 1;
    }
}

#define HANG_MARK 1 /* where in its cell the kernel that misbehaves says that it has begun */
#define HANG_HALF 0.5f

/* A step that ends when the other kernel waits, for a graph that cannot wait for it. */
TM_KERNEL void hang_gate(tm_task &task) {
    if (tm_lane() == 0) {
        volatile float *cell = tm_dense<float>(task, 0);
        for (tm_u32 attempt = 0; cell[HANG_MARK] != HANG_HALF && !tm_stop(task); attempt++) {
            tm_pause(attempt);
        }
        cell[0] = cell[0] + 1;
    }
}

/* Leaves half of what it is to give, and never returns, whoever asks. */
TM_KERNEL void hang_stuck(tm_task &task) {
    if (tm_lane() == 0) {
        tm_dense<float>(task, 0)[HANG_MARK] = HANG_HALF;
    }
    for (;;) {
        tm_pause(1u << 16);
        if (tm_ticks() == 0) {
            return; /* never: the clock does not go back; a loop without an exit may be removed */
        }
    }
}

/* Waits for what never comes, but looks whether it is to stop. */
TM_KERNEL void hang_until_stopped(tm_task &task) {
    if (tm_lane() == 0) {
        tm_dense<float>(task, 0)[HANG_MARK] = HANG_HALF;
        tm_publish(); /* another kernel or the host may wait for that */
        for (tm_u32 attempt = 0; !tm_stop(task); attempt++) {
            tm_pause(attempt);
        }
    }
}

#define HANG_SIGNAL 2 /* where in its cell a signal is waited for */

/* A kernel before this one should have written the word. */
TM_KERNEL void hang_signal(tm_task &task) {
    if (tm_lane() == 0) {
        volatile float *cell = tm_dense<float>(task, 0);
        cell[HANG_MARK] = HANG_HALF;
        for (tm_u32 attempt = 0; cell[HANG_SIGNAL] == 0 && !tm_stop(task); attempt++) {
            tm_pause(attempt);
        }
    }
}

/* Every step counts itself, and one more is waited for. */
TM_KERNEL void hang_count(tm_task &task) {
    if (tm_lane() == 0) {
        volatile float *cell = tm_dense<float>(task, 0);
        cell[HANG_MARK] = HANG_HALF;
        float awaited = cell[0] + 1;
        for (tm_u32 attempt = 0; cell[0] < awaited && !tm_stop(task); attempt++) {
            tm_pause(attempt);
        }
    }
}

/* Stops the whole device; in the emulation, which is this process, it only fails. */
TM_KERNEL void hang_trap(tm_task &task) {
    if (tm_lane() == 0) {
        tm_dense<float>(task, 0)[HANG_MARK] = HANG_HALF;
#if TM_ON_GPU
        __trap();
#else
        tm_fail(task, 100, 0);
#endif
    }
}

TM_KERNEL void hang_address(tm_task &task) {
    if (tm_lane() == 0) {
#if TM_ON_GPU
        volatile float *nowhere = (volatile float *)0x10;
        *nowhere = task.payload.task_id;
#else
        tm_fail(task, 101, 0x10);
#endif
    }
}

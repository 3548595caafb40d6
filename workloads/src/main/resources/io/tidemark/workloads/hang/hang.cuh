TM_KERNEL void hang_step(tm_task &task) {
    if (tm_lane() == 0) {
        tm_dense<float>(task, 0)[0] += 1;
    }
}

/* Leaves half of what it is to give, and never returns, whoever asks. */
TM_KERNEL void hang_stuck(tm_task &task) {
    if (tm_lane() == 0) {
        tm_dense<float>(task, 0)[1] = 0.5f;
    }
    for (;;) {
        tm_pause(1u << 16);
        if (tm_ticks() == 0) {
            return; /* never: the clock does not go back; a loop without an exit may be removed */
        }
    }
}

/* Waits for what never comes, but looks whether it is to stop. */
TM_KERNEL void hang_waiting(tm_task &task) {
    if (tm_lane() == 0) {
        tm_dense<float>(task, 0)[1] = 0.5f;
        for (tm_u32 attempt = 0; !tm_stop(task); attempt++) {
            tm_pause(attempt);
        }
    }
}

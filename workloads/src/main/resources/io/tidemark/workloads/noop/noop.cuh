TM_KERNEL void noop(tm_task &) {}

/*
 * What a kernel of a task sees: its arguments, its place, and the words that work the same on a GPU
 * and in the emulation. A core is one block; its threads are the lanes 0 to tm_lanes() - 1, 32 of
 * which are a warp. In the emulation a block is one lane, which is also a warp, and a barrier
 * does nothing; with TM_EMULATED_WARPS it has that many warps of 32 lanes, see tidemark_lanes.h.
 *
 *     TM_KERNEL void scale(tm_task &task) {
 *         const float *in = tm_dense<float>(task, 0);
 *         float *out = tm_dense<float>(task, 1);
 *         for (tm_i64 i = tm_lane(); i < tm_elements(task, 0); i += tm_lanes()) {
 *             out[i] = tm_scalar_float(task, 0) * in[i];
 *         }
 *     }
 */
#ifndef TIDEMARK_DEVICE_H
#define TIDEMARK_DEVICE_H

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define TM_ON_GPU 1
#define TM_DEVICE static __device__ __forceinline__
#define TM_KERNEL static __device__ __noinline__
#define TM_SHARED __shared__
#else
#define TM_ON_GPU 0
#include <atomic>
#include <cmath>
#include <cstring>
#include <time.h>
#define TM_DEVICE static inline
#define TM_KERNEL static
#define TM_SHARED static thread_local
#ifndef TM_EMULATED_WARPS
#define TM_EMULATED_WARPS 0
#endif
#endif

#if TM_ON_GPU || TM_EMULATED_WARPS
#define TM_WARP 32u /* lanes of a warp */
#else
#define TM_WARP 1u
#endif

/* What a kernel may fail with; from 100 on the numbers are the kernel's own. */
#define TM_FAIL_NO_KERNEL 1u /* no code for this function id */
#define TM_FAIL_ARGUMENTS 2u /* arguments of another kind or number */
#define TM_FAIL_LANES 3u /* lanes of the block wait for each other at different lines; the emulation says so */

/* One run of a kernel; shared by the lanes of a block. */
struct tm_task {
    alignas(16) tm_dispatch_payload payload;
    alignas(16) tm_dispatch_arguments arguments;
    alignas(16) tm_tensor_descriptor tensors[TM_MAX_TENSORS];
    const tm_u32 *abort;
    tm_u32 core;
    tm_u32 is_of_graph;    /* 1 on a core that finds its work itself */
    tm_u32 stopped;        /* a lane has asked and was told to stop */
    tm_u32 failure;        /* 0, or what a lane failed with */
    tm_i64 failure_detail;
};

/* Bytes that are read and written in one piece. */
struct alignas(16) tm_chunk {
    tm_i64 first, second;
};

#if TM_ON_GPU

/*
 * TM_SCRATCH_BYTES of memory that the lanes of a block share, for the kernel that runs. The next one
 * finds anything in it. There are 40 KiB at least, more on a GPU that has them. It begins with a line: memory
 * comes in sectors of 32 bytes, and where these lay across those of the scratch, long attention took 5 % longer.
 */
TM_DEVICE void *tm_scratch() {
    extern __shared__ __align__(128) tm_chunk tm_scratch_chunks[];
    return tm_scratch_chunks;
}

TM_DEVICE tm_u32 tm_lane() { return threadIdx.x; }
TM_DEVICE tm_u32 tm_lanes() { return TM_BLOCK_THREADS; }
TM_DEVICE void tm_sync() { __syncthreads(); }

/* What the lanes of a warp do together: all of them call it, in the same order. */
TM_DEVICE void tm_warp_sync() { __syncwarp(); }
TM_DEVICE tm_u32 tm_warp_mask(bool is) { return __ballot_sync(0xFFFFFFFFu, is); }
TM_DEVICE bool tm_warp_any(bool is) { return __any_sync(0xFFFFFFFFu, is); }
TM_DEVICE tm_u32 tm_warp_from(tm_u32 value, tm_u32 lane) { return __shfl_sync(0xFFFFFFFFu, value, lane); }
TM_DEVICE tm_i64 tm_warp_from(tm_i64 value, tm_u32 lane) { return __shfl_sync(0xFFFFFFFFu, value, lane); }
TM_DEVICE float tm_warp_across(float value, tm_u32 bits) { return __shfl_xor_sync(0xFFFFFFFFu, value, bits); }

TM_DEVICE tm_u32 tm_lowest_bit(tm_u32 mask) { return __ffs(mask) - 1; }
TM_DEVICE tm_u32 tm_count_bits(tm_u32 mask) { return __popc(mask); }

/* Nanoseconds of one clock for all cores. */
TM_DEVICE tm_i64 tm_ticks() {
    tm_i64 ticks;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ticks)::"memory");
    return ticks;
}

/* Cycles of the multiprocessor that the block is on. */
TM_DEVICE tm_i64 tm_cycles() {
    tm_i64 cycles;
    asm volatile("mov.u64 %0, %%clock64;" : "=l"(cycles)::"memory");
    return cycles;
}

TM_DEVICE tm_i64 tm_load64(const void *from) {
    tm_i64 value;
    asm volatile("ld.acquire.sys.global.b64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
    return value;
}

TM_DEVICE tm_u32 tm_load32(const void *from) {
    tm_u32 value;
    asm volatile("ld.acquire.sys.global.b32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}

TM_DEVICE void tm_store32(void *to, tm_u32 value) {
    asm volatile("st.relaxed.sys.global.b32 [%0], %1;" ::"l"(to), "r"(value) : "memory");
}

TM_DEVICE void tm_store64(void *to, tm_i64 value) {
    asm volatile("st.relaxed.sys.global.b64 [%0], %1;" ::"l"(to), "l"(value) : "memory");
}

/* Sixteen bytes in one piece. The first word is the one that a reader looks at first. */
TM_DEVICE void tm_store16(void *to, tm_i64 first, tm_i64 second) {
    asm volatile("st.volatile.global.v2.b64 [%0], {%1, %2};" ::"l"(to), "l"(first), "l"(second)
                 : "memory");
}

/* A core's dispatch word, in memory of the device. */
TM_DEVICE tm_i64 tm_load_mail(const void *from) {
    tm_i64 value;
    asm volatile("ld.acquire.gpu.global.b64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
    return value;
}

/* The same without an acquire: earlier writes may not be visible, and the caches of other blocks stay valid. */
TM_DEVICE tm_i64 tm_peek_mail(const void *from) {
    tm_i64 value;
    asm volatile("ld.relaxed.gpu.global.b64 %0, [%1];" : "=l"(value) : "l"(from) : "memory");
    return value;
}

TM_DEVICE void tm_store_mail(void *to, tm_i64 value) {
    asm volatile("st.relaxed.gpu.global.b64 [%0], %1;" ::"l"(to), "l"(value) : "memory");
}

TM_DEVICE tm_u32 tm_peek32(const void *from) {
    tm_u32 value;
    asm volatile("ld.relaxed.gpu.global.b32 %0, [%1];" : "=r"(value) : "l"(from) : "memory");
    return value;
}

/* Sixteen bytes in one piece, past the cache of the multiprocessor. */
TM_DEVICE tm_chunk tm_read16(const void *from) {
    tm_chunk chunk;
    asm volatile("ld.volatile.global.v2.b64 {%0, %1}, [%2];"
                 : "=l"(chunk.first), "=l"(chunk.second)
                 : "l"(from)
                 : "memory");
    return chunk;
}

/*
 * The same, and everything that was written before what it reads is seen by later reads of the
 * block. It empties the cache of the multiprocessor.
 */
TM_DEVICE tm_chunk tm_acquire16(const void *from) {
    tm_chunk chunk;
    asm volatile("ld.acquire.sys.global.v2.b64 {%0, %1}, [%2];"
                 : "=l"(chunk.first), "=l"(chunk.second)
                 : "l"(from)
                 : "memory");
    return chunk;
}

/*
 * What the block wrote to the device's memory is there for every block that learns of what this
 * lane stores next, also by way of the host. A fence for the whole system would wait for words that
 * are under way to the host, and say no more about memory of the device.
 */
TM_DEVICE void tm_publish() { asm volatile("fence.acq_rel.gpu;" ::: "memory"); }

TM_DEVICE void tm_pause(tm_u32 attempt) {
    if (attempt > 64) {
        __nanosleep(attempt > 1u << 16 ? 200 : 20);
    }
}

/* Between two reads of the host's memory: a core that has had nothing for long leaves the bus alone. */
TM_DEVICE void tm_rest(tm_u32 attempt) {
    if (attempt > 4096) {
        __nanosleep(2000);
    }
}

TM_DEVICE tm_u32 tm_physical_core() {
    tm_u32 id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

TM_DEVICE tm_i64 tm_add64(tm_i64 *to, tm_i64 by) {
    return (tm_i64)atomicAdd((unsigned long long *)to, (unsigned long long)by);
}

TM_DEVICE tm_u32 tm_add32(tm_u32 *to, tm_u32 by) { return atomicAdd(to, by); }
TM_DEVICE tm_u32 tm_subtract32(tm_u32 *from, tm_u32 by) { return atomicSub(from, by); }

#else

#define TM_SCRATCH_BYTES (40u << 10)

TM_DEVICE void *tm_scratch() {
    static thread_local tm_chunk chunks[TM_SCRATCH_BYTES / sizeof(tm_chunk)];
    return chunks;
}

/* Another epoch and another rate than the host's clock, as on a device: 50 in a million faster. */
TM_DEVICE tm_i64 tm_ticks() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    tm_i64 nanos = (tm_i64)now.tv_sec * 1000000000LL + now.tv_nsec;
    return nanos + nanos / 20000 + 1700000000000000000LL;
}

/* A multiprocessor of one cycle a nanosecond. */
TM_DEVICE tm_i64 tm_cycles() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (tm_i64)now.tv_sec * 1000000000LL + now.tv_nsec;
}

TM_DEVICE tm_i64 tm_load64(const void *from) {
    return __atomic_load_n((const tm_i64 *)from, __ATOMIC_ACQUIRE);
}

TM_DEVICE tm_u32 tm_load32(const void *from) {
    return __atomic_load_n((const tm_u32 *)from, __ATOMIC_ACQUIRE);
}

TM_DEVICE void tm_store32(void *to, tm_u32 value) {
    __atomic_store_n((tm_u32 *)to, value, __ATOMIC_RELEASE);
}

TM_DEVICE void tm_store64(void *to, tm_i64 value) {
    __atomic_store_n((tm_i64 *)to, value, __ATOMIC_RELEASE);
}

TM_DEVICE void tm_store_mail(void *to, tm_i64 value) { tm_store64(to, value); }

TM_DEVICE void tm_store16(void *to, tm_i64 first, tm_i64 second) {
    __atomic_store_n((tm_i64 *)to + 1, second, __ATOMIC_RELAXED);
    __atomic_store_n((tm_i64 *)to, first, __ATOMIC_RELEASE);
}

TM_DEVICE tm_i64 tm_load_mail(const void *from) { return tm_load64(from); }

TM_DEVICE tm_i64 tm_peek_mail(const void *from) { return tm_load64(from); }

TM_DEVICE tm_u32 tm_peek32(const void *from) { return tm_load32(from); }

TM_DEVICE tm_chunk tm_read16(const void *from) {
    tm_chunk chunk;
    std::memcpy(&chunk, from, sizeof chunk);
    return chunk;
}

TM_DEVICE void tm_publish() { std::atomic_thread_fence(std::memory_order_seq_cst); }

TM_DEVICE tm_u32 tm_lowest_bit(tm_u32 mask) { return (tm_u32)__builtin_ffs((int)mask) - 1; }
TM_DEVICE tm_u32 tm_count_bits(tm_u32 mask) { return (tm_u32)__builtin_popcount(mask); }

#if TM_EMULATED_WARPS
#include "tidemark_lanes.h"
#else
TM_DEVICE tm_u32 tm_lane() { return 0; }
TM_DEVICE tm_u32 tm_lanes() { return 1; }
TM_DEVICE void tm_sync() {}
TM_DEVICE void tm_yield() {}
TM_DEVICE void tm_warp_sync() {}
TM_DEVICE tm_u32 tm_warp_mask(bool is) { return is ? 1u : 0u; }
TM_DEVICE bool tm_warp_any(bool is) { return is; }
TM_DEVICE tm_u32 tm_warp_from(tm_u32 value, tm_u32) { return value; }
TM_DEVICE tm_i64 tm_warp_from(tm_i64 value, tm_u32) { return value; }
TM_DEVICE float tm_warp_across(float value, tm_u32) { return value; }
#endif

/* A look of a whole warp takes as long as many of a lane alone. */
TM_DEVICE void tm_pause(tm_u32 attempt) {
    tm_yield();
    if (attempt > 256 / TM_WARP && tm_lane() % TM_WARP == 0) {
        timespec nap = {0, attempt > 20000 / TM_WARP ? 1000000 : 20000};
        nanosleep(&nap, nullptr);
    }
}

TM_DEVICE void tm_rest(tm_u32 attempt) { tm_pause(attempt); }

TM_DEVICE tm_u32 tm_physical_core() { return 0xFFFFFFFFu; } /* a thread: the core's own number */

TM_DEVICE tm_i64 tm_add64(tm_i64 *to, tm_i64 by) {
    return __atomic_fetch_add(to, by, __ATOMIC_ACQ_REL);
}

TM_DEVICE tm_u32 tm_add32(tm_u32 *to, tm_u32 by) {
    return __atomic_fetch_add(to, by, __ATOMIC_ACQ_REL);
}

TM_DEVICE tm_u32 tm_subtract32(tm_u32 *from, tm_u32 by) {
    return __atomic_fetch_sub(from, by, __ATOMIC_ACQ_REL);
}

#endif

TM_DEVICE void tm_copy16(void *to, const void *from) { *(tm_chunk *)to = tm_read16(from); }

/* Whether the run is being ended. A kernel that gets true must return soon; its task is not done. */
TM_DEVICE bool tm_stop(tm_task &task) {
    if (tm_peek32(task.abort) == 0) {
        return false;
    }
    task.stopped = 1;
    return true;
}

/*
 * The kernel ends in a few microseconds: on a core that finds its work itself the next task may be
 * brought meanwhile. Whole warps, or none of their lanes; it returns to the second one later.
 */
TM_DEVICE void tm_soon(tm_task &task);

/* The kernel failed; the first lane that says so is heard. */
TM_DEVICE void tm_fail(tm_task &task, tm_u32 code, tm_i64 detail) {
    if (task.failure == 0) {
        task.failure_detail = detail;
        task.failure = code;
    }
}

TM_DEVICE tm_u32 tm_rank(const tm_task &task, tm_u32 tensor) { return task.tensors[tensor].rank; }

TM_DEVICE tm_u32 tm_dimension(const tm_task &task, tm_u32 tensor, tm_u32 axis) {
    return task.tensors[tensor].shape[axis];
}

TM_DEVICE tm_i64 tm_elements(const tm_task &task, tm_u32 tensor) {
    tm_i64 elements = 1;
    for (tm_u32 axis = 0; axis < task.tensors[tensor].rank; axis++) {
        elements *= task.tensors[tensor].shape[axis];
    }
    return elements;
}

/* First element of a view. */
template <typename T> TM_DEVICE T *tm_dense(const tm_task &task, tm_u32 tensor) {
    return (T *)task.tensors[tensor].base_address + task.tensors[tensor].start_offset;
}

/* Where an element of a view lies, by its number in row-major order. */
template <typename T> TM_DEVICE T *tm_element(const tm_task &task, tm_u32 tensor, tm_i64 index) {
    const tm_tensor_descriptor &view = task.tensors[tensor];
    tm_i64 offset = view.start_offset;
    for (int axis = (int)view.rank - 1; axis >= 0; axis--) {
        tm_i64 above = index / view.shape[axis];
        offset += (index - above * view.shape[axis]) * view.strides[axis];
        index = above;
    }
    return (T *)view.base_address + offset;
}

TM_DEVICE tm_i64 tm_scalar_bits(const tm_task &task, tm_u32 index) {
    return task.arguments.scalars[index];
}

TM_DEVICE float tm_scalar_float(const tm_task &task, tm_u32 index) {
    union {
        tm_u32 bits;
        float value;
    } word;
    word.bits = (tm_u32)task.arguments.scalars[index];
    return word.value;
}

TM_DEVICE float tm_from_bf16(tm_u16 bits) {
    union {
        tm_u32 bits;
        float value;
    } word;
    word.bits = (tm_u32)bits << 16;
    return word.value;
}

/* Rounded to the nearest, ties to even. */
TM_DEVICE tm_u16 tm_to_bf16(float value) {
    union {
        tm_u32 bits;
        float value;
    } word;
    word.value = value;
    if ((word.bits & 0x7FFFFFFFu) > 0x7F800000u) {
        return (tm_u16)(word.bits >> 16 | 0x40u); /* stays no number */
    }
    return (tm_u16)((word.bits + 0x7FFFu + (word.bits >> 16 & 1u)) >> 16);
}

#endif

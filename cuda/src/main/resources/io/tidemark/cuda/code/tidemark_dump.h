/*
 * Arguments of tasks, dumped by the block that runs them, or for a scheduler by one that runs nothing:
 * before a kernel and after it, each view goes as dense bytes in row-major order into a ring in the
 * host's memory that is the block's own,
 * in pieces (tm_dump_piece), with the digest that the host would have taken of the same bytes. A
 * piece goes through the scratch of the block, so the digest is of the bytes that are sent. When the
 * ring is full the block waits for the host. Only in programs that dump (TM_DUMP_ARGS).
 */
#ifndef TIDEMARK_DUMP_H
#define TIDEMARK_DUMP_H

#define TM_DUMP_TILE (16u << 10) /* bytes of a piece at most: whole stripes of the digest */
#define TM_DUMP_STRIPE 32u
#define TM_DUMP_SUMS 4u /* of the digest: each takes every fourth word */
#define TM_DUMP_SENDER (TM_WARP > 1 ? 32u : 0u) /* the first lane that sends, while the warp before it digests */

typedef unsigned long long tm_dump_word;

/* What a block knows of its dump; shared by its lanes. */
struct alignas(16) tm_dump_state {
    char *ring;
    tm_i64 ring_bytes; /* a power of two */
    tm_journal_head *head;
    const tm_u32 *abort;
    tm_i64 written, told, released; /* bytes ever, of them those that the host knows, and has taken */
    tm_dump_word sums[TM_DUMP_SUMS];
    tm_dump_word looks[2]; /* at a view: when it was copied, and once more */
    tm_i64 end, cycles; /* of the kernel, before its results are dumped */
    tm_u32 task; /* what the pieces call it: number in the graph, token of the run, or number of the request */
    tm_u32 ended; /* blocks of the task */
    tm_u32 leaves; /* nothing more is dumped */
};

#if TM_ON_GPU
/* What the block stored before, also to the host's memory, is there before what this lane stores next. */
TM_DEVICE void tm_dump_fence() { asm volatile("fence.acq_rel.sys;" ::: "memory"); }
#else
TM_DEVICE void tm_dump_fence() { tm_publish(); }
#endif

/* Where a core dumps to, or the block that has the place behind the last core. Lane 0. */
TM_DEVICE void tm_dump_begin(tm_dump_state &dump, const tm_device_launch &launch, tm_u32 core) {
    dump.ring_bytes = launch.dump_bytes;
    dump.ring = (char *)launch.dump + core * dump.ring_bytes;
    dump.head = (tm_journal_head *)launch.journal_heads + core;
    dump.abort = (const tm_u32 *)launch.abort;
    dump.written = dump.told = dump.released = 0;
    dump.leaves = 0;
}

/* Lets the host know of everything that was written. Lane 0, behind a barrier. */
TM_DEVICE void tm_dump_tell(tm_dump_state &dump) {
    if (dump.told != dump.written) {
        tm_dump_fence();
        tm_store64(&dump.head->dump_written, dump.written);
        dump.told = dump.written;
    }
}

/* Waits until the bytes fit; reports when every block has to leave. Lane 0. */
TM_DEVICE void tm_dump_room(tm_dump_state &dump, tm_i64 bytes) {
    for (tm_u32 attempt = 0; dump.written + bytes - dump.released > dump.ring_bytes; attempt++) {
        tm_dump_tell(dump);
        dump.released = tm_load64(&dump.head->dump_released);
        if (tm_peek32(dump.abort) == TM_LEAVE) {
            dump.leaves = 1;
            return;
        }
        tm_pause(attempt);
    }
}

/* Writes the head of a piece whose bytes are there, and continues after them. Lane 0. */
TM_DEVICE void tm_dump_head(
    tm_dump_state &dump, tm_u32 argument, tm_u32 stage, tm_u32 flags, tm_u32 size, tm_dump_word digest) {
    char *at = dump.ring + (dump.written & (dump.ring_bytes - 1));
    tm_dump_word which = (tm_dump_word)(argument | stage << 16 | flags << 24) << 32 | dump.task;
    tm_store16(at, (tm_i64)which, size);
    tm_store16(at + 16, (tm_i64)digest, dump.written);
    dump.written += TM_DUMP_PIECE_BYTES + (size + TM_DUMP_PIECE_BYTES - 1) / TM_DUMP_PIECE_BYTES * TM_DUMP_PIECE_BYTES;
}

/* A piece without bytes. Lane 0. */
TM_DEVICE void tm_dump_mark(tm_dump_state &dump, tm_u32 argument, tm_u32 stage, tm_u32 flags) {
    tm_dump_room(dump, TM_DUMP_PIECE_BYTES);
    if (!dump.leaves) {
        tm_dump_head(dump, argument, stage, flags, 0, 0);
    }
}

/* XXH64 with seed 0. */

#define TM_DUMP_PRIME_1 0x9E3779B185EBCA87ull
#define TM_DUMP_PRIME_2 0xC2B2AE3D27D4EB4Full
#define TM_DUMP_PRIME_3 0x165667B19E3779F9ull
#define TM_DUMP_PRIME_4 0x85EBCA77C2B2AE63ull
#define TM_DUMP_PRIME_5 0x27D4EB2F165667C5ull

TM_DEVICE tm_dump_word tm_dump_rotate(tm_dump_word word, tm_u32 by) { return word << by | word >> (64 - by); }

TM_DEVICE tm_dump_word tm_dump_round(tm_dump_word sum, tm_dump_word word) {
    return tm_dump_rotate(sum + word * TM_DUMP_PRIME_2, 31) * TM_DUMP_PRIME_1;
}

TM_DEVICE tm_dump_word tm_dump_first_sum(tm_u32 number) {
    return number == 0   ? TM_DUMP_PRIME_1 + TM_DUMP_PRIME_2
           : number == 1 ? TM_DUMP_PRIME_2
           : number == 2 ? 0
                         : 0 - TM_DUMP_PRIME_1;
}

/* Adds the whole stripes of a piece. The sums do not wait for each other: each has a lane. */
TM_DEVICE void tm_dump_digest(tm_dump_state &dump, const char *tile, tm_u32 bytes) {
    const tm_u32 end = bytes / TM_DUMP_STRIPE * TM_DUMP_STRIPE;
    for (tm_u32 i = tm_lane(); i < TM_DUMP_SUMS; i += tm_lanes()) {
        tm_dump_word sum = dump.sums[i];
        for (tm_u32 at = i * 8; at < end; at += TM_DUMP_STRIPE) {
            sum = tm_dump_round(sum, *(const tm_dump_word *)(tile + at));
        }
        dump.sums[i] = sum;
    }
}

/* The digest of everything up to the end of a piece. Lane 0, behind a barrier. */
TM_DEVICE tm_dump_word tm_dump_value(const tm_dump_state &dump, tm_dump_word all_bytes, const char *tile, tm_u32 bytes) {
    tm_dump_word hash = TM_DUMP_PRIME_5;
    if (all_bytes >= TM_DUMP_STRIPE) {
        const tm_dump_word *sums = dump.sums;
        hash = tm_dump_rotate(sums[0], 1) + tm_dump_rotate(sums[1], 7) + tm_dump_rotate(sums[2], 12) +
               tm_dump_rotate(sums[3], 18);
        for (tm_u32 i = 0; i < TM_DUMP_SUMS; i++) {
            hash = (hash ^ tm_dump_round(0, sums[i])) * TM_DUMP_PRIME_1 + TM_DUMP_PRIME_4;
        }
    }
    hash += all_bytes;
    tm_u32 at = bytes / TM_DUMP_STRIPE * TM_DUMP_STRIPE;
    for (; at + 8 <= bytes; at += 8) {
        hash ^= tm_dump_round(0, *(const tm_dump_word *)(tile + at));
        hash = tm_dump_rotate(hash, 27) * TM_DUMP_PRIME_1 + TM_DUMP_PRIME_4;
    }
    if (at + 4 <= bytes) {
        hash ^= *(const tm_u32 *)(tile + at) * TM_DUMP_PRIME_1;
        hash = tm_dump_rotate(hash, 23) * TM_DUMP_PRIME_2 + TM_DUMP_PRIME_3;
        at += 4;
    }
    for (; at < bytes; at++) {
        hash ^= *(const unsigned char *)(tile + at) * TM_DUMP_PRIME_5;
        hash = tm_dump_rotate(hash, 11) * TM_DUMP_PRIME_1;
    }
    hash = (hash ^ hash >> 33) * TM_DUMP_PRIME_2;
    hash = (hash ^ hash >> 29) * TM_DUMP_PRIME_3;
    return hash ^ hash >> 32;
}

/* Past the cache of the multiprocessor: other blocks may have written it. */
template <typename T> TM_DEVICE T tm_dump_load(const void *from) { return *(const volatile T *)from; }

template <typename T> TM_DEVICE void tm_dump_read_dense(const char *from, char *tile, tm_u32 bytes) {
    const tm_u32 whole = bytes / sizeof(T) * sizeof(T);
    for (tm_u32 at = tm_lane() * sizeof(T); at < whole; at += tm_lanes() * sizeof(T)) {
        *(T *)(tile + at) = tm_dump_load<T>(from + at);
    }
    for (tm_u32 at = whole + tm_lane(); at < bytes; at += tm_lanes()) {
        tile[at] = tm_dump_load<char>(from + at);
    }
}

template <typename T>
TM_DEVICE void tm_dump_gather(const tm_task &task, tm_u32 tensor, tm_i64 first, char *tile, tm_u32 bytes) {
    for (tm_u32 i = tm_lane(); i < bytes / sizeof(T); i += tm_lanes()) {
        ((T *)tile)[i] = tm_dump_load<T>(tm_element<T>(task, tensor, first + i));
    }
}

/* Elements of half a byte, the even one low; a missing last one is zero. */
TM_DEVICE tm_u32 tm_dump_half(const tm_task &task, tm_u32 tensor, tm_i64 index) {
    const char *base = (const char *)task.tensors[tensor].base_address;
    tm_i64 element = tm_element<char>(task, tensor, index) - base;
    return (tm_u32)(tm_dump_load<unsigned char>(base + (element >> 1)) >> ((element & 1) << 2)) & 0xFu;
}

TM_DEVICE void tm_dump_gather_halves(
    const tm_task &task, tm_u32 tensor, tm_i64 from, tm_i64 elements, char *tile, tm_u32 bytes) {
    for (tm_u32 i = tm_lane(); i < bytes; i += tm_lanes()) {
        tm_i64 index = (from + i) * 2;
        tm_u32 high = index + 1 < elements ? tm_dump_half(task, tensor, index + 1) : 0;
        tile[i] = (char)(tm_dump_half(task, tensor, index) | high << 4);
    }
}

/* Brings bytes of a view into the scratch of the block, and zeros up to the next chunk. Every lane. */
TM_DEVICE void tm_dump_read(
    const tm_task &task, tm_u32 tensor, tm_i64 elements, tm_i64 from, char *tile, tm_u32 bytes) {
    const tm_tensor_descriptor &view = task.tensors[tensor];
    const tm_u32 width = view.dump >> TM_DUMP_WIDTH_SHIFT;
    if (view.dump & TM_DUMP_DENSE) {
        const char *at = (const char *)view.base_address + (view.start_offset << width >> 3) + from;
        switch ((tm_dump_word)at % TM_CHUNK) {
            case 0: {
                const tm_u32 whole = bytes / TM_CHUNK * TM_CHUNK;
                for (tm_u32 i = tm_lane() * TM_CHUNK; i < whole; i += tm_lanes() * TM_CHUNK) {
                    tm_copy16(tile + i, at + i);
                }
                for (tm_u32 i = whole + tm_lane(); i < bytes; i += tm_lanes()) {
                    tile[i] = tm_dump_load<char>(at + i);
                }
                break;
            }
            case 8: tm_dump_read_dense<tm_dump_word>(at, tile, bytes); break;
            case 4: case 12: tm_dump_read_dense<tm_u32>(at, tile, bytes); break;
            default: tm_dump_read_dense<char>(at, tile, bytes);
        }
    } else {
        switch (width) {
            case 6: tm_dump_gather<tm_dump_word>(task, tensor, from / 8, tile, bytes); break;
            case 5: tm_dump_gather<tm_u32>(task, tensor, from / 4, tile, bytes); break;
            case 4: tm_dump_gather<tm_u16>(task, tensor, from / 2, tile, bytes); break;
            case 3: tm_dump_gather<char>(task, tensor, from, tile, bytes); break;
            default: tm_dump_gather_halves(task, tensor, from, elements, tile, bytes);
        }
    }
    const tm_u32 end = (bytes + TM_CHUNK - 1) / TM_CHUNK * TM_CHUNK;
    for (tm_u32 i = bytes + tm_lane(); i < end; i += tm_lanes()) {
        tile[i] = 0;
    }
}

/* What a lane's words of a piece add up to; another value wherever a word differs. */
TM_DEVICE tm_dump_word tm_dump_look(const char *tile, tm_i64 from, tm_u32 bytes) {
    tm_dump_word sum = 0;
    for (tm_u32 at = tm_lane() * 8; at < bytes; at += tm_lanes() * 8) {
        tm_dump_word number = (tm_dump_word)(from + at) / 8;
        sum += (*(const tm_dump_word *)(tile + at) + TM_DUMP_PRIME_3) * ((number * 2 + 1) * TM_DUMP_PRIME_1);
    }
    return sum;
}

/* Puts the bytes of a piece behind its head. Lanes from TM_DUMP_SENDER on. */
TM_DEVICE void tm_dump_send(const tm_dump_state &dump, const char *tile, tm_u32 bytes) {
    if (tm_lane() < TM_DUMP_SENDER) {
        return;
    }
    const tm_u32 step = (tm_lanes() - TM_DUMP_SENDER) * TM_CHUNK;
    for (tm_u32 at = (tm_lane() - TM_DUMP_SENDER) * TM_CHUNK; at < bytes; at += step) {
        const tm_chunk *chunk = (const tm_chunk *)(tile + at);
        tm_i64 to = (dump.written + TM_DUMP_PIECE_BYTES + at) & (dump.ring_bytes - 1);
        tm_store16(dump.ring + to, chunk->first, chunk->second);
    }
}

/*
 * Sends one view; the copy is looked at once more at its source. False, for all lanes alike, when every block
 * is to leave: they ask between two barriers, and the first lane says so before the first of them. Every lane.
 */
TM_DEVICE bool tm_dump_view(tm_dump_state &dump, const tm_task &task, tm_u32 tensor, tm_u32 stage) {
    char *tile = (char *)tm_scratch();
    const tm_i64 elements = tm_elements(task, tensor);
    const tm_i64 bytes = ((elements << (task.tensors[tensor].dump >> TM_DUMP_WIDTH_SHIFT)) + 7) >> 3;
    for (tm_u32 i = tm_lane(); i < TM_DUMP_SUMS; i += tm_lanes()) {
        dump.sums[i] = tm_dump_first_sum(i);
        dump.looks[i / 2] = 0;
    }
    tm_dump_word look = 0;
    for (tm_i64 from = 0; from < bytes; from += TM_DUMP_TILE) {
        const bool is_last = bytes - from <= TM_DUMP_TILE;
        const tm_u32 size = is_last ? (tm_u32)(bytes - from) : TM_DUMP_TILE;
        tm_dump_read(task, tensor, elements, from, tile, size);
        if (tm_lane() == 0) {
            tm_dump_room(dump, 2 * TM_DUMP_PIECE_BYTES + size);
        }
        tm_sync();
        if (dump.leaves) {
            return false;
        }
        look += tm_dump_look(tile, from, size);
        tm_dump_digest(dump, tile, size);
        tm_dump_send(dump, tile, size);
        tm_sync();
        tm_dump_word digest = tm_lane() == 0 ? tm_dump_value(dump, from + size, tile, size) : 0;
        tm_u32 flags = 0;
        if (is_last) {
            tm_add64((tm_i64 *)&dump.looks[0], (tm_i64)look);
            tm_dump_word again = 0;
            for (tm_i64 at = 0; at < bytes; at += TM_DUMP_TILE) {
                const tm_u32 part = bytes - at < TM_DUMP_TILE ? (tm_u32)(bytes - at) : TM_DUMP_TILE;
                tm_sync();
                tm_dump_read(task, tensor, elements, at, tile, part);
                tm_sync();
                again += tm_dump_look(tile, at, part);
            }
            tm_add64((tm_i64 *)&dump.looks[1], (tm_i64)again);
            tm_sync();
            flags = TM_DUMP_LAST | (dump.looks[0] != dump.looks[1] ? TM_DUMP_CHANGED : 0);
        }
        if (tm_lane() == 0) {
            tm_dump_head(dump, tensor, stage, flags, size, digest);
        }
        tm_sync();
    }
    return true;
}

/*
 * What a task was given (0) or gave (1): that it comes, the views whose bytes are wanted, that it is over. The
 * number is what the core calls the task. Every lane.
 */
TM_KERNEL void tm_dump_stage(tm_dump_state &dump, const tm_task &task, tm_u32 number, tm_u32 stage) {
    if (tm_lane() == 0) {
        dump.task = number;
        tm_dump_mark(dump, TM_DUMP_BEGIN, stage, stage != 0 && task.stopped != 0 ? TM_DUMP_PARTIAL : 0);
    }
    tm_sync();
    bool goes_on = true;
    for (tm_u32 tensor = 0; goes_on && tensor < task.arguments.tensor_count; tensor++) {
        if (task.tensors[tensor].dump >> stage & 1u) {
            goes_on = tm_dump_view(dump, task, tensor, stage);
        }
    }
    tm_sync();
    if (tm_lane() == 0 && !dump.leaves) {
        tm_dump_mark(dump, TM_DUMP_END, stage, 0);
        tm_dump_tell(dump);
    }
    tm_sync();
}

/*
 * Waits until a scheduler asks for another stage than the last one; 0 when every block is to leave. It looks
 * relaxed, and acquires what it found: an acquire empties the cache of the multiprocessor. Lane 0.
 */
TM_DEVICE tm_i64 tm_dump_await(const tm_dump_state &dump, tm_i64 last) {
    for (tm_u32 attempt = 0; tm_dump_load<tm_i64>(&dump.head->dump_asked) == last; attempt++) {
        if (attempt % TM_READS_PER_LOOK == 0 && tm_peek32(dump.abort) == TM_LEAVE) {
            return 0;
        }
        tm_rest(attempt);
    }
    return tm_load64(&dump.head->dump_asked);
}

#endif

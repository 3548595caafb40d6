/*
 * A core that finds its work itself. The whole graph is in memory of the device. Each task counts
 * the producers it still waits for, and the core that takes this count to zero puts the task on the ready
 * list of its kind of core. A core takes a place of that list and waits until it is filled, so no
 * two look at the same word. The first lanes of a block, its team, do this. When a kernel has ended, or
 * says that it soon will, the next lanes, the fetcher, bring the next task if one is ready, while the
 * team tells what ended: in a loaded memory each of the two takes several microseconds. When the next
 * task is there already the others start it, and the team tells what ended before it joins them. All
 * other lanes only run kernels. The host sees what happens by the registers and the journal. Tasks that
 * take several cores at once, or have a predicate, are in tidemark_gang.h; a plain graph has none of them.
 */
#ifndef TIDEMARK_GRAPH_H
#define TIDEMARK_GRAPH_H

#define TM_FETCHER (TM_WARP > 1 ? 1u : 0u) /* the warp that brings the next task */
#define TM_GRAPH_EAGER (TM_WARP > 1 ? 5u : 32u) /* chunks that a lane reads before the size of a task is known */
#define TM_GRAPH_POLLS (TM_ON_GPU ? 256u : 1u) /* looks at an empty place that count as one where looks lead to a pause */
#define TM_GRAPH_EAGER_BYTES (TM_GRAPH_EAGER * TM_TEAM * TM_CHUNK)
#define TM_GRAPH_LOOKS 3u /* at the next place, while the team tells what ended */
#define TM_GRAPH_OFFSET (~(TM_GRAPH_CUBE | TM_GRAPH_DIVIDED | TM_GRAPH_ALONE))
#define TM_GRAPH_TELL_AFTER 2u /* looks at an empty place before the host is told that nothing runs */

TM_DEVICE tm_i64 tm_graph_progress(const tm_graph_core &core) {
    return (tm_i64)((unsigned long long)core.entered << 32 | core.left);
}

TM_DEVICE tm_i64 tm_graph_status(const tm_graph_core &core, tm_u32 finished) {
    return (tm_i64)((unsigned long long)core.block_index << 32 | (core.number | finished));
}

/* Kernel runs of a task. */
template <bool HAS_GANGS>
TM_DEVICE tm_u32 tm_graph_runs(const tm_graph_task &task) {
    tm_u32 positions = HAS_GANGS ? task.flags >> TM_GRAPH_POSITIONS_SHIFT & 7u : 0;
    return positions == 0 ? task.blocks : task.blocks * ((positions & 1u) + (positions >> 1 & 1u) + (positions >> 2));
}

/* Tasks that were not run because of their predicate, and stages of these that else would have been dumped. */
template <bool HAS_GANGS>
TM_DEVICE tm_i64 tm_graph_skipped(const tm_graph_core &core) {
    return !HAS_GANGS ? 0 : (tm_i64)((unsigned long long)core.skipped_stages << 32 | core.skipped);
}

/* Reports to the host that this core is in no kernel, and what it has completed. Lane 0. */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_tell(const tm_graph_core &core, tm_core_register_words *registers) {
    tm_store16(&registers->completed, core.completed, tm_graph_skipped<HAS_GANGS>(core));
    tm_store16(&registers->start_tick, core.start, core.end);
    if (core.entered != 0) {
        tm_store16(&registers->cond, tm_graph_status(core, TM_FINISHED_BIT), tm_graph_progress(core));
    }
}

#include "tidemark_gang.h"

TM_DEVICE tm_u32 tm_graph_after(tm_u32 turn) { return turn + 1 == TM_GRAPH_TURNS ? 0 : turn + 1; }

/* What the turn of the task in a slot does. The team. */
template <bool HAS_GANGS>
TM_DEVICE tm_u32 tm_graph_what(const tm_graph_slot &slot) {
    bool is_dummy = (slot.task.flags & TM_GRAPH_DUMMY) != 0;
    return HAS_GANGS ? slot.what : is_dummy ? TM_GRAPH_SKIPS : TM_GRAPH_RUNS;
}

/*
 * The consumer of a task that most likely becomes ready next on this core's list, or 0: the first one
 * that runs on its kind of core. The team.
 */
TM_DEVICE tm_u32 tm_graph_follower(const tm_graph_core &core, tm_i64 entry) {
    const tm_graph_task *task =
        (const tm_graph_task *)(core.records + (tm_i64)(tm_u32)entry * TM_GRAPH_UNIT);
    bool is_cube = core.own == core.ready[0];
    tm_u32 i = tm_lane();
    tm_u32 count = tm_peek32(&task->consumer_count);
    tm_u32 consumer = i < TM_GRAPH_INLINE ? tm_peek32(&task->consumers[i]) : 0;
    bool is_there = i < TM_GRAPH_INLINE && i < count;
    tm_u32 mask = tm_team_mask(is_there && ((consumer & TM_GRAPH_CUBE) != 0) == is_cube);
    return mask == 0 ? 0 : tm_team_from(consumer, mask) & TM_GRAPH_OFFSET;
}

/*
 * Brings a task into a slot of the block. The entry of a task that is taken is acquired while it is
 * under way; there is none (null) for one that is only brought ahead. The team, or the fetcher.
 */
TM_DEVICE void tm_graph_bring(tm_block &block, tm_u32 turn, tm_u32 offset, const tm_i64 *entry_at) {
    tm_graph_slot &slot = block.slots[turn];
    tm_task &task = block.tasks[turn];
    const char *record = block.core.records + (tm_i64)offset * TM_GRAPH_UNIT;
    const tm_u32 lane_at = tm_team_lane() * TM_CHUNK, step = TM_TEAM * TM_CHUNK;
    tm_chunk chunks[TM_GRAPH_EAGER]; /* all under way before the first is waited for */
    TM_UNROLL
    for (tm_u32 i = 0; i < TM_GRAPH_EAGER; i++) {
        chunks[i] = tm_read16(record + i * step + lane_at);
    }
    if (entry_at != nullptr) {
        tm_load_mail(entry_at); /* every lane: a lane alone would part from the others */
    }
    char *tensors = (char *)task.tensors;
    static_assert(TM_GRAPH_EAGER_BYTES - TM_GRAPH_TASK_BYTES <= sizeof(task.tensors), "they fit");
    TM_UNROLL
    for (tm_u32 i = 0; i < TM_GRAPH_EAGER; i++) {
        tm_u32 at = i * step + lane_at;
        *(tm_chunk *)(at < TM_GRAPH_TASK_BYTES ? (char *)&slot.task + at
                                               : tensors + (at - TM_GRAPH_TASK_BYTES)) = chunks[i];
    }
    tm_team_sync();
    const tm_u32 there = TM_GRAPH_EAGER_BYTES - TM_GRAPH_TASK_BYTES; /* bytes behind the head */
    const char *from = record + TM_GRAPH_TASK_BYTES;
    tm_u32 bytes = slot.task.tensor_count * TM_TENSOR_DESCRIPTOR_BYTES;
    tm_u32 scalars = slot.task.scalar_count;
    bool has_scalars = bytes + scalars * 8u <= there;
    for (tm_u32 at = there + lane_at; at < bytes; at += step) {
        tm_copy16(tensors + at, from + at);
    }
    const tm_i64 *scalars_at = (const tm_i64 *)((has_scalars ? tensors : from) + bytes);
    for (tm_u32 i = tm_team_lane(); i < scalars; i += TM_TEAM) {
        task.arguments.scalars[i] = scalars_at[i];
    }
    if (tm_team_lane() == 0) {
        slot.offset = offset;
        task.stopped = 0;
        task.failure = 0;
        task.payload.task_id = slot.task.number;
        task.payload.slot_index = slot.task.number;
        task.payload.function_id = slot.task.function_id;
        task.payload.flags = 0;
        task.payload.block_count = slot.task.blocks;
        task.arguments.tensor_count = slot.task.tensor_count;
        task.arguments.scalar_count = scalars;
    }
}

/* Says which block of the task in a slot runs, and when it was taken. One lane. */
TM_DEVICE void tm_graph_assign(tm_block &block, tm_u32 turn, tm_i64 entry, tm_i64 taken) {
    block.slots[turn].taken = block.slots[turn].received = taken;
    block.tasks[turn].payload.block_index = block.slots[turn].block_index =
        (tm_u32)((unsigned long long)entry >> 32);
}

/*
 * Another poll found nothing: reports once to the host that nothing runs here, and asks now and then whether the
 * core has to leave. False when it is; last is the dispatch word then. The team.
 */
template <bool HAS_GANGS>
TM_DEVICE bool tm_graph_waits(
    const tm_device_launch &launch, tm_graph_core &core, const tm_i64 *mailbox, tm_u32 number, tm_u32 attempt) {
    if (attempt == TM_GRAPH_TELL_AFTER && tm_lane() == 0) {
        tm_graph_tell<HAS_GANGS>(core, (tm_core_register_words *)launch.registers + number);
    }
    if (attempt % TM_POLLS_PER_LOOK == 0) {
        core.last = tm_team_first(tm_peek_mail(mailbox));
        bool leaves = tm_peek32((const void *)launch.abort) == TM_LEAVE;
        if ((tm_u32)core.last == TM_EXIT_SIGNAL || tm_team_mask(leaves) != 0) {
            return false;
        }
    }
    tm_pause(attempt / TM_GRAPH_POLLS);
    return true;
}

/*
 * Waits for the entry at a place of the ready list and brings its task; false when the core is to
 * leave, and last is the dispatch word then. As soon as the place before is filled, what most likely
 * follows the task there is brought ahead. The core that takes an entry acquires it; polling alone does not,
 * because that would empty the cache that other blocks of the multiprocessor use. The team.
 */
template <bool HAS_GANGS>
TM_DEVICE bool tm_graph_await(
    const tm_device_launch &launch, tm_block &block, tm_graph_core &core, tm_u32 turn, tm_u32 place,
    tm_u32 number) {
    const tm_i64 *mailbox = (const tm_i64 *)launch.mailboxes + number;
    const tm_i64 *at = core.own + place;
    const tm_i64 *before = place == 0 ? nullptr : at - 1; /* until it is filled */
    tm_u32 ahead = 0; /* offset of the task that was brought */
    tm_i64 entry;
    for (tm_u32 attempt = 1;; attempt++) {
        tm_i64 gangs = HAS_GANGS ? tm_gang_look(core, core.gang) : 0; /* all three looks under way together */
        tm_i64 earlier = before != nullptr ? tm_peek_mail(before) : 0;
        entry = tm_peek_mail(at);
        tm_i64 gang;
        if (HAS_GANGS && tm_gang_find(core, gangs, core.gang, gang)) {
            tm_i64 gang_taken = tm_ticks();
            tm_team_sync(); /* what was brought ahead is overwritten */
            tm_graph_bring(block, turn, (tm_u32)gang, core.gangs + core.gang);
            if (tm_lane() == 0) {
                tm_gang_assign(block, turn, gang, gang_taken);
                block.core.gang = core.gang + 1;
                block.keeps_place = 1;
                block.place = place;
            }
            return true;
        }
        entry = tm_team_first(entry);
        if (entry != 0) {
            break;
        }
        earlier = tm_team_first(earlier);
        if (earlier != 0) {
            before = nullptr;
            ahead = tm_graph_follower(core, earlier);
            if (ahead != 0) {
                tm_graph_bring(block, turn, ahead, nullptr);
            }
        }
        if (!tm_graph_waits<HAS_GANGS>(launch, core, mailbox, number, attempt)) {
            return false;
        }
    }
    tm_i64 taken = tm_ticks();
    if ((tm_u32)entry == ahead) {
        tm_load_mail(at);
    } else {
        tm_team_sync(); /* what was brought ahead is overwritten */
        tm_graph_bring(block, turn, (tm_u32)entry, at);
    }
    if (tm_lane() == 0) {
        tm_graph_assign(block, turn, entry, taken);
        if (HAS_GANGS) {
            block.core.gang = core.gang;
        }
    }
    return true;
}

/*
 * Takes the next place of the ready list, unless that was done, and the task there if it comes soon. The
 * fetcher.
 */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_fetch(tm_block &block, tm_u32 turn) {
    tm_team_sync(); /* behind it no other warp reads what is asked for */
    tm_u32 fetched = block.fetched;
    if (fetched == TM_GRAPH_HAS_TASK) {
        return;
    }
    tm_u32 gang = block.core.gang;
    tm_i64 gang_entry;
    if (HAS_GANGS && tm_gang_find(block.core, tm_gang_look(block.core, gang), gang, gang_entry)) {
        tm_i64 gang_taken = tm_ticks();
        tm_graph_bring(block, turn, (tm_u32)gang_entry, block.core.gangs + gang);
        tm_team_sync(); /* every lane has read what changes now */
        if (tm_team_lane() == 0) {
            tm_gang_assign(block, turn, gang_entry, gang_taken);
            block.core.gang = gang + 1;
            block.keeps_place = fetched == TM_GRAPH_HAS_PLACE;
            block.fetched = TM_GRAPH_HAS_TASK;
        }
        return;
    }
    tm_u32 place = 0;
    tm_i64 entry = 0;
    if (tm_team_lane() == 0) {
        place = fetched == TM_GRAPH_HAS_PLACE ? block.place : tm_add32(block.core.own_head, 1);
        for (tm_u32 look = 0; entry == 0 && look < TM_GRAPH_LOOKS; look++) {
            entry = tm_peek_mail(block.core.own + place);
        }
    }
    entry = tm_team_first(entry);
    place = (tm_u32)tm_team_first(place);
    if (entry != 0) {
        tm_i64 taken = tm_ticks();
        tm_graph_bring(block, turn, (tm_u32)entry, block.core.own + place);
        if (tm_team_lane() == 0) {
            tm_graph_assign(block, turn, entry, taken);
        }
    }
    tm_team_sync(); /* every lane has read what changes now */
    if (tm_team_lane() == 0) {
        if (HAS_GANGS) {
            block.core.gang = gang;
        }
        block.place = place;
        block.fetched = entry != 0 ? TM_GRAPH_HAS_TASK : TM_GRAPH_HAS_PLACE;
    }
}

TM_DEVICE void tm_soon(tm_task &task) {
    if (TM_DUMP_ARGS) {
        return; /* what a task gave is dumped before the next one starts */
    }
    if (task.is_of_graph != 0 && tm_lane() / TM_TEAM == TM_FETCHER && !tm_gang_is_ready(tm_own_block.core)) {
        tm_graph_fetch<false>(tm_own_block, tm_graph_after(tm_own_block.turn)); /* kernels have no code for gangs */
        if (tm_team_lane() == 0) {
            tm_own_block.is_ahead = tm_own_block.fetched == TM_GRAPH_HAS_TASK;
        }
        tm_team_sync();
    }
}

/* Blocks of a task that are put on the ready list at once: the first one alone where it dumps what the task is given. */
TM_DEVICE tm_u32 tm_graph_pushed(const tm_graph_task &task) {
#if TM_DUMP_ARGS
    if (task.flags & TM_GRAPH_DUMP_BEFORE) {
        return 1;
    }
#endif
    return task.blocks;
}

/* Counts a block that has ended; those that have. One lane. */
TM_DEVICE tm_u32 tm_graph_count(const tm_block &block, const tm_graph_task &task, tm_graph_task *shared_task) {
#if TM_DUMP_ARGS
    if (task.flags & TM_GRAPH_DUMP_AFTER) {
        return block.dump.ended;
    }
#endif
    return tm_add32(&shared_task->ended, 1) + 1;
}

/* When the kernel that ran ended; what the first lane says counts. */
TM_DEVICE tm_i64 tm_graph_end(const tm_block &block) {
#if TM_DUMP_ARGS
    return tm_lane() == 0 ? block.dump.end : 0;
#else
    return tm_ticks();
#endif
}

#if TM_COUNT_CYCLES

/* How many cycles the kernel that ran took; what the first lane says counts. */
TM_DEVICE tm_i64 tm_graph_cycles(const tm_block &block) {
#if TM_DUMP_ARGS
    return tm_lane() == 0 ? block.dump.cycles : 0;
#else
    return tm_cycles() - block.core.began;
#endif
}

#endif

/* What the second record of a kernel has where the first has the task: cycles, if they are counted. */
TM_DEVICE tm_u32 tm_graph_second_token(const tm_graph_core &core) {
#if TM_COUNT_CYCLES
    return core.cycles;
#else
    return core.number;
#endif
}

/* Puts a task that waits for nothing any more on its ready list. The team, each lane its own. */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_push(
    const tm_graph_core &core, tm_device_graph *graph, bool is_ready, tm_u32 consumer) {
    tm_u32 *tails[2] = {&graph->cube_tail, &graph->vector_tail};
    tm_u32 offset = consumer & TM_GRAPH_OFFSET;
    bool is_divided = is_ready && (consumer & TM_GRAPH_DIVIDED) != 0;
    TM_UNROLL
    for (tm_u32 kind = 0; kind < 2; kind++) {
        bool is_kind = is_ready && ((consumer & TM_GRAPH_CUBE) != 0) == (kind == 0);
        tm_u32 mask = tm_team_mask(is_kind && !is_divided);
        if (mask != 0) {
            tm_u32 place = tm_team_place(tm_team_ask(tails[kind], mask), mask);
            if (is_kind && !is_divided) {
                tm_store_mail(core.ready[kind] + place, offset);
            }
        }
        if (is_kind && is_divided) {
            const tm_graph_task *task =
                (const tm_graph_task *)(core.records + (tm_i64)offset * TM_GRAPH_UNIT);
            tm_u32 blocks = tm_graph_pushed(*task), first = 0;
            if (HAS_GANGS && tm_gang_is(*task)) {
                if (TM_DUMP_ARGS && (task->flags & TM_GRAPH_DUMP_BEFORE) != 0) {
                    first = TM_GRAPH_ONLY_DUMPS; /* a gang when that is done */
                } else {
                    tm_gang_push(core, graph, task, offset, kind == 0);
                    blocks = 0;
                }
            }
            tm_u32 place = tm_add32(tails[kind], blocks);
            for (tm_u32 i = 0; i < blocks; i++) {
                tm_store_mail(
                    core.ready[kind] + place + i,
                    (tm_i64)((unsigned long long)(first + i) << 32 | offset));
            }
        }
        tm_team_sync();
    }
}

/*
 * The lanes whose consumer of a task is sure to be ready when it ends, and goes to the list of vector
 * cores unchanged. The team.
 */
template <bool HAS_GANGS>
TM_DEVICE tm_u32 tm_graph_early(const tm_graph_task &task) {
    tm_u32 i = tm_lane();
    tm_u32 consumer = i < TM_GRAPH_INLINE && i < task.consumer_count ? task.consumers[i] : 0;
    bool is_alone = (consumer & (TM_GRAPH_ALONE | TM_GRAPH_CUBE | TM_GRAPH_DIVIDED)) == TM_GRAPH_ALONE;
    return tm_team_mask(tm_graph_runs<HAS_GANGS>(task) == 1 && is_alone);
}

/*
 * Notifies the consumers of a task that is complete. What its blocks wrote is in the memory that all
 * blocks share before a count falls: each block's fence came before its own count, and a count is
 * read where it is changed. The team.
 */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_complete(
    const tm_graph_core &core, tm_device_graph *graph, const tm_graph_task &task, tm_u32 told) {
    for (tm_u32 first = 0; first < task.consumer_count; first += TM_TEAM) {
        tm_u32 i = first + tm_lane();
        tm_u32 consumer = 0;
        bool is_ready = false;
        if (i < task.consumer_count) {
            consumer = i < TM_GRAPH_INLINE ? task.consumers[i]
                                           : core.consumers[task.more_consumers + i - TM_GRAPH_INLINE];
            tm_u32 offset = consumer & TM_GRAPH_OFFSET;
            tm_graph_task *waiting =
                (tm_graph_task *)(core.records + (tm_i64)offset * TM_GRAPH_UNIT);
            bool is_told = first == 0 && (told >> tm_lane() & 1u) != 0;
            is_ready = !is_told && ((consumer & TM_GRAPH_ALONE) != 0 ||
                                    tm_subtract32(&waiting->remaining, 1) == 1);
        }
        tm_graph_push<HAS_GANGS>(core, graph, is_ready, consumer);
    }
}

/* A kernel has returned: its results, its consumers, its record. False to leave. The team. */
template <bool HAS_GANGS>
TM_DEVICE bool tm_graph_finish(
    const tm_device_launch &launch, const tm_block &block, tm_graph_core &core, tm_u32 turn,
    tm_u32 number) {
    const tm_task &ran = block.tasks[turn];
    const tm_graph_slot &slot = block.slots[turn];
    const tm_graph_task &task = slot.task;
    tm_device_graph *graph = core.graph;
    bool is_dummy = tm_graph_what<HAS_GANGS>(slot) != TM_GRAPH_RUNS;
    bool is_cut_short = !is_dummy && ran.stopped != 0;
    tm_u32 early = is_cut_short ? 0 : tm_graph_early<HAS_GANGS>(task);
    tm_u32 answer = early != 0 ? tm_team_ask(&graph->vector_tail, early) : 0;
    tm_publish(); /* while the answer is under way */
    if (early != 0) { /* nothing else before it: somebody waits */
        tm_u32 place = tm_team_place(answer, early);
        if ((early >> tm_lane() & 1u) != 0) {
            tm_store_mail(core.ready[1] + place, task.consumers[tm_lane()] & TM_GRAPH_OFFSET);
        }
    }
    tm_u32 failure = is_dummy ? 0 : ran.failure;
    if (failure != 0 && tm_lane() == 0) {
        tm_store16(
            &((tm_journal_head *)launch.journal_heads)[number].failed_token,
            (tm_i64)((unsigned long long)failure << 32 | (core.number + 1)),
            ran.failure_detail);
        tm_publish();
    }
    if (!is_cut_short) {
        tm_graph_task *shared_task =
            (tm_graph_task *)(core.records + (tm_i64)slot.offset * TM_GRAPH_UNIT);
        tm_u32 ended = 1;
        if (tm_lane() == 0) {
            if (tm_graph_runs<HAS_GANGS>(task) == 1) {
                tm_store32(&shared_task->ended, 1);
            } else if (HAS_GANGS && is_dummy) {
                ended = tm_gang_skip(task, shared_task);
            } else {
                ended = tm_graph_count(block, task, shared_task);
            }
        }
        tm_u32 runs = tm_graph_runs<HAS_GANGS>(task);
        if (runs == 1 || (tm_u32)tm_team_first(ended) == runs) {
            core.completed++;
            if (HAS_GANGS && is_dummy) {
                tm_gang_count_skipped(core, task);
            }
            tm_graph_complete<HAS_GANGS>(core, graph, task, early);
        }
    }
    if (!is_dummy && launch.journal_records != 0) {
        tm_journal_write(
            launch, number, core.written, core.number, slot.received, core.start, core.end);
        if (core.kernel_records == 2) {
            tm_i64 finish = is_cut_short ? 0 : tm_team_first(tm_ticks());
            tm_journal_write(
                launch, number, core.written + 1, tm_graph_second_token(core), slot.taken, slot.taken,
                finish);
        }
        core.written += core.kernel_records;
    }
    if (is_cut_short) { /* it has no finish, and no other follows it */
        if (tm_lane() == 0) {
            tm_core_register_words *registers = (tm_core_register_words *)launch.registers + number;
            tm_store16(&registers->start_tick, core.start, core.end);
            tm_store16(&registers->cond, tm_graph_status(core, 0), tm_graph_progress(core));
            while ((tm_u32)core.last != TM_EXIT_SIGNAL) {
                core.last = tm_await_word(launch, number, core.last);
            }
        }
        tm_team_sync();
        return false;
    }
    return true;
}

/* Tells what a kernel that ended before this one has left to tell. The team. */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_settle(const tm_device_launch &launch, tm_block &block, tm_u32 number) {
    tm_graph_core core = block.core;
    tm_graph_owed owed = block.owed;
    core.number = owed.number;
    core.start = owed.start;
    core.end = owed.end;
    tm_graph_finish<HAS_GANGS>(launch, block, core, owed.turn, number);
    tm_team_sync(); /* every lane has read what changes now */
    if (tm_team_lane() == 0) {
        block.core.written = core.written;
        block.core.completed = core.completed;
        block.owes = 0;
    }
    tm_team_sync();
}

/*
 * The task that runs next is in the slot: the fetcher brought it, or it is waited for here. False when
 * the core is to leave. The team.
 */
template <bool HAS_GANGS>
TM_DEVICE bool tm_graph_next(
    const tm_device_launch &launch, tm_block &block, tm_graph_core &core, tm_u32 turn, tm_u32 number) {
    tm_u32 fetched = block.fetched;
    bool has_room = true;
    tm_u32 place = 0;
    if (tm_lane() == 0) {
        tm_i64 last = core.written + (block.owes + 1) * core.kernel_records - 1; /* record of the next kernel */
        has_room = launch.journal_records == 0 || tm_journal_room(launch, number, last, core.consumed);
        if (has_room && fetched != TM_GRAPH_HAS_TASK) {
            place = fetched == TM_GRAPH_HAS_PLACE ? block.place : tm_add32(core.own_head, 1);
        }
    }
    has_room = tm_team_first(has_room) != 0;
    place = (tm_u32)tm_team_first(place);
    return has_room && (fetched == TM_GRAPH_HAS_TASK ||
                        tm_graph_await<HAS_GANGS>(launch, block, core, turn, place, number));
}

/* What every lane is to know of the task that follows, if there is one. Lane 0. */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_enter(
    tm_block &block, tm_graph_core &core, tm_graph_slot &slot, bool has_task) {
    block.fetched = TM_GRAPH_HAS_NOTHING;
    if (HAS_GANGS) {
        block.fetched = block.keeps_place != 0 ? TM_GRAPH_HAS_PLACE : TM_GRAPH_HAS_NOTHING;
        block.keeps_place = 0;
        block.skipped = tm_graph_skipped<true>(core);
    }
    block.is_ahead = 0;
    block.core.consumed = core.consumed;
    block.core.last = core.last;
    block.what = has_task ? tm_graph_what<HAS_GANGS>(slot) : TM_GRAPH_LEAVES;
    if (block.what == TM_GRAPH_RUNS) {
        if (slot.received < core.end) {
            slot.received = core.end; /* it was brought while another kernel ran */
        }
        block.core.number = core.number = slot.task.number;
        block.core.block_index = core.block_index = slot.block_index;
        block.core.entered = ++core.entered;
        block.status = tm_graph_status(core, 0);
        block.progress = tm_graph_progress(core);
        block.end = core.end;
        block.completed = core.completed;
    }
}

#if TM_DUMP_ARGS

/*
 * Dumps what the task in a slot is given. Of several blocks the first does, before the others are on the
 * ready list: then no kernel of the task has begun. Every lane.
 */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_dump_before(
    const tm_device_launch &launch, tm_block &block, tm_u32 turn, tm_u32 number) {
    const tm_graph_slot &slot = block.slots[turn];
    if ((slot.task.flags & TM_GRAPH_DUMP_BEFORE) == 0 || slot.block_index != 0) {
        return;
    }
    if (HAS_GANGS && tm_gang_is(slot.task)) {
        return; /* that was done */
    }
    tm_dump_stage(block.dump, block.tasks[turn], slot.task.number, 0);
    if (slot.task.blocks > 1 && tm_lane() == 0) {
        tm_device_graph *graph = (tm_device_graph *)launch.graph;
        tm_u32 kind = number < launch.cube_cores ? 0 : 1;
        tm_u32 place = tm_add32(kind == 0 ? &graph->cube_tail : &graph->vector_tail, slot.task.blocks - 1);
        tm_publish(); /* what producers wrote is seen by whoever takes one of these */
        for (tm_u32 i = 1; i < slot.task.blocks; i++) {
            tm_store_mail(
                block.core.ready[kind] + place + i - 1, (tm_i64)((unsigned long long)i << 32 | slot.offset));
        }
    }
}

/* Dumps what the gang in a slot is given, and lets it begin. Every lane. */
TM_DEVICE void tm_graph_dump_gang(
    const tm_device_launch &launch, tm_block &block, tm_u32 turn, tm_u32 number) {
    const tm_graph_slot &slot = block.slots[turn];
    tm_dump_stage(block.dump, block.tasks[turn], slot.task.number, 0);
    if (tm_lane() == 0) {
        tm_publish(); /* what producers wrote is seen by whoever takes part */
        tm_gang_push(
            block.core, (tm_device_graph *)launch.graph, &slot.task, slot.offset, number < launch.cube_cores);
    }
}

/*
 * Dumps the outputs of the task in a slot when its last block has ended, before its end is reported. Of a task that was
 * cut short it dumps what is there. Every lane.
 */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_dump_after(tm_block &block, tm_u32 turn) {
    const tm_graph_slot &slot = block.slots[turn];
    const tm_task &ran = block.tasks[turn];
    if (tm_lane() == 0) {
#if TM_COUNT_CYCLES
        block.dump.cycles = tm_cycles() - block.core.began;
#endif
        block.dump.end = tm_ticks();
    }
    if ((slot.task.flags & TM_GRAPH_DUMP_AFTER) == 0) {
        tm_sync(); /* every lane of the team may look at when the kernel ended */
        return;
    }
    if (tm_graph_runs<HAS_GANGS>(slot.task) > 1 && ran.stopped == 0) { /* a kernel that was cut short is the last of its core */
        if (tm_lane() == 0) {
            tm_graph_task *shared_task =
                (tm_graph_task *)(block.core.records + (tm_i64)slot.offset * TM_GRAPH_UNIT);
            tm_publish(); /* what this block wrote */
            block.dump.ended = tm_add32(&shared_task->ended, 1) + 1;
            tm_publish(); /* what the others wrote */
        }
        tm_sync();
        if (block.dump.ended != tm_graph_runs<HAS_GANGS>(slot.task)) {
            return;
        }
    }
    tm_dump_stage(block.dump, ran, slot.task.number, 1);
}

#endif

/* What the team knows when it begins. Lane 0. */
TM_DEVICE void tm_graph_begin(
    const tm_device_launch &launch, tm_block &block, tm_u32 number, tm_i64 last, tm_i64 first_record) {
    tm_device_graph *graph = (tm_device_graph *)launch.graph;
    bool is_cube = number < launch.cube_cores;
    tm_graph_core core;
    core.graph = graph;
    core.records = (const char *)tm_load64(&graph->records);
    core.consumers = (const tm_u32 *)tm_load64(&graph->consumers);
    core.ready[0] = (tm_i64 *)tm_load64(&graph->cube_ready);
    core.ready[1] = (tm_i64 *)tm_load64(&graph->vector_ready);
    core.own = is_cube ? core.ready[0] : core.ready[1];
    core.own_head = is_cube ? &graph->cube_head : &graph->vector_head;
    core.written = core.consumed = first_record;
    core.completed = core.start = core.end = 0;
    core.last = last;
    core.number = core.block_index = core.entered = core.left = 0;
    core.kernel_records = tm_load32(&graph->kernel_records);
#if TM_COUNT_CYCLES
    core.cycles = 0;
    core.began = 0;
#endif
    block.core = core;
    block.turn = TM_GRAPH_TURNS - 1; /* before the first */
    block.was_cut_short = 0;
    block.owes = 0;
    tm_store32(&graph->running, launch.run); /* the others need not wait for the host */
    block.fetched = TM_GRAPH_HAS_NOTHING;
    const tm_dispatch_payload *payload =
        (const tm_dispatch_payload *)launch.payloads + number * TM_PAYLOAD_BUFFERS;
    tm_u32 sub_block = tm_load32(&payload->sub_block);
    tm_gang_begin(launch, block.core, number, sub_block);
    block.keeps_place = 0;
    for (tm_task &task : block.tasks) {
        task.abort = (const tm_u32 *)launch.abort;
        task.is_of_graph = 1;
        task.core = number;
        task.payload.sub_block = sub_block;
    }
}

/*
 * Everything of a turn before its kernel. Every lane. Neither this nor tm_graph_end_turn keeps anything in a
 * register from one to the other or from turn to turn: that would be spilled while the kernel runs, and when
 * it has ended, memory that streams have passed through since is slow to give it back. What a turn needs lies
 * in shared memory.
 *
 * Between the barriers of a turn: the team fills what every lane reads when the kernel starts; then the
 * kernel starts, and the team may still read those of the turn before; the kernel may let the fetcher fill
 * the next slot and task; then the team reads those of this turn, and the fetcher fills the next ones if
 * it has not.
 */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_begin_turn(const tm_device_launch &launch) {
    tm_block &block = tm_own_block;
    const tm_u32 warp = tm_lane() / TM_TEAM; /* 0 in the emulation, where a lane is the team and the fetcher */
    const tm_u32 number = block.tasks[0].core;
    if (warp == 0) {
        tm_graph_core core = block.core;
        tm_u32 turn = tm_graph_after(block.turn);
        bool has_task = block.was_cut_short == 0 && tm_graph_next<HAS_GANGS>(launch, block, core, turn, number);
        tm_team_sync(); /* every lane has read what changes now */
        if (HAS_GANGS) {
            if (has_task && tm_lane() == 0) {
                tm_gang_decide(block, turn);
            }
            tm_team_sync();
            has_task = has_task && tm_gang_gather(launch, block, core, turn, number);
            tm_team_sync();
        }
        if (tm_lane() == 0) {
            block.turn = turn;
            block.running = &block.tasks[turn];
            tm_graph_enter<HAS_GANGS>(block, core, block.slots[turn], has_task);
        }
    }
    tm_sync();
    if (block.what == TM_GRAPH_RUNS) {
#if TM_DUMP_ARGS
        tm_graph_dump_before<HAS_GANGS>(launch, block, block.turn, number);
#endif
        if (tm_lane() == 0) {
            block.core.start = tm_ticks();
#if TM_COUNT_CYCLES
            block.core.began = tm_cycles();
#endif
        }
        tm_tell_start(block, (tm_core_register_words *)launch.registers + number);
    }
#if TM_DUMP_ARGS
    if (HAS_GANGS && block.what == TM_GRAPH_DUMPS) {
        tm_graph_dump_gang(launch, block, block.turn, number);
    }
#endif
    if (warp == 0) {
        tm_team_sync(); /* behind it no other warp reads what is asked for */
        if (block.owes != 0) {
            tm_graph_settle<HAS_GANGS>(launch, block, number);
        }
    }
}

/* Everything of a turn behind its kernel. Every lane. */
template <bool HAS_GANGS>
TM_DEVICE void tm_graph_end_turn(const tm_device_launch &launch) {
    tm_block &block = tm_own_block;
    const tm_u32 warp = tm_lane() / TM_TEAM;
    tm_sync();
    tm_u32 turn = block.turn;
#if TM_DUMP_ARGS
    if (!HAS_GANGS || block.what == TM_GRAPH_RUNS) {
        tm_graph_dump_after<HAS_GANGS>(block, turn);
    }
#endif
    if (warp == 0) {
#if TM_COUNT_CYCLES
        tm_i64 cycles = tm_graph_cycles(block);
#endif
        tm_i64 end = tm_graph_end(block);
        const tm_task &ran = block.tasks[turn];
        tm_graph_core core = block.core;
#if TM_COUNT_CYCLES
        core.cycles = (tm_u32)tm_counted(tm_team_first(cycles));
#endif
        bool is_dummy = block.what != TM_GRAPH_RUNS;
        bool is_cut_short = !is_dummy && ran.stopped != 0;
        bool is_owed = block.is_ahead != 0 && !is_dummy && !is_cut_short && ran.failure == 0;
        bool leaves = false;
        core.end = is_dummy ? core.end : tm_team_first(end);
        core.left += is_dummy || is_cut_short ? 0 : 1;
        if (!is_owed && (!HAS_GANGS || block.what != TM_GRAPH_DUMPS)) {
            leaves = !tm_graph_finish<HAS_GANGS>(launch, block, core, turn, block.tasks[0].core);
        }
        tm_team_sync(); /* every lane has read what changes now */
        if (tm_lane() == 0) {
            block.core.written = core.written;
            block.core.completed = core.completed;
            block.core.end = core.end;
            block.core.left = core.left;
            if (HAS_GANGS) {
                block.core.skipped = core.skipped;
                block.core.skipped_stages = core.skipped_stages;
            }
            block.was_cut_short = leaves;
            block.owes = is_owed;
#if TM_COUNT_CYCLES
            block.core.cycles = core.cycles; /* until the next kernel ends: what is owed is told before */
#endif
            block.owed = {core.start, core.end, core.number, turn};
        }
        tm_team_sync();
    }
    if (warp == TM_FETCHER) {
        tm_graph_fetch<HAS_GANGS>(block, tm_graph_after(turn));
    }
    tm_sync();
}

/* Turn after turn, until the exit signal. Every lane. */
template <bool HAS_GANGS> TM_DEVICE void tm_graph_turns(const tm_device_launch &launch) {
    for (;;) {
        tm_graph_begin_turn<HAS_GANGS>(launch);
        if (tm_own_block.what == TM_GRAPH_LEAVES) {
            return;
        }
        if (tm_own_block.what == TM_GRAPH_RUNS) {
            tm_core_call(*tm_own_block.running);
        }
        tm_graph_end_turn<HAS_GANGS>(launch);
    }
}

/* From the word that starts the graph until the exit signal. What was entered and left is in block.core then. */
TM_DEVICE void tm_graph_main(const tm_device_launch &launch, tm_u32 number, tm_i64 last, tm_i64 first_record) {
    tm_sync(); /* every lane has read the command that led here */
    if (tm_lane() == 0) {
        tm_graph_begin(launch, tm_own_block, number, last, first_record);
    }
    tm_sync();
    if (tm_own_block.core.gangs != nullptr) {
        tm_graph_turns<true>(launch);
    } else {
        tm_graph_turns<false>(launch);
    }
    if (tm_lane() == 0) {
        tm_core_register_words *registers = (tm_core_register_words *)launch.registers + number;
        tm_store16(&registers->completed, tm_own_block.core.completed, tm_graph_skipped<true>(tm_own_block.core));
    }
}

#endif

/*
 * A core that finds its work itself. The whole graph lies in memory of the device: each task counts
 * the producers it still waits for, and whoever takes that count to zero puts the task on the ready
 * list of its kind of core. A core takes a place of that list and waits until it is filled, so no
 * two look at the same word. The first lanes of a block, its team, do all of this; the other lanes
 * only run kernels. The host sees what happens by the registers and the journal.
 */
#ifndef TIDEMARK_GRAPH_H
#define TIDEMARK_GRAPH_H

#define TM_GRAPH_EAGER 32u /* chunks of a task that are read before its size is known */
#define TM_GRAPH_FLIGHT 4u /* further chunks that a lane reads at once */
#define TM_GRAPH_OFFSET (~(TM_GRAPH_CUBE | TM_GRAPH_DIVIDED | TM_GRAPH_ALONE))
#define TM_GRAPH_TELL_AFTER 2u /* looks at an empty place before the host is told that nothing runs */

/* What a core knows while it works on a graph; the same in every lane of its team. */
struct tm_graph_core {
    char *records;
    const tm_u32 *consumers;
    tm_i64 *ready[2]; /* of cube cores, of vector cores */
    tm_u32 *tail[2];
    tm_i64 *own; /* the list that this core takes from */
    tm_u32 *head;
    tm_core_register_words *registers;
    tm_journal_head *journal_head;
    tm_u32 core, number, block_index;
    tm_u32 entered, left;
    tm_i64 written, consumed, completed;
    tm_i64 start, end;
};

TM_DEVICE tm_i64 tm_graph_progress(const tm_graph_core &core) {
    return (tm_i64)((unsigned long long)core.entered << 32 | core.left);
}

TM_DEVICE tm_i64 tm_graph_status(const tm_graph_core &core, tm_u32 finished) {
    return (tm_i64)((unsigned long long)core.block_index << 32 | (core.number | finished));
}

/* Tells the host that this core is in no kernel, and what it has completed. Lane 0. */
TM_DEVICE void tm_graph_tell(const tm_graph_core &core) {
    tm_store16(&core.registers->completed, core.completed, 0);
    tm_store16(&core.registers->start_tick, core.start, core.end);
    if (core.entered != 0) {
        tm_store16(&core.registers->cond, tm_graph_status(core, TM_FINISHED_BIT), tm_graph_progress(core));
    }
}

/* The next thing to run, or 0 when the core is to leave; last is the dispatch word then. Lane 0. */
TM_DEVICE tm_i64 tm_graph_await(
    const tm_device_launch &launch, tm_graph_core &core, tm_u32 place, tm_i64 &last) {
    const tm_i64 *at = core.own + place;
    const tm_i64 *mailbox = (const tm_i64 *)launch.mailboxes + core.core;
    for (tm_u32 attempt = 1;; attempt++) {
        tm_i64 entry = tm_load_mail(at);
        if (entry != 0) {
            return entry;
        }
        if (attempt == TM_GRAPH_TELL_AFTER) {
            tm_graph_tell(core);
        }
        if (attempt % TM_POLLS_PER_LOOK == 0) {
            last = tm_load_mail(mailbox);
            if ((tm_u32)last == TM_EXIT_SIGNAL ||
                tm_load_abort((const void *)launch.abort) == TM_LEAVE) {
                return 0;
            }
        }
        tm_pause(attempt);
    }
}

/* Brings a task into the block; when that began. The team. */
TM_DEVICE tm_i64 tm_graph_receive(tm_block &block, const char *record, tm_u32 block_index) {
    tm_i64 received = tm_ticks();
    for (tm_u32 chunk = tm_lane(); chunk < TM_GRAPH_EAGER; chunk += TM_TEAM) {
        const char *from = record + chunk * TM_CHUNK;
        const tm_u32 of_head = TM_GRAPH_TASK_BYTES / TM_CHUNK;
        tm_copy16(
            chunk < of_head ? (char *)&block.graph_task + chunk * TM_CHUNK
                            : (char *)block.task.tensors + (chunk - of_head) * TM_CHUNK,
            from);
    }
    tm_team_sync();
    const tm_graph_task &task = block.graph_task;
    tm_u32 bytes = task.tensor_count * TM_TENSOR_DESCRIPTOR_BYTES;
    const char *tensors = record + TM_GRAPH_TASK_BYTES;
    tm_u32 first = TM_GRAPH_EAGER * TM_CHUNK - TM_GRAPH_TASK_BYTES + tm_lane() * TM_CHUNK;
    for (tm_u32 at = first; at < bytes; at += TM_GRAPH_FLIGHT * TM_TEAM * TM_CHUNK) {
        tm_chunk chunks[TM_GRAPH_FLIGHT]; /* all under way before the first is waited for */
        TM_UNROLL
        for (tm_u32 i = 0; i < TM_GRAPH_FLIGHT; i++) {
            if (at + i * TM_TEAM * TM_CHUNK < bytes) {
                chunks[i] = tm_read16(tensors + at + i * TM_TEAM * TM_CHUNK);
            }
        }
        TM_UNROLL
        for (tm_u32 i = 0; i < TM_GRAPH_FLIGHT; i++) {
            if (at + i * TM_TEAM * TM_CHUNK < bytes) {
                *(tm_chunk *)((char *)block.task.tensors + at + i * TM_TEAM * TM_CHUNK) = chunks[i];
            }
        }
    }
    for (tm_u32 i = tm_lane(); i < task.scalar_count; i += TM_TEAM) {
        block.task.arguments.scalars[i] = ((const tm_i64 *)(tensors + bytes))[i];
    }
    if (tm_lane() == 0) {
        block.task.payload.task_id = task.number;
        block.task.payload.slot_index = task.number;
        block.task.payload.function_id = task.function_id;
        block.task.payload.flags = 0;
        block.task.payload.block_index = block_index;
        block.task.payload.block_count = task.blocks;
        block.task.arguments.tensor_count = task.tensor_count;
        block.task.arguments.scalar_count = task.scalar_count;
        block.task.stopped = 0;
        block.task.failure = 0;
    }
    return received;
}

/* Puts a task that waits for nothing any more on its ready list. The team, each lane its own. */
TM_DEVICE void tm_graph_push(tm_graph_core &core, bool is_ready, tm_u32 consumer) {
    tm_u32 offset = consumer & TM_GRAPH_OFFSET;
    bool is_divided = is_ready && (consumer & TM_GRAPH_DIVIDED) != 0;
    TM_UNROLL
    for (tm_u32 kind = 0; kind < 2; kind++) {
        bool is_kind = is_ready && ((consumer & TM_GRAPH_CUBE) != 0) == (kind == 0);
        tm_u32 mask = tm_team_mask(is_kind && !is_divided);
        if (mask != 0) {
            tm_u32 place = tm_team_place(tm_team_ask(core.tail[kind], mask), mask);
            if (is_kind && !is_divided) {
                tm_store_mail(core.ready[kind] + place, offset);
            }
        }
        if (is_kind && is_divided) {
            const tm_graph_task *task =
                (const tm_graph_task *)(core.records + (tm_i64)offset * TM_GRAPH_UNIT);
            tm_u32 blocks = task->blocks;
            tm_u32 place = tm_add32(core.tail[kind], blocks);
            for (tm_u32 i = 0; i < blocks; i++) {
                tm_store_mail(
                    core.ready[kind] + place + i, (tm_i64)((unsigned long long)i << 32 | offset));
            }
        }
        tm_team_sync();
    }
}

/* Whether a consumer is sure to be ready now, and goes to the list of vector cores as it is. */
TM_DEVICE bool tm_graph_is_early(tm_u32 index, tm_u32 consumer) {
    return index < TM_TEAM && index < TM_GRAPH_INLINE && (consumer & TM_GRAPH_ALONE) != 0 &&
           (consumer & (TM_GRAPH_CUBE | TM_GRAPH_DIVIDED)) == 0;
}

/*
 * Asks for places on the ready list for such consumers of a task whose kernel has returned: the
 * answer is under way while the fence waits. The lanes that have one. The team.
 */
TM_DEVICE tm_u32 tm_graph_early(const tm_graph_core &core, const tm_graph_task &task, tm_u32 &answer) {
    tm_u32 i = tm_lane();
    bool is = i < task.consumer_count && i < TM_GRAPH_INLINE && tm_graph_is_early(i, task.consumers[i]);
    tm_u32 mask = tm_team_mask(is);
    if (mask != 0) {
        answer = tm_team_ask(core.tail[1], mask);
    }
    return mask;
}

/*
 * Tells the consumers of a task that is complete. What its blocks wrote is in the memory that all
 * blocks share before a count falls: each block's fence came before its own count, and a count is
 * read where it is changed. The team.
 */
TM_DEVICE void tm_graph_complete(
    tm_graph_core &core, const tm_graph_task &task, bool has_early, tm_u32 early) {
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
            if (has_early && tm_graph_is_early(i, consumer)) {
                tm_store_mail(core.ready[1] + early, offset);
            } else {
                is_ready = (consumer & TM_GRAPH_ALONE) != 0 ||
                           tm_subtract32(&waiting->remaining, 1) == 1;
            }
        }
        tm_graph_push(core, is_ready, consumer);
    }
}

/* A kernel has returned: its results, its consumers, its record. False to leave. The team. */
TM_DEVICE bool tm_graph_finish(
    const tm_device_launch &launch, tm_block &block, tm_graph_core &core, tm_graph_task *shared_task,
    tm_i64 received, tm_u32 &place, bool &has_place, bool is_dummy, tm_i64 &last) {
    const tm_graph_task &task = block.graph_task;
    bool is_cut_short = !is_dummy && block.task.stopped != 0;
    bool has_early = task.blocks == 1 && !is_cut_short;
    tm_u32 answer = 0;
    tm_u32 early_lanes = has_early ? tm_graph_early(core, task, answer) : 0;
    tm_publish();
    if (!is_dummy && block.task.failure != 0 && tm_lane() == 0) {
        tm_store16(
            &core.journal_head->failed_token,
            (tm_i64)((unsigned long long)block.task.failure << 32 | (core.number + 1)),
            block.task.failure_detail);
        tm_publish();
    }
    core.left += is_dummy || is_cut_short ? 0 : 1;
    bool has_room = launch.journal_records == 0 ||
                    core.written + 1 - core.consumed < (tm_i64)launch.journal_records;
    if (!is_cut_short) {
        if (tm_lane() == 0 && has_room) {
            place = tm_add32(core.head, 1); /* under way while consumers are told */
        }
        has_place = has_room;
        tm_u32 ended = 1;
        if (tm_lane() == 0) {
            if (task.blocks == 1) {
                tm_store32(&shared_task->ended, 1);
            } else {
                ended = tm_add32(&shared_task->ended, 1) + 1;
            }
        }
        if (task.blocks == 1 || (tm_u32)tm_team_first(ended) == task.blocks) {
            core.completed++;
            tm_u32 early = early_lanes != 0 ? tm_team_place(answer, early_lanes) : 0;
            tm_graph_complete(core, task, has_early, early);
        }
    }
    if (!is_dummy && launch.journal_records != 0) {
        tm_journal_write(
            launch, core.core, core.written, core.number, tm_team_first(received), core.start,
            core.end);
        core.written++;
    }
    if (is_cut_short) { /* it has no finish, and no other follows it */
        if (tm_lane() == 0) {
            tm_store16(&core.registers->start_tick, core.start, core.end);
            tm_store16(&core.registers->cond, tm_graph_status(core, 0), tm_graph_progress(core));
            while ((tm_u32)last != TM_EXIT_SIGNAL) {
                last = tm_await_word(launch, core.core, last);
            }
        }
        return false;
    }
    return true;
}

/* From the word that starts the graph until the exit signal; what was entered and left comes back. */
TM_DEVICE void tm_graph_main(
    const tm_device_launch &launch, tm_block &block, tm_u32 number, tm_i64 &last, tm_u32 &entered,
    tm_u32 &left, tm_i64 first_record) {
    bool is_team = tm_lane() < TM_TEAM;
    tm_device_graph *graph = (tm_device_graph *)launch.graph;
    tm_graph_core core;
    tm_u32 place = 0;
    bool has_place = false;
    bool leaves = false;
    tm_sync(); /* every lane has read the command that led here */
    if (is_team) {
        bool is_cube = number < launch.cube_cores;
        core.records = (char *)tm_load64(&graph->records);
        core.consumers = (const tm_u32 *)tm_load64(&graph->consumers);
        core.ready[0] = (tm_i64 *)tm_load64(&graph->cube_ready);
        core.ready[1] = (tm_i64 *)tm_load64(&graph->vector_ready);
        core.tail[0] = &graph->cube_tail;
        core.tail[1] = &graph->vector_tail;
        core.own = is_cube ? core.ready[0] : core.ready[1];
        core.head = is_cube ? &graph->cube_head : &graph->vector_head;
        core.registers = (tm_core_register_words *)launch.registers + number;
        core.journal_head = (tm_journal_head *)launch.journal_heads + number;
        core.core = number;
        core.number = core.block_index = 0;
        core.entered = core.left = 0;
        core.written = core.consumed = tm_team_first(first_record);
        core.completed = 0;
        core.start = core.end = 0;
        if (tm_lane() == 0) {
            block.task.abort = (const tm_u32 *)launch.abort;
            block.task.core = number;
            const tm_dispatch_payload *payload =
                (const tm_dispatch_payload *)launch.payloads + number * TM_PAYLOAD_BUFFERS;
            block.task.payload.sub_block = tm_load32(&payload->sub_block);
        }
    }
    for (;;) {
        tm_i64 received = 0;
        tm_graph_task *shared_task = nullptr;
        if (is_team) {
            tm_i64 entry = 0;
            if (tm_lane() == 0 && !leaves) {
                bool has_room = launch.journal_records == 0 ||
                                tm_journal_room(launch, number, core.written, core.consumed);
                if (has_room) {
                    if (!has_place) {
                        place = tm_add32(core.head, 1);
                    }
                    entry = tm_graph_await(launch, core, place, last);
                }
            }
            entry = tm_team_first(entry);
            if (entry != 0) {
                core.block_index = (tm_u32)((unsigned long long)entry >> 32);
                shared_task = (tm_graph_task *)(core.records + (tm_i64)(tm_u32)entry * TM_GRAPH_UNIT);
                received = tm_graph_receive(block, (const char *)shared_task, core.block_index);
            }
            bool has_kernel = entry != 0 && (block.graph_task.flags & TM_GRAPH_DUMMY) == 0;
            if (has_kernel) {
                core.number = block.graph_task.number;
                core.entered++;
            }
            if (tm_lane() == 0) {
                block.command = entry == 0 ? TM_EXIT_SIGNAL : TM_RUN_GRAPH;
                if (has_kernel) {
                    block.status = tm_graph_status(core, 0);
                    block.progress = tm_graph_progress(core);
                    block.end = core.end;
                    block.completed = core.completed;
                }
            }
        }
        tm_sync();
        if (block.command == TM_EXIT_SIGNAL) {
            break;
        }
        bool is_dummy = (block.graph_task.flags & TM_GRAPH_DUMMY) != 0;
        if (!is_dummy) {
            if (is_team) {
                core.start = tm_team_first(tm_lane() == 0 ? tm_ticks() : 0);
            }
            tm_tell_start(block, (tm_core_register_words *)launch.registers + number);
            tm_call(block.task);
        }
        tm_sync();
        if (is_team) {
            if (!is_dummy) {
                core.end = tm_team_first(tm_lane() == 0 ? tm_ticks() : 0);
            }
            has_place = false;
            leaves = !tm_graph_finish(
                launch, block, core, shared_task, received, place, has_place, is_dummy, last);
            tm_team_sync();
        }
    }
    if (is_team) {
        if (tm_lane() == 0) {
            tm_store16(&core.registers->completed, core.completed, 0);
        }
        entered = core.entered;
        left = core.left;
    }
}

#endif

/*
 * The life of a core: it boots, waits for a token, runs the kernel that its message names, reports
 * the result, until the exit signal. One block is one core. Each core polls a separate message
 * in the host's memory: reads of one line by several blocks go one after the other, reads of
 * different lines do not wait for each other. The block behind the last core answers the clock, and
 * on a GPU copies the abort word, and the dispatch words for cores that work on a graph, to memory
 * of the device. In programs that dump, the block behind that one dumps for schedulers. The first
 * lanes of a block, its team, talk to the host. tm_call, which is made for the kernels of a case,
 * stands before this file.
 */
#ifndef TIDEMARK_CORE_H
#define TIDEMARK_CORE_H

#define TM_CHUNK 16u
#define TM_EAGER_TENSORS 4u /* descriptors that are read before their number is known */
#define TM_POLLS_PER_LOOK 64u /* polls of memory of the device between two looks at the abort word */
#define TM_READS_PER_LOOK 8u /* the same of memory of the host */
#define TM_POLLS_PER_GATE_LOOK 16u /* looks at producers between two at the message */
#define TM_LINE_CHUNKS 4u /* of a line of a message */
#define TM_TENSOR_WORDS (TM_TENSOR_DESCRIPTOR_BYTES / 8u)

struct tm_block;

/* What a message has. */
struct tm_counts {
    tm_u32 tensors, scalars, lines, awaited;
};

TM_DEVICE void tm_place_word(tm_block &block, tm_u32 index, tm_i64 word, const tm_counts &counts);

#if TM_ON_GPU
#define TM_OF_BLOCK __shared__
#define TM_GATE_POLLS 64u /* looks at producers that count as one where looks lead to a pause */
#define TM_UNROLL _Pragma("unroll")
#else
#define TM_OF_BLOCK thread_local
#define TM_GATE_POLLS 1u
#define TM_UNROLL
#endif

/* The first warp of a block is its team, which talks to the host and to other blocks. */
#define TM_TEAM TM_WARP
#define TM_TELLER (TM_WARP > 1 ? 1u : 0u) /* the warp that tells starts */

TM_DEVICE tm_u32 tm_team_lane() { return tm_lane() % TM_TEAM; }
TM_DEVICE tm_u32 tm_team_mask(bool is) { return tm_warp_mask(is); }
TM_DEVICE tm_i64 tm_team_first(tm_i64 value) { return tm_warp_from(value, 0); }
TM_DEVICE void tm_team_sync() { tm_warp_sync(); }

/* What the first lane of some has. */
TM_DEVICE tm_u32 tm_team_from(tm_u32 value, tm_u32 mask) { return tm_warp_from(value, tm_lowest_bit(mask)); }

/* Asks for places for all lanes of the team that want one; the answer is for tm_team_place. */
TM_DEVICE tm_u32 tm_team_ask(tm_u32 *tail, tm_u32 mask) {
    return tm_lane() == tm_lowest_bit(mask) ? tm_add32(tail, tm_count_bits(mask)) : 0;
}

/* Where this lane's place is. It waits for the answer. */
TM_DEVICE tm_u32 tm_team_place(tm_u32 answer, tm_u32 mask) {
    return tm_warp_from(answer, tm_lowest_bit(mask)) + tm_count_bits(mask & ((1u << tm_lane()) - 1));
}

#if TM_ON_GPU

/* 32 bytes by two lanes in one transaction; each half is in one piece. The whole team. */
TM_DEVICE void tm_team_store32(void *to, tm_i64 a, tm_i64 b, tm_i64 c, tm_i64 d) {
    if (tm_lane() < 2) {
        bool is_first = tm_lane() == 0;
        tm_store16((char *)to + 16 * tm_lane(), is_first ? a : c, is_first ? b : d);
    }
}

/*
 * 48 bytes by three lanes of the second warp in one transaction: the fence of the first warp at the
 * end of a kernel would wait until what it stores itself has reached the host.
 */
TM_DEVICE void tm_tell48(void *to, tm_i64 a, tm_i64 b, tm_i64 c, tm_i64 d, tm_i64 e, tm_i64 f) {
    tm_u32 lane = tm_lane() - TM_TEAM;
    if (lane < 3) {
        tm_store16((char *)to + 16 * lane, lane == 0 ? a : lane == 1 ? c : e, lane == 0 ? b : lane == 1 ? d : f);
    }
}

#else

/* Each half is of another lane; the first one is the one that a reader looks at first. */
TM_DEVICE void tm_team_store32(void *to, tm_i64 a, tm_i64 b, tm_i64 c, tm_i64 d) {
    c = tm_warp_from(c, 1);
    d = tm_warp_from(d, 1);
    if (tm_team_lane() == 0) {
        tm_store16((char *)to + 16, c, d);
        tm_store16(to, a, b);
    }
}

TM_DEVICE void tm_tell48(void *to, tm_i64 a, tm_i64 b, tm_i64 c, tm_i64 d, tm_i64 e, tm_i64 f) {
    e = tm_warp_from(e, 2);
    f = tm_warp_from(f, 2);
    if (tm_team_lane() == 0) {
        tm_store16((char *)to + 32, e, f);
    }
    tm_team_store32(to, a, b, c, d);
}

#endif

#if TM_WARP > 1

/* A message, spread over the team: each lane has two words. */
typedef tm_chunk tm_message_part;

/*
 * The first lines of a message. A block that has its multiprocessor to itself acquires with every
 * look, which spares it a fence behind the last one.
 */
TM_DEVICE tm_message_part tm_read_message(const char *message, tm_u32 lines) {
    tm_u32 chunk = tm_lane() < lines * TM_LINE_CHUNKS ? tm_lane() : tm_lane() % TM_LINE_CHUNKS;
#if !TM_ON_GPU
    return tm_warp_read16(message + chunk * TM_CHUNK);
#elif TM_BLOCKS_PER_MULTIPROCESSOR == 1
    return tm_acquire16(message + chunk * TM_CHUNK);
#else
    return tm_read16(message + chunk * TM_CHUNK);
#endif
}

TM_DEVICE tm_i64 tm_message_word(const tm_message_part &part, tm_u32 index) {
    return tm_warp_from(index % 2 == 0 ? part.first : part.second, index / 2);
}

/* Whether each of its lines ends with its number. */
TM_DEVICE bool tm_message_is_whole(const tm_message_part &part, tm_i64 number, tm_u32 lines) {
    bool ends_line = tm_lane() % TM_LINE_CHUNKS == TM_LINE_CHUNKS - 1;
    bool is_of_another = ends_line && tm_lane() / TM_LINE_CHUNKS < lines && part.second != number;
    return !tm_warp_any(is_of_another);
}

TM_DEVICE void tm_place_message(tm_block &block, const tm_message_part &part, const tm_counts &counts) {
    tm_place_word(block, tm_lane() * 2, part.first, counts);
    tm_place_word(block, tm_lane() * 2 + 1, part.second, counts);
}

#else

struct tm_message_part {
    const tm_i64 *words; /* the dispatch word is read first, and the rest was written before it */
};

TM_DEVICE tm_message_part tm_read_message(const char *message, tm_u32) { return {(const tm_i64 *)message}; }

TM_DEVICE tm_i64 tm_message_word(const tm_message_part &part, tm_u32 index) {
    return tm_load64(part.words + index);
}

TM_DEVICE bool tm_message_is_whole(const tm_message_part &part, tm_i64 number, tm_u32 lines) {
    for (tm_u32 line = 0; line < lines; line++) {
        if (tm_message_word(part, (line + 1) * TM_LINE_CHUNKS * 2 - 1) != number) {
            return false;
        }
    }
    return true;
}

TM_DEVICE void tm_place_message(tm_block &block, const tm_message_part &part, const tm_counts &counts) {
    for (tm_u32 i = 0; i < TM_DISPATCH_MESSAGE_BYTES / 8; i++) {
        tm_place_word(block, i, tm_message_word(part, i), counts);
    }
}

#endif

/* What producers wrote before the message that was read is seen by all reads from here on. */
TM_DEVICE void tm_message_is_taken() {
#if !TM_ON_GPU || TM_BLOCKS_PER_MULTIPROCESSOR != 1
    tm_publish();
#endif
}

#if TM_DUMP_ARGS
#include "tidemark_dump.h"
#endif

#define TM_GRAPH_TURNS 3u /* tasks of a block: one that ended, one that runs, one that follows */

/* What the fetcher of a block that works on a graph has found. */
#define TM_GRAPH_HAS_NOTHING 0u
#define TM_GRAPH_HAS_PLACE 1u /* of the ready list, not filled yet */
#define TM_GRAPH_HAS_TASK 2u

/* What a turn of such a block does. */
#define TM_GRAPH_LEAVES 0u
#define TM_GRAPH_RUNS 1u
#define TM_GRAPH_SKIPS 2u /* a task without a kernel, or whose predicate does not hold */
#define TM_GRAPH_DUMPS 3u /* what a gang is given, before it is one */

/* What a graph says of a task on its core. */
struct alignas(16) tm_graph_slot {
    tm_graph_task task;
    tm_i64 taken; /* from the ready list */
    tm_i64 received; /* the same, or the end of the kernel that ran then */
    tm_u32 offset, block_index;
    tm_u32 what; /* its turn does; of a graph that is not plain */
};

/* A kernel that has ended and whose consumers do not know it yet. */
struct tm_graph_owed {
    tm_i64 start, end;
    tm_u32 number, turn;
};

/* What the team of a core knows while it works on a graph. */
struct tm_graph_core {
    tm_device_graph *graph;
    const char *records;
    const tm_u32 *consumers;
    tm_i64 *ready[2]; /* of cube cores, of vector cores */
    const tm_i64 *own; /* the one of them that this core takes from */
    tm_u32 *own_head;
    tm_i64 written, consumed, completed; /* records, records that the host took, tasks */
    tm_i64 start, end, last; /* of the kernel, and the dispatch word */
    tm_u32 number, block_index;
    tm_u32 entered, left;
    tm_u32 kernel_records; /* of the journal, for each kernel */
    const tm_i64 *gangs; /* the list of them; null in a plain graph, which has neither gangs nor predicates */
    tm_u32 gang; /* the first place of it that this core has not looked at */
    tm_u32 clusters, vectors; /* of the chip */
    tm_u32 cluster, position; /* of this core */
    tm_u32 vector; /* which of the vector cores it is; as many as there are if it is none */
    tm_u32 skipped, skipped_stages; /* tasks that it did not run, and stages of these that would have been dumped */
#if TM_COUNT_CYCLES
    tm_u32 cycles; /* of the kernel that ended last */
    tm_i64 began; /* the cycle at which the kernel starts that runs */
#endif
};

/* A block's own state, shared by its lanes. */
struct alignas(16) tm_block {
    tm_task tasks[TM_GRAPH_TURNS]; /* the first alone where the host dispatches */
    tm_graph_slot slots[TM_GRAPH_TURNS]; /* where the device resolves the graph: what it says of these tasks */
    tm_graph_core core; /* kept here while a kernel runs, which needs the registers */
    tm_graph_owed owed;
    tm_u32 owes; /* 0 or 1 */
    tm_u32 fetched, place;
    tm_u32 keeps_place; /* the next task is a gang, and the place of the ready list stays this core's */
    tm_i64 skipped; /* what the host is told of the tasks that were not run, when a kernel starts */
    tm_u32 is_ahead; /* the next task was fetched while a kernel ran */
    tm_u32 leaves; /* apart from the command and its neighbours, which other lanes may still read in one piece */
    tm_i64 arguments_at[TM_PAYLOAD_BUFFERS];
    tm_i64 status, progress, end, completed; /* what the host is told when the kernel starts */
    tm_u32 command;
    tm_u32 is_prepared; /* the kernel may start: nothing has to be brought or waited for */
    tm_u32 lines; /* of the message; 0 when the arguments lie elsewhere */
    tm_u32 lines_read; /* by a look: those of the longest message so far */
    tm_i64 taken; /* number of the last message */
    tm_i64 awaited[TM_PAYLOAD_AWAITED]; /* what the ended words of the producers of a gated task will be */
    tm_u32 awaited_count; /* 0 where the doorbell alone opens the gate */
    tm_task *running; /* of a graph, as a kernel is given it */
    tm_u32 turn; /* which of the tasks it is */
    tm_u32 what; /* the turn does: TM_GRAPH_RUNS, or another of these */
    tm_u32 was_cut_short; /* the last kernel of a graph; no other follows it */
#if TM_DUMP_ARGS
    tm_dump_state dump;
    tm_i64 asked; /* of the block that dumps for schedulers: the stage, as the host asks for it */
#endif
};

/* The own of each block. */
static TM_OF_BLOCK tm_block tm_own_block;

/*
 * Waits for a dispatch word other than one, in memory of the device; TM_EXIT_SIGNAL when every
 * block is to leave. Lane 0.
 */
TM_DEVICE tm_i64 tm_await_word(const tm_device_launch &launch, tm_u32 core, tm_i64 last) {
    const tm_i64 *mailbox = (const tm_i64 *)launch.mailboxes + core;
    for (tm_u32 attempt = 0;; attempt++) {
        tm_i64 word = tm_peek_mail(mailbox);
        if (word != last) {
            return word;
        }
        if (attempt % TM_POLLS_PER_LOOK == 0 && tm_peek32((const void *)launch.abort) == TM_LEAVE) {
            return TM_EXIT_SIGNAL;
        }
        tm_pause(attempt);
    }
}

TM_DEVICE bool tm_is_token(tm_i64 word) { return (tm_u32)word < TM_EXIT_SIGNAL; }

/* Puts one word of a message where it belongs in the block. */
TM_DEVICE void tm_place_word(tm_block &block, tm_u32 index, tm_i64 word, const tm_counts &counts) {
    const tm_u32 in_line = index % (TM_LINE_CHUNKS * 2);
    tm_u32 argument;
    if (in_line == TM_MESSAGE_LINE_WORDS) {
        return; /* a number */
    }
    if (index < TM_LINE_CHUNKS * 2) {
        switch (index) {
            case 0: return; /* the dispatch word */
            case 1: block.tasks[0].payload.task_id = word; return;
            case 2: *(tm_i64 *)&block.tasks[0].payload.slot_index = word; return;
            case 3: *(tm_i64 *)&block.tasks[0].payload.block_index = word; return;
            case 4:
                block.tasks[0].arguments.tensor_count = counts.tensors;
                block.tasks[0].arguments.scalar_count = counts.scalars;
                block.lines = counts.lines;
                block.awaited_count = counts.awaited;
                return;
            default: argument = index - 5;
        }
    } else {
        argument = TM_MESSAGE_FIRST_WORDS + (index / (TM_LINE_CHUNKS * 2) - 1) * TM_MESSAGE_LINE_WORDS + in_line;
    }
    const tm_u32 first_scalar = counts.tensors * TM_TENSOR_WORDS, first_awaited = first_scalar + counts.scalars;
    if (argument < first_scalar) {
        ((tm_i64 *)block.tasks[0].tensors)[argument] = word;
    } else if (argument < first_awaited) {
        block.tasks[0].arguments.scalars[argument - first_scalar] = word;
    } else if (argument - first_awaited < counts.awaited) {
        block.awaited[argument - first_awaited] = word;
    }
}

/*
 * Looks at the core's message once: the dispatch word, or the last one where nothing new is whole
 * yet. What a new token runs is in the block then. The team.
 */
TM_DEVICE tm_i64 tm_look_at_message(
    const tm_device_launch &launch, tm_block &block, tm_u32 core, tm_i64 last) {
    const char *message = (const char *)launch.messages + (tm_i64)core * TM_DISPATCH_MESSAGE_BYTES;
    tm_u32 lines_read = block.lines_read;
    tm_message_part part = tm_read_message(message, lines_read);
    tm_i64 word = tm_message_word(part, 0);
    if (word == last || !tm_is_token(word)) {
        return word;
    }
    tm_i64 number = tm_message_word(part, TM_LINE_CHUNKS * 2 - 1);
    if ((tm_u32)number != (tm_u32)word) {
        return last;
    }
    if (number == block.taken) {
        return word; /* a doorbell */
    }
    tm_i64 counted = tm_message_word(part, 4);
    tm_counts counts = {
        (tm_u32)counted & 0xFFFFu, (tm_u32)counted >> 16, (tm_u32)(counted >> 32) & 0xFFFFu,
        (tm_u32)((unsigned long long)counted >> 48)};
    if (counts.lines > lines_read) {
        tm_team_sync(); /* every lane has read what changes now */
        if (tm_lane() == 0) {
            block.lines_read = counts.lines;
        }
        tm_team_sync();
        return last; /* the next look reads all of them */
    }
    if (!tm_message_is_whole(part, number, counts.lines)) {
        return last;
    }
    tm_message_is_taken();
    if (counts.lines == 0) {
        counts.tensors = counts.scalars = counts.awaited = 0; /* they follow */
    }
    tm_team_sync(); /* every lane has read what changes now */
    tm_place_message(block, part, counts);
    if (tm_lane() == 0) {
        block.taken = number;
        block.tasks[0].stopped = 0;
        block.tasks[0].failure = 0;
    }
    tm_team_sync();
    return word;
}

/*
 * Waits for a dispatch word other than one; TM_EXIT_SIGNAL when every block is to leave, TM_RUN_GRAPH
 * when another core has begun with the graph. The team.
 */
TM_DEVICE tm_i64 tm_await_message(
    const tm_device_launch &launch, tm_block &block, tm_u32 core, tm_i64 last) {
    const tm_device_graph *graph = (const tm_device_graph *)launch.graph;
    for (tm_u32 attempt = 0;; attempt++) {
        /* on their way with the message */
        bool is_running = graph != nullptr && tm_peek32(&graph->running) == launch.run;
        bool leaves = attempt % TM_READS_PER_LOOK == 0 && tm_peek32((const void *)launch.abort) == TM_LEAVE;
        tm_i64 word = tm_look_at_message(launch, block, core, last);
        if (word != last) {
            return word;
        }
        if (tm_team_mask(is_running) != 0) {
            return TM_RUN_GRAPH;
        }
        if (tm_team_mask(leaves) != 0) {
            return TM_EXIT_SIGNAL; /* for all lanes of the team, whichever saw it */
        }
        tm_rest(attempt);
    }
}

/* Where a task says that it has ended. Others share the place, so a reader asks for the whole word. */
TM_DEVICE tm_i64 *tm_ended_at(const tm_device_launch &launch, tm_i64 word) {
    tm_u32 ring = (tm_u32)((unsigned long long)word >> 32);
    return (tm_i64 *)launch.ended + (((tm_u32)word * 4u + ring) & (TM_ENDED_WORDS - 1)); /* a line has eight of a ring */
}

/*
 * Waits behind the gate of a token: until the doorbell is rung, another word came, or each producer has
 * said in memory of the device that it ended. The host learns of these ends, too, and rings, but later. A
 * word of a producer may be gone when it is looked for; so now and then there is a look at the message,
 * which takes a trip across the bus. The team.
 */
TM_DEVICE tm_i64 tm_await_gate(
    const tm_device_launch &launch, tm_block &block, tm_u32 core, tm_u32 token, tm_i64 last) {
    tm_u32 count = block.awaited_count;
    for (tm_u32 attempt = 1; (tm_u32)last == token && (tm_u32)((unsigned long long)last >> 32) != token; attempt++) {
        if (count == 0) {
            last = tm_await_message(launch, block, core, last);
            continue;
        }
        bool waits = false;
        for (tm_u32 i = tm_lane(); i < count; i += TM_TEAM) {
            waits |= tm_peek_mail(tm_ended_at(launch, block.awaited[i])) != block.awaited[i];
        }
        if (tm_team_mask(waits) == 0) {
            /*
             * What the producers wrote lies before their words, behind a fence of theirs: who acquires the words
             * sees it, and all lanes do, behind the barrier that follows. Every lane: a lane alone would part
             * from the others.
             */
            tm_load_mail(tm_ended_at(launch, block.awaited[tm_lane() < count ? tm_lane() : 0]));
            return last;
        }
        if (attempt % TM_POLLS_PER_GATE_LOOK == 0) {
            bool leaves = tm_peek32((const void *)launch.abort) == TM_LEAVE;
            last = tm_look_at_message(launch, block, core, last);
            last = tm_team_mask(leaves) != 0 ? (tm_i64)TM_EXIT_SIGNAL : last;
        }
        tm_pause(attempt / TM_GATE_POLLS);
    }
    tm_message_is_taken(); /* producers may have ended after the token was */
    return last;
}

/* Brings arguments into the block that a message has no room for; all lanes. */
TM_DEVICE void tm_receive_arguments(const tm_device_launch &launch, tm_block &block, tm_u32 token) {
    const char *arguments = (const char *)launch.payloads + block.arguments_at[token & 1u];
    const tm_u32 of_head = TM_DISPATCH_ARGUMENTS_BYTES / TM_CHUNK;
    const tm_u32 of_tensor = TM_TENSOR_DESCRIPTOR_BYTES / TM_CHUNK;
    const tm_u32 eager = of_head + TM_EAGER_TENSORS * of_tensor;
    for (tm_u32 chunk = tm_lane(); chunk < eager; chunk += tm_lanes()) {
        bool is_head = chunk < of_head;
        tm_u32 at = (is_head ? chunk : chunk - of_head) * TM_CHUNK;
        char *to = is_head ? (char *)&block.tasks[0].arguments : (char *)block.tasks[0].tensors;
        /* one load for all, or their ways across the bus add up */
        tm_copy16(to + at, arguments + (is_head ? 0 : TM_ARGUMENTS_TENSORS) + at);
    }
    tm_sync();
    tm_u32 all = block.tasks[0].arguments.tensor_count * of_tensor;
    for (tm_u32 chunk = TM_EAGER_TENSORS * of_tensor + tm_lane(); chunk < all; chunk += tm_lanes()) {
        tm_u32 at = chunk * TM_CHUNK;
        tm_copy16((char *)block.tasks[0].tensors + at, arguments + TM_ARGUMENTS_TENSORS + at);
    }
    tm_sync();
}

/* Waits for a free place in the core's journal; false when every block is to leave. Lane 0. */
TM_DEVICE bool tm_journal_room(
    const tm_device_launch &launch, tm_u32 core, tm_i64 written, tm_i64 &consumed) {
    const tm_journal_head *head = (const tm_journal_head *)launch.journal_heads + core;
    for (tm_u32 attempt = 0; written - consumed >= (tm_i64)launch.journal_records; attempt++) {
        consumed = tm_load64(&head->consumed);
        if (tm_peek32((const void *)launch.abort) == TM_LEAVE) {
            return false;
        }
        tm_pause(attempt);
    }
    return true;
}

/* Two halves, each in one piece and with its generation: no fence is needed. The team. */
TM_DEVICE void tm_journal_write(
    const tm_device_launch &launch, tm_u32 core, tm_i64 written, tm_u32 token, tm_i64 received,
    tm_i64 start, tm_i64 end) {
    tm_u32 place = (tm_u32)written & (launch.journal_records - 1);
    tm_journal_record *record =
        (tm_journal_record *)launch.journal + (tm_i64)core * launch.journal_records + place;
    tm_i64 generation = (tm_i64)(tm_u32)(written + 1);
    tm_i64 waited = start - received;
    waited = waited < 0 ? 0 : waited > 0x7FFFFFFF ? 0x7FFFFFFF : waited;
    tm_team_store32(
        record, generation | waited << 32, start, generation | (tm_i64)token << 32, end);
}

TM_DEVICE tm_i64 tm_progress(tm_u32 entered, tm_u32 left) {
    return (tm_i64)((unsigned long long)entered << 32 | left);
}

/* Cycles as the host receives them: at least one, and at most the largest number of 32 bits. */
TM_DEVICE unsigned long long tm_counted(tm_i64 cycles) {
    return cycles < 1 ? 1 : cycles > 0xFFFFFFFFLL ? 0xFFFFFFFFLL : cycles;
}

/* The status of a token that is done, and in one piece with it how many cycles its kernel took. */
TM_DEVICE tm_i64 tm_finish(tm_u32 token, tm_i64 cycles) {
    return (tm_i64)(tm_counted(cycles) << 32 | (token | TM_FINISHED_BIT));
}

/* Whether the record of the next kernel has a place, now or after a while. Lane 0. */
TM_DEVICE bool tm_has_room(const tm_device_launch &launch, tm_u32 core, tm_i64 written, tm_i64 &consumed) {
    return launch.journal_records == 0 || tm_journal_room(launch, core, written, consumed);
}

/* Prepares what the host receives when the kernel starts. Lane 0. */
TM_DEVICE void tm_prepare_start(tm_block &block, tm_u32 token, tm_i64 progress, tm_i64 end) {
    block.status = token;
    block.progress = progress;
    block.end = end;
    block.completed = 0;
}

/* Reports to the host which kernel starts. Every lane. */
TM_DEVICE void tm_tell_start(const tm_block &block, tm_core_register_words *registers) {
    if (tm_lane() / TM_TEAM == TM_TELLER) {
        tm_tell48(
            &registers->cond, block.status, block.progress, tm_ticks(), block.end, block.completed,
            block.skipped);
    }
}

/* Runs a kernel. Every lane. */
TM_DEVICE void tm_core_call(tm_task &task) {
#if TM_EMULATED_WARPS
    tm_lane_call(tm_call, task);
#else
    tm_call(task);
#endif
}

#include "tidemark_graph.h"

/*
 * Dumps the inputs of a dispatched run. Every lane, before the start is reported to the host.
 */
TM_DEVICE void tm_core_dump_before(tm_block &block, tm_u32 token) {
#if TM_DUMP_ARGS
    if (block.tasks[0].payload.flags & TM_PAYLOAD_DUMP_BEFORE) {
        tm_dump_stage(block.dump, block.tasks[0], token, 0);
    }
#endif
}

/*
 * Dumps the outputs of a dispatched run, before its end is reported to the host. The end time of the
 * kernel is kept. Every lane.
 */
TM_DEVICE void tm_core_dump_after(tm_block &block, tm_u32 token, tm_i64 begin_cycles) {
#if TM_DUMP_ARGS
    if (tm_lane() == 0) {
        block.dump.cycles = tm_cycles() - begin_cycles;
        block.dump.end = tm_ticks();
    }
    if (block.tasks[0].payload.flags & TM_PAYLOAD_DUMP_AFTER) {
        tm_dump_stage(block.dump, block.tasks[0], token, 1);
    } else {
        tm_sync(); /* every lane has read what the next message changes */
    }
#endif
}

/* When the kernel of a dispatched run ended; what the first lane says counts. */
TM_DEVICE tm_i64 tm_core_end(const tm_block &block) {
#if TM_DUMP_ARGS
    return tm_lane() == 0 ? block.dump.end : 0;
#else
    return tm_ticks();
#endif
}

/* How many cycles it took; what the first lane says counts. */
TM_DEVICE tm_i64 tm_core_cycles(const tm_block &block, tm_i64 begin_cycles) {
#if TM_DUMP_ARGS
    return tm_lane() == 0 ? block.dump.cycles : 0;
#else
    return tm_cycles() - begin_cycles;
#endif
}

/* A core in the hands of a scheduler on the host, or of a graph that it is sent to. */
TM_DEVICE void tm_core_main(const tm_device_launch &launch, tm_block &block, tm_u32 core) {
    tm_core_register_words *registers = (tm_core_register_words *)launch.registers + core;
    tm_journal_head *head = (tm_journal_head *)launch.journal_heads + core;
    bool is_team = tm_lane() < TM_TEAM;
    tm_i64 last = 0; /* the team's from here on */
    tm_i64 written = 0, consumed = 0, end = 0;
    tm_u32 entered = 0, left = 0, cond = 0;
    if (tm_lane() == 0) {
        const tm_dispatch_payload *payloads =
            (const tm_dispatch_payload *)launch.payloads + core * TM_PAYLOAD_BUFFERS;
        for (tm_u32 buffer = 0; buffer < TM_PAYLOAD_BUFFERS; buffer++) {
            block.arguments_at[buffer] = tm_load64(&payloads[buffer].arguments_at);
        }
        block.tasks[0].payload.sub_block = tm_load32(&payloads->sub_block);
        block.tasks[0].abort = (const tm_u32 *)launch.abort;
        block.tasks[0].is_of_graph = 0;
        block.tasks[0].core = core;
        block.taken = 0;
        block.skipped = 0;
        block.lines_read = 1;
#if TM_DUMP_ARGS
        tm_dump_begin(block.dump, launch, core);
#endif
        written = consumed = tm_load64(&head->first);
        tm_u32 place = tm_physical_core();
        tm_store32(&registers->physical_id, place == 0xFFFFFFFFu ? core : place);
        tm_store32(
            &registers->core_type, core < launch.cube_cores ? TM_CORE_TYPE_AIC : TM_CORE_TYPE_AIV);
        tm_publish();
        tm_store32(&registers->aicore_done, core + 1);
    }
    if (is_team) {
        tm_team_sync(); /* every lane sees what the first one wrote */
        written = tm_team_first(written);
        last = tm_await_message(launch, block, core, 0);
        cond = TM_CORE_IDLE;
        if (tm_lane() == 0) {
            tm_store16(&registers->cond, cond, 0);
        }
    }
    for (;;) {
        tm_i64 received = 0;
        if (is_team) {
            while ((tm_u32)last == TM_AICPU_IDLE || (tm_u32)last == cond) {
                last = tm_await_message(launch, block, core, last); /* a doorbell is no new token */
            }
            received = tm_ticks();
            if (tm_lane() == 0) {
                block.command = (tm_u32)last;
                block.is_prepared = tm_is_token(last) && block.lines != 0 &&
                                    (block.tasks[0].payload.flags & TM_PAYLOAD_GATED) == 0;
                if (block.is_prepared) {
                    block.leaves = !tm_has_room(launch, core, written, consumed);
                    tm_prepare_start(block, (tm_u32)last, tm_progress(entered + 1, left), end);
                }
            }
        }
        tm_sync();
        tm_u32 token = block.command;
        if (token == TM_EXIT_SIGNAL) {
            break;
        }
        if (token == TM_RUN_GRAPH) {
            tm_graph_main(launch, core, last, written);
            entered = block.core.entered;
            left = block.core.left;
            break;
        }
        if (!block.is_prepared) {
            if (block.lines == 0) {
                tm_receive_arguments(launch, block, token);
            }
            if (is_team) {
                if (block.tasks[0].payload.flags & TM_PAYLOAD_GATED) {
                    last = tm_await_gate(launch, block, core, token, last);
                }
                if (tm_lane() == 0) {
                    block.leaves = (tm_u32)last == TM_EXIT_SIGNAL || !tm_has_room(launch, core, written, consumed);
                    tm_prepare_start(block, token, tm_progress(entered + 1, left), end);
                }
            }
            tm_sync();
        }
        if (block.leaves) {
            break;
        }
        tm_core_dump_before(block, token);
        entered++;
        tm_i64 start = tm_ticks();
        tm_i64 cycles = tm_cycles();
        tm_tell_start(block, registers);
        tm_core_call(block.tasks[0]);
        tm_sync();
        tm_core_dump_after(block, token, cycles);
        if (is_team) {
            cycles = tm_team_first(tm_core_cycles(block, cycles));
            end = tm_team_first(tm_core_end(block));
            left++;
            tm_publish(); /* results first: whoever sees the finish may read them */
            if ((block.tasks[0].payload.flags & TM_PAYLOAD_TELLS) != 0 && block.tasks[0].failure == 0 &&
                block.tasks[0].stopped == 0 && tm_lane() == 0) { /* nothing else before it: somebody waits */
                tm_i64 word = block.tasks[0].payload.task_id + 1;
                tm_store_mail(tm_ended_at(launch, word), word);
            }
            if (block.tasks[0].failure != 0) {
                if (tm_lane() == 0) {
                    tm_store16(
                        &head->failed_token,
                        (tm_i64)((unsigned long long)block.tasks[0].failure << 32 | (token + 1)),
                        block.tasks[0].failure_detail);
                }
                tm_publish();
            }
            bool is_cut_short = block.tasks[0].stopped != 0;
            tm_team_sync(); /* every lane has read how the kernel ended, before the next message resets it */
            start = tm_team_first(start);
            if (launch.journal_records != 0) {
                tm_journal_write(launch, core, written, token, tm_team_first(received), start, end);
                written++;
            }
            tm_team_store32(
                &registers->cond, is_cut_short ? token : tm_finish(token, cycles),
                tm_progress(entered, left), start, end);
            cond = token;
            if (is_cut_short) { /* it has no finish, and no other follows it */
                while (tm_lane() == 0 && (tm_u32)last != TM_EXIT_SIGNAL) {
                    last = tm_await_word(launch, core, last);
                }
                last = tm_team_first(last);
            }
        }
    }
    if (tm_lane() == 0) {
        tm_publish();
        tm_store16(&registers->cond, TM_CORE_EXITED, tm_progress(entered, left));
    }
}

#if TM_DUMP_ARGS

/*
 * The block that dumps for schedulers what tasks of several kernel runs are given, and have given: brings the
 * arguments that the host describes, dumps them, and waits for the next stage. Every lane.
 */
TM_DEVICE void tm_dumper_main(const tm_device_launch &launch, tm_block &block) {
    if (tm_lane() == 0) {
        tm_dump_begin(block.dump, launch, launch.cores);
        block.arguments_at[0] = tm_load64(&block.dump.head->dump_arguments);
        block.tasks[0].stopped = 0;
        block.asked = 0;
    }
    for (;;) {
        if (tm_lane() == 0) {
            block.asked = tm_dump_await(block.dump, block.asked);
        }
        tm_sync();
        const tm_i64 asked = block.asked; /* it changes behind the barriers of the stage */
        if (asked == 0) {
            break;
        }
        tm_receive_arguments(launch, block, 0);
        tm_dump_stage(block.dump, block.tasks[0], (tm_u32)(asked >> 1), (tm_u32)asked & 1u);
    }
}

#endif

/* What a block does that is not the one of the clock. Every lane. */
TM_DEVICE void tm_block_main(const tm_device_launch &launch, tm_u32 number) {
#if TM_DUMP_ARGS
    if (number > launch.cores) {
        tm_dumper_main(launch, tm_own_block);
        return;
    }
#endif
    tm_core_main(launch, tm_own_block, number);
}

/* Answers each ping with the clock, until every block is to leave. One lane. */
TM_DEVICE void tm_clock_main(const tm_device_launch &launch) {
    tm_device_control *control = (tm_device_control *)launch.control;
    tm_i64 answered = tm_load64(&control->pong);
    for (tm_u32 attempt = 0;; attempt++) {
        tm_i64 asked = tm_load64(&control->ping);
        if (asked != answered) {
            tm_store16(&control->pong, asked, tm_ticks());
            answered = asked;
            attempt = 0;
        } else if (tm_peek32((const void *)launch.abort) == TM_LEAVE) {
            return;
        }
        if (!TM_ON_GPU) { /* there it has a warp of its own */
            tm_pause(attempt);
        }
    }
}

#if TM_ON_GPU

#define TM_WORDS_PER_LANE 4u /* in pairs: a warp reads whole lines */

/*
 * Takes the dispatch words of 128 cores from the host to the mailboxes, and the first warp the abort
 * word too. One warp; there are as many as the cores need.
 */
TM_DEVICE void tm_post_main(const tm_device_launch &launch) {
    const tm_device_control *control = (const tm_device_control *)launch.control;
    tm_u32 warp = tm_lane() / TM_WARP, lane = tm_lane() % TM_WARP;
    bool reads_abort = warp == 0 && lane == TM_WARP - 1;
    tm_u32 first[TM_WORDS_PER_LANE / 2];
    tm_i64 last[TM_WORDS_PER_LANE] = {0, 0, 0, 0};
#pragma unroll
    for (tm_u32 pair = 0; pair < TM_WORDS_PER_LANE / 2; pair++) {
        first[pair] = warp * TM_WARP * TM_WORDS_PER_LANE + (pair * TM_WARP + lane) * 2;
    }
    tm_u32 abort = 0;
    for (;;) {
        tm_u32 asked = abort;
        tm_i64 now[TM_WORDS_PER_LANE] = {0, 0, 0, 0};
        if (reads_abort) { /* under way together with the words of the others */
            asm volatile("ld.volatile.global.b32 %0, [%1];" : "=r"(asked) : "l"(&control->abort) : "memory");
        } else if (warp != 0) {
            asked = tm_peek32((const void *)launch.abort);
        }
#pragma unroll
        for (tm_u32 pair = 0; pair < TM_WORDS_PER_LANE / 2; pair++) {
            if (first[pair] < launch.cores) {
                const tm_i64 *words = (const tm_i64 *)launch.dispatch + first[pair];
                asm volatile("ld.volatile.global.v2.b64 {%0, %1}, [%2];"
                             : "=l"(now[2 * pair]), "=l"(now[2 * pair + 1]) : "l"(words) : "memory");
            }
        }
#pragma unroll
        for (tm_u32 i = 0; i < TM_WORDS_PER_LANE; i++) {
            if (now[i] != last[i]) {
                last[i] = now[i];
                /* the payload was there before the word */
                tm_store_mail((tm_i64 *)launch.mailboxes + first[i / 2] + i % 2, now[i]);
            }
        }
        if (reads_abort && asked != abort) {
            abort = asked;
            *(volatile tm_u32 *)launch.abort = asked;
            __threadfence();
        }
        if (__shfl_sync(0xFFFFFFFFu, asked, TM_WARP - 1) == TM_LEAVE) {
            return;
        }
    }
}

#endif

/* What the block behind the last core does. */
TM_DEVICE void tm_service_main(const tm_device_launch &launch) {
#if TM_ON_GPU
    tm_u32 a_warp = TM_WARP * TM_WORDS_PER_LANE; /* posts for so many */
    if (tm_lane() < (launch.cores + a_warp - 1) / a_warp * TM_WARP) {
        tm_post_main(launch);
    } else if (tm_lane() == tm_lanes() - TM_WARP) {
        tm_clock_main(launch);
    }
#else
    tm_clock_main(launch);
#endif
}

#if TM_ON_GPU

extern "C" __global__ void __launch_bounds__(TM_BLOCK_THREADS, TM_BLOCKS_PER_MULTIPROCESSOR) tm_main(tm_device_launch launch) {
    if (blockIdx.x == launch.cores) {
        tm_service_main(launch);
    } else {
        tm_block_main(launch, blockIdx.x);
    }
}

#else

#include <new>
#include <system_error>
#include <thread>

struct tm_emulation {
    tm_device_launch launch;
    std::atomic<int> running;
};

#if TM_EMULATED_WARPS

struct tm_emulated_lanes {
    const tm_device_launch &launch;
    tm_u32 number;
};

static void tm_emulated_lane(void *block) {
    const tm_emulated_lanes &own = *(const tm_emulated_lanes *)block;
    tm_block_main(own.launch, own.number);
}

/* A block with all its lanes. If they wait for each other without end outside a kernel, it leaves with a failure. */
static void tm_emulated_block_main(const tm_device_launch &launch, tm_u32 number) {
    tm_emulated_lanes block = {launch, number};
    unsigned long long seed = (unsigned long long)launch.run << 32 | number;
    tm_i64 sites;
    if (tm_lanes_run(tm_emulated_lane, &block, seed, sites)) {
        return;
    }
    if (number > launch.cores) {
        tm_store32(&((tm_journal_head *)launch.journal_heads)[launch.cores].failed_token, TM_FAIL_LANES);
        return;
    }
    tm_u32 token = tm_own_block.tasks[0].is_of_graph != 0 ? tm_own_block.core.number : tm_own_block.command;
    tm_store16(
        &((tm_journal_head *)launch.journal_heads)[number].failed_token,
        (tm_i64)((unsigned long long)TM_FAIL_LANES << 32 | (token + 1)), sites);
    tm_publish();
    tm_store32(&((tm_core_register_words *)launch.registers)[number].cond, TM_CORE_EXITED);
}

#else

static void tm_emulated_block_main(const tm_device_launch &launch, tm_u32 number) {
    tm_block_main(launch, number);
}

#endif

static void tm_emulated_block(tm_emulation *emulation, tm_u32 number) {
    if (number == emulation->launch.cores) {
        tm_service_main(emulation->launch);
    } else {
        tm_emulated_block_main(emulation->launch, number);
    }
    emulation->running.fetch_sub(1);
}

/* Starts a thread for each block; null when there are no more threads. */
extern "C" void *tm_emu_start(const tm_device_launch *launch) {
    tm_emulation *emulation = new (std::nothrow) tm_emulation{*launch, {0}};
    if (emulation == nullptr) {
        return nullptr;
    }
    const tm_u32 blocks = launch->cores + 1 + TM_DUMP_ARGS;
    emulation->running = (int)blocks;
    for (tm_u32 number = 0; number < blocks; number++) {
        try {
            std::thread(tm_emulated_block, emulation, number).detach();
        } catch (const std::system_error &) {
            return nullptr; /* those that run leave with the abort word */
        }
    }
    return emulation;
}

/* Blocks that have not left. */
extern "C" int tm_emu_running(void *emulation) { return ((tm_emulation *)emulation)->running; }

extern "C" void tm_emu_free(void *emulation) { delete (tm_emulation *)emulation; }

#endif

#endif

/*
 * Tasks that take several cores at once, in a graph that the cores resolve: the blocks of a MIX task,
 * each of which takes cores of one cluster, and tasks whose blocks start together. The core that makes such a
 * gang ready puts an entry for each block on one list, which every core reads from its beginning: the
 * place of an entry says which cores take part. A core that is between two tasks enters its next
 * gang. All enter gangs in the order of the list, and what else they run ends by itself: so the
 * first gang that is not over always gets its cores, and no two cores wait for each other in two gangs.
 * A place of the ready list that a core has taken before stays its own meanwhile.
 *
 * And predicates: the core that takes a task asks whether it is to run.
 *
 * A graph that has neither is plain: it has no such list, and its cores run code without all of this (HAS_GANGS).
 */
#ifndef TIDEMARK_GANG_H
#define TIDEMARK_GANG_H

/* How many lanes say so before the first that does not. */
TM_DEVICE tm_u32 tm_team_leading(tm_u32 mask) {
    const tm_u32 all = TM_TEAM == 32 ? 0xFFFFFFFFu : 1u;
    return mask == all ? TM_TEAM : tm_lowest_bit(~mask);
}

#define TM_GANG_BLOCK_MASK 0xFFFFFFu

/* Which gangs are this core's. Lane 0. */
TM_DEVICE void tm_gang_begin(const tm_device_launch &launch, tm_graph_core &core, tm_u32 number, tm_u32 sub_block) {
    core.gangs = (const tm_i64 *)tm_load64(&core.graph->gangs);
    core.gang = 0;
    core.clusters = launch.cube_cores;
    core.vectors = launch.cores - launch.cube_cores;
    bool is_cube = number < launch.cube_cores;
    core.vector = is_cube ? core.vectors : number - launch.cube_cores;
    core.cluster = is_cube ? number : core.vector / (core.vectors / core.clusters);
    core.position = is_cube ? 0 : 1 + sub_block;
    core.skipped = core.skipped_stages = 0;
}

TM_DEVICE bool tm_gang_is(const tm_graph_task &task) {
    return (task.flags & TM_GRAPH_TOGETHER) != 0 || task.flags >> TM_GRAPH_POSITIONS_SHIFT != 0;
}

/* Whether this core takes part in the gang at a place. */
TM_DEVICE bool tm_gang_has(const tm_graph_core &core, tm_i64 entry, tm_u32 place) {
    tm_u32 who = (tm_u32)((unsigned long long)entry >> TM_GANG_WHO_SHIFT);
    return who == TM_GANG_VECTOR
               ? place % core.vectors == core.vector
               : (who >> core.position & 1u) != 0 && place % core.clusters == core.cluster;
}

/* What is on the list from a place on, an entry for each lane. The team, or the fetcher. */
TM_DEVICE tm_i64 tm_gang_look(const tm_graph_core &core, tm_u32 place) {
    return tm_peek_mail(core.gangs + place + tm_team_lane());
}

/* Whether a gang has become ready that this core has not looked at; of a plain graph never. The fetcher. */
TM_DEVICE bool tm_gang_is_ready(const tm_graph_core &core) {
    return core.gangs != nullptr && tm_team_first(tm_peek_mail(core.gangs + core.gang)) != 0;
}

/*
 * Looks for the next gang of this core, from a place of the list on, in what was seen there and behind it;
 * false if there is none yet. The place is that of the gang then, else the first one that is not filled.
 * The team, or the fetcher.
 */
TM_DEVICE bool tm_gang_find(const tm_graph_core &core, tm_i64 seen, tm_u32 &place, tm_i64 &entry) {
    for (;;) {
        tm_u32 filled = tm_team_leading(tm_team_mask(seen != 0));
        bool is_own =
            tm_team_lane() < filled && tm_gang_has(core, seen, place + tm_team_lane());
        tm_u32 own = tm_team_mask(is_own);
        if (own != 0) {
            tm_u32 low = tm_team_from((tm_u32)seen, own);
            tm_u32 high = tm_team_from((tm_u32)((unsigned long long)seen >> 32), own);
            entry = (tm_i64)((unsigned long long)high << 32 | low);
            place += tm_lowest_bit(own);
            return true;
        }
        place += filled;
        if (filled < TM_TEAM) {
            return false;
        }
        seen = tm_gang_look(core, place);
    }
}

/* Puts the blocks of a task on the list of gangs. One lane; what producers wrote was published before. */
TM_DEVICE void tm_gang_push(
    const tm_graph_core &core, tm_device_graph *graph, const tm_graph_task *task, tm_u32 offset, bool is_cube) {
    tm_u32 positions = task->flags >> TM_GRAPH_POSITIONS_SHIFT;
    unsigned long long who = positions != 0 ? positions : is_cube ? 1u : TM_GANG_VECTOR;
    tm_u32 blocks = task->blocks;
    tm_u32 place = tm_add32(&graph->gang_tail, blocks);
    for (tm_u32 i = 0; i < blocks; i++) {
        tm_store_mail(
            (tm_i64 *)core.gangs + place + i,
            (tm_i64)(who << TM_GANG_WHO_SHIFT | (unsigned long long)i << 32 | offset));
    }
}

/* What a task has besides. */
TM_DEVICE tm_graph_task_shape *tm_gang_shape(const tm_graph_core &core, const tm_graph_slot &slot) {
    tm_u32 arguments = slot.task.tensor_count * TM_TENSOR_DESCRIPTOR_BYTES + slot.task.scalar_count * 8u;
    tm_i64 at = (tm_i64)slot.offset * TM_GRAPH_UNIT + TM_GRAPH_TASK_BYTES + ((arguments + 15u) & ~15u);
    return (tm_graph_task_shape *)(core.records + at);
}

/* Says which block and which kernel of the gang in a slot this core runs. One lane. */
TM_DEVICE void tm_gang_assign(tm_block &block, tm_u32 turn, tm_i64 entry, tm_i64 taken) {
    tm_graph_slot &slot = block.slots[turn];
    tm_task &task = block.tasks[turn];
    slot.taken = slot.received = taken;
    task.payload.block_index = slot.block_index =
        (tm_u32)((unsigned long long)entry >> 32) & TM_GANG_BLOCK_MASK;
    if (slot.task.flags >> TM_GRAPH_POSITIONS_SHIFT != 0) {
        const tm_graph_task_shape *shape = tm_gang_shape(block.core, slot);
        tm_u32 position = block.core.position;
        task.payload.function_id =
            position == 0 ? shape->function0 : position == 1 ? shape->function1 : shape->function2;
    }
}

TM_DEVICE bool tm_gang_holds(const tm_graph_core &core, const tm_graph_slot &slot) {
    if ((slot.task.flags & TM_GRAPH_PREDICATED) == 0) {
        return true;
    }
    const tm_graph_task_shape *shape = tm_gang_shape(core, slot);
    const void *at = (const void *)shape->element;
    tm_i64 value;
    switch (shape->element_bytes) {
        case 1: value = *(const volatile signed char *)at; break;
        case 2: value = *(const volatile short *)at; break;
        case 4: value = *(const volatile int *)at; break;
        default: value = *(const volatile long long *)at;
    }
    tm_u32 is = value < shape->target ? TM_HOLDS_LESS : value == shape->target ? TM_HOLDS_EQUAL : TM_HOLDS_GREATER;
    return (shape->holds_when & is) != 0;
}

/* Says what the turn of the task in a slot does. Lane 0; what the task is given is there. */
TM_DEVICE void tm_gang_decide(tm_block &block, tm_u32 turn) {
    tm_graph_slot &slot = block.slots[turn];
    slot.what = (slot.task.flags & TM_GRAPH_DUMMY) != 0 || !tm_gang_holds(block.core, slot)
                    ? TM_GRAPH_SKIPS
                    : slot.block_index == TM_GRAPH_ONLY_DUMPS ? TM_GRAPH_DUMPS : TM_GRAPH_RUNS;
}

/* Counts a kernel run that is skipped; those that have ended. One lane. */
TM_DEVICE tm_u32 tm_gang_skip(const tm_graph_task &task, tm_graph_task *shared_task) {
    if ((task.flags & TM_GRAPH_DUMP_BEFORE) != 0) { /* the others would have waited for what this one dumps */
        tm_store32(&shared_task->ended, tm_graph_runs<true>(task));
        return tm_graph_runs<true>(task);
    }
    return tm_add32(&shared_task->ended, 1) + 1;
}

/* A task is complete that was not run because of its predicate. The team. */
TM_DEVICE void tm_gang_count_skipped(tm_graph_core &core, const tm_graph_task &task) {
    if ((task.flags & TM_GRAPH_DUMMY) == 0) {
        core.skipped++;
        core.skipped_stages += ((task.flags & TM_GRAPH_DUMP_BEFORE) != 0) + ((task.flags & TM_GRAPH_DUMP_AFTER) != 0);
    }
}

template <bool HAS_GANGS>
TM_DEVICE void tm_graph_settle(const tm_device_launch &launch, tm_block &block, tm_u32 number);
template <bool HAS_GANGS>
TM_DEVICE bool tm_graph_waits(
    const tm_device_launch &launch, tm_graph_core &core, const tm_i64 *mailbox, tm_u32 number, tm_u32 attempt);

/*
 * Waits until all cores are there that start the task in a slot together; false when the core has to
 * leave. No other core waits for a report of this core meanwhile. The team.
 */
TM_DEVICE bool tm_gang_gather(
    const tm_device_launch &launch, tm_block &block, tm_graph_core &core, tm_u32 turn, tm_u32 number) {
    const tm_graph_slot &slot = block.slots[turn];
    if (slot.what != TM_GRAPH_RUNS || (slot.task.flags & TM_GRAPH_TOGETHER) == 0) {
        return true;
    }
    if (block.owes != 0) {
        tm_graph_settle<true>(launch, block, number);
        core.written = block.core.written;
        core.completed = block.core.completed;
    }
    const tm_i64 *mailbox = (const tm_i64 *)launch.mailboxes + number;
    tm_u32 *arrived = &tm_gang_shape(core, slot)->arrived;
    tm_u32 all = tm_graph_runs<true>(slot.task);
    tm_u32 there = 0;
    if (tm_lane() == 0) {
        there = tm_add32(arrived, 1) + 1;
    }
    for (tm_u32 attempt = 1; (tm_u32)tm_team_first(there) != all; attempt++) {
        if (!tm_graph_waits<true>(launch, core, mailbox, number, attempt)) {
            return false;
        }
        there = tm_peek32(arrived);
    }
    return true;
}

#endif

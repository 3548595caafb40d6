/*
 * The lanes of a block in the emulation, where it has warps (TM_EMULATED_WARPS). Each lane has a separate
 * stack, and all lanes of a block take turns on the one thread that the block is. A lane runs
 * until it meets others, at a barrier or in what a warp does together, or pauses; which lane runs then
 * is chosen at random. So code that needs an order of its lanes and has no barrier for it gives
 * wrong results sooner or later. Lanes that meet from different lines of the code, which is undefined on
 * a GPU, or that wait without end, are taken out of their kernel, which has failed then. What this does not
 * have is two lanes at the same instant.
 */
#ifndef TIDEMARK_LANES_H
#define TIDEMARK_LANES_H

#include <cstring>
#include <new>
#include <sys/mman.h>
#include <ucontext.h>

#define TM_LANES (TM_EMULATED_WARPS * TM_WARP)
#define TM_LANE_STACK_BYTES (256u << 10)
#define TM_LANE_GUARD_BYTES (16u << 10) /* without access, below each stack */

/* What lanes meet for. */
#define TM_MEET_SYNC 1u
#define TM_MEET_MASK 2u
#define TM_MEET_FROM 3u
#define TM_MEET_ACROSS 4u
#define TM_MEET_READ 5u
#define TM_MEET_BLOCK 6u

/* A line of the code from which a lane meets others. */
struct tm_site {
    const char *file;
    tm_u32 line;
};

#define TM_CALLER tm_site site = {__builtin_FILE(), (tm_u32)__builtin_LINE()}

/* Where lanes wait until all of them are there. */
struct tm_meeting {
    tm_u32 there;
    tm_u32 kind;
    tm_site site;
};

/* What a lane brings to a meeting of its warp, and takes from it. */
struct tm_offer {
    tm_i64 value;
    const void *from;
    tm_chunk read;
};

struct tm_lane_context {
    ucontext_t context;
    tm_offer offers[2]; /* of this meeting, and of the one before, which others may still look at */
    tm_u32 meetings; /* of its warp that it came to */
    tm_meeting *waits_at; /* null when it can run */
    tm_u32 kind; /* of that meeting, by this lane */
    tm_site site;
    bool is_in_kernel;
    bool leaves_kernel; /* when it runs next */
};

struct tm_lane_set {
    tm_lane_context lanes[TM_LANES];
    tm_u32 ready[TM_LANES]; /* lanes that can run and do not */
    tm_u32 ready_count;
    tm_meeting warps[TM_EMULATED_WARPS];
    tm_meeting block;
    tm_u32 ended;
    bool is_parted; /* lanes came to one meeting from two lines */
    tm_site parted[2];
    ucontext_t outside; /* of all lanes: when none can run */
    unsigned long long chance;
    void (*body)(void *);
    void *argument;
    tm_task *task; /* whose kernel runs */
    char *stacks;
};

/* What a lane throws that leaves its kernel. */
struct tm_lane_leaves {};

static thread_local tm_lane_set *tm_own_lanes; /* null for a block that has one lane, as the one of the clock */
static thread_local tm_u32 tm_running_lane;

TM_DEVICE tm_u32 tm_lane() { return tm_running_lane; }
TM_DEVICE tm_u32 tm_lanes() { return TM_LANES; }

/* Takes one of the lanes that can run, at random. */
static ucontext_t *tm_lane_next(tm_lane_set &set) {
    set.chance = set.chance * 6364136223846793005ull + 1442695040888963407ull;
    tm_u32 chosen = (tm_u32)((set.chance >> 33) % set.ready_count);
    tm_running_lane = set.ready[chosen];
    set.ready[chosen] = set.ready[--set.ready_count];
    return &set.lanes[tm_running_lane].context;
}

/* Continues with a lane that can run, or outside. Returns when this one is chosen again. */
static void tm_lane_leave() {
    tm_lane_set &set = *tm_own_lanes;
    tm_lane_context &own = set.lanes[tm_running_lane];
    ucontext_t *next = set.ready_count != 0 && !set.is_parted ? tm_lane_next(set) : &set.outside;
    if (next != &own.context) {
        swapcontext(&own.context, next);
    }
    if (own.leaves_kernel) {
        own.leaves_kernel = false;
        throw tm_lane_leaves();
    }
}

static void tm_lane_ready(tm_lane_set &set, tm_u32 lane) {
    set.lanes[lane].waits_at = nullptr;
    set.ready[set.ready_count++] = lane;
}

/* Lets others run. */
static void tm_yield() {
    if (tm_own_lanes != nullptr) {
        tm_lane_ready(*tm_own_lanes, tm_running_lane);
        tm_lane_leave();
    }
}

/* The running lane is there; whether it is the last one. */
static bool tm_lane_comes(tm_meeting &meeting, tm_u32 all, tm_u32 kind, const tm_site &site) {
    tm_lane_set &set = *tm_own_lanes;
    tm_lane_context &own = set.lanes[tm_running_lane];
    own.waits_at = &meeting;
    own.kind = kind;
    own.site = site;
    if (meeting.there++ == 0) {
        meeting.kind = kind;
        meeting.site = site;
    }
    if (meeting.kind != kind || meeting.site.line != site.line || strcmp(meeting.site.file, site.file) != 0) {
        set.is_parted = true;
        set.parted[0] = meeting.site;
        set.parted[1] = site;
        return false;
    }
    if (meeting.there == all) {
        meeting.there = 0;
        return true;
    }
    return false;
}

/* What each lane of the warp brought, by a lane of it. */
static tm_offer &tm_offered(tm_u32 lane, tm_u32 meeting) {
    return tm_own_lanes->lanes[tm_running_lane / TM_WARP * TM_WARP + lane].offers[meeting % 2];
}

/* All lanes of a warp have come; the number of their meeting. */
static tm_u32 tm_warp_meet(tm_u32 kind, tm_i64 value, const void *from, const tm_site &site) {
    tm_lane_set &set = *tm_own_lanes;
    tm_u32 warp = tm_running_lane / TM_WARP, meeting = set.lanes[tm_running_lane].meetings++;
    tm_offered(tm_running_lane % TM_WARP, meeting) = {value, from, {0, 0}};
    if (tm_lane_comes(set.warps[warp], TM_WARP, kind, site)) {
        for (tm_u32 lane = 0; lane < TM_WARP; lane++) {
            tm_offer &offer = tm_offered(lane, meeting);
            if (kind == TM_MEET_READ) {
                /* the first word of the first lane before all others, which were written before it */
                offer.read.first = tm_load64(offer.from);
                offer.read.second = tm_load64((const tm_i64 *)offer.from + 1);
            }
            tm_lane_ready(set, warp * TM_WARP + lane);
        }
    }
    tm_lane_leave();
    return meeting;
}

TM_DEVICE void tm_warp_sync(TM_CALLER) { tm_warp_meet(TM_MEET_SYNC, 0, nullptr, site); }

TM_DEVICE tm_u32 tm_warp_mask(bool is, TM_CALLER) {
    tm_u32 meeting = tm_warp_meet(TM_MEET_MASK, is, nullptr, site), mask = 0;
    for (tm_u32 lane = 0; lane < TM_WARP; lane++) {
        mask |= (tm_u32)tm_offered(lane, meeting).value << lane;
    }
    return mask;
}

TM_DEVICE bool tm_warp_any(bool is, TM_CALLER) { return tm_warp_mask(is, site) != 0; }

TM_DEVICE tm_i64 tm_warp_from(tm_i64 value, tm_u32 lane, TM_CALLER) {
    return tm_offered(lane % TM_WARP, tm_warp_meet(TM_MEET_FROM, value, nullptr, site)).value;
}

TM_DEVICE tm_u32 tm_warp_from(tm_u32 value, tm_u32 lane, TM_CALLER) {
    return (tm_u32)tm_warp_from((tm_i64)value, lane, site);
}

TM_DEVICE float tm_warp_across(float value, tm_u32 bits, TM_CALLER) {
    tm_u32 word;
    memcpy(&word, &value, sizeof word);
    tm_u32 meeting = tm_warp_meet(TM_MEET_ACROSS, word, nullptr, site);
    word = (tm_u32)tm_offered((tm_running_lane ^ bits) % TM_WARP, meeting).value;
    memcpy(&value, &word, sizeof word);
    return value;
}

/* Sixteen bytes a lane, of all lanes in one transaction: nothing is written between them. */
TM_DEVICE tm_chunk tm_warp_read16(const void *from, TM_CALLER) {
    return tm_offered(tm_running_lane % TM_WARP, tm_warp_meet(TM_MEET_READ, 0, from, site)).read;
}

/* The barrier of a block. */
TM_DEVICE void tm_sync(TM_CALLER) {
    tm_lane_set &set = *tm_own_lanes;
    if (tm_lane_comes(set.block, TM_LANES, TM_MEET_BLOCK, site)) {
        for (tm_u32 lane = 0; lane < TM_LANES; lane++) {
            tm_lane_ready(set, lane);
        }
    }
    tm_lane_leave();
}

/* Runs a kernel, which the lane may be taken out of. Every lane. */
TM_DEVICE void tm_lane_call(void (*kernel)(tm_task &), tm_task &task) {
    tm_lane_context &own = tm_own_lanes->lanes[tm_running_lane];
    tm_own_lanes->task = &task;
    own.is_in_kernel = true;
    try {
        kernel(task);
    } catch (const tm_lane_leaves &) { /* the task is marked as failed */
    }
    own.is_in_kernel = false;
}

/* The line, if it is of a kernel; 0 for what calls kernels. */
static tm_u32 tm_kernel_line(const tm_site &site) {
    const char *slash = strrchr(site.file, '/');
    return strncmp(slash == nullptr ? site.file : slash + 1, "tidemark_", 9) == 0 ? 0 : site.line;
}

/* The two lines of a kernel at which lanes wait for each other without end, one in each half. */
static tm_i64 tm_lanes_sites(const tm_lane_set &set) {
    tm_site sites[2] = {set.parted[0], set.parted[1]};
    if (!set.is_parted) {
        tm_u32 found = 0;
        for (const tm_lane_context &lane : set.lanes) {
            if (lane.waits_at != nullptr && (found == 0 || lane.site.line != sites[0].line)) {
                sites[found == 0 ? 0 : 1] = lane.site;
                found++;
            }
        }
        if (found == 1) {
            sites[1] = sites[0];
        }
    }
    return (tm_i64)tm_kernel_line(sites[0]) << 32 | tm_kernel_line(sites[1]);
}

/*
 * Lanes wait for each other without end: those in a kernel leave it, and the block continues after it. False when
 * none is in a kernel that could leave it.
 */
static bool tm_lanes_part(tm_lane_set &set) {
    tm_i64 sites = tm_lanes_sites(set);
    bool leaves_any = false;
    for (tm_u32 i = 0; i < TM_LANES; i++) {
        tm_lane_context &lane = set.lanes[i];
        if (lane.is_in_kernel && lane.waits_at != nullptr) {
            lane.waits_at->there--;
            lane.meetings -= lane.waits_at != &set.block; /* as if it had not come */
            lane.leaves_kernel = leaves_any = true;
            tm_lane_ready(set, i);
        }
    }
    if (!leaves_any) {
        return false;
    }
    if (set.task->failure == 0) {
        set.task->failure = TM_FAIL_LANES;
        set.task->failure_detail = sites;
    }
    for (tm_lane_context &lane : set.lanes) { /* those who are left are behind the kernel */
        if (lane.waits_at != nullptr) {
            lane.waits_at->kind = lane.kind;
            lane.waits_at->site = lane.site;
        }
    }
    set.is_parted = false;
    return true;
}

static void tm_lane_begin() {
    tm_own_lanes->body(tm_own_lanes->argument);
    tm_own_lanes->ended++;
    tm_lane_leave();
}

static tm_lane_set *tm_lanes_made(void (*body)(void *), void *argument, unsigned long long seed) {
    const size_t step = TM_LANE_STACK_BYTES + TM_LANE_GUARD_BYTES;
    tm_lane_set *set = new (std::nothrow) tm_lane_set();
    if (set == nullptr) {
        return nullptr;
    }
    void *stacks = mmap(
        nullptr, step * TM_LANES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (stacks == MAP_FAILED) {
        delete set;
        return nullptr;
    }
    set->stacks = (char *)stacks;
    set->body = body;
    set->argument = argument;
    set->chance = seed;
    for (tm_u32 lane = 0; lane < TM_LANES; lane++) {
        ucontext_t &context = set->lanes[lane].context;
        getcontext(&context);
        context.uc_stack.ss_sp = set->stacks + lane * step + TM_LANE_GUARD_BYTES;
        context.uc_stack.ss_size = TM_LANE_STACK_BYTES;
        mprotect(set->stacks + lane * step, TM_LANE_GUARD_BYTES, PROT_NONE);
        makecontext(&context, tm_lane_begin, 0);
        tm_lane_ready(*set, lane);
    }
    return set;
}

/*
 * Runs a function by all lanes of a block. False, and from where, when they wait for each other without end and are in
 * no kernel; -1 when there is no memory for them.
 */
static bool tm_lanes_run(void (*body)(void *), void *argument, unsigned long long seed, tm_i64 &sites) {
    tm_lane_set *set = tm_lanes_made(body, argument, seed);
    if (set == nullptr) {
        sites = -1;
        return false;
    }
    tm_own_lanes = set;
    bool goes_on = true;
    while (goes_on && set->ended < TM_LANES) {
        if (set->ready_count == 0 || set->is_parted) {
            sites = tm_lanes_sites(*set);
            goes_on = tm_lanes_part(*set);
        } else {
            swapcontext(&set->outside, tm_lane_next(*set));
        }
    }
    tm_own_lanes = nullptr;
    tm_running_lane = 0;
    munmap(set->stacks, (size_t)(TM_LANE_STACK_BYTES + TM_LANE_GUARD_BYTES) * TM_LANES);
    delete set;
    return goes_on;
}

#endif

/* Printed from the declarations in module abi; do not edit. */
#ifndef TIDEMARK_ABI_H
#define TIDEMARK_ABI_H

#if defined(__CUDACC_RTC__)
typedef signed long long tm_i64;
typedef signed int tm_i32;
typedef unsigned int tm_u32;
typedef unsigned short tm_u16;
typedef unsigned char tm_u8;
#else
#include <stdint.h>
typedef int64_t tm_i64;
typedef int32_t tm_i32;
typedef uint32_t tm_u32;
typedef uint16_t tm_u16;
typedef uint8_t tm_u8;
#endif

#define TM_ABI_VERSION 3u

/*
 * The dispatch protocol. Each core has one tm_core_register_words and two tm_dispatch_payload.
 * A token is a counter of 31 bits; its lowest bit names the payload, tokens from
 * TM_EXIT_SIGNAL on are reserved.
 *
 *   boot      core: physical_id, core_type, then release core + 1 to aicore_done
 *   open      scheduler: release TM_AICPU_IDLE to data_main_base; core: release TM_CORE_IDLE to cond
 *   dispatch  scheduler: fill the payload, then release the token to data_main_base
 *   receive   core: acquire data_main_base; if the payload is gated, wait until the token stands in
 *             both halves, or each awaited task has told its end; then release the token to cond
 *   run       core: start_tick if recorded, then progress, then the kernel
 *   finish    core: end_tick if recorded, then release token | TM_FINISHED_BIT to cond, then progress
 *   exit      scheduler: release TM_EXIT_SIGNAL to data_main_base; core: release TM_CORE_EXITED to cond
 *
 * progress counts kernels entered in its high half and kernels left in its low half. A scheduler sends
 * at most one token behind the one that a core runs.
 */

#define TM_TOKEN_MASK 0x7FFFFFFFu /* bits of a token */
#define TM_FINISHED_BIT 0x80000000u /* in cond: the token is done */
#define TM_CORE_IDLE 0x7FFFFFFFu /* in cond: no task yet */
#define TM_CORE_EXITED 0x7FFFFFFEu /* in cond: the core has left */
#define TM_AICPU_IDLE 0x7FFFFFFDu /* dispatch: open, no task yet */
#define TM_RUN_GRAPH 0x7FFFFFFCu /* dispatch: resolve the graph */
#define TM_EXIT_SIGNAL 0x7FFFFFF0u /* dispatch: leave */
#define TM_PAYLOAD_BUFFERS 2u /* payloads of a core */
#define TM_PAYLOAD_GATED 1u /* bit of flags */
#define TM_PAYLOAD_TELLS 2u /* bit of flags */
#define TM_PAYLOAD_DUMP_BEFORE 4u /* bit of flags */
#define TM_PAYLOAD_DUMP_AFTER 8u /* bit of flags */
#define TM_PAYLOAD_AWAITED 3u /* producers of a payload */
#define TM_ENDED_WORDS 8192u /* words of ends of tasks */
#define TM_MAX_TENSORS 32u /* descriptors of a payload */
#define TM_MAX_SCALARS 16u /* scalars of a payload */
#define TM_ARGUMENTS_TENSORS 192u /* first tm_tensor_descriptor from the start of tm_dispatch_arguments */
#define TM_MESSAGE_FIRST_WORDS 2u /* words of arguments in the first line of tm_dispatch_message */
#define TM_MESSAGE_LINE_WORDS 7u /* words of arguments in each other line */
#define TM_CORE_TYPE_AIC 0u /* cube core */
#define TM_CORE_TYPE_AIV 1u /* vector core */
#define TM_STOP_KERNELS 1u /* in abort: kernels stop */
#define TM_GRAPH_UNIT 64u /* bytes of a unit of task offsets */
#define TM_GRAPH_DUMMY 1u /* bit of flags of tm_graph_task */
#define TM_GRAPH_INLINE 8u /* consumers in tm_graph_task */
#define TM_GRAPH_CUBE 0x80000000u /* bit of a consumer: cube core */
#define TM_GRAPH_DIVIDED 0x40000000u /* bit of a consumer: several blocks */
#define TM_GRAPH_ALONE 0x20000000u /* bit of a consumer: waits for no other */
#define TM_GRAPH_DUMP_BEFORE 2u /* bit of flags of tm_graph_task */
#define TM_GRAPH_DUMP_AFTER 4u /* bit of flags of tm_graph_task */
#define TM_GRAPH_TOGETHER 8u /* bit of flags of tm_graph_task */
#define TM_GRAPH_PREDICATED 16u /* bit of flags of tm_graph_task */
#define TM_GRAPH_POSITIONS_SHIFT 5u /* where in flags of tm_graph_task the positions of a cluster begin */
#define TM_GRAPH_ONLY_DUMPS 0xFFFFFFFFu /* block index: the task is dumped, then it is a gang */
#define TM_HOLDS_LESS 1u /* bit of holds_when */
#define TM_HOLDS_EQUAL 2u /* bit of holds_when */
#define TM_HOLDS_GREATER 4u /* bit of holds_when */
#define TM_GANG_WHO_SHIFT 56u /* where in an entry it says who */
#define TM_GANG_VECTOR 8u /* one vector core of all */
#define TM_DUMP_DENSE 4u /* bit of dump of a tensor */
#define TM_DUMP_WIDTH_SHIFT 4u /* where in dump the width of an element begins */
#define TM_DUMP_BEGIN 65535u /* argument of tm_dump_piece: a stage begins */
#define TM_DUMP_END 65534u /* argument of tm_dump_piece: a stage is over */
#define TM_DUMP_LAST 1u /* bit of flags of tm_dump_piece */
#define TM_DUMP_PARTIAL 4u /* bit of flags of tm_dump_piece */
#define TM_DUMP_CHANGED 2u /* bit of flags of tm_dump_piece */
#define TM_LEAVE 2u /* in abort: every block leaves */

#define TM_AICORE_TASK_RECORD_LAYOUT 1u
#define TM_AICORE_TASK_RECORD_BYTES 32u
typedef struct tm_aicore_task_record {
    tm_i64 start_tick;                      /* 0: core clock on entry to the kernel */
    tm_i64 end_tick;                        /* 8: core clock on return, never earlier */
    tm_u32 task_local;                      /* 16: low half of the task id; repeats if a task runs on several cores */
    tm_u16 task_ring;                       /* 20: high half of the task id */
    tm_u16 function_id;                     /* 22: the kernel that ran */
    tm_u32 reg_task_id;                     /* 24: dispatch token; with the core it joins AicpuTaskRecord */
    tm_u32 receive_to_start_ticks;          /* 28: from seeing the token to startTick, kept at 2^31-1 if longer; bit 31: the kernel threw */
} tm_aicore_task_record;

#define TM_AICPU_TASK_RECORD_LAYOUT 2u
#define TM_AICPU_TASK_RECORD_BYTES 32u
typedef struct tm_aicpu_task_record {
    tm_i64 dispatch_tick;                   /* 0: scheduler clock at the write of the dispatch register; when the core took the task, if it takes tasks itself */
    tm_i64 finish_tick;                     /* 8: scheduler clock when the finish was observed; when the core had told its consumers, if it does that itself */
    tm_u32 reg_task_id;                     /* 16: dispatch token; with the lane's core it joins AicoreTaskRecord */
    tm_u8  reserved_20[12];                 /* 20: written as zero */
} tm_aicpu_task_record;

#define TM_SCHED_PHASE_RECORD_LAYOUT 3u
#define TM_SCHED_PHASE_RECORD_BYTES 40u
typedef struct tm_sched_phase_record {
    tm_i64 start_tick;                      /* 0: scheduler clock at the start of the phase */
    tm_i64 end_tick;                        /* 8: scheduler clock at its end, never earlier */
    tm_u32 loop_iteration;                  /* 16: turn of this thread's scheduler loop */
    tm_u32 kind;                            /* 20: SchedPhaseKind; readers keep unknown codes */
    tm_u32 tasks_processed;                 /* 24: what the phase worked through, by kind */
    tm_u32 pop_hit;                         /* 28: dispatch only: ready-queue pops that found work since the last one */
    tm_u32 pop_miss;                        /* 32: dispatch only: pops that found nothing */
    tm_u8  reserved_36[4];                  /* 36: written as zero */
} tm_sched_phase_record;

#define TM_ORCH_PHASE_RECORD_LAYOUT 4u
#define TM_ORCH_PHASE_RECORD_BYTES 32u
typedef struct tm_orch_phase_record {
    tm_i64 start_tick;                      /* 0: orchestrator clock on entry; nanoseconds where the host orchestrates */
    tm_i64 end_tick;                        /* 8: orchestrator clock on return, never earlier */
    tm_i64 task_id;                         /* 16: the task that the call made */
    tm_u32 submit_index;                    /* 24: how many calls came before it */
    tm_u32 call;                            /* 28: 0 a submit, 1 an allocation */
} tm_orch_phase_record;

#define TM_MARKER_RECORD_LAYOUT 5u
#define TM_MARKER_RECORD_BYTES 32u
typedef struct tm_marker_record {
    tm_i64 tick;                            /* 0: scheduler clock at the moment */
    tm_i64 task_id;                         /* 8: the whole task id */
    tm_u32 kind;                            /* 16: SchedPhaseKind of placement MARKER; readers keep unknown codes */
    tm_u32 loop_iteration;                  /* 20: turn of this thread's scheduler loop */
    tm_u8  reserved_24[8];                  /* 24: written as zero */
} tm_marker_record;

#define TM_HOST_PHASE_RECORD_LAYOUT 6u
#define TM_HOST_PHASE_RECORD_BYTES 40u
typedef struct tm_host_phase_record {
    tm_i64 start_nanos;                     /* 0: host clock on entry */
    tm_i64 end_nanos;                       /* 8: host clock on return, never earlier */
    tm_i64 detail;                          /* 16: a task id or an amount, by kind */
    tm_u32 kind;                            /* 24: HostPhaseKind */
    tm_u32 index;                           /* 28: how many operations came before it */
    tm_u32 thread_id;                       /* 32: the process whose orchestrator it was */
    tm_u8  reserved_36[4];                  /* 36: written as zero */
} tm_host_phase_record;

#define TM_FANIN_RECORD_LAYOUT 7u
#define TM_FANIN_RECORD_BYTES 32u
typedef struct tm_fanin_record {
    tm_u32 task_local;                      /* 0: low half of the task id */
    tm_u8  kind;                            /* 4: SubmitKind; 255 where the record before goes on, 254 where later records do not name this producer */
    tm_u8  producers;                       /* 5: how many this record names */
    tm_u16 rings;                           /* 6: high halves, two bits each: the task's lowest, then its producers' */
    tm_u32 producer_locals[6];              /* 8: low halves of their task ids */
} tm_fanin_record;

#define TM_ARGUMENT_RECORD_LAYOUT 10u
#define TM_ARGUMENT_RECORD_BYTES 192u
typedef struct tm_argument_record {
    tm_i64 task_id;                         /* 0: the whole task id */
    tm_u8  role;                            /* 8: 0 input, 1 output, 2 inout */
    tm_u8  stage;                           /* 9: 0 before dispatch, 1 after completion */
    tm_u8  rank;                            /* 10: dimensions in use, at most 8; 0 for a scalar */
    tm_u8  kind;                            /* 11: 0 tensor, 1 scalar, 2 test pattern */
    tm_u32 argument_index;                  /* 12: tensors first, then scalars */
    tm_u8  dtype;                           /* 16: DType; 128 for a scalar that is a double */
    tm_u8  flags;                           /* 17: ArgumentFlags */
    tm_u8  functions;                       /* 18: kernel ids in use, at most 3 */
    tm_u8  reserved_19[1];                  /* 19: written as zero */
    tm_u16 function0;                       /* 20: kernel id, 65535 if unknown */
    tm_u16 function1;                       /* 22: second kernel of a mixed task */
    tm_u16 function2;                       /* 24: third kernel of a mixed task */
    tm_u8  reserved_26[2];                  /* 26: written as zero */
    tm_u32 block_index;                     /* 28: block whose argument it is, 0 unless blocks differ */
    tm_i64 payload_at;                      /* 32: where its bytes begin in all that the lane's arena ever held */
    tm_i64 payload_bytes;                   /* 40: bytes stored, 0 for none */
    tm_i64 digest;                          /* 48: XXH64 with seed 0 of the stored bytes */
    tm_i64 scalar_bits;                     /* 56: raw value of a scalar; of a tensor, the version of its buffer's contents */
    tm_u32 shape[8];                        /* 64: elements of each dimension */
    tm_i64 start_offset;                    /* 96: elements from the buffer's start to the first one */
    tm_i64 whole_bytes;                     /* 104: bytes of the whole tensor, dense */
    tm_i64 base_address;                    /* 112: buffer of a tensor: equal for all its views; 0 in records without it */
    tm_i64 owner;                           /* 120: task that allocated the buffer, -1 if none; without meaning where baseAddress is 0 */
    tm_i64 strides[8];                      /* 128: elements from one index to the next, of each dimension */
} tm_argument_record;

#define TM_SCOPE_RECORD_LAYOUT 20u
#define TM_SCOPE_RECORD_BYTES 72u
typedef struct tm_scope_record {
    tm_i64 tick;                            /* 0: orchestrator clock of the sample */
    tm_i64 task_start;                      /* 8: oldest task of the ring that is not reclaimed */
    tm_i64 task_end;                        /* 16: next task of the ring */
    tm_i64 heap_start;                      /* 24: bytes ever taken back, gaps before a wrap included */
    tm_i64 heap_end;                        /* 32: bytes ever handed out, gaps before a wrap included */
    tm_i64 dep_pool_start;                  /* 40: dependency nodes ever taken back */
    tm_i64 dep_pool_end;                    /* 48: dependency nodes ever handed out */
    tm_u32 tensor_map;                      /* 56: entries of the tensor map in use, all rings */
    tm_u32 site;                            /* 60: ScopeSiteRecord of the opening call, 0 if unknown */
    tm_u16 depth;                           /* 64: scopes around it; the root scope has 0 */
    tm_u8  ring;                            /* 66: ring that the scope's tasks use */
    tm_u8  phase;                           /* 67: ScopePhase */
    tm_u8  reserved_68[4];                  /* 68: written as zero */
} tm_scope_record;

#define TM_SCOPE_SITE_RECORD_LAYOUT 21u
#define TM_SCOPE_SITE_RECORD_BYTES 128u
typedef struct tm_scope_site_record {
    tm_u32 site;                            /* 0: number of the site, from 1 */
    tm_u32 line;                            /* 4: line of the call, 0 if the class has none */
    tm_u16 file_bytes;                      /* 8: how much of file counts */
    tm_u8  reserved_10[6];                  /* 10: written as zero */
    tm_u8  file[112];                       /* 16: source file without directories, UTF-8 */
} tm_scope_site_record;

#define TM_SUBMIT_SLOT_LAYOUT 30u
#define TM_SUBMIT_SLOT_BYTES 64u
typedef struct tm_submit_slot {
    tm_u8  kind;                            /* 0: SlotKind: which record these bytes are */
    tm_u8  detail[3];                       /* 1: by kind; 0 where the kind has none */
    tm_u32 submit;                          /* 4: how many submits came before this one */
    tm_i64 body[7];                         /* 8: by kind; 0 where the kind has none */
} tm_submit_slot;

#define TM_SUBMIT_HEADER_LAYOUT 31u
#define TM_SUBMIT_HEADER_BYTES 64u
typedef struct tm_submit_header {
    tm_u8  kind;                            /* 0: SlotKind.HEADER */
    tm_u8  submit_kind;                     /* 1: SubmitKind */
    tm_u8  flags;                           /* 2: 1 manual scope, 2 early dispatch */
    tm_u8  tensors;                         /* 3: tensor arguments, outputs included */
    tm_u32 submit;                          /* 4: how many submits came before this one */
    tm_i64 task_id;                         /* 8: the task */
    tm_u32 oldest_alive[4];                 /* 16: by ring: tasks before it were gone when the look-up began */
    tm_i64 tags[2];                         /* 32: argument tags, four bits each, argument 0 lowest */
    tm_u16 aic_kernel;                      /* 48: function id, 65535 if inactive */
    tm_u16 aiv0_kernel;                     /* 50: function id, 65535 if inactive */
    tm_u16 aiv1_kernel;                     /* 52: function id, 65535 if inactive */
    tm_u16 depth;                           /* 54: scopes around the innermost one; the root scope has 0 */
    tm_u32 blocks;                          /* 56: blocks of the task */
    tm_u32 dependencies;                    /* 60: explicit dependencies */
} tm_submit_header;

#define TM_SUBMIT_TENSOR_LAYOUT 32u
#define TM_SUBMIT_TENSOR_BYTES 64u
typedef struct tm_submit_tensor {
    tm_u8  kind;                            /* 0: SlotKind.TENSOR */
    tm_u8  argument;                        /* 1: which argument */
    tm_u8  dtype;                           /* 2: DType */
    tm_u8  form;                            /* 3: rank in the low four bits, 16 manual dependency, 32 strides follow */
    tm_u32 submit;                          /* 4: as in the header */
    tm_i64 base_address;                    /* 8: buffer: equal for all its views */
    tm_i64 owner;                           /* 16: task that allocated the buffer, -1 if none */
    tm_i64 start_offset;                    /* 24: elements before the first of the view */
    tm_i64 buffer_elements;                 /* 32: elements of the whole buffer */
    tm_u32 shape[5];                        /* 40: elements along each dimension */
    tm_i32 version;                         /* 60: version of the buffer's contents */
} tm_submit_tensor;

#define TM_SUBMIT_STRIDES_LAYOUT 33u
#define TM_SUBMIT_STRIDES_BYTES 64u
typedef struct tm_submit_strides {
    tm_u8  kind;                            /* 0: SlotKind.STRIDES */
    tm_u8  argument;                        /* 1: as in the tensor */
    tm_u8  reserved_2[2];                   /* 2: written as zero */
    tm_u32 submit;                          /* 4: as in the header */
    tm_i64 strides[5];                      /* 8: elements from one index to the next, by dimension */
    tm_u8  reserved_48[16];                 /* 48: written as zero */
} tm_submit_strides;

#define TM_SUBMIT_DEPENDENCIES_LAYOUT 34u
#define TM_SUBMIT_DEPENDENCIES_BYTES 64u
typedef struct tm_submit_dependencies {
    tm_u8  kind;                            /* 0: SlotKind.DEPENDENCIES */
    tm_u8  used;                            /* 1: words that count */
    tm_u8  reserved_2[2];                   /* 2: written as zero */
    tm_u32 submit;                          /* 4: as in the header */
    tm_i64 words[7];                        /* 8: task id, flags from bit 56 on */
} tm_submit_dependencies;

#define TM_SUBMIT_RESULT_LAYOUT 35u
#define TM_SUBMIT_RESULT_BYTES 64u
typedef struct tm_submit_result {
    tm_u8  kind;                            /* 0: SlotKind.RESULT */
    tm_u8  reserved_1[3];                   /* 1: written as zero */
    tm_u32 submit;                          /* 4: as in the header */
    tm_i64 task_id;                         /* 8: as in the header */
    tm_i64 digest;                          /* 16: sum over the edges of a mix of producer, source and argument */
    tm_u32 edges;                           /* 24: edges, a producer named twice counted twice */
    tm_u8  reserved_28[36];                 /* 28: written as zero */
} tm_submit_result;

#define TM_REPLAYED_SUBMIT_LAYOUT 36u
#define TM_REPLAYED_SUBMIT_BYTES 64u
typedef struct tm_replayed_submit {
    tm_i64 task_id;                         /* 0: the task */
    tm_u8  submit_kind;                     /* 8: SubmitKind; 255 where the record before goes on */
    tm_u8  flags;                           /* 9: as in SubmitHeader */
    tm_u8  edges;                           /* 10: how many this record holds */
    tm_u8  reserved_11[1];                  /* 11: written as zero */
    tm_u16 aic_kernel;                      /* 12: function id, 65535 if inactive */
    tm_u16 aiv0_kernel;                     /* 14: function id, 65535 if inactive */
    tm_u16 aiv1_kernel;                     /* 16: function id, 65535 if inactive */
    tm_u8  reserved_18[2];                  /* 18: written as zero */
    tm_u32 blocks;                          /* 20: blocks of the task */
    tm_i64 producers[4];                    /* 24: the tasks that it comes after */
    tm_u8  arguments[4];                    /* 56: which argument asks for the edge, 255 if the caller named it */
    tm_u8  reasons[4];                      /* 60: EdgeFlags; from bit 2 on 0 explicit, 1 creator, 2 tensor map; from bit 4 on Overlap */
} tm_replayed_submit;

#define TM_SUBMIT_REFERENCES_LAYOUT 37u
#define TM_SUBMIT_REFERENCES_BYTES 64u
typedef struct tm_submit_references {
    tm_u8  kind;                            /* 0: SlotKind.REFERENCES */
    tm_u8  used;                            /* 1: words that count */
    tm_u8  reserved_2[2];                   /* 2: written as zero */
    tm_u32 submit;                          /* 4: as in the header */
    tm_i64 words[7];                        /* 8: submit that has the tensor's slot, from bit 32 on its argument there, from bit 40 on the argument here */
} tm_submit_references;

#define TM_PMU_RECORD_LAYOUT 40u
#define TM_PMU_RECORD_BYTES 128u
typedef struct tm_pmu_record {
    tm_i64 task_id;                         /* 0: repeats if a task runs on several cores */
    tm_i64 start_tick;                      /* 8: core clock on entry to the kernel */
    tm_i64 total_cycles;                    /* 16: from entry to return */
    tm_i32 function_id;                     /* 24: the kernel */
    tm_u32 known;                           /* 28: bit i: event counter i; bit 16 + i: argument counter i */
    tm_u32 counters[10];                    /* 32: counters of the event group, in its order */
    tm_i64 read_bytes;                      /* 72: of the tensor arguments that the task reads */
    tm_i64 write_bytes;                     /* 80: of the tensor arguments that the task writes */
    tm_i64 read_elements;                   /* 88: of the tensor arguments that the task reads */
    tm_i64 write_elements;                  /* 96: of the tensor arguments that the task writes */
    tm_i64 invocations;                     /* 104: kernel calls on the core since its subtask before */
    tm_u16 core;                            /* 112: where it ran */
    tm_u16 event;                           /* 114: PmuEvent */
    tm_u8  thread;                          /* 116: scheduler of the core */
    tm_u8  core_type;                       /* 117: 0 cube core, 1 vector core */
    tm_u8  reserved_118[10];                /* 118: written as zero */
} tm_pmu_record;

#define TM_REGION_HEADER_LAYOUT 100u
#define TM_REGION_HEADER_BYTES 256u
typedef struct tm_region_header {
    tm_i64 magic;                           /* 0: TIDEMARK; written last, so a region without it was never finished */
    tm_u32 abi_version;                     /* 8: AbiVersion of the maker */
    tm_u32 header_bytes;                    /* 12: this page, facts included */
    tm_i64 region_bytes;                    /* 16: the whole file; a shorter file was cut */
    tm_i64 dfx_flags;                       /* 24: DfxFlags of the run */
    tm_u32 platform;                        /* 32: Platform */
    tm_u32 simulated;                       /* 36: 1 if the chip is simulated, 0 if it is silicon */
    tm_i64 directory_at;                    /* 40: first StreamEntry */
    tm_u32 directory_entries;               /* 48: how many follow each other */
    tm_u32 directory_entry_bytes;           /* 52: from one entry to the next */
    tm_i64 clock_hz;                        /* 56: what a tick of this region is */
    tm_i64 anchor_tick;                     /* 64: device clock at the anchor */
    tm_i64 anchor_monotonic_nanos;          /* 72: the maker's monotonic clock at the anchor */
    tm_i64 anchor_epoch_nanos;              /* 80: wall clock at the anchor, since 1970 */
    tm_i64 anchor_uncertainty_nanos;        /* 88: how far apart the three readings may lie */
    tm_u32 cores;                           /* 96: cores of this run */
    tm_u32 aicpu_threads;                   /* 100: schedulers and orchestrator of this run */
    tm_u32 args_level;                      /* 104: 0 off, 1 marked, 2 all, 3 all described and marked stored */
    tm_u32 pmu_event;                       /* 108: counter set, 0 if counters are off */
    tm_u32 facts_bytes;                     /* 112: UTF-8 text at 320 */
    tm_u8  reserved_116[4];                 /* 116: written as zero */
    tm_i64 board_at;                        /* 120: RunBoard and one CoreBoard per core behind it, 0 if there is none */
    tm_i64 owner_pid;                       /* 128: process of the host half */
    tm_i64 owner_start_millis;              /* 136: when it started, since 1970; a pid alone is reused */
    tm_i64 owner_mark_nanos;                /* 144: wall clock when it said who it is */
    tm_u32 state;                           /* 152: RegionState, by the host half */
    tm_u8  reserved_156[4];                 /* 156: written as zero */
    tm_i64 run_id;                          /* 160: the run's own number, which its capture has too; 0 of a maker before it */
    tm_i64 capture_device;                  /* 168: file system of spool/run.lock in the capture of the run, as stat(2) says it */
    tm_i64 capture_inode;                   /* 176: inode of that file: a copy of the capture has another */
    tm_u8  reserved_184[8];                 /* 184: written as zero */
    tm_i64 device_pid;                      /* 192: process of the device half */
    tm_i64 device_start_millis;             /* 200: when it started, since 1970 */
    tm_i64 device_mark_nanos;               /* 208: wall clock when it said who it is */
    tm_u8  reserved_216[40];                /* 216: written as zero */
} tm_region_header;

#define TM_RUN_STATUS_LAYOUT 101u
#define TM_RUN_STATUS_BYTES 64u
typedef struct tm_run_status {
    tm_i32 orchestrator_error;              /* 0: ErrorCode of the orchestrator, 0 if it had none */
    tm_i32 scheduler_error;                 /* 4: ErrorCode of a scheduler, 0 if none had one */
    tm_u8  reserved_8[4];                   /* 8: written as zero */
    tm_u32 stall_detail;                    /* 12: StallDetail, 0 when the run did not stand still */
    tm_i64 stuck_task_id;                   /* 16: the task to look at first, -1 if none */
    tm_i32 stuck_core;                      /* 24: the core it sits on, -1 if none */
    tm_u32 orchestration_done;              /* 28: 1 if the orchestration function had returned */
    tm_i64 completed_tasks;                 /* 32: finished when the stall was seen */
    tm_i64 submitted_tasks;                 /* 40: submitted when the stall was seen */
    tm_u32 running_tasks;                   /* 48: on cores */
    tm_u32 ready_tasks;                     /* 52: ready and not dispatched */
    tm_u32 waiting_tasks;                   /* 56: with unfinished producers */
    tm_u32 reported;                        /* 60: 1 when the rest is there, released last */
} tm_run_status;

#define TM_STREAM_ENTRY_LAYOUT 102u
#define TM_STREAM_ENTRY_BYTES 128u
typedef struct tm_stream_entry {
    tm_u16 channel;                         /* 0: Channel */
    tm_u16 kind;                            /* 2: buffer kind inside the channel */
    tm_u32 layout_id;                       /* 4: RecordLayout of the records */
    tm_u32 record_bytes;                    /* 8: from one record to the next */
    tm_u32 lanes;                           /* 12: cores or threads, always the maximum of the platform or run */
    tm_u32 buffers_per_lane;                /* 16: lanes times this is the pool; a buffer may serve any lane */
    tm_u32 records_per_buffer;              /* 20: capacity of one buffer */
    tm_u32 free_slots;                      /* 24: capacity of a lane's free queue, a power of two */
    tm_u32 ready_queues;                    /* 28: one per device thread that publishes */
    tm_u32 ready_capacity;                  /* 32: entries of each, a power of two, all usable */
    tm_u32 on_full;                         /* 36: 0 block, 1 drop */
    tm_i64 back_pressure_at;                /* 40: BackPressure of the channel */
    tm_i64 ready_at;                        /* 48: first ReadyQueue of the channel */
    tm_i64 ready_stride_bytes;              /* 56: from one ready queue to the next */
    tm_i64 lanes_at;                        /* 64: first lane: ActiveHead, LaneTail, then FreeQueue */
    tm_i64 lane_stride_bytes;               /* 72: from one lane to the next */
    tm_i64 buffers_at;                      /* 80: first buffer: BufferHeader, then records */
    tm_i64 buffer_stride_bytes;             /* 88: from one buffer to the next */
    tm_i64 arenas_at;                       /* 96: payload arena of lane 0, 0 if the stream has none */
    tm_i64 arena_bytes;                     /* 104: arena of one lane */
    tm_i64 extra_at;                        /* 112: bytes whose meaning the channel defines, 0 if none */
    tm_i64 extra_bytes;                     /* 120: how many */
} tm_stream_entry;

#define TM_ACTIVE_HEAD_LAYOUT 103u
#define TM_ACTIVE_HEAD_BYTES 64u
typedef struct tm_active_head {
    tm_i64 current_buffer_at;               /* 0: BufferHeader of the buffer being filled, 0 if none */
    tm_u32 current_sequence;                /* 8: its sequence, the first buffer of a lane has 1 */
    tm_u8  reserved_12[4];                  /* 12: written as zero */
    tm_i64 reserved;                        /* 16: records begun, counted before anything else happens to them */
    tm_i64 committed;                       /* 24: records whole, released after their last byte */
    tm_i64 dropped_no_buffer;               /* 32: not written: no free buffer */
    tm_i64 dropped_queue_full;              /* 40: not written: the full buffer could not be handed over */
    tm_i64 dropped_no_space;                /* 48: not written: no room for the payload */
    tm_i64 dropped_refused;                 /* 56: not written: its parts did not belong together */
} tm_active_head;

#define TM_LANE_TAIL_LAYOUT 104u
#define TM_LANE_TAIL_BYTES 128u
typedef struct tm_lane_tail {
    tm_i64 arena_written;                   /* 0: device: payload bytes ever placed, modulo the arena is the place */
    tm_i64 payloads_published;              /* 8: device: payloads whose records were handed over */
    tm_i64 overflow_records;                /* 16: device: continuation records among the committed */
    tm_i64 arena_held;                      /* 24: device: 1 while a task is held back for room in the arena */
    tm_i64 free_queue_damage;               /* 32: device: times that the free queue's tail or a buffer in it made no sense */
    tm_u8  reserved_40[24];                 /* 40: written as zero */
    tm_u32 spooled_below;                   /* 64: host: sequences below this are in its spool; 0 at the start */
    tm_u8  reserved_68[4];                  /* 68: written as zero */
    tm_i64 delivered;                       /* 72: host: records in its spool */
    tm_i64 damaged;                         /* 80: host: records it received and could not use */
    tm_i64 arena_released;                  /* 88: host: payload bytes that may be overwritten */
    tm_i64 payloads_completed;              /* 96: host: payloads in its spool */
    tm_u8  reserved_104[24];                /* 104: written as zero */
} tm_lane_tail;

#define TM_FREE_QUEUE_LAYOUT 105u
#define TM_FREE_QUEUE_BYTES 128u
typedef struct tm_free_queue {
    tm_u32 head;                            /* 0: buffers ever taken, by the device */
    tm_u8  reserved_4[60];                  /* 4: written as zero */
    tm_u32 tail;                            /* 64: buffers ever offered, by the host, released after the slot */
    tm_u8  reserved_68[60];                 /* 68: written as zero */
} tm_free_queue;

#define TM_READY_QUEUE_LAYOUT 106u
#define TM_READY_QUEUE_BYTES 128u
typedef struct tm_ready_queue {
    tm_i64 head;                            /* 0: entries ever consumed, by the host */
    tm_u8  reserved_8[56];                  /* 8: written as zero */
    tm_i64 tail;                            /* 64: entries ever published, by the device, released after the entry */
    tm_u8  reserved_72[56];                 /* 72: written as zero */
} tm_ready_queue;

#define TM_READY_ENTRY_LAYOUT 107u
#define TM_READY_ENTRY_BYTES 32u
typedef struct tm_ready_entry {
    tm_u32 lane;                            /* 0: core or thread index inside the kind */
    tm_u32 kind;                            /* 4: buffer kind; the host routes on it alone */
    tm_i64 buffer_at;                       /* 8: BufferHeader of the buffer, never 0 */
    tm_u32 sequence;                        /* 16: up by one per lane; a hole is a loss */
    tm_u32 records;                         /* 20: committed records in the buffer */
    tm_i64 position_stamp;                  /* 24: queue position plus one; another value means a torn copy */
} tm_ready_entry;

#define TM_BUFFER_HEADER_LAYOUT 108u
#define TM_BUFFER_HEADER_BYTES 64u
typedef struct tm_buffer_header {
    tm_u32 sequence;                        /* 0: which buffer of its lane this is, 0 if it holds nothing */
    tm_u32 sealed_records;                  /* 4: records it holds, 2^32-1 while it is open */
    tm_i64 first_position;                  /* 8: lane position of its first record */
    tm_u32 lane;                            /* 16: core or thread index inside the kind */
    tm_u32 kind;                            /* 20: buffer kind inside the channel */
    tm_u32 dropped_before;                  /* 24: records dropped between the buffer before it and this one */
    tm_u8  reserved_28[36];                 /* 28: written as zero */
} tm_buffer_header;

#define TM_BACK_PRESSURE_LAYOUT 109u
#define TM_BACK_PRESSURE_BYTES 128u
typedef struct tm_back_pressure {
    tm_u32 ready_freeze;                    /* 0: host: 1 while lanes park after publishing a buffer */
    tm_u32 free_freeze;                     /* 4: host: 1 while lanes park at an empty free queue */
    tm_u32 host_gone;                       /* 8: host: 1 once it collects no more; nobody waits for it then */
    tm_u8  reserved_12[52];                 /* 12: written as zero */
    tm_u32 ready_contended;                 /* 64: device raises: a ready queue was full; host clears */
    tm_u32 free_contended;                  /* 68: device raises: a free queue was empty; host clears */
    tm_u8  reserved_72[56];                 /* 72: written as zero */
} tm_back_pressure;

#define TM_FREEZE_RECORD_LAYOUT 112u
#define TM_FREEZE_RECORD_BYTES 32u
typedef struct tm_freeze_record {
    tm_i64 begin_tick;                      /* 0: device clock when the host closed the first gate */
    tm_i64 end_tick;                        /* 8: device clock when it let the lanes go */
    tm_u32 gates;                           /* 16: bit 0 a ready queue was full, bit 1 a free queue was empty, bit 2 a payload arena was full */
    tm_u8  reserved_20[12];                 /* 20: written as zero */
} tm_freeze_record;

#define TM_SWIMLANE_TOPOLOGY_LAYOUT 113u
#define TM_SWIMLANE_TOPOLOGY_BYTES 320u
typedef struct tm_swimlane_topology {
    tm_u32 cores;                           /* 0: cores of this run */
    tm_u32 schedulers;                      /* 4: scheduler threads of this run */
    tm_u32 max_threads;                     /* 8: threads the platform has; the export lists as many */
    tm_u8  reserved_12[52];                 /* 12: written as zero */
    tm_u8  core_types[128];                 /* 64: 0 cube core, 1 vector core */
    tm_u8  core_threads[128];               /* 192: scheduler of each core */
} tm_swimlane_topology;

#define TM_RUN_BOARD_LAYOUT 114u
#define TM_RUN_BOARD_BYTES 64u
typedef struct tm_run_board {
    tm_i64 look_tick;                       /* 0: device clock of the last look, 0 before the first */
    tm_i64 start_tick;                      /* 8: device clock of the first look */
    tm_i64 submitted_tasks;                 /* 16: submitted by then */
    tm_i64 completed_tasks;                 /* 24: finished by then */
    tm_u32 ready_tasks;                     /* 32: ready and not dispatched */
    tm_u32 orchestration_done;              /* 36: 1 if the orchestration function had returned */
    tm_u32 wait_resource;                   /* 40: what the orchestrator waited for, 0 for nothing */
    tm_i32 wait_ring;                       /* 44: whose resource it is, -1 if none */
    tm_i64 wait_task_id;                    /* 48: whose result it is, -1 if none */
    tm_u32 open_scopes;                     /* 56: scopes inside the root scope that were open */
    tm_u8  reserved_60[4];                  /* 60: written as zero */
} tm_run_board;

#define TM_CORE_BOARD_LAYOUT 115u
#define TM_CORE_BOARD_BYTES 128u
typedef struct tm_core_board {
    tm_i64 even_task;                       /* 0: task of the payload buffer for even tokens, 0 for none */
    tm_i64 odd_task;                        /* 8: task of the payload buffer for odd tokens, 0 for none */
    tm_u8  reserved_16[48];                 /* 16: written as zero */
    tm_i64 progress;                        /* 64: kernels entered in the high half, kernels left in the low half */
    tm_i64 since_tick;                      /* 72: device clock of the look that first saw it so */
    tm_i64 start_tick;                      /* 80: device clock when the kernel it was in began, 0 if nobody recorded it */
    tm_u8  reserved_88[40];                 /* 88: written as zero */
} tm_core_board;

#define TM_CORE_REGISTER_WORDS_LAYOUT 116u
#define TM_CORE_REGISTER_WORDS_BYTES 192u
typedef struct tm_core_register_words {
    tm_i64 data_main_base;                  /* 0: scheduler: token in the low half, doorbell in the high half */
    tm_u8  reserved_8[56];                  /* 8: written as zero */
    tm_i32 cond;                            /* 64: core: token, bit 31 set when finished */
    tm_i32 detail;                          /* 68: core: block of the task it is in, where the device resolves the graph; else, of a device, with a finish, cycles of the kernel, unsigned, 2^32-1 if there were more */
    tm_i64 progress;                        /* 72: core: kernels entered in the high half, kernels left in the low half */
    tm_i64 start_tick;                      /* 80: core: start of the kernel it is in or was in last, before progress tells of it; 0 if the core is not recorded */
    tm_i64 end_tick;                        /* 88: core: end of the kernel that returned last, before its finish; 0 if the core is not recorded */
    tm_i64 completed;                       /* 96: core: tasks that it completed, where the device resolves the graph; else 0 */
    tm_u32 skipped;                         /* 104: core: those of them that it did not run, because their predicate said no */
    tm_u32 skipped_stages;                  /* 108: core: stages of arguments that it would else have dumped of these */
    tm_u8  reserved_112[16];                /* 112: written as zero */
    tm_i32 aicore_done;                     /* 128: core: its index plus one, once it has booted */
    tm_i32 physical_id;                     /* 132: core: number of the core on the device, before aicoreDone */
    tm_i32 core_type;                       /* 136: core: 0 cube core, 1 vector core, before aicoreDone */
    tm_u8  reserved_140[52];                /* 140: written as zero */
} tm_core_register_words;

#define TM_DISPATCH_PAYLOAD_LAYOUT 117u
#define TM_DISPATCH_PAYLOAD_BYTES 64u
typedef struct tm_dispatch_payload {
    tm_i64 task_id;                         /* 0: ring in the high half, number within the ring in the low half */
    tm_u32 slot_index;                      /* 8: slot of the task in its ring */
    tm_u16 function_id;                     /* 12: kernel that this core runs */
    tm_u16 flags;                           /* 14: 1 gated: start when the doorbell rings; 2 tells: gated runs of other cores may wait for the end of this one; 4 and 8: the core dumps what the run is given, and what it has given */
    tm_u32 block_index;                     /* 16: which block of the task */
    tm_u32 block_count;                     /* 20: blocks of the task */
    tm_u32 sub_block;                       /* 24: which core of its kind in the cluster; never changes */
    tm_u8  reserved_28[4];                  /* 28: written as zero */
    tm_i64 arguments_at;                    /* 32: DispatchArguments, from the first payload; 0 if the chip asks for none; never changes */
    tm_i64 awaited[3];                      /* 40: of a gated run whose producers all tell their end: their task ids plus one, then 0; else 0 */
} tm_dispatch_payload;

#define TM_DISPATCH_ARGUMENTS_LAYOUT 118u
#define TM_DISPATCH_ARGUMENTS_BYTES 192u
typedef struct tm_dispatch_arguments {
    tm_u32 tensor_count;                    /* 0: tensors of the task */
    tm_u32 scalar_count;                    /* 4: scalars of the task */
    tm_u8  reserved_8[56];                  /* 8: written as zero */
    tm_i64 scalars[16];                     /* 64: bits of each, zero-extended */
} tm_dispatch_arguments;

#define TM_TENSOR_DESCRIPTOR_LAYOUT 119u
#define TM_TENSOR_DESCRIPTOR_BYTES 96u
typedef struct tm_tensor_descriptor {
    tm_i64 base_address;                    /* 0: address of the buffer on the device */
    tm_i64 start_offset;                    /* 8: elements of the buffer before the first of the view */
    tm_i64 buffer_elements;                 /* 16: elements of the whole buffer */
    tm_u8  dtype;                           /* 24: DType */
    tm_u8  rank;                            /* 25: dimensions */
    tm_u8  tag;                             /* 26: how the task uses it: 0 input, 1 output, 2 inout, 3 existing output, 4 no dependency */
    tm_u8  dump;                            /* 27: 1 the core dumps its bytes before the kernel, 2 after it, 4 they lie in one piece; high half: 2 to the power of it are the bits of an element; 0 where nothing is dumped */
    tm_u32 shape[5];                        /* 28: elements along each dimension */
    tm_i64 strides[5];                      /* 48: elements from one index to the next along each dimension */
    tm_u8  reserved_88[8];                  /* 88: written as zero */
} tm_tensor_descriptor;

#define TM_SCOPE_CAPACITIES_LAYOUT 120u
#define TM_SCOPE_CAPACITIES_BYTES 72u
typedef struct tm_scope_capacities {
    tm_u32 task_window[4];                  /* 0: task slots of each ring */
    tm_u32 dep_pool[4];                     /* 16: dependency nodes of each ring */
    tm_i64 heap_bytes[4];                   /* 32: output memory of each ring */
    tm_u32 tensor_map;                      /* 64: entries of the tensor map */
    tm_u32 fatal;                           /* 68: 1 once a fatal error was latched */
} tm_scope_capacities;

#define TM_DEVICE_LAUNCH_LAYOUT 121u
#define TM_DEVICE_LAUNCH_BYTES 120u
typedef struct tm_device_launch {
    tm_i64 registers;                       /* 0: first CoreRegisterWords */
    tm_i64 payloads;                        /* 8: first DispatchPayload */
    tm_i64 control;                         /* 16: the DeviceControl of the run */
    tm_i64 journal_heads;                   /* 24: first JournalHead */
    tm_i64 journal;                         /* 32: first JournalRecord of core 0 */
    tm_u32 journal_records;                 /* 40: places of each core's journal, a power of two; 0 if nobody records */
    tm_u32 cores;                           /* 44: cores; the block behind them answers the clock, and in programs that dump one more dumps for schedulers */
    tm_u32 cube_cores;                      /* 48: cores of the first kind; the others are vector cores */
    tm_u32 run;                             /* 52: number of the launch, from 1 on */
    tm_i64 graph;                           /* 56: the DeviceGraph that cores resolve after TM_RUN_GRAPH; the host may write it after the launch */
    tm_i64 dispatch;                        /* 64: dispatch word of each core that works on a graph, one after the other; the host writes here, not to the registers */
    tm_i64 mailboxes;                       /* 72: where cores that work on a graph look for their dispatch word: a copy in device memory, or the same words */
    tm_i64 abort;                           /* 80: where cores look for the abort word: a copy in device memory, or the control's own */
    tm_i64 messages;                        /* 88: first DispatchMessage */
    tm_i64 ended;                           /* 96: ENDED_WORDS words, 0 at the launch: the task id plus one of a task that tells its end, at 4 * (id + 1) + ring of them */
    tm_i64 dump;                            /* 104: first core's ring of dumped arguments, and behind those of all cores that of the block which dumps for schedulers; 0 if nobody dumps */
    tm_u32 dump_bytes;                      /* 112: bytes of each core's ring, a power of two */
    tm_u8  reserved_116[4];                 /* 116: written as zero */
} tm_device_launch;

#define TM_DEVICE_CONTROL_LAYOUT 122u
#define TM_DEVICE_CONTROL_BYTES 192u
typedef struct tm_device_control {
    tm_u32 abort;                           /* 0: host: 0, 1 kernels are to stop, 2 every block leaves */
    tm_u8  reserved_4[60];                  /* 4: written as zero */
    tm_i64 ping;                            /* 64: host: readings of the device's clock asked for */
    tm_u8  reserved_72[56];                 /* 72: written as zero */
    tm_i64 pong;                            /* 128: device: the ping that is answered */
    tm_i64 pong_tick;                       /* 136: device: its clock then */
    tm_u8  reserved_144[48];                /* 144: written as zero */
} tm_device_control;

#define TM_JOURNAL_RECORD_LAYOUT 123u
#define TM_JOURNAL_RECORD_BYTES 32u
typedef struct tm_journal_record {
    tm_u32 start_generation;                /* 0: generation of the first half */
    tm_u32 receive_to_start_ticks;          /* 4: from seeing the token to startTick */
    tm_i64 start_tick;                      /* 8: core clock on entry to the kernel */
    tm_u32 end_generation;                  /* 16: generation of the second half */
    tm_u32 token;                           /* 20: dispatch token, or the number of the task where the device resolves the graph; of a second record cycles, if they are counted */
    tm_i64 end_tick;                        /* 24: core clock on return */
} tm_journal_record;

#define TM_JOURNAL_HEAD_LAYOUT 124u
#define TM_JOURNAL_HEAD_BYTES 128u
typedef struct tm_journal_head {
    tm_i64 consumed;                        /* 0: host: records taken out of the ring */
    tm_i64 first;                           /* 8: host: number of the first record of the run, before the launch */
    tm_i64 dump_released;                   /* 16: host: bytes taken out of the core's ring of dumped arguments in this run */
    tm_i64 dump_asked;                      /* 24: host: of the block that dumps for schedulers only: twice the number of the stage that it is asked for in this run, from 1 on, and 1 more where that is what the task has given */
    tm_i64 dump_arguments;                  /* 32: host: of that block only: DispatchArguments of the task that it is asked for, from the first payload, before the launch */
    tm_u8  reserved_40[24];                 /* 40: written as zero */
    tm_u32 failed_token;                    /* 64: device: token plus one of the last kernel that failed, 0 if none; of the block that dumps for schedulers not 0 when it has left before the run ended */
    tm_u32 failure;                         /* 68: device: what it failed with */
    tm_i64 failure_detail;                  /* 72: device: a number that belongs to it */
    tm_i64 dump_written;                    /* 80: device: bytes put into that ring in this run; what they are is there before */
    tm_u8  reserved_88[40];                 /* 88: written as zero */
} tm_journal_head;

#define TM_DEVICE_GRAPH_LAYOUT 125u
#define TM_DEVICE_GRAPH_BYTES 384u
typedef struct tm_device_graph {
    tm_i64 records;                         /* 0: address that offsets of tasks count from */
    tm_i64 consumers;                       /* 8: address of the consumers that GraphTask has no room for */
    tm_i64 cube_ready;                      /* 16: ready list of cube cores, 8 bytes a place: block index in the high half, offset of the task in the low half, 0 if not filled */
    tm_i64 vector_ready;                    /* 24: ready list of vector cores, and of tasks without a kernel */
    tm_u32 running;                         /* 32: device: the launch whose first core was told to work on the graph; no other waits to be told */
    tm_u32 kernel_records;                  /* 36: journal records of each kernel: 1, or 2 where dispatch and finish, or cycles, are told too */
    tm_i64 gangs;                           /* 40: list of gangs, 0 where no task is one or has a predicate; 8 bytes a place: who takes part in bits 59 to 56, block index in bits 55 to 32, offset of the task in the low half, 0 if not filled */
    tm_u8  reserved_48[16];                 /* 48: written as zero */
    tm_u32 cube_tail;                       /* 64: device: places of the first list that were given out to be filled */
    tm_u8  reserved_68[60];                 /* 68: written as zero */
    tm_u32 vector_tail;                     /* 128: device: the same of the second */
    tm_u8  reserved_132[60];                /* 132: written as zero */
    tm_u32 cube_head;                       /* 192: device: places of the first list that cores have taken */
    tm_u8  reserved_196[60];                /* 196: written as zero */
    tm_u32 vector_head;                     /* 256: device: the same of the second */
    tm_u8  reserved_260[60];                /* 260: written as zero */
    tm_u32 gang_tail;                       /* 320: device: places of the list of gangs that were given out to be filled */
    tm_u8  reserved_324[60];                /* 324: written as zero */
} tm_device_graph;

#define TM_GRAPH_TASK_LAYOUT 126u
#define TM_GRAPH_TASK_BYTES 64u
typedef struct tm_graph_task {
    tm_u32 remaining;                       /* 0: device: producers that have not completed */
    tm_u32 ended;                           /* 4: device: kernel runs that have ended; complete when that is all of them */
    tm_u32 number;                          /* 8: number of the task within the graph */
    tm_u32 blocks;                          /* 12: blocks of the task, at least 1 */
    tm_u16 function_id;                     /* 16: kernel of the task */
    tm_u16 flags;                           /* 18: 1 dummy: no kernel, 2 arguments are dumped before the kernel, 4 after it; 8 its runs start together, 16 it has a predicate, 32, 64 and 128 positions of a cluster that each block takes */
    tm_u16 tensor_count;                    /* 20: tensors of the task */
    tm_u16 scalar_count;                    /* 22: scalars of the task */
    tm_u32 consumer_count;                  /* 24: tasks that wait for this one */
    tm_u32 more_consumers;                  /* 28: where in the list of the graph those beyond the eighth begin */
    tm_u32 consumers[8];                    /* 32: offset of each consumer; bit 31 cube core, bit 30 several blocks or a gang, bit 29 it waits for no other */
} tm_graph_task;

#define TM_DISPATCH_MESSAGE_LAYOUT 127u
#define TM_DISPATCH_MESSAGE_BYTES 512u
typedef struct tm_dispatch_message {
    tm_i64 word;                            /* 0: what dataMainBase of CoreRegisterWords is for a core of the host */
    tm_i64 task_id;                         /* 8: ring in the high half, number within the ring in the low half */
    tm_u32 slot_index;                      /* 16: slot of the task in its ring */
    tm_u16 function_id;                     /* 20: kernel that this core runs */
    tm_u16 flags;                           /* 22: as in DispatchPayload */
    tm_u32 block_index;                     /* 24: which block of the task */
    tm_u32 block_count;                     /* 28: blocks of the task */
    tm_u16 tensor_count;                    /* 32: tensors of the task */
    tm_u16 scalar_count;                    /* 34: scalars of the task */
    tm_u16 lines;                           /* 36: lines of this message; 0: the arguments have no room here and lie in DispatchArguments */
    tm_u16 awaited;                         /* 38: producers behind the scalars, as in DispatchPayload */
    tm_i64 first[2];                        /* 40: first words of the arguments */
    tm_i64 number;                          /* 56: token in the low half, count of messages in the high half */
    tm_i64 rest[56];                        /* 64: seven lines: seven more words, then the number */
} tm_dispatch_message;

#define TM_DUMP_PIECE_LAYOUT 128u
#define TM_DUMP_PIECE_BYTES 32u
typedef struct tm_dump_piece {
    tm_u32 task;                            /* 0: number of the task within the graph; token of a run that the host dispatched; number of the stage that a scheduler asked for */
    tm_u16 argument;                        /* 4: which tensor; 65535 begins a stage, 65534 ends it */
    tm_u8  stage;                           /* 6: 0 before the kernel, 1 after it */
    tm_u8  flags;                           /* 7: 1 last piece of the tensor, 2 it was written to while it was copied; where a stage begins 4: the kernel was cut short */
    tm_u32 size;                            /* 8: bytes that follow */
    tm_u8  reserved_12[4];                  /* 12: written as zero */
    tm_i64 digest;                          /* 16: XXH64 of all bytes of the tensor up to the end of this piece */
    tm_i64 position;                        /* 24: bytes put into the ring before it */
} tm_dump_piece;

#define TM_GRAPH_TASK_SHAPE_LAYOUT 129u
#define TM_GRAPH_TASK_SHAPE_BYTES 32u
typedef struct tm_graph_task_shape {
    tm_u32 arrived;                         /* 0: device: kernel runs whose cores wait for those that start together with them */
    tm_u16 function0;                       /* 4: kernel at the first position of a cluster, 0 if the task does not take it */
    tm_u16 function1;                       /* 6: the same at the second */
    tm_u16 function2;                       /* 8: the same at the third */
    tm_u8  element_bytes;                   /* 10: of the element that the predicate reads, which is a signed number: 1, 2, 4 or 8 */
    tm_u8  holds_when;                      /* 11: the predicate holds where the element is 1 less than, 2 equal to, 4 greater than the target */
    tm_u8  reserved_12[4];                  /* 12: written as zero */
    tm_i64 element;                         /* 16: address of that element */
    tm_i64 target;                          /* 24: what it is compared with */
} tm_graph_task_shape;

#define TM_TABLE_HEADER_LAYOUT 130u
#define TM_TABLE_HEADER_BYTES 64u
typedef struct tm_table_header {
    tm_i64 magic;                           /* 0: TIDETABL */
    tm_u32 version;                         /* 8: of header, chunks and footer */
    tm_u32 abi_version;                     /* 12: AbiVersion of the records */
    tm_u16 channel;                         /* 16: Channel */
    tm_u16 kind;                            /* 18: buffer kind inside the channel, 65535 for freezes */
    tm_u32 layout_id;                       /* 20: RecordLayout of the records */
    tm_u32 record_bytes;                    /* 24: from one record to the next */
    tm_u32 schema_bytes;                    /* 28: UTF-8 text behind this record */
    tm_i64 chunks_at;                       /* 32: first chunk */
    tm_i64 clock_hz;                        /* 40: ticks per second of the device clock, 0 if unknown */
    tm_u32 digest;                          /* 48: CRC-32C of all other bytes before chunksAt */
    tm_u8  reserved_52[12];                 /* 52: written as zero */
} tm_table_header;

#define TM_TABLE_CHUNK_LAYOUT 131u
#define TM_TABLE_CHUNK_BYTES 64u
typedef struct tm_table_chunk {
    tm_u32 magic;                           /* 0: TMCK */
    tm_u32 line_digest;                     /* 4: CRC-32C of the fields from at to the end of this line */
    tm_i64 at;                              /* 8: where this line lies in the file */
    tm_u32 lane;                            /* 16: core or thread index inside the stream */
    tm_u32 sequence;                        /* 20: which buffer of its lane; each comes once */
    tm_u32 records;                         /* 24: how many follow, each of the size that the header says */
    tm_u32 dropped_before;                  /* 28: records dropped between the buffer before it and this one */
    tm_i64 first_position;                  /* 32: lane position of the first record */
    tm_i64 begin_tick;                      /* 40: no record has an earlier stamp; 0 where records have none */
    tm_i64 end_tick;                        /* 48: no record has a later stamp; 0 where records have none */
    tm_u32 records_digest;                  /* 56: CRC-32C of the records */
    tm_u32 origin;                          /* 60: 0 delivered, 1 recovered from the region */
} tm_table_chunk;

#define TM_TABLE_FOOTER_LAYOUT 132u
#define TM_TABLE_FOOTER_BYTES 64u
typedef struct tm_table_footer {
    tm_i64 magic;                           /* 0: TIDEFOOT */
    tm_i64 chunks;                          /* 8: lines of the index */
    tm_i64 records;                         /* 16: in all chunks */
    tm_i64 index_at;                        /* 24: first line of the index, right behind the last chunk */
    tm_i64 ledger_at;                       /* 32: the ledger, right behind the index */
    tm_u32 ledger_bytes;                    /* 40: UTF-8 text, then zeros up to a multiple of 8 */
    tm_u32 index_digest;                    /* 44: CRC-32C from indexAt to the footer */
    tm_u32 header_digest;                   /* 48: digest of the header */
    tm_u32 kernels;                         /* 52: one more than the highest function id in the records, 0 if not known */
    tm_u8  reserved_56[4];                  /* 56: written as zero */
    tm_u32 digest;                          /* 60: CRC-32C of the bytes of the footer before it */
} tm_table_footer;

#define TM_FURTHER_CORE_LAYOUT 140u
#define TM_FURTHER_CORE_BYTES 8u
typedef struct tm_further_core {
    tm_u16 core_type;                       /* 0: 0 cube core, 1 vector core */
    tm_u16 core_thread;                     /* 2: scheduler of the core */
    tm_u8  reserved_4[4];                   /* 4: written as zero */
} tm_further_core;

#endif

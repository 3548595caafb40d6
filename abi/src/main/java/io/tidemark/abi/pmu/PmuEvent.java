package io.tidemark.abi.pmu;

import io.tidemark.abi.Platform;
import java.util.List;
import java.util.Optional;

/**
 * The event groups that can be counted, and the counters of each by platform. Numbers are those of
 * the command line and of counter files; 3 was never one, and from 100 on they are of device code.
 */
public enum PmuEvent {
    ARITHMETIC(
            1,
            "cube_fp16_exec cube_int8_exec vec_fp32_exec "
                    + "vec_fp16_128lane_exec vec_fp16_64lane_exec vec_int32_exec "
                    + "vec_misc_exec",
            "cube_fp_instr_busy cube_int_instr_busy"),
    PIPE_UTILIZATION(
            2,
            "vec_busy_cycles cube_busy_cycles scalar_busy_cycles "
                    + "mte1_busy_cycles mte2_busy_cycles mte3_busy_cycles icache_miss "
                    + "icache_req",
            "pmu_idc_aic_vec_busy_o cube_instr_busy scalar_instr_busy "
                    + "mte1_instr_busy mte2_instr_busy mte3_instr_busy icache_req "
                    + "icache_miss pmu_fix_instr_busy"),
    MEMORY(
            4,
            "ub_read_req ub_write_req l1_read_req l1_write_req l2_read_req "
                    + "l2_write_req main_read_req main_write_req",
            "bif_sc_pmu_read_main_instr_core "
                    + "bif_sc_pmu_write_main_instr_core pmu_aiv_ext_rd_ub_instr "
                    + "ub_pmu_vec_rd_ub_acc pmu_aiv_ext_wr_ub_instr "
                    + "ub_pmu_vec_wr_ub_acc pmu_rd_l1_instr pmu_wr_l1_instr"),
    MEMORY_L0(
            5,
            "l0a_read_req l0a_write_req l0b_read_req l0b_write_req " + "l0c_read_req l0c_write_req",
            "cube_sc_pmu_read_l0a_instr pmu_wr_l0a_instr "
                    + "cube_sc_pmu_read_l0b_instr pmu_wr_l0b_instr fixp_rd_l0c_instr "
                    + "cube_sc_pmu_read_l0c_instr cube_sc_pmu_write_l0c_instr"),
    RESOURCE_CONFLICT(
            6,
            "bankgroup_stall_cycles bank_stall_cycles " + "vec_resc_conflict_cycles",
            "stu_pmu_wctl_ub_cflt ldu_pmu_ib_ub_cflt " + "pmu_idc_aic_vec_instr_vf_busy_o idu_pmu_ins_iss_cnt"),
    MEMORY_UB(
            7,
            "ub_read_bw_mte l2_write_bw main_mem_write_bw ub_write_bw_mte "
                    + "ub_read_bw_vector ub_write_bw_vector ub_read_bw_scalar "
                    + "ub_write_bw_scalar",
            "pmu_rd_acc_ub_instr_p pmu_wr_acc_ub_instr_p "
                    + "pmu_fix_wr_ub_instr mte_sc_pmu_write_acc_ub_instr_0 "
                    + "mte_sc_pmu_read_acc_ub_instr_0 ub_pmu_vec_rd_ub_acc "
                    + "ub_pmu_vec_wr_ub_acc"),
    L2_CACHE(
            8,
            "write_cache_hit write_cache_miss_allocate r0_read_cache_hit "
                    + "r0_read_cache_miss_allocate r1_read_cache_hit "
                    + "r1_read_cache_miss_allocate",
            "bif_sc_pmu_ar_close_l2_hit_core "
                    + "bif_sc_pmu_ar_close_l2_miss_core "
                    + "bif_sc_pmu_ar_close_l2_victim_core "
                    + "bif_sc_pmu_aw_close_l2_hit_core "
                    + "bif_sc_pmu_aw_close_l2_miss_core "
                    + "bif_sc_pmu_aw_close_l2_victim_core"),
    /** What a block of device code can read of its multiprocessor. */
    MULTIPROCESSOR(100, "sm_cycles", "sm_cycles");

    /** The group of a bare flag on a simulated chip. */
    public static final PmuEvent DEFAULT = PIPE_UTILIZATION;

    private final int code;
    private final List<String> a2a3Counters;
    private final List<String> a5Counters;

    PmuEvent(int code, String a2a3Counters, String a5Counters) {
        this.code = code;
        this.a2a3Counters = List.of(a2a3Counters.split(" "));
        this.a5Counters = List.of(a5Counters.split(" "));
    }

    public int code() {
        return code;
    }

    /** The group of a bare flag. */
    public static PmuEvent defaultOf(Platform platform) {
        return platform.isSimulated() ? DEFAULT : MULTIPROCESSOR;
    }

    /** Whether a platform has the counters of this group. */
    public boolean isOn(Platform platform) {
        return platform.isSimulated() != (this == MULTIPROCESSOR);
    }

    /** Names of the counters, in the order of their slots. */
    public List<String> counters(Platform platform) {
        return platform == Platform.A5 ? a5Counters : a2a3Counters;
    }

    public static Optional<PmuEvent> ofCode(long code) {
        for (PmuEvent event : values()) {
            if (event.code == code) {
                return Optional.of(event);
            }
        }
        return Optional.empty();
    }
}

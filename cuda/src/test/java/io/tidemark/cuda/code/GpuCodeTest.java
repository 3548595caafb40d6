package io.tidemark.cuda.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.abi.DfxFeature;
import io.tidemark.abi.DfxFlags;
import io.tidemark.workloads.WorkloadCase;
import io.tidemark.workloads.WorkloadCatalog;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Where a compiler for GPUs is installed: the parts of the device code that only a GPU sees become
 * machine code. Which code that is for every case, {@code checks/device-code} shows.
 */
class GpuCodeTest {
    private static final DfxFlags EVERYTHING =
            DfxFlags.of(DfxFeature.DUMP_ARGS_ENABLE).with(DfxFeature.PMU);
    private static final GpuTarget H200 = GpuTarget.of("sm_90", 2, 233_472, 232_448);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "noop:tree",
                "bgemm:bgemm64",
                "paged-attention:varseq4",
                "paged-attention:spmd-mix",
                "mixed:small",
                "spmd:early-dispatch",
                "decoder:small",
                "moe:small",
                "hang:trap",
                "hang:address"
            })
    void aCaseCompilesForAGpuWithEverythingThatItsBlocksCanDo(String title) throws Exception {
        Optional<GpuCompiler> compiler = GpuCompiler.find();
        assumeTrue(compiler.isPresent(), "neither NVRTC nor nvcc: no code for a GPU is made here");
        WorkloadCase prepared = WorkloadCatalog.load().find(title).build(List.of(), 1);
        byte[] code = compiler.get().compile(DeviceSources.of(title, prepared.kernels(), EVERYTHING), H200);
        assertThat(new String(code, StandardCharsets.ISO_8859_1))
                .startsWith("\u007fELF")
                .contains("tm_main");
    }
}

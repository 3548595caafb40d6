/**
 * Named cases for {@code tidemark run}: a graph, its kernels, its inputs, and golden values to
 * check the result against.
 *
 * <p>For a case of your own, implement {@link io.tidemark.workloads.Workload}, let it build a
 * {@link io.tidemark.workloads.TensorCase}, and list it in a {@link
 * io.tidemark.workloads.WorkloadProvider} whose class is named in {@code
 * META-INF/services/io.tidemark.workloads.WorkloadProvider}. {@code tidemark run --jar} finds it.
 * {@code docs/guide/your-own-case.md} walks through one.
 */
package io.tidemark.workloads;

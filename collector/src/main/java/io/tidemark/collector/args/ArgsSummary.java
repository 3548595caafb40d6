package io.tidemark.collector.args;

/**
 * What is in a dump, counted while it was exported. Immutable.
 *
 * @param payloadBytes length of the payload file
 * @param mismatches payloads whose bytes are not those that were copied
 * @param changed payloads whose tensor was written to while it was copied
 * @param truncated payloads that are a prefix of their tensor
 * @param overwritten payloads that are not on disk
 * @param damaged records that made no sense in places
 * @param brokenPatterns lanes whose test pattern did not come through as it was sent
 */
public record ArgsSummary(
        long entries,
        long payloadBytes,
        long mismatches,
        long changed,
        long truncated,
        long overwritten,
        long damaged,
        int brokenPatterns) {}

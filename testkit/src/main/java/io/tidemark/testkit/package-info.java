/** What tests of every module share: seeds, fakes, leak checks. Never shipped. */
package io.tidemark.testkit;

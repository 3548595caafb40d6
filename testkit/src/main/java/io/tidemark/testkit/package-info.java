/** What tests of every module share: seeds, fakes, files, leak checks. Never shipped. */
package io.tidemark.testkit;

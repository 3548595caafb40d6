/** All records of the ABI in one list, and what is printed from it. */
package io.tidemark.abi.catalog;

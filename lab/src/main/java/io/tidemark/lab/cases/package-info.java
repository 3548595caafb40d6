/** Cases that stop in known ways, to see what is reported and kept of them. */
package io.tidemark.lab.cases;

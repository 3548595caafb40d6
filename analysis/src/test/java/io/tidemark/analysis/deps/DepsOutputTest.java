package io.tidemark.analysis.deps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.capture.deps.DependencyGraph;
import io.tidemark.capture.deps.DependencyGraphBuilder;
import io.tidemark.capture.deps.EdgeSource;
import io.tidemark.capture.names.NameMap;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DepsOutputTest {
    private static final String HOSTILE = "</script><img src=x onerror=alert(1)>\u001b[2J\"'`";

    @Test
    void aHostileKernelNameStaysText() {
        DepsReport report = DepsReport.of(chain(3), names(), EdgeMode.FULL);
        assertThat(text(report)).doesNotContain("\u001b");
        StringWriter dot = new StringWriter();
        DepsDot.print(report, new PrintWriter(dot));
        assertThat(dot.toString()).contains("onerror=alert(1)>").doesNotContain("\u001b");
        assertThat(dot.toString()).contains("\\\"'`");
    }

    @Test
    void everyTaskAndEdgeHasItsOwnLine() {
        String text = text(DepsReport.of(chain(4), NameMap.EMPTY, EdgeMode.FULL));
        assertThat(text.lines().filter(line -> line.startsWith("task "))).hasSize(4);
        assertThat(text)
                .contains("task t1 kind=submit cores=aic kernel=\"f0\" in=1 out=1")
                .contains("edge t1 -> t2 why=\"explicit\"")
                .contains("longest chain 4 nodes");
    }

    private static NameMap names() {
        return new NameMap(2, null, Map.of(0, HOSTILE));
    }

    private static String text(DepsReport report) {
        StringWriter text = new StringWriter();
        PrintWriter out = new PrintWriter(text);
        new DepsText(report, out).print();
        out.flush();
        return text.toString();
    }

    private static DependencyGraph chain(int tasks) {
        DependencyGraphBuilder builder = new DependencyGraphBuilder();
        for (int task = 0; task < tasks; task++) {
            builder.addTask(task, false, false, 1);
            builder.kernelsOfLastTask(0, -1, -1);
        }
        for (int task = 1; task < tasks; task++) {
            builder.addEdge(task - 1, task, -1, EdgeSource.EXPLICIT);
        }
        return builder.build();
    }
}

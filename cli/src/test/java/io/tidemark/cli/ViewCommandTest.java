package io.tidemark.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ViewCommandTest {
    @TempDir
    Path directory;

    private String said;

    private int tidemark(String... arguments) {
        StringWriter text = new StringWriter();
        PrintWriter writer = new PrintWriter(text);
        int exitCode = Tidemark.execute(writer, writer, arguments);
        said = text.toString();
        return exitCode;
    }

    @Test
    void whatIsNoCaptureIsSaidInOneLine() {
        assertThat(tidemark("view", directory.resolve("absent").toString())).isEqualTo(2);
        assertThat(said.lines()).singleElement().asString().contains("does not exist");
        assertThat(tidemark("view", directory.toString())).isEqualTo(2);
        assertThat(said.lines()).singleElement().asString().contains("holds no capture");
        assertThat(tidemark("view", directory.toString(), "--port", "70000")).isEqualTo(2);
        assertThat(said).contains("--port 70000 is not a port");
    }

    @Test
    void aPortInUseIsNotAStackTrace() throws IOException {
        Path capture = Files.createDirectory(directory.resolve("capture"));
        Files.writeString(capture.resolve("deps.json"), "{\"tasks\":[],\"tensors\":[],\"edges\":[]}");
        InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        try (ServerSocket taken = new ServerSocket(0, 1, loopback)) {
            String port = Integer.toString(taken.getLocalPort());
            assertThat(tidemark("view", capture.toString(), "--port", port)).isEqualTo(1);
            assertThat(said.lines())
                    .singleElement()
                    .asString()
                    .contains("port " + port)
                    .contains("--port 0");
        }
    }

    @Test
    void anExportIntoAFullDirectoryIsRefused() throws IOException {
        Path capture = Files.createDirectory(directory.resolve("capture"));
        Files.writeString(capture.resolve("deps.json"), "{\"tasks\":[],\"tensors\":[],\"edges\":[]}");
        assertThat(tidemark("view", capture.toString(), "--out", capture.toString()))
                .isEqualTo(1);
        assertThat(said).contains("exists already and is never overwritten");
    }
}

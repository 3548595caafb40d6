import assert from "node:assert/strict";
import { test } from "node:test";
import { Asking } from "../page/app/whatif-asking.js";

/** A server whose answers are given by hand. */
class Server {
  asked = [];
  post = (verb, body, signal) =>
    new Promise((answer, fail) => {
      signal.addEventListener("abort", () => fail(new Error("aborted")));
      this.asked.push({ verb, body, answer, fail });
    });
}

test("a newer question takes the place of an older one", async () => {
  const server = new Server();
  const asking = new Asking(server.post);
  const older = asking.ask("predict", ["clusters=1"]);
  const newer = asking.ask("predict", ["clusters=2", "kernel=a\nb=1x"]);
  server.asked[1].answer({ n: 2 });
  assert.equal(await older, null);
  assert.deepEqual(await newer, { n: 2 });
  const [page, ...changes] = server.asked[1].body.split("\n").map(decodeURIComponent);
  assert.match(page, /^[0-9a-f]{16}$/);
  assert.deepEqual(changes, ["clusters=2", "kernel=a\nb=1x"]);
});

test("a question that was withdrawn by mistake is asked again, and not for ever", async () => {
  const server = new Server();
  const asking = new Asking(server.post);
  const first = asking.ask("predict", []);
  server.asked[0].answer({ stopped: true });
  await new Promise(setImmediate);
  server.asked[1].answer({ n: 1 });
  assert.deepEqual(await first, { n: 1 });
  const second = asking.ask("predict", []);
  for (let at = 2; at < 5; at++) {
    server.asked[at].answer({ stopped: true });
    await new Promise(setImmediate);
  }
  assert.deepEqual(await second, { stopped: true });
  assert.equal(server.asked.length, 5);
});

test("a failure is told, a stop is not", async () => {
  const server = new Server();
  const asking = new Asking(server.post);
  const failing = asking.ask("predict", []);
  server.asked[0].fail(new Error("gone"));
  await assert.rejects(failing, /gone/);
  const stopped = asking.ask("predict", []);
  asking.stop();
  assert.equal(await stopped, null);
  assert.equal(server.asked.at(-1).verb, "stop");
});

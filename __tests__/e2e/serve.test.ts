/** `merge-queue serve` as an operator starts and stops it, and what it says when it cannot start. */
import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { GitRepository } from "../support/git-repository.js";
import { isJsonObject } from "../support/json-object.js";
import { ServeProcess } from "../support/serve-process.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { ROOT } from "../support/source-files.js";

const TIMEOUT_MS = 60_000;
const TOKEN = "mq_the-token-of-an-operator";

let repository: GitRepository;
let folder = "";
let running: ServeProcess[] = [];

beforeAll(async () => {
  repository = await GitRepository.create();
  await repository.commit({ files: { "a.txt": "1" }, refs: ["refs/heads/main"] });
});
afterAll(async () => repository.remove());

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-serve-"));
});
afterEach(async () => {
  await Promise.all(running.map(async (one) => one.kill()));
  running = [];
  rmSync(folder, { recursive: true, force: true });
});

function serve(
  more: Readonly<Record<string, string>> = {},
  words: readonly string[] = [],
  nodeOptions: readonly string[] = [],
): ServeProcess {
  const environment = {
    MERGE_QUEUE_LISTEN: "127.0.0.1:0",
    MERGE_QUEUE_API_TOKEN: TOKEN,
    MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${repository.folder}`,
    MERGE_QUEUE_LOG_LEVEL: "warn",
    ...more,
  };
  const started = new ServeProcess({ folder, environment, words, nodeOptions });
  running.push(started);
  return started;
}

/** Gives back the port. */
async function serving(process: ServeProcess): Promise<number> {
  const said = await process.says(/serves http:\/\/127\.0\.0\.1:\d+\/v1\n/);
  return Number(/serves http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1]);
}

/** The log lines with advice: check, message and remedy of each. Stops the service. */
async function warningsOf(process: ServeProcess): Promise<readonly unknown[]> {
  process.signal("SIGTERM");
  const { stderr } = await process.ended;
  return stderr
    .split("\n")
    .filter((line) => line.startsWith("{") && line.includes('"next"'))
    .map((line): unknown => JSON.parse(line))
    .map((line) => (isJsonObject(line) ? [line["check"], line["msg"], line["next"]] : line));
}

const QUEUE = '{"repo":{"host":"git.example.com","owner":"acme","name":"shop"},"targetBranch":"main"}';

/** A request whose last byte is still to come. */
async function halfRequest(
  port: number,
): Promise<{ readonly socket: Socket; readonly answer: Promise<string> }> {
  const socket = connect(port, "127.0.0.1");
  const answer = new Promise<string>((resolve) => {
    let text = "";
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on("error", () => resolve(text));
    socket.on("close", () => resolve(text));
  });
  const head = [
    "POST /v1/createQueue HTTP/1.1",
    "host: localhost",
    `x-api-token: ${TOKEN}`,
    "content-type: application/json",
    `content-length: ${QUEUE.length}`,
    "expect: 100-continue",
  ];
  // The service says that it goes on with the request, so that it is under way for certain.
  const isUnderWay = new Promise((resolve) => socket.once("data", resolve));
  socket.write(`${head.join("\r\n")}\r\n\r\n`);
  await isUnderWay;
  socket.write(QUEUE.slice(0, -1));
  return { socket, answer };
}

describe("a service", () => {
  itInAll(
    "says what it serves, from where, and with which settings, without secrets",
    async () => {
      const config = join(folder, "queue.yml");
      writeFileSync(config, "testCommand: npm test\n");
      const process = serve({ MERGE_QUEUE_CONFIG: config }, ["--data", "here"]);
      const port = await serving(process);
      const said = await process.says(/data: .*\n/);
      expect(said).toBe(
        [
          `merge-queue serves http://127.0.0.1:${port}/v1`,
          `  repositories: git.example.com/acme/shop=${repository.folder} (MERGE_QUEUE_REPOSITORIES)`,
          `  testCommand: npm test (${config}:1:1: testCommand)`,
          `  databaseUrl: sqlite:${join(folder, "here/merge-queue.sqlite")} (default)`,
          `  data: ${join(folder, "here")} (--data)`,
          "",
        ].join("\n"),
      );
    },
    TIMEOUT_MS,
  );

  it(
    "warns of a missing repository, a short token and no test command, with the remedy, and serves",
    async () => {
      const gone = join(folder, "no-such.git");
      const process = serve({
        MERGE_QUEUE_API_TOKEN: "fifteen-letters",
        MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${gone}`,
      });
      await serving(process);
      const warnings = await warningsOf(process);
      expect(warnings).toEqual([
        [
          "settings",
          "MERGE_QUEUE_API_TOKEN has fewer than 16 characters, so it can be guessed, and it allows every call",
          "set a long and random one, such as the output of `openssl rand -hex 32`",
        ],
        [
          "repository git.example.com/acme/shop",
          `there is nothing at ${gone}`,
          "create the repository there, or correct its path in `repositories`",
        ],
        ["tests", "no test command is set, so no pull request can land", "set `testCommand`"],
      ]);
    },
    TIMEOUT_MS,
  );

  it(
    "warns of nothing when the repository, a long token and a test command are there",
    async () => {
      const process = serve({ MERGE_QUEUE_API_TOKEN: "sixteen-letters-", MERGE_QUEUE_TEST_COMMAND: "true" });
      await serving(process);
      expect(await warningsOf(process)).toEqual([]);
    },
    TIMEOUT_MS,
  );

  itInAll.each(["SIGTERM", "SIGINT", "SIGHUP"] as const)(
    "finishes on %s what is under way, takes nothing new, and ends well",
    async (signal) => {
      const process = serve();
      const port = await serving(process);
      const { socket, answer } = await halfRequest(port);
      process.signal(signal);
      await process.says(new RegExp(`stops on ${signal}; another signal ends it immediately`));
      await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow("fetch failed");
      socket.write(QUEUE.slice(-1));
      expect(await answer).toContain("HTTP/1.1 200 OK");
      expect(await process.ended).toMatchObject({ exitCode: 0, signal: null });
    },
    TIMEOUT_MS,
  );

  itInAll(
    "ends at once on a second signal, whichever it is",
    async () => {
      const process = serve();
      await halfRequest(await serving(process));
      process.signal("SIGTERM");
      await process.says(/stops on SIGTERM/);
      process.signal("SIGINT");
      expect(await process.ended).toMatchObject({ exitCode: null, signal: "SIGINT" });
    },
    TIMEOUT_MS,
  );
});

describe("a service that cannot start", () => {
  const saying = async (process: ServeProcess) => {
    const { exitCode, stdout, stderr } = await process.ended;
    return { exitCode, stdout, lines: stderr.trimEnd().split("\n") };
  };
  const refusal = (...problems: readonly string[]) => ({
    exitCode: 2,
    stdout: "",
    lines: ["merge-queue cannot serve:", ...problems.map((problem) => expect.stringMatching(problem))],
  });

  itInAll(
    "says that its port is taken, and leaves the store to the next start",
    async () => {
      const other = createServer();
      await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
      const { port } = addressOf(other.address());
      const taken = serve({}, ["--listen", `127.0.0.1:${port}`]);
      expect(await saying(taken)).toEqual(
        refusal(
          `^  - listen EADDRINUSE.*:${port}: another program listens there; stop it, or give another port with --listen$`,
        ),
      );
      other.close();
      await serving(serve());
    },
    TIMEOUT_MS,
  );

  itInCi(
    "says that there is no such address",
    async () => {
      expect(await saying(serve({}, ["--listen", "nowhere.invalid:1"]))).toEqual(
        refusal("^  - getaddrinfo .*nowhere.invalid: give an address of this machine with --listen$"),
      );
    },
    TIMEOUT_MS,
  );

  it(
    "says that its data folder cannot be written",
    async () => {
      writeFileSync(join(folder, "file"), "");
      expect(await saying(serve({ MERGE_QUEUE_DATA: "file/below" }))).toEqual(
        refusal(
          "^  - the data folder .*/file/below is not writable .*: name a folder that this user may write to with --data$",
        ),
      );
    },
    TIMEOUT_MS,
  );

  itInCi(
    "says that its signing key cannot sign",
    async () => {
      const key = "-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nAAAA\n-----END PGP PRIVATE KEY BLOCK-----";
      const given = { MERGE_QUEUE_SIGNING_KEY: key, MERGE_QUEUE_COMMITTER_EMAIL: "queue@example.com" };
      expect(await saying(serve(given))).toEqual(
        refusal(
          "^  - gpg (could not sign a commit with the key of `signingKey`: |was not found on the PATH, and `signingKey` needs it)",
        ),
      );
    },
    TIMEOUT_MS,
  );

  itInAll(
    "says which process has the store",
    async () => {
      const database = `sqlite:${join(folder, "queue.sqlite")}`;
      await serving(serve({ MERGE_QUEUE_DATABASE_URL: database }));
      const other = { MERGE_QUEUE_DATABASE_URL: database, MERGE_QUEUE_DATA: join(folder, "other") };
      expect(await saying(serve(other))).toEqual(
        refusal(
          "^  - the store .* is already served by process \\d+ on .*: stop that process first, or give this one a store of its own$",
        ),
      );
    },
    TIMEOUT_MS,
  );

  itInAll(
    "says that git is missing, or too old",
    async () => {
      const old = join(folder, "bin");
      mkdirSync(old);
      expect(await saying(serve({ PATH: old }))).toEqual(refusal("^  - git .*is git installed and on PATH"));
      writeFileSync(join(old, "git"), "#!/bin/sh\necho git version 2.30.1\n");
      chmodSync(join(old, "git"), 0o755);
      expect(await saying(serve({ PATH: `${old}${delimiter}${process.env["PATH"] ?? ""}` }))).toEqual(
        refusal(
          '^  - git 2.39 or newer is needed, but "git version 2.30.1" is installed; install a newer git$',
        ),
      );
    },
    TIMEOUT_MS,
  );

  it(
    "says that Node is too old",
    async () => {
      const older =
        "Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.11.0' } })";
      const nodeOptions = ["--import", `data:text/javascript,${encodeURIComponent(older)}`];
      expect(await saying(serve({}, [], nodeOptions))).toMatchObject({
        exitCode: 2,
        lines: [
          expect.stringMatching(
            /^merge-queue needs Node 24 or newer and runs on v.*Install Node 24, or run `npx node bin\/merge-queue.js/,
          ),
        ],
      });
      // Without the scripts and the Node of a checkout, as an installed package is.
      const installed = join(folder, "installed/bin");
      mkdirSync(installed, { recursive: true });
      copyFileSync(join(ROOT, "bin/merge-queue.js"), join(installed, "merge-queue.mjs"));
      const run = spawnSync(process.execPath, [...nodeOptions, join(installed, "merge-queue.mjs")]);
      expect([run.status, run.stderr.toString()]).toEqual([
        2,
        expect.stringMatching(/Install Node 24, and check with `node --version`/),
      ]);
      expect(run.stderr.toString()).not.toContain("npm run");
    },
    TIMEOUT_MS,
  );
});

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === "string") throw new Error("a listening server has no address");
  return address;
}

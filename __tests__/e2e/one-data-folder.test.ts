/** Two services that are given one data folder, each with a database of its own: they never share a work tree. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "@jest/globals";
import { MergeQueueClient } from "../../src/client/client.js";
import type { CommitId } from "../../src/domain/ids.js";
import { GitRepository } from "../support/git-repository.js";
import { ServeProcess } from "../support/serve-process.js";
import { itInAll } from "../support/sized-tests.js";
import { rowsBySize } from "../support/test-size.js";
import { until } from "../support/until.js";

/** The second one serves when the first has tested everything. */
const PATIENCE_MS = 100_000;
const ASK_AGAIN_MS = 100;
const TOKEN = "mq_the-token-of-two-services";
const REPOSITORY = { host: "git.example.com", owner: "acme", name: "shop" };
/** They last while there is a file `hold`. A checkout removes what is not in its commit, so also the file of other tests. */
const TESTS = `
  : >"mine-$$"; : >"$FOLDER/begun-$SERVICE-$$"
  while test -e "$FOLDER/hold"; do sleep 0.1; done
  test -e "mine-$$" || : >"$FOLDER/shared"
  test ! -e red.txt`;
/** Lays out `main` in the place of the commit under test, by the service's own clone. */
const MOVES_HEAD = `
  export GIT_DIR="$PWD/../../../../../repositories/git.example.com/acme/shop.git" GIT_WORK_TREE="$PWD"
  export GIT_INDEX_FILE="$GIT_DIR/mq-indexes/$(printf %s "$PWD" | sha256sum | cut -d " " -f 1)"
  git read-tree --reset -u "$MERGE_QUEUE_COMMIT~1"`;
const ENDED = ["MERGED", "FAILED", "CANCELLED"];

let folder = "";
let repository: GitRepository;
let base: CommitId;
let running: ServeProcess[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "merge-queue-one-folder-"));
  repository = await GitRepository.create();
  const files = { "README.md": "Shop\n" };
  base = await repository.commit({ files, refs: ["refs/heads/main", "refs/heads/next"] });
});
afterEach(async () => {
  await Promise.all(running.map(async (one) => one.kill()));
  running = [];
  await repository.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Each service keeps its queues in a database of its own, and all else in the one data folder. */
function serve(
  name: string,
  more: Partial<ConstructorParameters<typeof ServeProcess>[0]> = {},
): ServeProcess {
  const started = new ServeProcess({
    folder,
    environment: {
      MERGE_QUEUE_LISTEN: "127.0.0.1:0",
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_DATA: join(folder, "data"),
      MERGE_QUEUE_DATABASE_URL: `sqlite:${join(folder, `${name}.sqlite`)}`,
      MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${repository.folder}`,
      MERGE_QUEUE_TEST_COMMAND: `FOLDER='${folder}'; SERVICE=${name}; ${TESTS}`,
      MERGE_QUEUE_PARALLEL_TESTS: "3",
      MERGE_QUEUE_POLL_INTERVAL: "1s",
      MERGE_QUEUE_LOG_LEVEL: "info",
    },
    ...more,
  });
  running.push(started);
  return started;
}

async function clientOf(service: ServeProcess): Promise<MergeQueueClient> {
  const [, apiUrl = ""] =
    /serves (http:\S+)/.exec(await service.says(/serves http:\S+\n/, PATIENCE_MS)) ?? [];
  return new MergeQueueClient({
    apiUrl,
    credential: { kind: "token", token: TOKEN },
    userAgent: "merge-queue/test",
  });
}

async function makeQueue(service: ServeProcess, targetBranch: string): Promise<void> {
  const client = await clientOf(service);
  await client.createQueue({ repo: REPOSITORY, targetBranch, concurrency: 3 });
}

/** Every second pull request is red, and is to fail. */
async function workThrough(
  service: ServeProcess,
  targetBranch: string,
  numbers: readonly number[],
): Promise<void> {
  const client = await clientOf(service);
  const queue = { repo: REPOSITORY, targetBranch };
  for (const number of numbers) {
    await openPullRequest(number);
    await client.submitPullRequest({ ...queue, pr: { number } });
  }
  const states = async () =>
    Promise.all(
      numbers.map(async (number) => {
        await pause(ASK_AGAIN_MS);
        const { value } = await client.getSubmittedPullRequest({ ...queue, pr: { number } });
        return value.state.toUpperCase();
      }),
    );
  await until(async () => (await states()).every((state) => ENDED.includes(state)), states, PATIENCE_MS);
  const ended = await states();
  expect(Object.fromEntries(numbers.map((number, index) => [number, ended[index]]))).toEqual(
    expected(numbers),
  );
}

/** The service has begun so many test runs. */
async function untilBegun(service: string, times: number): Promise<void> {
  const begun = () => readdirSync(folder).filter((name) => name.startsWith(`begun-${service}-`));
  await until(() => begun().length >= times, begun, PATIENCE_MS);
}

async function openPullRequest(number: number): Promise<void> {
  await repository.commit({
    parents: [base],
    files: { [`change-${number}.txt`]: "changed\n", ...(isRed(number) && { "red.txt": "red\n" }) },
    message: `Change ${number}\n`,
    refs: [`refs/pull/${number}/head`],
  });
}

function isRed(number: number): boolean {
  return number % 2 === 0;
}

function expected(numbers: readonly number[]): Readonly<Record<number, string>> {
  return Object.fromEntries(numbers.map((number) => [number, isRed(number) ? "FAILED" : "MERGED"]));
}

/** Starts it again when it ended because the folder was in use for too long, as what supervises services does. */
async function servingAtLast(
  started: ServeProcess,
  more: Parameters<typeof serve>[1],
): Promise<ServeProcess> {
  let service = started;
  for (let attempt = 1; attempt <= 5; attempt++) {
    const serves = service.says(/serves http/, PATIENCE_MS);
    if (await serves.then(() => true).catch(() => false)) return service;
    service = serve("other", more);
  }
  throw new Error("the second service never served");
}

async function stop(service: ServeProcess): Promise<void> {
  service.signal("SIGTERM");
  await service.ended;
}

/** What the second of two says while the first has the folder. */
const WAITS = /"holder":"process \d+ on [^"]+, started \d{4}-[^"]+Z".*another process uses this folder/;

/** Every process of a container may have the same number as one in another container. */
const FIRST_PROCESS = [
  "--import",
  `data:text/javascript,${encodeURIComponent('Object.defineProperty(process, "pid", { value: 1 })')}`,
];

async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

const PAIRS = [
  ["two processes", {}],
  ["two containers, each with process 1", { nodeOptions: FIRST_PROCESS }],
] as const;

itInAll.each(rowsBySize(PAIRS))(
  "lands no red pull request and fails no good one: %s",
  async (_, more) => {
    const first = serve("one", more);
    await makeQueue(first, "main");
    await workThrough(first, "main", [21]);
    // Where nothing keeps the second out, both know the same free work trees before they are at work together.
    const started = serve("other", more);
    const keptOut = started.says(/another process uses this folder/, PATIENCE_MS);
    const second = servingAtLast(started, more);
    const begun = second.then(async (service) => {
      await makeQueue(service, "next");
      await workThrough(service, "next", [31]);
    });
    await Promise.race([begun, keptOut]);
    writeFileSync(join(folder, "hold"), "");
    const firstDone = workThrough(first, "main", [1, 2, 3]).then(async () => stop(first));
    await untilBegun("one", 4);
    const secondDone = begun.then(async () => workThrough(await second, "next", [11, 12, 13]));
    await Promise.race([keptOut, untilBegun("other", 4)]);
    rmSync(join(folder, "hold"));
    await Promise.all([firstDone, secondDone]);
    await stop(await second);
    expect(existsSync(join(folder, "shared"))).toBe(false);
  },
  240_000,
);

it("lets the second in as soon as the first is killed", async () => {
  const first = serve("one");
  await clientOf(first);
  const second = serve("other");
  expect(await second.says(WAITS)).not.toMatch(/serves/);
  await first.kill();
  expect(await milliseconds(() => clientOf(second))).toBeLessThan(5000);
});

itInAll("waits on a restart until the process before has stopped, also on one store", async () => {
  const first = serve("one");
  await clientOf(first);
  const second = serve("one");
  await second.says(WAITS);
  await stop(first);
  await clientOf(second);
});

itInAll("serves beside another service that has a data folder of its own", async () => {
  await clientOf(serve("one"));
  await clientOf(serve("other", { words: ["--data", join(folder, "other-data")] }));
});

itInAll("fails a pull request whose tests check out another commit, and blames nobody for it", async () => {
  const service = serve("one", { words: ["--test-command", MOVES_HEAD] });
  const client = await clientOf(service);
  const queue = { repo: REPOSITORY, targetBranch: "main" };
  await client.createQueue(queue);
  await openPullRequest(1);
  await client.submitPullRequest({ ...queue, pr: { number: 1 } });
  const read = async () => (await client.getSubmittedPullRequest({ ...queue, pr: { number: 1 } })).value;
  await until(async () => ENDED.includes((await read()).state.toUpperCase()), read);
  expect(await read()).toMatchObject({ state: expect.stringMatching(/^failed$/i) });
  expect(JSON.stringify(await read())).toContain("The tests ran several times without a verdict");
  expect(await repository.ref("refs/heads/main")).toBe(base);
});

/** Three replicas on one Postgres: any of them serves, and nothing is lost or done twice when one is frozen, killed or stopped. */
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { REPOSITORY, type Replica, Replicas } from "../support/replicas.js";
import { itInAll, itInCi } from "../support/sized-tests.js";
import { countOf } from "../support/test-size.js";
import { until } from "../support/until.js";

const MANY = countOf("REPLICAS_PULL_REQUESTS", { reduced: 3, share: 4, all: 9, full: 60 });
/** What the documents promise, whether it is killed or frozen. */
const TAKEOVER_MS = 10_000;
const STOPPED_TAKEOVER_MS = 5000;

let replicas: Replicas;
beforeAll(async () => {
  replicas = await Replicas.start(3);
  const [first] = replicas.all;
  await first?.client.createQueue({ repo: REPOSITORY, targetBranch: "main", concurrency: 3 });
});
afterAll(() => replicas.close());

function replicaAt(index: number): Replica {
  const { serving } = replicas;
  const replica = serving[index % serving.length];
  if (replica === undefined) throw new Error("no replica serves");
  return replica;
}

function otherThan({ name }: Replica): Replica {
  const other = replicas.serving.find((replica) => replica.name !== name);
  if (other === undefined) throw new Error(`no replica serves but ${name}`);
  return other;
}

/** What was asked to land so far: each test may be left out of a run. */
const asked = new Set<number>();

async function expectLandedOnce(): Promise<void> {
  const expected = [...asked].sort((one, other) => one - other).map((number) => `Change ${number}`);
  expect((await replicas.landed()).map((subject) => subject.replace(/ \(#\d+\)$/, ""))).toEqual(expected);
  await until(
    async () => (await replicas.leftovers()).length === 0,
    async () => replicas.leftovers(),
  );
}

async function open(number: number, isHeld = false): Promise<void> {
  asked.add(number);
  await replicas.open(number, isHeld);
}

/** A pull request whose tests last, and the replica that runs them. */
async function testsOf(number: number): Promise<Replica> {
  await open(number, true);
  await replicas.submit(replicaAt(number), number);
  const tester = await replicas.untilTester();
  await until(async () => (await replicas.begun(number)).length > 0);
  return tester;
}

/** How long after the signal another replica began the tests that this one had begun. */
async function msUntilTakenFrom(tester: Replica, number: number, signal: NodeJS.Signals): Promise<number> {
  const signalledAt = Date.now();
  tester.process.kill(signal);
  await replicas.untilTester(({ name }) => name !== tester.name, 3 * TAKEOVER_MS);
  const begunAfter = async () => (await replicas.begun(number)).filter((at) => at > signalledAt);
  await until(async () => (await begunAfter()).length > 0);
  const [begunAt = Number.POSITIVE_INFINITY] = await begunAfter();
  return Math.round(begunAt - signalledAt);
}

describe("three replicas", () => {
  it("know at once what one of them was told", async () => {
    for (const { client } of replicas.all) {
      expect((await client.getQueue({ repo: REPOSITORY, targetBranch: "main" })).value.branch).toBe("main");
    }
  });

  itInCi("land each pull request once, whichever of them was told of it", async () => {
    const numbers = Array.from({ length: MANY }, (_, index) => index + 1);
    for (const number of numbers) await open(number);
    await Promise.all(numbers.map(async (number) => replicas.submit(replicaAt(number), number)));
    await replicas.untilMerged(replicaAt(0), numbers, 120_000);
    await expectLandedOnce();
  });

  itInAll("go on when one is frozen, and what it does when it thaws changes nothing", async () => {
    const frozen = await testsOf(MANY + 1);
    const tookMs = await msUntilTakenFrom(frozen, MANY + 1, "SIGSTOP");
    await replicas.letGo(MANY + 1);
    await replicas.untilMerged(otherThan(frozen), [MANY + 1]);
    frozen.process.kill("SIGCONT");
    expect((await replicas.state(frozen, MANY + 1)).toUpperCase()).toBe("MERGED");
    await open(MANY + 2);
    await replicas.submit(frozen, MANY + 2);
    await replicas.untilMerged(frozen, [MANY + 2]);
    await expectLandedOnce();
    expect(tookMs).toBeLessThan(TAKEOVER_MS);
  });

  itInCi("take over what one held that was killed", async () => {
    const killed = await testsOf(MANY + 3);
    const tookMs = await msUntilTakenFrom(killed, MANY + 3, "SIGKILL");
    await replicas.letGo(MANY + 3);
    await replicas.untilMerged(replicaAt(0), [MANY + 3]);
    await expectLandedOnce();
    expect(tookMs).toBeLessThan(TAKEOVER_MS);
  });

  itInAll("take over at once what one hands back that is told to stop", async () => {
    const stopped = await testsOf(MANY + 4);
    const tookMs = await msUntilTakenFrom(stopped, MANY + 4, "SIGTERM");
    expect(await stopped.exited).toBe(0);
    await replicas.letGo(MANY + 4);
    await replicas.untilMerged(replicaAt(0), [MANY + 4]);
    await expectLandedOnce();
    expect(tookMs).toBeLessThan(STOPPED_TAKEOVER_MS);
  });

  it("use no library in a way that it will no longer allow", async () => {
    expect(await replicas.warnings()).toEqual([]);
  });
});

/**
 * Pull requests that GitHub shall show as merged, on its counterpart with real git: processes that die, people who push
 * and approvals that are dismissed between any two calls of a landing. A head that a person pushed is never overwritten,
 * and the queue's own push of a head never remains without its landing.
 */
import { afterEach, describe, expect, it } from "@jest/globals";
import { type CommitId, pullRequestNumber } from "../../src/domain/ids.js";
import type { Git } from "../../src/service/ports/git.js";
import { GitError } from "../../src/service/ports/world-error.js";
import { SERVICE_LOGIN } from "../support/github/open-git-hub.js";
import { GitHubLandingWorld, type LoopPorts, MAIN } from "../support/github-landing-world.js";
import { Life, mortalClock } from "../support/github-story/mortal.js";
import { instead } from "../support/github-story/story-bugs.js";
import { demandApproval } from "../support/github-story/story-people.js";
import { itInCi } from "../support/sized-tests.js";
import { bySize, inShard } from "../support/test-size.js";
import { watched } from "../support/watched-ports.js";

let world: GitHubLandingWorld;
afterEach(async () => {
  landing.end();
  if (landing.isUnreplaced) world.forget(world.loop);
  await world[Symbol.asyncDispose]();
});

/** What happens before which call of a landing, counted from the verdict; the call does not happen if it kills. */
interface Plan {
  /** The number of the call, or the name of the first such call. */
  readonly at: number | string;
  readonly happens: () => Promise<unknown> | "dies";
}

/** The first process follows the plan, others do not. */
class Landing {
  readonly #life = new Life(Number.POSITIVE_INFINITY, false);
  #plan: Plan | null = null;
  #processes = 0;
  readonly names: string[] = [];

  readonly through = (ports: LoopPorts): LoopPorts => {
    this.#processes += 1;
    if (this.#processes > 1) return ports;
    const { store, git } = watched(ports, async (call) => this.#before(call));
    return { store, git, clock: mortalClock(ports.clock, this.#life) };
  };

  get isDead(): boolean {
    return this.#life.isDead;
  }

  /** The first process is dead, and no other one has begun. */
  get isUnreplaced(): boolean {
    return this.isDead && this.#processes === 1;
  }

  begin(plan: Plan): void {
    this.#plan = plan;
  }

  /** From now on nothing happens any more. */
  end(): void {
    this.#plan = null;
  }

  async #before(call: string): Promise<"dead" | "alive"> {
    if (this.#life.isDead) return "dead";
    if (this.#plan === null) return "alive";
    const { at, happens } = this.#plan;
    const isNamed = call === at && !this.names.includes(call);
    this.names.push(call);
    if (this.names.length !== at && !isNamed) return "alive";
    const outcome = happens();
    if (outcome === "dies") {
      this.#life.die();
      return "dead";
    }
    await outcome;
    return "alive";
  }
}

let landing: Landing;

/** Plants a bug. */
type AlterGit = (git: Git) => Git;

interface Opened {
  readonly number: number;
  readonly headRef: string;
  readonly headSha: CommitId;
}

async function open(alterGit: AlterGit = (git) => git): Promise<Opened> {
  landing = new Landing();
  world = await GitHubLandingWorld.open(
    { showAsMerged: "head-push" },
    { through: (ports) => landing.through({ ...ports, git: alterGit(ports.git) }) },
  );
  world.github.setPermission("bob", "write");
  demandApproval(world.github, SERVICE_LOGIN);
  const { number, headRef, headSha } = await world.github.openPullRequest();
  world.github.review(number, "bob", "APPROVED");
  await world.submit(number);
  return { number, headRef, headSha };
}

async function isOver(number: number): Promise<boolean> {
  return (await world.queue()).entries.every(({ facts }) => facts.number !== number);
}

/** Only a landing may have its head elsewhere. */
async function requireHeadBack({ headRef, headSha }: Opened): Promise<void> {
  const { landing: under, runs } = await world.queue();
  const isTested = under === null && runs.some(({ progress }) => progress.kind === "running");
  if (isTested && world.github.tip(headRef) !== headSha)
    throw new Error("tested while its head is elsewhere");
}

/** Where the first process died, another one takes its place. */
async function untilInAnyProcess(holds: () => Promise<boolean>): Promise<void> {
  await world.until(async () => {
    if (landing.isUnreplaced) await world.replaceLoop();
    return holds();
  });
}

/** Until the entry has left, with a passing CI. */
async function live(number: number, untouched: Opened | null = null): Promise<void> {
  await untilInAnyProcess(async () => {
    if (untouched !== null) await requireHeadBack(untouched);
    const below = world.github.world.git.refsBelow(`refs/heads/mq-merge/pr-${number}/`);
    if (below.length > 0 && (await isRunning())) await world.pass(number);
    return isOver(number);
  });
}

async function isRunning(): Promise<boolean> {
  return (await world.queue()).runs.some(({ progress }) => progress.kind === "running");
}

async function isFirstTested(number: number): Promise<void> {
  await world.tested(number);
  await world.until(isRunning);
}

/** A landing makes fewer calls. */
const LAST_CALL = 30;
const EVERY = bySize({ reduced: LAST_CALL, share: 9, all: 3, full: 1 });
const CALLS = callsUpTo(LAST_CALL, EVERY, 12);

/** A landing that is refused, and gives up taking its head back, makes this many. */
const LAST_CALL_IF_REFUSED = 46;
const EVERY_IF_REFUSED = bySize({ reduced: LAST_CALL_IF_REFUSED, share: 20, all: 4, full: 1 });
const CALLS_IF_REFUSED = callsUpTo(LAST_CALL_IF_REFUSED, EVERY_IF_REFUSED, 18);

/** Always the call `one`, and every so many before and after it. */
function callsUpTo(last: number, every: number, one: number): readonly number[] {
  const all = Array.from({ length: last }, (_, index) => index + 1);
  return inShard(all.filter((at) => at % every === one % every));
}

type At = Plan["at"];

async function expectShownAsMerged({ number, headRef }: Opened): Promise<void> {
  const { ended, shownAs } = await world.ended(number);
  const { merged, state } = world.github.pull(number);
  expect([ended, state, merged === null]).toEqual(["merged", "closed", false]);
  expect(world.github.tip(headRef)).toBe(shownAs);
  expect(await world.github.world.git.contains(world.github.tip("main") ?? "", shownAs ?? "")).toBe(true);
}

it("shows a squashed pull request as merged", async () => {
  const opened = await open();
  await isFirstTested(opened.number);
  landing.begin({ at: Number.POSITIVE_INFINITY, happens: async () => Promise.resolve() });
  await live(opened.number);
  await expectShownAsMerged(opened);
  const [pushes, lands] = ["moveHead", "land"].map((name) => landing.names.indexOf(name));
  expect(pushes).toBeLessThan(lands ?? 0);
  expect(lands).toBeLessThan(LAST_CALL);
  await world.until(async () =>
    Promise.resolve(world.github.world.git.refsBelow("refs/merge-queue/").length === 0),
  );
});

async function dies(at: At, alterGit?: AlterGit): Promise<void> {
  const opened = await open(alterGit);
  await isFirstTested(opened.number);
  landing.begin({ at, happens: () => "dies" });
  await live(opened.number, opened);
  await expectShownAsMerged(opened);
}

async function diesAndBranchMoves(at: At, alterGit?: AlterGit): Promise<void> {
  const opened = await open(alterGit);
  await isFirstTested(opened.number);
  const happens = () => {
    void world.github.pushToBranch("main", { "by-hand.txt": "1\n" });
    return "dies" as const;
  };
  landing.begin({ at, happens });
  await live(opened.number, opened);
  await expectShownAsMerged(opened);
}

async function personPushesToHead(at: At, alterGit?: AlterGit): Promise<void> {
  const { number, headRef } = await open(alterGit);
  await isFirstTested(number);
  const theirs: (CommitId | null)[] = [];
  const happens = async () => {
    await world.github.pushToPullRequest(number, { "more.txt": "more\n" });
    theirs.push(world.github.tip(headRef));
  };
  landing.begin({ at, happens });
  await live(number);
  for (const tip of theirs) expect(world.github.tip(headRef)).toBe(tip);
}

/** GitHub dismisses approvals because of the push of the head, which is taken back as the branch has moved. */
async function losesApproval(at: At, alterGit?: AlterGit): Promise<void> {
  const opened = await open(alterGit);
  const { number, headRef, headSha } = opened;
  await isFirstTested(number);
  world.github.world.dismissesStaleReviews = true;
  landing.begin({ at, happens: async () => world.github.pushToBranch("main", { "by-hand.txt": "1\n" }) });
  const before = world.github.tip("main");
  await world.pass(number);
  const waiting = async () => (await world.queue()).entries.find(({ state }) => state === "notReady");
  const isAgain = async () => (await world.queue()).runs.some(({ testedOn }) => testedOn !== before);
  await world.until(
    async () => (await isOver(number)) || (await waiting()) !== undefined || (await isAgain()),
  );
  const entry = await waiting();
  if (entry !== undefined) {
    expect(entry.reason?.sentence).toMatch(/cost it approvals. It is not ready: 0 of 1 approval\./);
    expect(world.github.tip(headRef)).toBe(headSha);
    world.github.review(number, "bob", "APPROVED");
    // As its webhook does.
    await world.loop.refreshPullRequest(MAIN, pullRequestNumber(number));
  }
  await live(number, opened);
  await expectShownAsMerged(opened);
}

for (const at of CALLS)
  describe(`before call ${at} of a landing`, () => {
    it("a process dies, and another one completes it", async () => dies(at));

    itInCi("a process dies and the branch moves: the head is taken back and tested again", async () =>
      diesAndBranchMoves(at),
    );

    itInCi("a person pushes to the head, and keeps what was pushed", async () => personPushesToHead(at));

    itInCi("a person pushes to the branch: if approvals were lost, it waits for them", async () =>
      losesApproval(at),
    );
  });

itInCi(
  "waits for approvals that were dismissed by the push of its head, if the branch moves just before the landing",
  async () => losesApproval("land"),
);

/** The calls before which a process dies: counted from the refusal of the landing, or from when heads can be taken back. */
interface Death {
  readonly ofLanding?: At;
  readonly ofTakingBack?: At;
}

/** The code host takes no head back until the landing has ended. */
async function headIsBackLater({ ofLanding, ofTakingBack }: Death): Promise<void> {
  let isHealed = false;
  const refusing = withMoves((git) => async (...asked) => {
    if (asked[2] === "takeBack" && !isHealed) throw new GitError("HTTP 502 from github.com", true);
    return git.moveHead(...asked);
  });
  const opened = await open(refusing);
  const { number, headRef, headSha } = opened;
  const isToDie = ofLanding !== undefined || ofTakingBack !== undefined;
  const isBackAsPlanned = () => world.github.tip(headRef) === headSha && landing.isDead === isToDie;
  await isFirstTested(number);
  let hasMoved = false;
  const happens = async () => {
    hasMoved = true;
    return world.github.pushToBranch("main", { "by-hand.txt": "1\n" });
  };
  landing.begin({ at: "land", happens });
  await world.pass(number);
  await world.until(async () => Promise.resolve(hasMoved));
  dieBefore(ofLanding);
  await live(number);
  const { ended, reason } = await world.ended(number);
  expect([ended, reason?.sentence]).toEqual(["failed", expect.stringContaining(`push ${headSha} to it`)]);
  expect(world.github.tip(headRef)).not.toBe(headSha);
  dieBefore(ofTakingBack);
  isHealed = true;
  await untilInAnyProcess(async () => Promise.resolve(isBackAsPlanned()));
  landing.end();
  await world.submit(number);
  await live(number);
  await expectShownAsMerged(opened);
}

/** The calls are counted anew. */
function dieBefore(at: At | undefined): void {
  landing.names.length = 0;
  if (at !== undefined) landing.begin({ at, happens: () => "dies" });
}

it("ends an entry whose head cannot be taken back, and takes it back later", async () => headIsBackLater({}));

for (const at of CALLS_IF_REFUSED)
  describe(`while a head cannot be taken back, before call ${at}`, () => {
    itInCi("a process dies, and another one takes it back", async () => headIsBackLater({ ofLanding: at }));
  });

describe.each(["moveHead", "markDone"])("once a head can be taken back, before the call %s", (at) => {
  itInCi("a process dies, and another one takes it back", async () => headIsBackLater({ ofTakingBack: at }));
});

function withMoves(change: (git: Git) => Git["moveHead"]): AlterGit {
  return (git) => instead(git, { moveHead: change(git) });
}

describe("a planted bug is found:", () => {
  itInCi("a service that pushes a head wherever it stands", async () => {
    const bug = withMoves((git) => async (repository, move, way) => {
      if (way === "takeBack") return git.moveHead(repository, move, way);
      await git.publish(repository, move.branch, move.to);
      return "moved";
    });
    await expect(personPushesToHead("moveHead", bug)).rejects.toThrow();
  });

  itInCi("a service that takes no head back", async () => {
    const bug = withMoves(
      (git) =>
        async (...asked) =>
          asked[2] === "push" ? git.moveHead(...asked) : "moved",
    );
    await expect(losesApproval("land", bug)).rejects.toThrow();
  });

  itInCi("a service that shows as merged what has not landed", async () => {
    const bug: AlterGit = (git) => instead(git, { land: async () => Promise.resolve({ kind: "landed" }) });
    await expect(dies("land", bug)).rejects.toThrow();
  });
});

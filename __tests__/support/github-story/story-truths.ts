/** What must hold of GitHub and the queue when the story has ended, whatever went wrong on the way. Each as a sentence. */
import { pullRequestNumber } from "../../../src/domain/ids.js";
import type { LandingWay } from "../../../src/domain/queue-settings.js";
import { STATE_LABELS } from "../../../src/domain/states.js";
import { liveEntry } from "../../../src/engine/model/lookup.js";
import type { Entry } from "../../../src/engine/model/queue.js";
import { STATE_WORDS } from "../../../src/service/github/status/draft-of.js";
import { CHECK_NAME, COMMENT_MARKER } from "../../../src/service/github/status/status.js";
import type { QueueStore } from "../../../src/service/ports/queue-store.js";
import type { GitHub } from "../github/git-hub.js";
import type { BranchActivity } from "../github/world.js";
import { isJsonObject } from "../json-object.js";
import type { StoryCi } from "./story-ci.js";
import { numbersOf, type StoryLandings } from "./story-landings.js";
import type { StoryCast } from "./story-people.js";
import { ON_MAIN, TEST_BRANCHES } from "./story-process.js";
import type { StoryStanding, StoryTurns } from "./story-turns.js";

export interface StoryEnd {
  readonly github: GitHub;
  readonly store: QueueStore;
  readonly ci: StoryCi;
  readonly cast: StoryCast;
  /** Who writes as the service. */
  readonly login: string;
  readonly landing: LandingWay;
  /** When the branch was looked at directly before each merge. */
  readonly looks: readonly number[];
  /** What the service says that GitHub merged without a test. */
  readonly toldMerges: ReadonlySet<string>;
  readonly landings: StoryLandings;
  readonly turns: StoryTurns;
}

/** Nothing that comes later makes up for these. */
export async function brokenForGood(end: StoryEnd): Promise<readonly string[]> {
  const { github, cast } = end;
  const { git } = github.world;
  const broken = [...(await queuedTwice(end))];
  for (const { before, after, by } of pushesToMain(github, end.login)) {
    if (!(await git.contains(after, before))) broken.push(`${by} took commits off main with ${after}`);
  }
  for (const move of await untestedMoves(end)) {
    if (!mayBeOvertaken(end, move)) broken.push(`main got ${move.after}, which CI has not passed`);
  }
  for (const number of await end.landings.unmet(cast))
    broken.push(`main got #${number}, which did not meet a rule about people`);
  for (const { number, headRef, merged } of github.world.pulls.values()) {
    if (headRef.startsWith(TEST_BRANCHES) && merged !== null)
      broken.push(`the draft #${number} of ${headRef} is shown as merged`);
  }
  const tip = github.tip("main") ?? "main";
  const listed = await git.repository.git("log", "--first-parent", "--format=%H %T", tip);
  const commits = listed.split("\n").map((line) => line.split(" "));
  for (const [index, [commit, tree]] of commits.entries()) {
    if (tree === commits[index + 1]?.[1])
      broken.push(`${commit} of main changes nothing, as what lands twice does`);
  }
  const touched = async (file: string) =>
    (await git.repository.git("rev-list", "--first-parent", tip, "--", file)).split("\n").filter(Boolean)
      .length;
  const [prices, sloppy] = [await touched("price.txt"), await touched("sloppy.txt")];
  if (prices > 1) broken.push(`${prices} commits of main change price.txt`);
  if (sloppy > 0) broken.push(`main has got what breaks its tests, #${cast.breaking}`);
  return broken;
}

/** By the service, of main. */
async function untestedMoves({ github, ci, login, landing }: StoryEnd): Promise<readonly BranchActivity[]> {
  const { git, activities } = github.world;
  const found: BranchActivity[] = [];
  for (const move of activities) {
    if (move.ref !== "refs/heads/main" || move.actor !== login) continue;
    // A push lands the tested commit itself; GitHub makes a commit of its own, of the same tree.
    const tree = await git.repository.git("rev-parse", `${move.after}^{tree}`);
    const passed = landing === "push" ? ci.passedCommits.get(move.after) : ci.passedTrees.get(tree);
    const passedAt = passed ?? Number.POSITIVE_INFINITY;
    if (passedAt > Date.parse(move.at)) found.push(move);
  }
  return found;
}

/** GitHub merges onto whatever is there: somebody came between the last look at the branch and the merge. */
function mayBeOvertaken(
  { github, login, landing, looks }: StoryEnd,
  { at, before }: BranchActivity,
): boolean {
  const lastLook = looks.findLast((time) => time <= Date.parse(at)) ?? Number.POSITIVE_INFINITY;
  const came = github.world.activities.find((move) => move.after === before && move.actor !== login);
  return landing === "merge" && came !== undefined && Date.parse(came.at) >= lastLook;
}

/** What has been submitted once stays once, however often its submission is heard and repeated. */
async function queuedTwice({ store, cast, turns }: StoryEnd): Promise<readonly string[]> {
  const stored = await store.load(ON_MAIN);
  if (stored === null) return [];
  const broken: string[] = [];
  for (const number of numbersOf(cast)) {
    const timeline = await store.timeline(stored.queue.id, pullRequestNumber(number));
    const stays = timeline.filter(({ from }) => from === null).length;
    const submissions = turns.submissionsOf(number);
    if (stays > submissions)
      broken.push(
        `#${number} was submitted ${timesOf(submissions)}, and is in the queue for the ${stays}. time`,
      );
  }
  return broken;
}

function timesOf(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

/** Waiting entries whose reason does not name the rule that keeps them. */
export async function unnamed(end: StoryEnd, rule: RegExp): Promise<readonly string[]> {
  const waiting: string[] = [];
  for (const number of numbersOf(end.cast)) {
    const entry = await entryOf(end, number);
    // What people did to a pull request meanwhile may have ended it, or made its submission void.
    if (end.turns.isDisturbed(number)) continue;
    if (entry === null) waiting.push(`#${number} is not in the queue two polls after its submission`);
    else if (!rule.test(entry.reason?.sentence ?? ""))
      waiting.push(`${told(entry)} does not name the rule ${String(rule)}`);
  }
  return waiting;
}

/** Whether people still have to do something for a pull request. */
export async function standingOf(end: StoryEnd, number: number): Promise<StoryStanding> {
  const { cast } = end;
  const entry = await entryOf(end, number);
  const isLive = entry !== null && entry.ended === null;
  const hasLanded = entry?.ended === "merged";
  if (number === cast.breaking) return { isLive, hasLanded, isDone: entry?.state === "failed" };
  const other = await entryOf(end, number === cast.clean ? cast.conflicting : cast.clean);
  const hasLost = entry !== null && other?.ended === "merged" && isInConflict(entry);
  return { isLive, hasLanded, isDone: hasLanded || hasLost };
}

function isInConflict({ facts, state }: Entry): boolean {
  return facts.mergeability === "not_mergeable" || state === "failed";
}

async function entryOf({ store }: StoryEnd, number: number): Promise<Entry | null> {
  const stored = await store.load(ON_MAIN);
  if (stored === null) return null;
  const pullRequest = pullRequestNumber(number);
  return liveEntry(stored.queue, pullRequest) ?? (await store.findConcluded(stored.queue.id, pullRequest));
}

/** These hold after a while. */
export async function notYetTrue(end: StoryEnd): Promise<readonly string[]> {
  const { github, store, cast } = end;
  const stored = await store.load(ON_MAIN);
  if (stored === null) return ["the queue is gone"];
  const entries = new Map<number, Entry>();
  for (const number of numbersOf(cast)) {
    const entry = await entryOf(end, number);
    if (entry === null) return [`#${number} is not in the queue, and never was`];
    entries.set(number, entry);
  }
  const shown = await Promise.all([...entries.values()].map(async (entry) => wronglyShown(end, entry)));
  const untold = (await untestedMoves(end)).filter(({ after }) => !end.toldMerges.has(after));
  return [
    ...wrongEnds(entries, cast),
    ...shown.flat(),
    ...leftBehind(github, entries),
    ...unexplained(entries),
    ...[...entries.values()].flatMap((entry) => wronglyBlamed(end, entry)),
    ...untold.map(({ after }) => `GitHub merged ${after}, which CI has not passed, and nobody is told`),
  ];
}

function wrongEnds(entries: ReadonlyMap<number, Entry>, cast: StoryCast): readonly string[] {
  const [clean, breaking, conflicting] = [cast.clean, cast.breaking, cast.conflicting].map((number) =>
    entries.get(number),
  );
  const merged = [clean, conflicting].filter((entry) => entry?.ended === "merged");
  const other = [clean, conflicting].find((entry) => entry?.ended !== "merged");
  const hasConflict = other !== undefined && isInConflict(other);
  return [
    ...(merged.length === 1
      ? []
      : [
          `${merged.length} of two pull requests in conflict are merged: ${told(clean)}, ${told(conflicting)}`,
        ]),
    ...(hasConflict ? [] : [`the other one of two in conflict is ${told(other)}`]),
    ...(breaking?.state === "failed" ? [] : [`what breaks the tests is ${told(breaking)}`]),
  ];
}

/** What waits has a reason that people can read. */
function unexplained(entries: ReadonlyMap<number, Entry>): readonly string[] {
  return [...entries.values()].flatMap((entry) =>
    entry.ended === null && (entry.reason?.sentence ?? "") === "" ? [`${told(entry)} waits for nothing`] : [],
  );
}

/** Whoever heard nothing of a merge of its own finds it all the same. */
function wronglyBlamed({ github, login, toldMerges }: StoryEnd, entry: Entry): readonly string[] {
  const { merged } = github.pull(entry.facts.number);
  const isOwn = merged !== null && merged.by === login && !toldMerges.has(merged.commit);
  const isTakenForManual = entry.reason?.code === "MANUAL_MERGE";
  return isOwn && isTakenForManual ? [`somebody else is said to have merged ${told(entry)}`] : [];
}

function told(entry: Entry | undefined): string {
  return entry === undefined
    ? "nowhere"
    : `#${entry.facts.number} ${entry.state} (${entry.reason?.sentence ?? "no reason"})`;
}

async function wronglyShown({ github, login }: StoryEnd, entry: Entry): Promise<readonly string[]> {
  const { number, headSha } = entry.facts;
  const pull = github.pull(number);
  const comments = (await github.comments(number)).map(({ body }) => String(body));
  const ours = comments.filter((body) => body.startsWith(COMMENT_MARKER)).map((body) => body.split("\n")[1]);
  const words = `### Merge Queue: ${STATE_WORDS[entry.state]}`;
  const labels = pull.labels.flatMap((label) => (isJsonObject(label) ? [String(label["name"])] : []));
  const states = labels.filter((label) => label !== "merge-queue-submit" && label.startsWith("merge-queue-"));
  const expected = { merged: "success", failed: "failure", cancelled: "cancelled" } as const;
  const conclusion = entry.ended === null ? null : expected[entry.ended];
  const check = checkAt(github, headSha);
  return [
    ...(ours.join() === words ? [] : [`#${number} is ${entry.state}, and says ${JSON.stringify(ours)}`]),
    ...(states.join() === STATE_LABELS[entry.state]
      ? []
      : [`#${number} is ${entry.state}, with ${JSON.stringify(states)}`]),
    ...(check === conclusion || (check === "failure" && conclusion === "cancelled")
      ? []
      : [`the check of #${number}, ${entry.state}, is ${check}`]),
    ...((pull.state === "closed") === (entry.ended === "merged")
      ? []
      : [`#${number} is ${entry.state} and ${pull.state}`]),
    ...(login === "" ? ["nobody writes"] : []),
    ...wrongHead(github, entry),
  ];
}

/** The queue's own push of a head remains only with its landing, and GitHub then shows the pull request as merged. */
function wrongHead(github: GitHub, { ended, shownAs, facts }: Entry): readonly string[] {
  const { headRef, merged } = github.pull(facts.number);
  const tip = github.tip(headRef);
  const expected = ended === "merged" && shownAs !== undefined ? shownAs : facts.headSha;
  return [
    ...(tip === expected ? [] : [`the head of #${facts.number} is ${tip ?? "gone"} instead of ${expected}`]),
    ...(shownAs === undefined || merged !== null
      ? []
      : [`#${facts.number} has landed and is not shown as merged`]),
  ];
}

/** Of a check run, or of a status where there is no App; null while it is open. */
function checkAt(github: GitHub, headSha: string): string | null {
  const run = github.world.checkRuns.findLast((each) => each.headSha === headSha && each.name === CHECK_NAME);
  if (run !== undefined) return run.conclusion;
  const status = github.world.statuses.findLast(
    (each) => each.sha === headSha && each.context === CHECK_NAME,
  );
  return status === undefined ? "missing" : status.state === "pending" ? null : status.state;
}

function leftBehind(github: GitHub, entries: ReadonlyMap<number, Entry>): readonly string[] {
  // The head of before a push of the queue is kept until the pull request has landed.
  const kept = github.world.git.refsBelow("refs/merge-queue/heads/").filter(([name]) => {
    return entries.get(Number(name.split("/")[3]))?.ended === "merged";
  });
  const waiting = [...entries.values()].flatMap(({ ended, facts }) =>
    ended === null ? [facts.headSha] : [],
  );
  const open = github.world.checkRuns.filter(
    ({ name, status, headSha }) =>
      name === CHECK_NAME && status !== "completed" && !waiting.includes(headSha),
  );
  const branches = github.world.git.refsBelow(`refs/heads/${TEST_BRANCHES}`).map(([name]) => name);
  const drafts = [...github.world.pulls.values()].filter(
    ({ headRef, state }) => headRef.startsWith(TEST_BRANCHES) && state === "open",
  );
  return [
    ...branches.map((name) => `the test branch ${name} is left`),
    ...drafts.map(({ number, headRef }) => `the draft #${number} of ${headRef} is left`),
    ...kept.map(([name]) => `${name} is left of a pull request that has landed`),
    ...open.map(({ headSha }) => `the check of the queue at ${headSha} is not complete`),
  ];
}

interface PushToMain {
  readonly before: string;
  readonly after: string;
  readonly by: string;
}

function pushesToMain(github: GitHub, login: string): readonly PushToMain[] {
  return github.webhooks.deliveries.flatMap(({ event, body }) => {
    if (event !== "push") return [];
    const told: unknown = JSON.parse(body);
    if (!isJsonObject(told) || told["ref"] !== "refs/heads/main" || told["created"] === true) return [];
    const sender = told["sender"];
    const by = isJsonObject(sender) ? String(sender["login"]) : "";
    // People rename the branch, which deletes it.
    if (told["deleted"] === true && by !== login) return [];
    return [{ before: String(told["before"]), after: String(told["after"]), by }];
  });
}

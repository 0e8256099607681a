/**
 * Lives the story of three pull requests once under a seed, with what goes wrong on the way drawn from it. Not drawn is
 * which of several requests and programs that are under way together ends first.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { LandingWay, QueueSettings } from "../../../src/domain/queue-settings.js";
import { statusesToShow } from "../../../src/service/github/status/statuses-to-show.js";
import { SqlCommandStore } from "../../../src/service/store/sql/sql-command-store.js";
import { SqlStatusStore } from "../../../src/service/store/sql/sql-status-store.js";
import { statusMarks } from "../../../src/service/store/sql/status-marks.js";
import { openSqlite } from "../../../src/service/store/sqlite/open-sqlite-store.js";
import { openGitHub, SERVICE_LOGIN } from "../github/open-git-hub.js";
import { problemsOfExchange } from "../github-contract/check-exchange.js";
import { DESCRIPTIONS } from "../github-contract/published-operations.js";
import { Life } from "./mortal.js";
import { Story, settingsOf, waysOf } from "./story.js";
import { StoryChances } from "./story-chances.js";
import { CI_CHECK, StoryCi } from "./story-ci.js";
import { StoryDoor } from "./story-door.js";
import { troubleGitHub } from "./story-faults.js";
import { numbersOf, StoryLandings } from "./story-landings.js";
import { belongingsOfOthers, demandApproval, openCast, passesByItsFiles } from "./story-people.js";
import { ON_MAIN, type Plant, StoryProcess, TEST_BRANCHES } from "./story-process.js";
import { drawRules, StoryRules } from "./story-rules.js";
import { brokenForGood, notYetTrue, type StoryEnd, standingOf, unnamed } from "./story-truths.js";
import { StoryTurns, type TurnName } from "./story-turns.js";
import { drawnWorkflow } from "./story-workflow.js";

export interface StoryPlan {
  readonly seed: number;
  readonly plant?: Plant;
  /** Drawn unless told. */
  readonly landing?: LandingWay;
  readonly isActions?: boolean;
  readonly settings?: Partial<QueueSettings>;
  readonly tell?: (line: string) => void;
  /** Workflow files and rules of the wind tunnels, newer settings and what people do; not in those of some planted bugs. */
  readonly isDrawn?: boolean;
  /** What people do as soon as a test branch has a verdict, in a story that is not drawn. */
  readonly turn?: TurnName;
  /** Nothing meets the rule of the branch, in a story that is drawn. */
  readonly isUnmeetable?: boolean;
}

export interface LivedStory {
  readonly seed: number;
  /** What is wrong in the end, in sentences. */
  readonly broken: readonly string[];
  readonly happened: Readonly<Record<string, number>>;
  readonly minutes: number;
}

const LONGEST_MS = 45 * 60_000;
const TROUBLE_MS = 120_000;
/** Longer than anything that the service does by itself after a while. */
const AFTERMATH_MS = 100_000;
/** Two polls, and the time that the service may reuse the rules of the branch. */
const NAMED_WITHIN_MS = 120_000;
const NO_PLANT: Plant = () => ({});

export async function liveStory(plan: StoryPlan): Promise<LivedStory> {
  const { seed, plant = NO_PLANT, tell = () => undefined, isDrawn = plant === NO_PLANT } = plan;
  const ways = waysOf(seed);
  const { isApp, isCloned, isReviewed } = ways;
  const { landing = ways.landing, isActions = ways.isActions } = plan;
  const chances = new StoryChances(seed);
  await using closing = new AsyncDisposableStack();
  const { folder, gitConfigFile } = await gitFolder(closing);
  const github = await openGitHub({ rateLimit: null, webhookSecret: "a-secret-that-both-sides-know" });
  closing.defer(async () => github.close());
  const unpublished = new Set<string>();
  github.onExchange = (exchange) => {
    // No Enterprise Server has exemptions from rulesets.
    const { rulesets } = github.world;
    const hasExemptions = rulesets.some(({ bypassModes }) => Object.values(bypassModes).includes("exempt"));
    for (const name of DESCRIPTIONS.filter((each) => !hasExemptions || !each.startsWith("ghes")))
      for (const problem of problemsOfExchange(exchange, name)) unpublished.add(problem);
  };
  const { store, db } = await openSqlite({
    path: ":memory:",
    engine: "story",
    onCommit: [statusMarks(statusesToShow)],
  });
  closing.defer(async () => store.close());
  const door = await StoryDoor.open();
  closing.defer(async () => door.close());
  const story = new Story(chances, github, tell);
  // With it GitHub itself would refuse much of what a service in error might do.
  const isProtected = chances.of("protection").next() < 0.3;
  const drawn =
    isDrawn && ways.usesWorkflow
      ? await drawnWorkflow(chances.of("workflow file"), isProtected && landing === "merge")
      : null;
  const required = drawn?.file.required ?? [CI_CHECK];
  const flakes = chances.of("flakes");
  const isFlaky = drawn !== null && flakes.next() < 0.2;
  const struck = { now: async () => Promise.resolve() };
  const ci = new StoryCi({
    ...{ github, isActions },
    ...(drawn !== null && {
      workflow: {
        ...drawn,
        chance: chances.of("workflow"),
        isFlaky: (branch) =>
          isFlaky && !story.isCalm && branch.startsWith(TEST_BRANCHES) && flakes.next() < 0.3,
      },
    }),
    passes: async (commit) => passesByItsFiles(github, commit),
    durationMs: (branch) => chances.of(`CI on ${branch}`).whole(1000, 15_000),
    beforeVerdict: async (branch) => story.somebodyPushes(branch),
    afterVerdict: async (branch) => {
      if (branch.startsWith(TEST_BRANCHES)) await struck.now();
      if (landing === "merge") await story.somebodyComesBetween(branch);
    },
  });
  closing.defer(async () => ci.stop());
  github.webhooks.url = door.url;
  const cast = await openCast(github, async () => Promise.resolve());
  const others = JSON.stringify(await belongingsOfOthers(github, cast));
  const login = isApp ? "merge-queue[bot]" : SERVICE_LOGIN;
  const requiredChecks = isProtected ? required : [];
  const rules = isDrawn
    ? drawRules({
        ...{ github, login, landing, isApp, requiredChecks, chance: chances.of("rules") },
        isUnmeetable: plan.isUnmeetable === true,
      })
    : new StoryRules(github, "none");
  if (!isDrawn && isProtected) github.protect("main", { checks: required });
  if (!isDrawn && isReviewed) demandApproval(github, login);
  github.world.bypassersSee = chances.of("sight of rules").next() < 0.5 ? "clean" : "blocked";
  for (const number of numbersOf(cast)) rules.begin(number);
  story.note(`rules: ${rules.name}; CI: ${drawn?.file.path ?? "one check"}; lands by ${landing}`);
  const landings = new StoryLandings(github, rules, login, cast);
  const turns = new StoryTurns({
    ...{ github, cast, rules, isApp, chance: chances.of("turns") },
    ...(plan.turn !== undefined && { only: plan.turn }),
    rerun: () => ci.rerun(),
    note: (words) => story.note(words),
  });
  if (isFlaky) turns.disturbAll();
  struck.now = async () => turns.strike();
  const { looks, toldMerges } = story;
  const end: StoryEnd = { github, store, ci, cast, login, landing, looks, toldMerges, landings, turns };
  const kept = { store, commands: new SqlCommandStore(db), statuses: new SqlStatusStore(db) };
  const begin = (life: Life) =>
    new StoryProcess({
      ...{ github, kept, folder, gitConfigFile, life, isApp, isCloned, landing, plant, log: story.log },
      pollIntervalMs: 30_000,
      looked: () => looks.push(Date.now()),
      readToLand: (number) => landings.readToLand(number),
    });
  const first = begin(new Life(Number.POSITIVE_INFINITY, false));
  await first.queues.create(ON_MAIN, {
    ...settingsOf(chances.of("settings"), isDrawn),
    ...(drawn !== null && {
      createPrsForTestingBranches: drawn.isDraft,
      skippedChecks: drawn.skippedChecks,
    }),
    ...plan.settings,
    requiredStatuses: isProtected ? [] : required,
  });
  await first.stop();
  const isOver = { now: false };
  const processes = story.processes(begin, door, isOver);
  const endProcesses = async () => {
    isOver.now = true;
    await processes;
  };
  closing.defer(endProcesses);
  const people = Promise.all([story.people(cast, rules), isDrawn ? turns.perform() : undefined]);
  const beganAt = Date.now();
  troubleGitHub(github, chances);
  await sleep(TROUBLE_MS);
  story.isCalm = true;
  github.faults.stop();
  github.webhooks.behave(() => "deliver");
  github.webhooks.release();
  await people;
  const silent = await unmeetableRule(end, rules);
  let wrong = await notYetTrue(end);
  const isHopeless = async () => [...(await brokenForGood(end)), ...story.complaints()].length > 0;
  while (wrong.length > 0 && Date.now() - beganAt < LONGEST_MS && !(await isHopeless())) {
    for (const number of numbersOf(cast)) await turns.repair(number, await standingOf(end, number));
    await sleep(10_000);
    wrong = await notYetTrue(end);
  }
  const endedAt = Date.now();
  if (wrong.length === 0) {
    await sleep(AFTERMATH_MS);
    wrong = await notYetTrue(end);
  }
  await endProcesses();
  const now = JSON.stringify(await belongingsOfOthers(github, cast));
  const broken = [
    ...wrong,
    ...silent,
    ...(await brokenForGood(end)),
    ...(now === others ? [] : [`others had ${others} and have ${now}`]),
    ...story.complaints(),
    ...unpublished,
  ];
  const happened = {
    ...story.happened(),
    merges: looks.length,
    landed: await landings.count(cast),
    turns: turns.performed.length,
    workflows: drawn === null ? 0 : 1,
  };
  return { seed, broken, happened, minutes: Math.round((endedAt - beganAt) / 60_000) };
}

async function gitFolder(closing: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), "github-story-"));
  closing.defer(async () => rm(folder, { recursive: true, force: true }));
  // One question less whenever git asks for refs.
  const gitConfigFile = join(folder, "gitconfig");
  await writeFile(gitConfigFile, "[protocol]\n\tversion = 0\n");
  return { folder, gitConfigFile };
}

/** What waits without the name of the rule that nothing meets; then the owner lifts it. */
async function unmeetableRule(end: StoryEnd, rules: StoryRules): Promise<readonly string[]> {
  if (rules.unmeetable === null) return [];
  await sleep(NAMED_WITHIN_MS);
  const silent = await unnamed(end, rules.unmeetable);
  rules.lift();
  return silent;
}

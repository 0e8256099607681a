/**
 * Lives the story of three pull requests once under a seed, with what goes wrong on the way drawn from it. Not drawn is
 * which of several requests and programs that are under way together ends first.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import {
  DEFAULT_QUEUE_SETTINGS,
  type LandingWay,
  MERGE_METHODS,
  type QueueSettings,
} from "../../../src/domain/queue-settings.js";
import { COMMENT_MARKER } from "../../../src/service/github/status/status.js";
import { statusesToShow } from "../../../src/service/github/status/statuses-to-show.js";
import type { Log } from "../../../src/service/ports/log.js";
import { SqlCommandStore } from "../../../src/service/store/sql/sql-command-store.js";
import { SqlStatusStore } from "../../../src/service/store/sql/sql-status-store.js";
import { statusMarks } from "../../../src/service/store/sql/status-marks.js";
import { openSqlite } from "../../../src/service/store/sqlite/open-sqlite-store.js";
import type { GitHub } from "../github/git-hub.js";
import { openGitHub, SERVICE_LOGIN } from "../github/open-git-hub.js";
import { problemsOfExchange } from "../github-contract/check-exchange.js";
import { DESCRIPTIONS } from "../github-contract/published-operations.js";
import type { Chance } from "../seeded-chance.js";
import { Life } from "./mortal.js";
import { StoryChances } from "./story-chances.js";
import { CI_CHECK, StoryCi } from "./story-ci.js";
import { StoryDoor } from "./story-door.js";
import { troubleGitHub } from "./story-faults.js";
import {
  addRules,
  belongingsOfOthers,
  demandApproval,
  openCast,
  passesByItsFiles,
  type StoryCast,
  SUBMIT_LABEL,
} from "./story-people.js";
import { ON_MAIN, type Plant, StoryProcess, TEST_BRANCHES } from "./story-process.js";
import { brokenForGood, notYetTrue, type StoryEnd } from "./story-truths.js";
import { drawnWorkflow } from "./story-workflow.js";

export interface StoryPlan {
  readonly seed: number;
  readonly plant?: Plant;
  /** Drawn unless told. */
  readonly landing?: LandingWay;
  readonly isActions?: boolean;
  readonly settings?: Partial<QueueSettings>;
  readonly tell?: (line: string) => void;
  /** Some stories have a workflow file of the wind tunnel and more rules; not those of planted bugs. */
  readonly isDrawn?: boolean;
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
const NO_PLANT: Plant = () => ({});

export async function liveStory({
  seed,
  plant = NO_PLANT,
  landing = waysOf(seed).landing,
  isActions = waysOf(seed).isActions,
  settings: wanted = {},
  tell = () => undefined,
  isDrawn = plant === NO_PLANT,
}: StoryPlan): Promise<LivedStory> {
  const { isApp, isCloned, isReviewed, usesWorkflow } = waysOf(seed);
  const chances = new StoryChances(seed);
  await using closing = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), "github-story-"));
  closing.defer(async () => rm(folder, { recursive: true, force: true }));
  // One question less whenever git asks for refs.
  const gitConfigFile = join(folder, "gitconfig");
  await writeFile(gitConfigFile, "[protocol]\n\tversion = 0\n");
  const github = await openGitHub({ rateLimit: null, webhookSecret: "a-secret-that-both-sides-know" });
  closing.defer(async () => github.close());
  const unpublished = new Set<string>();
  github.onExchange = (exchange) => {
    for (const name of DESCRIPTIONS)
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
  const drawn = isDrawn && usesWorkflow ? await drawnWorkflow(chances.of("workflow file")) : null;
  const required = drawn?.file.required ?? [CI_CHECK];
  const ci = new StoryCi({
    ...{ github, isActions },
    ...(drawn !== null && { workflow: { ...drawn, chance: chances.of("workflow") } }),
    passes: async (commit) => passesByItsFiles(github, commit),
    durationMs: (branch) => chances.of(`CI on ${branch}`).whole(1000, 15_000),
    beforeVerdict: async (branch) => story.somebodyPushes(branch),
    afterVerdict: async (branch) => (landing === "merge" ? story.somebodyComesBetween(branch) : undefined),
  });
  closing.defer(async () => ci.stop());
  github.webhooks.url = door.url;
  // With it GitHub itself would refuse much of what a service in error might do.
  const isProtected = chances.of("protection").next() < 0.3;
  if (isProtected) github.protect("main", { checks: required });
  const cast = await openCast(github, async () => Promise.resolve());
  const others = JSON.stringify(await belongingsOfOthers(github, cast));
  const login = isApp ? "merge-queue[bot]" : SERVICE_LOGIN;
  if (isReviewed) demandApproval(github, login);
  if (isDrawn) addRules(github, login, landing, chances.of("rules"));
  github.world.bypassersSee = chances.of("sight of rules").next() < 0.5 ? "clean" : "blocked";
  const { looks, toldMerges } = story;
  const end: StoryEnd = { github, store, ci, cast, login, landing, looks, toldMerges };
  const kept = { store, commands: new SqlCommandStore(db), statuses: new SqlStatusStore(db) };
  const begin = (life: Life) =>
    new StoryProcess({
      github,
      kept,
      folder,
      gitConfigFile,
      life,
      log: story.log,
      pollIntervalMs: 30_000,
      isApp,
      isCloned,
      landing,
      looked: () => looks.push(Date.now()),
      plant,
    });
  const life = new Life(Number.POSITIVE_INFINITY, false);
  const first = begin(life);
  const settings = { ...settingsOf(chances.of("settings")), ...wanted };
  await first.queues.create(ON_MAIN, { ...settings, requiredStatuses: isProtected ? [] : required });
  await first.stop();
  const isOver = { now: false };
  const processes = story.processes(begin, door, isOver);
  const endProcesses = async () => {
    isOver.now = true;
    await processes;
  };
  closing.defer(endProcesses);
  const people = story.people(cast);
  const beganAt = Date.now();
  troubleGitHub(github, chances);
  await sleep(TROUBLE_MS);
  github.faults.stop();
  github.webhooks.behave(() => "deliver");
  github.webhooks.release();
  await people;
  let wrong = await notYetTrue(end);
  const isHopeless = async () => [...(await brokenForGood(end)), ...story.complaints()].length > 0;
  while (wrong.length > 0 && Date.now() - beganAt < LONGEST_MS && !(await isHopeless())) {
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
    ...(await brokenForGood(end)),
    ...(now === others ? [] : [`others had ${others} and have ${now}`]),
    ...story.complaints(),
    ...unpublished,
  ];
  const happened = { ...story.happened(), merges: looks.length };
  return { seed, broken, happened, minutes: Math.round((endedAt - beganAt) / 60_000) };
}

interface StoryWays {
  readonly isApp: boolean;
  readonly isCloned: boolean;
  readonly landing: LandingWay;
  /** Or CI is an App that has one check run per commit. */
  readonly isActions: boolean;
  /** An approval is demanded, and the service may bypass that. */
  readonly isReviewed: boolean;
  /** CI is a workflow file of the wind tunnel. */
  readonly usesWorkflow: boolean;
}

/** Any five stories in a row have each of them, and any sixty all of them together. */
function waysOf(seed: number): StoryWays {
  return {
    isApp: seed % 2 === 0,
    isCloned: seed % 3 !== 2,
    landing: seed % 4 < 2 ? "merge" : "push",
    isActions: seed % 5 < 2,
    isReviewed: seed % 3 !== 0,
    usesWorkflow: seed % 5 === 1,
  };
}

function settingsOf(chance: Chance): QueueSettings {
  const flag = () => chance.next() < 0.5;
  return {
    ...DEFAULT_QUEUE_SETTINGS,
    mergeMethod: MERGE_METHODS[chance.whole(0, MERGE_METHODS.length - 1)] ?? "squash",
    concurrency: chance.whole(1, 3),
    pendingFailureDepth: chance.whole(0, 1),
    canOptimisticallyMerge: flag(),
    batch: chance.next() < 0.3,
    batchingMinSize: 2,
    batchingMaxWaitTimeMinutes: 1,
    createPrsForTestingBranches: flag(),
    stateLabelsEnabled: true,
    showAsMerged: chance.next() < 0.4 ? "head-push" : "off",
  };
}

class Story {
  readonly #chances: StoryChances;
  readonly #github: GitHub;
  readonly #tell: (line: string) => void;
  readonly #errors: string[] = [];
  /** When a branch was looked at directly before a merge. */
  readonly looks: number[] = [];
  /** Commits that GitHub merged and nobody had tested, as the service tells of them. */
  readonly toldMerges = new Set<string>();
  #latePushes = 2;
  #pushesBetween = 2;
  readonly #counts = { crashes: 0, restarts: 0 };

  constructor(chances: StoryChances, github: GitHub, tell: (line: string) => void) {
    this.#chances = chances;
    this.#github = github;
    this.#tell = tell;
  }

  readonly log: Log = {
    debug: () => undefined,
    info: (fields, message) => this.#line("info", fields, message),
    warn: (fields, message) => this.#line("warn", fields, message),
    error: (fields, message) => {
      if (message.startsWith("the code host merged an untested commit"))
        this.toldMerges.add(String(fields["commit"]));
      if (fields["broken"] !== undefined) this.#errors.push(`${message}: ${JSON.stringify(fields)}`);
      this.#line("error", fields, message);
    },
  };

  #line(level: string, fields: Readonly<Record<string, unknown>>, message: string): void {
    const time = new Date().toISOString().slice(11, 23);
    this.#tell(`${time} ${level} ${message} ${JSON.stringify(fields)}`);
  }

  note(words: string): void {
    this.#line("story", {}, words);
  }

  /** One after the other: most of them die of something, the last one lives until the end. */
  async processes(
    begin: (life: Life) => StoryProcess,
    door: StoryDoor,
    isOver: { readonly now: boolean },
  ): Promise<void> {
    const chance = this.#chances.of("processes");
    for (let deaths = chance.whole(0, 4); deaths > 0 && !isOver.now; deaths -= 1) {
      const isCrash = chance.next() < 0.7;
      const steps = isCrash ? chance.whole(10, 500) : Number.POSITIVE_INFINITY;
      const life = new Life(steps, chance.next() < 0.5);
      const running = begin(life);
      door.intake = running.intake;
      await Promise.race([running.start(), life.died]);
      await Promise.race([life.died, sleep(chance.whole(5000, 60_000))]);
      door.intake = null;
      this.note(isCrash ? "CRASH" : "STOP");
      if (isCrash) life.die();
      else await running.stop();
      if (isCrash) this.#counts.crashes += 1;
      else this.#counts.restarts += 1;
      await sleep(chance.whole(100, 15_000));
    }
    const last = begin(new Life(Number.POSITIVE_INFINITY, false));
    door.intake = last.intake;
    await last.start();
    while (!isOver.now) await sleep(5000);
    door.intake = null;
    await last.stop();
  }

  /** In any order; somebody may push to the target branch meanwhile. */
  async people({ clean, breaking, conflicting }: StoryCast): Promise<void> {
    const chance = this.#chances.of("people");
    const submitted = [clean, breaking, conflicting].map(async (number) => {
      const [delayMs, isLabel] = [chance.whole(0, 40_000), chance.next() < 0.7];
      await sleep(delayMs);
      this.note(`submits #${number}`);
      if (isLabel) await this.#github.addLabel(number, SUBMIT_LABEL);
      else await this.#github.comment("ada", number, "/merge");
    });
    // Some come a while after the queue has asked for them; where no approval is demanded they change nothing.
    const approvals = [clean, breaking, conflicting].map(async (number) => {
      const approval = this.#chances.of(`approval of #${number}`);
      const [isLate, delayMs] = [approval.next() < 0.5, approval.whole(0, 40_000)];
      if (isLate) await this.#shown(number);
      await sleep(isLate ? 40_000 + delayMs : delayMs);
      this.note(`approves #${number}`);
      this.#github.review(number, "bob", "APPROVED");
    });
    const pushes = Array.from({ length: chance.whole(0, 2) }, async (_, index) => {
      await sleep(chance.whole(0, 60_000));
      this.note("pushes to main");
      await this.#github.pushToBranch("main", { [`direct-${index}.txt`]: "direct\n" });
    });
    await Promise.all([...submitted, ...approvals, ...pushes]);
  }

  /** Until the queue has a comment on the pull request; it may be submitted late, as the service is down or GitHub is. */
  async #shown(number: number): Promise<void> {
    const isShown = async () =>
      (await this.#github.comments(number)).some(({ body }) => String(body).startsWith(COMMENT_MARKER));
    for (let waits = 0; waits < 120 && !(await isShown()); waits += 1) await sleep(10_000);
  }

  /** Where it hurts most: while what was tested on the commit before is about to land. */
  async somebodyPushes(branch: string): Promise<void> {
    const chance = this.#chances.of(`push before a verdict on ${branch}`);
    const isDue = branch.startsWith(TEST_BRANCHES) && this.#latePushes > 0 && chance.next() < 0.4;
    if (!isDue) return;
    this.#latePushes -= 1;
    this.note("pushes to main before a verdict");
    await this.#github.pushToBranch("main", { [`late-${this.#latePushes}.txt`]: "late\n" });
  }

  /** What GitHub merges is not held to a tip, so that these moments count: around the look, and around the merge. */
  async somebodyComesBetween(branch: string): Promise<void> {
    const chance = this.#chances.of(`push after a verdict on ${branch}`);
    const isDue = branch.startsWith(TEST_BRANCHES) && this.#pushesBetween > 0 && chance.next() < 0.5;
    if (!isDue) return;
    this.#pushesBetween -= 1;
    // Read before the pause: another verdict may come meanwhile, and what two pushes hold alike would land as nothing.
    const file = `between-${this.#pushesBetween}.txt`;
    await sleep(chance.whole(0, 1500));
    this.note("pushes to main after a verdict");
    await this.#github.pushToBranch("main", { [file]: "between\n" });
  }

  complaints(): readonly string[] {
    return this.#errors;
  }

  happened(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = { ...this.#counts };
    for (const { fault } of this.#github.faults.happened) counts[fault.kind] = (counts[fault.kind] ?? 0) + 1;
    return counts;
  }
}

/** What happens in a story beside the work of the queue: processes that start and die, people who submit and push. */
import { setTimeout as sleep } from "node:timers/promises";
import {
  DEFAULT_QUEUE_SETTINGS,
  type LandingWay,
  MERGE_METHODS,
  type QueueSettings,
} from "../../../src/domain/queue-settings.js";
import { COMMENT_MARKER } from "../../../src/service/github/status/status.js";
import type { Log } from "../../../src/service/ports/log.js";
import type { GitHub } from "../github/git-hub.js";
import type { Chance } from "../seeded-chance.js";
import { Life } from "./mortal.js";
import type { StoryChances } from "./story-chances.js";
import type { StoryDoor } from "./story-door.js";
import { type StoryCast, SUBMIT_LABEL } from "./story-people.js";
import { type StoryProcess, TEST_BRANCHES } from "./story-process.js";
import type { StoryRules } from "./story-rules.js";

export class Story {
  readonly #chances: StoryChances;
  readonly #github: GitHub;
  readonly #tell: (line: string) => void;
  readonly #errors: string[] = [];
  /** When a branch was looked at directly before a merge. */
  readonly looks: number[] = [];
  /** Commits that GitHub merged and nobody had tested, as the service tells of them. */
  readonly toldMerges = new Set<string>();
  /** From then on nothing goes wrong any more. */
  isCalm = false;
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
  async people({ clean, breaking, conflicting }: StoryCast, rules: StoryRules): Promise<void> {
    const chance = this.#chances.of("people");
    const submitted = [clean, breaking, conflicting].map(async (number) => {
      const [delayMs, isLabel] = [chance.whole(0, 40_000), chance.next() < 0.7];
      await sleep(delayMs);
      this.note(`submits #${number}`);
      if (isLabel) await this.#github.addLabel(number, SUBMIT_LABEL);
      else await this.#github.comment("ada", number, "/merge");
    });
    // Some come a while after the queue has asked for them; where no rule demands them they change nothing.
    const approvals = [clean, breaking, conflicting].map(async (number) => {
      const approval = this.#chances.of(`approval of #${number}`);
      const [isLate, delayMs] = [approval.next() < 0.5, approval.whole(0, 40_000)];
      if (isLate) await this.#shown(number);
      await sleep(isLate ? 40_000 + delayMs : delayMs);
      this.note(`approves #${number}`);
      rules.meet(number);
    });
    const pushes = Array.from({ length: chance.whole(0, 2) }, async (_, index) => {
      await sleep(chance.whole(0, 60_000));
      this.note("pushes to main");
      await this.#pushToMain({ [`direct-${index}.txt`]: "direct\n" });
    });
    await Promise.all([...submitted, ...approvals, ...pushes]);
  }

  /** Until the queue has a comment on the pull request; it may be submitted late, as the service is down or GitHub is. */
  async #shown(number: number): Promise<void> {
    const isShown = async () =>
      (await this.#github.comments(number)).some(({ body }) => String(body).startsWith(COMMENT_MARKER));
    for (let waits = 0; waits < 30 && !(await isShown()); waits += 1) await sleep(10_000);
  }

  /** Where it hurts most: while what was tested on the commit before is about to land. */
  async somebodyPushes(branch: string): Promise<void> {
    const chance = this.#chances.of(`push before a verdict on ${branch}`);
    const isDue = branch.startsWith(TEST_BRANCHES) && this.#latePushes > 0 && chance.next() < 0.4;
    if (!isDue) return;
    this.#latePushes -= 1;
    this.note("pushes to main before a verdict");
    await this.#pushToMain({ [`late-${this.#latePushes}.txt`]: "late\n" });
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
    await this.#pushToMain({ [file]: "between\n" });
  }

  /** Unless people have renamed the branch meanwhile. */
  async #pushToMain(files: Readonly<Record<string, string>>): Promise<void> {
    if (this.#github.tip("main") !== null) await this.#github.pushToBranch("main", files);
  }

  complaints(): readonly string[] {
    return this.#errors;
  }

  happened(): Readonly<Record<string, number>> {
    const { lose, double, hold } = this.#github.webhooks.fates;
    const counts: Record<string, number> = {
      ...this.#counts,
      ...{ webhooksLost: lose, webhooksDoubled: double, webhooksHeld: hold },
    };
    for (const { fault } of this.#github.faults.happened) counts[fault.kind] = (counts[fault.kind] ?? 0) + 1;
    return counts;
  }
}

interface StoryWays {
  readonly isApp: boolean;
  readonly isCloned: boolean;
  readonly landing: LandingWay;
  /** Or CI is an App that has one check run per commit. */
  readonly isActions: boolean;
  /** In a story that is not drawn, an approval is demanded, and the service may bypass that. */
  readonly isReviewed: boolean;
  /** CI is a workflow file of the wind tunnel. */
  readonly usesWorkflow: boolean;
}

/** Any five stories in a row have each of them, and any sixty all of them together. */
export function waysOf(seed: number): StoryWays {
  return {
    isApp: seed % 2 === 0,
    isCloned: seed % 3 !== 2,
    landing: seed % 4 < 2 ? "merge" : "push",
    isActions: seed % 5 < 2,
    isReviewed: seed % 3 !== 0,
    usesWorkflow: seed % 5 === 1 || seed % 5 > 2,
  };
}

/** In a story that is not drawn, the queue has no setting that is newer than its bugs. */
export function settingsOf(chance: Chance, isDrawn: boolean): QueueSettings {
  const flag = () => chance.next() < 0.5;
  const settings: QueueSettings = {
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
  if (!isDrawn) return settings;
  // A required check behind a job that failed may never appear: the run then ends by its time limit.
  return { ...settings, pauseOnRedTarget: flag(), hedging: chance.next() < 0.2, testingTimeoutMinutes: 5 };
}

/**
 * What people do while the queue works, beside submitting: they push, close, dismiss, rename, run checks again and break
 * the target branch. Each puts right afterwards what was disturbed, so that the story ends as it would without it.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { commitId } from "../../../src/domain/ids.js";
import { CHECK_NAME } from "../../../src/service/github/status/status.js";
import type { GitHub } from "../github/git-hub.js";
import type { Chance } from "../seeded-chance.js";
import { filesOf, RED_FILE, type StoryCast } from "./story-people.js";
import type { StoryRules } from "./story-rules.js";

export interface StoryTurnsPlan {
  readonly github: GitHub;
  readonly cast: StoryCast;
  readonly rules: StoryRules;
  readonly chance: Chance;
  /** Whether the App gets the clicks on its checks. */
  readonly isApp: boolean;
  /** A person runs failed jobs of CI again. */
  readonly rerun: () => boolean;
  readonly note: (words: string) => void;
  /** The story has exactly this turn instead of drawn ones. */
  readonly only?: TurnName;
}

type Act = (turns: StoryTurns, number: number) => Promise<void>;

const LONGEST_MS = 100_000;
/** Until people put right what they broke. */
const REPAIR_MS = [20_000, 80_000] as const;

const TURNS = {
  "pushes to it": async ({ github }, number) => {
    await github.pushToPullRequest(number, { [`more-${number}.txt`]: "more\n" });
  },
  "force-pushes it": async (turns, number) => turns.forcePush(number),
  "closes it": async ({ github }, number) => github.closePullRequest(number),
  "cancels it": async ({ github }, number) => void (await github.comment("ada", number, "/cancel")),
  "tests it again": async ({ github }, number) => void (await github.comment("ada", number, "/retry")),
  "edits its title": async ({ github }, number) =>
    github.editPullRequest(number, { title: `Another title [skip ci] of ${number}` }),
  "makes it a draft": async ({ github }, number) => {
    github.setDraft(number, true);
    return Promise.resolve();
  },
  "dismisses its approval": async (turns, number) => {
    if (turns.rules.demandsApproval) turns.github.dismissReview(number, "bob");
    return Promise.resolve();
  },
  "renames its branch": async ({ github }, number) => {
    const { headRef } = github.pull(number);
    await github.renameBranch(headRef, `${headRef}-renamed`);
  },
  "runs the check of the queue again": async (turns, number) => turns.clickOnCheck(number),
  "runs failed jobs again": async (turns) => {
    turns.runFailedAgain();
    return Promise.resolve();
  },
  "renames main": async (turns) => turns.renameMain(),
  "breaks main": async (turns) => turns.breakMain(),
} satisfies Readonly<Record<string, Act>>;
export type TurnName = keyof typeof TURNS;

/** They disturb every pull request. */
const WIDE: ReadonlySet<string> = new Set<TurnName>(["renames main", "breaks main"]);
/** They leave a pull request that lands or fails alone as it is. */
const HARMLESS: ReadonlySet<string> = new Set<TurnName>(["edits its title", "runs failed jobs again"]);

export class StoryTurns {
  readonly github: GitHub;
  readonly rules: StoryRules;
  readonly performed: string[] = [];
  readonly #plan: StoryTurnsPlan;
  readonly #disturbed = new Set<number>();
  readonly #submissions = new Map<number, number>();

  constructor(plan: StoryTurnsPlan) {
    this.#plan = plan;
    this.github = plan.github;
    this.rules = plan.rules;
  }

  /** How often people have submitted a pull request, by any means. */
  submissionsOf(number: number): number {
    return this.#submissions.get(number) ?? 1;
  }

  isDisturbed(number: number): boolean {
    return this.#disturbed.has(number);
  }

  disturbAll(): void {
    for (const number of this.#numbers) this.#disturbed.add(number);
  }

  runFailedAgain(): void {
    if (this.#plan.rerun()) this.#plan.note("runs failed jobs again");
  }

  get #numbers(): readonly number[] {
    const { clean, breaking, conflicting } = this.#plan.cast;
    return [clean, breaking, conflicting];
  }

  /** What the story has instead of drawn turns happens to all when CI has passed one of them for the first time. */
  async strike(): Promise<void> {
    const { only } = this.#plan;
    if (only === undefined || this.performed.length > 0) return;
    for (const number of this.#numbers) await this.#turn(only, number);
  }

  async perform(): Promise<void> {
    const { chance } = this.#plan;
    const names = Object.keys(TURNS).filter(isTurn);
    const drawn = Array.from({ length: chance.whole(0, 3) }, () => names[chance.whole(0, names.length - 1)]);
    const turns = [...new Set(drawn)].map(async (name) => {
      const number = this.#numbers[chance.whole(0, 2)];
      const afterMs = chance.whole(5000, LONGEST_MS);
      await sleep(afterMs);
      if (name === undefined || number === undefined) return;
      await this.#turn(name, number);
    });
    await Promise.all(turns);
  }

  async #turn(name: TurnName, number: number): Promise<void> {
    if (WIDE.has(name)) this.disturbAll();
    // One that is closed while `main` has another name keeps that base, and GitHub would not open it again.
    else if (this.github.pull(number).state !== "open" || !(await this.#hasHead(number)) || !this.#hasMain())
      return;
    else if (!HARMLESS.has(name)) this.#disturbed.add(number);
    this.performed.push(name);
    this.#plan.note(`${name}${WIDE.has(name) ? "" : `, #${number}`}`);
    await TURNS[name](this, number);
  }

  async forcePush(number: number): Promise<void> {
    const { world } = this.github;
    const { headRef, headSha, author } = this.github.pull(number);
    const base = await world.git.tell("merge-base", "refs/heads/main", headSha);
    if (base === null) return;
    const commit = await world.git.repository.commit({
      ...{ parents: [commitId(base.trim())], files: filesOf(this.#plan.cast, number) },
      ...{ message: `Amended #${number}\n`, seconds: 1_700_100_000 + number },
    });
    await this.github.setBranch(headRef, commit, author);
  }

  async clickOnCheck(number: number): Promise<void> {
    const { headSha } = this.github.pull(number);
    const run = this.github.world.checkRuns.findLast(
      (each) => each.headSha === headSha && each.name === CHECK_NAME,
    );
    if (!this.#plan.isApp || run === undefined) return;
    // After the pull request has left without landing, it submits it once more.
    this.#submissions.set(number, this.submissionsOf(number) + 1);
    this.github.clickOnCheck(run.id, "rerun");
    return Promise.resolve();
  }

  async renameMain(): Promise<void> {
    if (!this.#hasMain()) return;
    await this.github.renameBranch("main", "trunk");
    await this.#untilRepair();
    await this.github.renameBranch("trunk", "main");
  }

  async breakMain(): Promise<void> {
    if (!this.#hasMain()) return;
    await this.github.pushToBranch("main", { [RED_FILE]: "red\n" });
    await this.#untilRepair();
    while (!this.#hasMain()) await sleep(5000);
    this.#plan.note("mends main");
    await this.github.pushToBranch("main", { [RED_FILE]: null });
  }

  /** People may have renamed it. */
  #hasMain(): boolean {
    return this.github.tip("main") !== null;
  }

  async #untilRepair(): Promise<void> {
    await sleep(this.#plan.chance.whole(...REPAIR_MS));
  }

  async #hasHead(number: number): Promise<boolean> {
    return Promise.resolve(this.github.tip(this.github.pull(number).headRef) !== null);
  }

  /** People make a disturbed pull request whole again, and submit it unless it is in the queue or has its end. */
  async repair(number: number, { isLive, hasLanded, isDone }: StoryStanding): Promise<void> {
    const { github } = this;
    if (hasLanded || !this.#disturbed.has(number)) return;
    const { headRef, headSha, merged, draft } = github.pull(number);
    if (merged !== null) return;
    if (github.tip(headRef) === null) {
      const renamed = github.tip(`${headRef}-renamed`) === null ? null : `${headRef}-renamed`;
      if (renamed === null) await github.setBranch(headRef, headSha);
      else await github.renameBranch(renamed, headRef);
    }
    if (github.pull(number).state === "closed") await github.reopenPullRequest(number);
    if (draft) github.setDraft(number, false);
    if (!this.rules.isMet(number)) this.rules.meet(number);
    if (isLive || isDone || this.submissionsOf(number) > MOST_SUBMISSIONS) return;
    this.#submissions.set(number, this.submissionsOf(number) + 1);
    this.#plan.note(`submits #${number} again`);
    await github.comment("ada", number, "/merge");
  }
}

const MOST_SUBMISSIONS = 6;

export interface StoryStanding {
  readonly isLive: boolean;
  readonly hasLanded: boolean;
  /** It has the end that the story wants for it. */
  readonly isDone: boolean;
}

function isTurn(name: string): name is TurnName {
  return Object.hasOwn(TURNS, name);
}

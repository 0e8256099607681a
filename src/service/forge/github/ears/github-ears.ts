/**
 * START HERE: what GitHub tells by webhooks. News are looked at soon and soonest, and a lost one harms nothing; what people
 * wish is kept in the store before GitHub is answered, so that none is lost, and known there, so that none counts twice.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { QueueName } from "../../../../domain/queue-name.js";
import type { Repository } from "../../../../domain/repository.js";
import { errorText } from "../../../../domain/thrown.js";
import type { Clock } from "../../../ports/clock.js";
import type { Log } from "../../../ports/log.js";
import { withOnlyLogFields } from "../../../ports/log.js";
import type { Meter } from "../../../ports/meter.js";
import type { Session } from "../../../ports/session.js";
import type { ForgeEars, Hearing, Looks, RawDelivery, Wish } from "../../../ports/wish-store.js";
import { within } from "../../../rounds/within.js";
import type { CheckedCommit } from "../github-forge.js";
import { isEnqueueing, WishCarrier, type WishWorld } from "./carry-out-wish.js";
import { CatchUp } from "./catch-up.js";
import { type Look, lookKey, REPLAY_WINDOW_MS, type WishOnBranch } from "./news.js";
import { readNews } from "./read-news.js";
import { WishPump } from "./wish-pump.js";

export interface EarsOptions extends WishWorld {
  /** One, or two while one gives way to the other; with none nobody is heard, and everything is found by the polls. */
  readonly secrets: readonly string[];
  /** Of the forge, as queues name it. */
  readonly host: string;
  /** The repositories that are served, by key. */
  readonly repositories: { has(repositoryKey: string): boolean };
  readonly looks: Looks;
  readonly session: Session;
  /** There may be news of the checks on a commit, which may be one that is tested. */
  readonly checksChanged: (repository: Repository, of: CheckedCommit) => void;
  readonly testBranchPrefix: string;
  readonly meter?: Pick<Meter, "count">;
}

const MOST_OPEN_WISHES = 2000;
const DELIVERY = /^[\w-]{1,100}$/;

export class GitHubEars implements ForgeEars {
  readonly #options: EarsOptions;
  readonly #looks: PendingLooks;
  readonly #pump: WishPump;
  readonly #found: CatchUp;

  constructor(options: EarsOptions) {
    const { clock, log, wishes, meter, session } = options;
    this.#options = options;
    this.#looks = new PendingLooks({ look: async (look) => this.#look(look), clock, log });
    const carrier = new WishCarrier(options);
    this.#found = new CatchUp({ ...options, keep: async (wish) => this.#keep({ wish, targetBranch: null }) });
    this.#pump = new WishPump({
      store: wishes,
      // Whether it was shown again, found, or left in a backup that was restored.
      carryOut: async (claimed) => (this.#isTooOld(claimed.wish) ? "void" : carrier.carryOut(claimed)),
      giveUp: async (claimed) => carrier.giveUp(claimed),
      clock,
      log,
      session,
      ...(meter !== undefined && { meter }),
    });
  }

  start(): void {
    this.#pump.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#looks.stop(), this.#pump.stop()]);
  }

  /** With each poll of a repository: what was said there and not heard. */
  async catchUp(names: readonly QueueName[]): Promise<void> {
    await this.#found.catchUp(names);
  }

  async hear({ signature, event, id, bytes }: RawDelivery): Promise<Hearing> {
    const { secrets } = this.#options;
    if (!isSigned(bytes, signature, secrets)) return "notSigned";
    if (!DELIVERY.test(id)) return { problem: "the delivery has no name" };
    const payload = jsonIn(bytes);
    if (payload === undefined) return { problem: "the body is not JSON in UTF-8" };
    const news = readNews({ event, id, payload }, this.#options);
    if (news === null) return "ignored";
    if ("problem" in news) return news;
    const { push } = news;
    if (push !== null) await this.#options.wishes.notePush(push.repository, push.pullRequest, push.at);
    const wished = news.wish === null ? "ignored" : await this.#keep(news.wish);
    if (wished !== "ignored" || news.looks.length === 0) return wished;
    return this.#looks.add(news.looks) ? "heard" : "full";
  }

  async #keep({ wish, targetBranch }: WishOnBranch): Promise<"heard" | "ignored" | "full"> {
    const { clock, wishes } = this.#options;
    if (targetBranch !== null && !(await this.#isAnyQueues(wish, targetBranch))) return "ignored";
    const outcome = await wishes.add(wish, clock.now(), MOST_OPEN_WISHES);
    if (outcome === "full") return "full";
    this.#pump.poke();
    return outcome === "added" ? "heard" : "ignored";
  }

  #isTooOld({ saidAt }: Wish): boolean {
    return this.#options.clock.now() - saidAt > REPLAY_WINDOW_MS;
  }

  /**
   * Most labels mean nothing here, and are not worth a row. Where the base has no queue, the pull request may stand on
   * others, or be in the queue of its base before: that is for whoever carries it out.
   */
  async #isAnyQueues({ repository, said }: Wish, targetBranch: string): Promise<boolean> {
    if (said.kind === "comment") return true;
    const { store } = this.#options;
    const onBase = await store.load({ repository, targetBranch });
    const queues = onBase === null ? await store.list(repository) : [onBase];
    return queues.some((queue) => isEnqueueing(said.label, queue));
  }

  async #look(look: Look): Promise<void> {
    const { looks } = this.#options;
    switch (look.kind) {
      case "tip":
        return looks.lookAtTip(look.name, look.said);
      case "pullRequest":
        return looks.lookAtPullRequest(look.name, look.pullRequest);
      case "checks":
        return this.#lookAtChecks(look);
    }
  }

  /** Of a test run, or of the head of a pull request. */
  async #lookAtChecks({ repository, of }: Extract<Look, { readonly kind: "checks" }>): Promise<void> {
    const { looks, checksChanged, testBranchPrefix } = this.#options;
    checksChanged(repository, of);
    if (of.branch?.startsWith(testBranchPrefix) !== true) await looks.lookAtHead(repository, of.headSha);
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function jsonIn(bytes: Uint8Array): unknown {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return value;
  } catch {
    return undefined;
  }
}

const SIGNATURE = /^sha256=([0-9a-f]{64})$/i;

/** Every secret is tried, whichever it is: there are two while one gives way to another. */
function isSigned(bytes: Uint8Array, signature: string, secrets: readonly string[]): boolean {
  const [, digits] = SIGNATURE.exec(signature) ?? [];
  if (digits === undefined) return false;
  const given = Buffer.from(digits, "hex");
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(bytes).digest(), given),
  );
  return matches.includes(true);
}

interface PendingLooksOptions {
  readonly look: (look: Look) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** Waiting, not those that are being made. */
  readonly most?: number;
}

const DELAY_MS = 300;
const AT_A_TIME = 4;
const MOST = 5000;
const STOP_PATIENCE_MS = 1000;

/**
 * Looks that are still to be made: each place once, however often it was heard of, a moment after it was heard of first,
 * so that what comes in a burst is one look. They are kept in memory only, because the poll looks everywhere anyway.
 */
export class PendingLooks {
  readonly #options: PendingLooksOptions;
  readonly #most: number;
  /** In the order in which they were heard of; `from` is in monotonic milliseconds. */
  readonly #waiting = new Map<string, { readonly look: Look; readonly from: number }>();
  readonly #underWay = new Map<string, Promise<void>>();
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(options: PendingLooksOptions) {
    this.#options = options;
    this.#most = options.most ?? MOST;
  }

  /** All of them or none: false when there is no room. */
  add(looks: readonly Look[]): boolean {
    const unknown = looks.filter((look) => !this.#waiting.has(lookKey(look)));
    if (this.#isStopped || this.#waiting.size + unknown.length > this.#most) return false;
    const from = this.#options.clock.monotonic() + DELAY_MS;
    for (const look of looks) {
      const key = lookKey(look);
      // What was said last is what is known of it; it keeps its place.
      this.#waiting.set(key, { look, from: this.#waiting.get(key)?.from ?? from });
    }
    this.#begin();
    return true;
  }

  /** Those under way have a moment; the others are for the poll. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    this.#waiting.clear();
    await within(STOP_PATIENCE_MS, this.#options.clock, Promise.all(this.#underWay.values()));
  }

  #begin(): void {
    const { clock } = this.#options;
    for (const [key, { look, from }] of this.#waiting) {
      if (this.#underWay.size >= AT_A_TIME) return;
      // What is being looked at may have been read before the news.
      if (this.#underWay.has(key)) continue;
      if (from > clock.monotonic()) {
        this.#beginAt(from);
        return;
      }
      this.#waiting.delete(key);
      const made = this.#make(look).finally(() => {
        this.#underWay.delete(key);
        this.#begin();
      });
      this.#underWay.set(key, made);
    }
  }

  #beginAt(from: number): void {
    const { clock } = this.#options;
    if (this.#isStopped || this.#cancelTimer !== undefined) return;
    this.#cancelTimer = clock.after(Math.max(from - clock.monotonic(), 0), () => {
      this.#cancelTimer = undefined;
      this.#begin();
    });
  }

  async #make(look: Look): Promise<void> {
    try {
      await withOnlyLogFields({}, async () => this.#options.look(look));
    } catch (error) {
      this.#options.log.warn(
        { what: lookKey(look), error: errorText(error) },
        "a look that GitHub's news asked for failed; the next poll makes up for it",
      );
    }
  }
}

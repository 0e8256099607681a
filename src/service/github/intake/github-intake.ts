/**
 * START HERE: the webhook intake. An event triggers a refresh soon after, and a lost event is harmless. A command is
 * stored before GitHub gets its answer, so that it is not lost, and deduplicated in the store, so that it counts once.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Repository } from "../../../domain/repository.js";
import { errorText } from "../../../domain/thrown.js";
import type { Clock } from "../../ports/clock.js";
import type {
  ActAnswer,
  ClaimedCommand,
  Command,
  RawDelivery,
  ReceiptOutcome,
  Refresher,
  WebhookIntake,
} from "../../ports/command-store.js";
import type { Served } from "../../ports/dispatch.js";
import type { Log } from "../../ports/log.js";
import { withOnlyLogFields } from "../../ports/log.js";
import type { Meter } from "../../ports/meter.js";
import type { Session } from "../../ports/session.js";
import type { WorldError } from "../../ports/world-error.js";
import { within } from "../../work/within.js";
import { checkedCalls } from "../api/github-calls.js";
import type { RepositoryNames } from "../api/repository-names.js";
import { CommandPump, type RequireClaim } from "../commands/command-pump.js";
import { LostCommands } from "../commands/lost-commands.js";
import { CommandPerformer, type CommandSurroundings, isEnqueueing } from "../commands/perform-command.js";
import type { CheckedCommit } from "../forge/github-forge.js";
import { type CommandOnBranch, lookKey, REPLAY_WINDOW_MS, type Refresh } from "./intake-event.js";
import { authorizationPayload } from "./payloads.js";
import { readIntakeEvent } from "./read-event.js";

export interface IntakeOptions extends CommandSurroundings {
  /**
   * One secret, or two during a rotation. Without a secret every delivery is refused, and only the polls find changes.
   */
  readonly secrets: readonly string[];
  /** Host of the forge, as in queue names. */
  readonly host: string;
  /** Keys of the configured repositories. */
  readonly repositories: { has(repositoryKey: string): boolean };
  readonly names: RepositoryNames;
  readonly refreshes: Refresher;
  readonly session: Session;
  /** Absent: no other process shares the store. */
  readonly served?: Served;
  /** Ends the sessions of a person who has taken the App's authorization back. Returns how many. */
  readonly authorizationRevoked: (accountId: number) => Promise<number>;
  /** Called when the checks of a commit, possibly one under test, may have changed. */
  readonly checksChanged: (repository: Repository, of: CheckedCommit) => void;
  readonly testBranchPrefix: string;
  readonly meter?: Pick<Meter, "count" | "observe">;
}

/** https://docs.github.com/en/webhooks/webhook-events-and-payloads#github_app_authorization */
const AUTHORIZATION_EVENT = "github_app_authorization";
const MOST_OPEN_WISHES = 2000;
const DELIVERY = /^[\w-]{1,100}$/;

export class GitHubIntake implements WebhookIntake {
  readonly #options: IntakeOptions;
  readonly #refreshes: PendingRefreshes;
  readonly #pump: CommandPump;
  readonly #lostCommands: LostCommands;

  constructor(options: IntakeOptions) {
    const { clock, log, commands, meter, session, served } = options;
    this.#options = options;
    this.#refreshes = new PendingRefreshes({
      refresh: async (refresh) => this.#refresh(refresh),
      clock,
      log,
    });
    this.#lostCommands = new LostCommands({
      ...options,
      keep: async (command) => this.#keep({ command, targetBranch: null }),
    });
    this.#pump = new CommandPump({
      store: commands,
      perform: async (claimed, requireClaim) => {
        const performer = checkedPerformer(options, requireClaim);
        if (!this.#isTooOld(claimed.command)) return performer.perform(claimed);
        // It may come from a resent delivery, a poll or a restored backup.
        await performer.showAgain(claimed.command);
        return "void";
      },
      giveUp: async (claimed, requireClaim) => checkedPerformer(options, requireClaim).giveUp(claimed),
      clock,
      log,
      session,
      ...(served !== undefined && {
        served,
        isForOthers: async (claimed, error) => this.#isForOthers(served, claimed, error),
      }),
      ...(meter !== undefined && { meter }),
    });
  }

  start(): void {
    this.#pump.start();
  }

  async stop(): Promise<void> {
    await Promise.all([this.#refreshes.stop(), this.#pump.stop()]);
  }

  /** Runs with each poll of a repository and finds commands whose webhooks were lost. */
  async catchUp(names: readonly QueueName[]): Promise<void> {
    await this.#lostCommands.find(names);
  }

  async receive({ signature, event, id, bytes }: RawDelivery): Promise<ReceiptOutcome> {
    const { secrets } = this.#options;
    if (!isSigned(bytes, signature, secrets)) return "notSigned";
    if (!DELIVERY.test(id)) return { problem: "the delivery has no valid id" };
    const payload = jsonIn(bytes);
    if (payload === undefined) return { problem: "the body is not JSON in UTF-8" };
    if (event === AUTHORIZATION_EVENT) return this.#authorizationChanged(payload);
    const surroundings = { ...this.#options, now: this.#options.clock.now() };
    const received = readIntakeEvent({ event, id, payload }, surroundings);
    if (received === null) return "ignored";
    if ("problem" in received) return received;
    const { push } = received;
    if (push !== null) await this.#options.commands.notePush(push.repository, push.pullRequest, push.at);
    const kept = received.command === null ? "ignored" : await this.#keep(received.command);
    if (kept !== "ignored" || received.refreshes.length === 0) return kept;
    return this.#refreshes.add(received.refreshes) ? "heard" : "full";
  }

  /** GitHub sends it to every App, for no repository. Repeating is harmless. */
  async #authorizationChanged(payload: unknown): Promise<ReceiptOutcome> {
    const read = authorizationPayload.safeParse(payload);
    if (!read.success) return { problem: "the payload names no account" };
    const { action, sender } = read.data;
    if (action !== "revoked") return "ignored";
    const ended = await this.#options.authorizationRevoked(sender.id);
    this.#options.log.info({ account: sender.id, ended }, "a person revoked the App's authorization");
    return "heard";
  }

  async #keep({ command, targetBranch }: CommandOnBranch): Promise<"heard" | "ignored" | "full"> {
    const { clock, commands } = this.#options;
    if (targetBranch !== null && !(await this.#isAnyQueues(command, targetBranch))) return "ignored";
    const outcome = await commands.add(command, clock.now(), MOST_OPEN_WISHES);
    if (outcome === "full") return "full";
    this.#pump.poke(command.repository);
    return outcome === "added" ? "heard" : "ignored";
  }

  /** Whether a process can work for a repository shows in any of its queues; without one, no command has an effect. */
  async #isForOthers(served: Served, { command }: ClaimedCommand, error: WorldError): Promise<boolean> {
    const [queue] = await this.#options.store.list(command.repository);
    return queue !== undefined && (await served.leaveIfRefused(queue.name, error));
  }

  #isTooOld({ givenAt }: Command): boolean {
    return this.#options.clock.now() - givenAt > REPLAY_WINDOW_MS;
  }

  /**
   * Avoids a stored row for labels that no queue uses. If the base has no queue, the pull request may be stacked, or
   * still be in the queue of its previous base; the command handler decides that later.
   */
  async #isAnyQueues({ repository, trigger }: Command, targetBranch: string): Promise<boolean> {
    if (trigger.kind === "comment" || trigger.kind === "checkRun") return true;
    const { store } = this.#options;
    const onBase = await store.load({ repository, targetBranch });
    const queues = onBase === null ? await store.list(repository) : [onBase];
    return queues.some((queue) => isEnqueueing(trigger.label, queue));
  }

  async #refresh(refresh: Refresh): Promise<void> {
    const { refreshes } = this.#options;
    switch (refresh.kind) {
      case "tip":
        return refreshes.refreshTip(refresh.name, refresh.reported);
      case "pullRequest":
        return refreshes.refreshPullRequest(refresh.name, refresh.pullRequest);
      case "checks":
        return this.#lookAtChecks(refresh);
    }
  }

  /** Refreshes the checks of a test run, or of the head of a pull request. */
  async #lookAtChecks({ repository, of }: Extract<Refresh, { readonly kind: "checks" }>): Promise<void> {
    const { refreshes, checksChanged, testBranchPrefix } = this.#options;
    checksChanged(repository, of);
    if (of.branch?.startsWith(testBranchPrefix) !== true) await refreshes.refreshHead(repository, of.headSha);
  }
}

/** Checks the claim before each change of a queue and each write to GitHub. */
function checkedPerformer(surroundings: CommandSurroundings, requireClaim: RequireClaim): CommandPerformer {
  const { calls, acts } = surroundings;
  const checked = async (act: () => Promise<ActAnswer>) => {
    await requireClaim();
    return act();
  };
  return new CommandPerformer({
    ...surroundings,
    calls: checkedCalls(calls, requireClaim),
    acts: {
      submit: async (...asked) => checked(async () => acts.submit(...asked)),
      cancel: async (...asked) => checked(async () => acts.cancel(...asked)),
      restart: async (...asked) => checked(async () => acts.restart(...asked)),
    },
  });
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

/** Always tries every secret (two during a rotation), so that the time does not reveal which one matched. */
function isSigned(bytes: Uint8Array, signature: string, secrets: readonly string[]): boolean {
  const [, digits] = SIGNATURE.exec(signature) ?? [];
  if (digits === undefined) return false;
  const given = Buffer.from(digits, "hex");
  const matches = secrets.map((secret) =>
    timingSafeEqual(createHmac("sha256", secret).update(bytes).digest(), given),
  );
  return matches.includes(true);
}

interface PendingRefreshesOptions {
  readonly refresh: (refresh: Refresh) => Promise<void>;
  readonly clock: Clock;
  readonly log: Log;
  /** Limit of waiting refreshes; those in progress do not count. */
  readonly most?: number;
}

const DELAY_MS = 300;
const AT_A_TIME = 4;
const MOST = 5000;
const STOP_PATIENCE_MS = 1000;

/**
 * Pending refreshes, coalesced by subject: a burst of events leads to one refresh, a moment after the first event. They
 * are kept only in memory, because the next poll refreshes everything anyway.
 */
export class PendingRefreshes {
  readonly #options: PendingRefreshesOptions;
  readonly #most: number;
  /** In order of arrival; `from` is in monotonic milliseconds. */
  readonly #waiting = new Map<string, { readonly refresh: Refresh; readonly from: number }>();
  readonly #underWay = new Map<string, Promise<void>>();
  #cancelTimer: (() => void) | undefined;
  #isStopped = false;

  constructor(options: PendingRefreshesOptions) {
    this.#options = options;
    this.#most = options.most ?? MOST;
  }

  /** Adds all or none; false: no room. */
  add(refreshes: readonly Refresh[]): boolean {
    const unknown = refreshes.filter((refresh) => !this.#waiting.has(lookKey(refresh)));
    if (this.#isStopped || this.#waiting.size + unknown.length > this.#most) return false;
    const from = this.#options.clock.monotonic() + DELAY_MS;
    for (const refresh of refreshes) {
      const key = lookKey(refresh);
      // The newest event replaces the earlier one, but keeps its place in the order.
      this.#waiting.set(key, { refresh, from: this.#waiting.get(key)?.from ?? from });
    }
    this.#begin();
    return true;
  }

  /** Waits briefly for refreshes in progress and drops the others, which the next poll replaces. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#cancelTimer?.();
    this.#waiting.clear();
    await within(STOP_PATIENCE_MS, this.#options.clock, Promise.all(this.#underWay.values()));
  }

  #begin(): void {
    const { clock } = this.#options;
    for (const [key, { refresh, from }] of this.#waiting) {
      if (this.#underWay.size >= AT_A_TIME) return;
      // The refresh in progress may have read the subject before this event, so another one follows it.
      if (this.#underWay.has(key)) continue;
      if (from > clock.monotonic()) {
        this.#beginAt(from);
        return;
      }
      this.#waiting.delete(key);
      const made = this.#make(refresh).finally(() => {
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

  async #make(refresh: Refresh): Promise<void> {
    try {
      await withOnlyLogFields({}, async () => this.#options.refresh(refresh));
    } catch (error) {
      this.#options.log.warn(
        { what: lookKey(refresh), error: errorText(error) },
        "a refresh after a GitHub webhook failed; the next poll repeats it",
      );
    }
  }
}

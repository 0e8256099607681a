/**
 * Performs a command from a comment or a label. The state of the pull request, the permission of the person and the
 * presence of the label are read from GitHub first; the change of the queue is the same as by the API. A command may be
 * performed twice, for example after a crash: the second attempt finds the result of the first.
 */
import { assertNever } from "../../../domain/assert-never.js";
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { Repository } from "../../../domain/repository.js";
import type { Entry, Queue } from "../../../engine/model/queue.js";
import type { Clock } from "../../ports/clock.js";
import type {
  ActAnswer,
  CheckRunCommand,
  ClaimedCommand,
  Command,
  CommandStore,
  CommentCommand,
  PullRequestActs,
  SubmissionCommand,
  Trigger,
} from "../../ports/command-store.js";
import type { ContentPace } from "../../ports/content-pace.js";
import type { Log } from "../../ports/log.js";
import type { QueueStore, StoredQueue } from "../../ports/queue-store.js";
import { ForgeError } from "../../ports/world-error.js";
import type { GitHubCalls } from "../api/github-calls.js";
import { gitHubStacks } from "../forge/stacks.js";
import { code, sentence } from "../status/markdown.js";
import { isFound } from "./commands-in.js";
import { spelled } from "./parse-command.js";
import { isAllowedBot, mayWrite, wasPushedToSince } from "./pushed-since.js";
import { readSubject, type Subject, sameName } from "./read-subject.js";
import { type Reaction, Replies } from "./replies.js";

export interface CommandSurroundings {
  readonly calls: GitHubCalls;
  readonly store: QueueStore;
  readonly acts: PullRequestActs;
  readonly commands: CommandStore;
  readonly log: Log;
  readonly clock: Clock;
  readonly commandPrefix: string;
  /** Limits the answers to people who may not command the queue; absent: nothing does. */
  readonly pace?: Pick<ContentPace, "reserve">;
  /** Writes the status of a pull request again, because a click may have changed what GitHub shows. */
  readonly showAgain: (repository: Repository, pullRequest: PullRequestNumber) => Promise<void>;
}

/** "void": the command changed nothing. */
export type CommandResult = "done" | "void";

interface Case {
  readonly claimed: ClaimedCommand;
  readonly command: Command;
  readonly subject: Subject;
  readonly on: StoredQueue;
}

type TriggerOf<Kind extends Trigger["kind"]> = Extract<Trigger, { readonly kind: Kind }>;
type ValidCommand = Exclude<CommentCommand, { readonly kind: "unclear" }>;

/** A click names no options. */
const DEFAULTS = { priority: null, noBatch: false } as const;
const STALE_MS = 60_000;
/** The largest difference between the times that a webhook and the list of events give one change of a label. */
const ONE_CHANGE_MS = 1000;
/** The largest assumed difference between GitHub's clock and ours. */
const CLOCKS_DIFFER_MS = 60_000;

export class CommandPerformer {
  readonly #world: CommandSurroundings;
  readonly #replies: Replies;

  constructor(world: CommandSurroundings) {
    this.#world = world;
    this.#replies = new Replies(world.calls, world.log, world.pace);
  }

  async perform(claimed: ClaimedCommand): Promise<CommandResult> {
    const result = await this.#perform(claimed);
    await this.showAgain(claimed.command);
    return result;
  }

  /** After any outcome of a click: GitHub has reset the check run to "queued" if the click was on "Re-run". */
  async showAgain({ repository, pullRequest, trigger }: Command): Promise<void> {
    if (trigger.kind === "checkRun") await this.#world.showAgain(repository, pullRequest);
  }

  async #perform(claimed: ClaimedCommand): Promise<CommandResult> {
    const { command, isSuperseded } = claimed;
    if (isSuperseded) return "void";
    const { repository, pullRequest, trigger } = command;
    const seen = await readSubject(this.#world.calls, repository, pullRequest);
    if (seen === null) return "void";
    const ofBase = await this.#queueOf(command, seen);
    const targetBranch = ofBase === null ? await this.#targetOfStack(command, seen) : seen.targetBranch;
    const on = ofBase ?? (await this.#world.store.load({ repository, targetBranch }));
    if (on === null) return "void";
    const found = { claimed, command, subject: { ...seen, targetBranch }, on };
    switch (trigger.kind) {
      case "comment":
        return this.#comment(found, trigger);
      case "checkRun":
        return this.#clicked(found, trigger);
      case "labeled":
        return this.#labeled(found, trigger);
      case "unlabeled":
        return this.#unlabeled(found, trigger);
      default:
        return assertNever(trigger);
    }
  }

  async giveUp({ command }: ClaimedCommand): Promise<void> {
    await this.showAgain(command);
    await this.#replies.react(command, "confused");
  }

  /** The queue of the base; a pull request that was retargeted while queued can still leave its old queue. */
  async #queueOf(
    { repository, pullRequest }: Command,
    { targetBranch }: Subject,
  ): Promise<StoredQueue | null> {
    const onBase = await this.#world.store.load({ repository, targetBranch });
    if (onBase !== null) return onBase;
    const all = await this.#world.store.list(repository);
    return all.find(({ queue }) => liveIn(queue, pullRequest) !== undefined) ?? null;
  }

  /** The target branch of the stack below the pull request; empty if no queue has that branch. */
  async #targetOfStack(
    { repository, pullRequest }: Command,
    { targetBranch: base }: Subject,
  ): Promise<string> {
    const hasQueue = async (targetBranch: string) =>
      (await this.#world.store.load({ repository, targetBranch })) !== null;
    const stack = await gitHubStacks(this.#world.calls).below(repository, pullRequest, base, hasQueue);
    return stack.kind === "stack" ? stack.targetBranch : "";
  }

  async #comment(found: Case, { command: asked }: TriggerOf<"comment">): Promise<CommandResult> {
    const { command, on } = found;
    if (!on.queue.settings.commandsEnabled || this.#isUnknownBot(found)) return "void";
    if (!(await this.#mayCommand(found, asked))) return this.#refuse(found, "-1", null, true);
    if (asked.kind === "unclear") return this.#refuse(found, "confused", sentence(asked.problem));
    const answer = await this.#act(found, asked, `a comment of ${command.by.login}`);
    // Any author may cancel, so such a refusal needs no permission.
    if (answer.kind === "refused")
      return this.#refuse(found, "-1", this.#refusalOf(found, answer), asked.kind === "cancel");
    await this.#replies.react(command, "+1");
    return "done";
  }

  /** Without commands the check run has no buttons, but GitHub still offers "Re-run". */
  async #clicked(found: Case, { command: asked }: TriggerOf<"checkRun">): Promise<CommandResult> {
    const { command, on } = found;
    const isOff = !on.queue.settings.commandsEnabled || this.#isUnknownBot(found);
    if (isOff || !(await this.#mayCommand(found, asked)) || (await this.#isMerged(found, asked)))
      return "void";
    const isLive = liveIn(on.queue, command.pullRequest) !== undefined;
    // It was submitted since the check run completed, which the person has not seen.
    if (asked.kind === "merge" && isLive) return "void";
    const by = `a button that ${command.by.login} pressed`;
    const answer = await this.#act(found, asked.kind === "merge" ? { ...asked, ...DEFAULTS } : asked, by);
    return answer.kind === "refused" ? this.#refuse(found, "-1", this.#refusalOf(found, answer)) : "done";
  }

  /** A pull request that landed needs no other answer than its check. */
  async #isMerged({ command, on: { queue } }: Case, { kind }: CheckRunCommand): Promise<boolean> {
    if (kind !== "merge") return false;
    const last = await this.#world.store.findConcluded(queue.id, command.pullRequest);
    return last?.ended === "merged" && last.facts.headSha === command.headSha;
  }

  /** The author may cancel, as by closing the pull request; the other commands change the branch. */
  async #mayCommand({ command, subject }: Case, { kind }: Pick<CommentCommand, "kind">): Promise<boolean> {
    const { by, repository } = command;
    if (by.isBot) return true;
    const isAuthor = subject.author !== null && sameName(subject.author, by.login);
    if (kind === "cancel" && isAuthor) return true;
    return mayWrite(this.#world.calls, repository, by.login);
  }

  /** The queue's settings name the bots that may submit; commands of other bots get no answer. */
  #isUnknownBot({ command: { by }, on }: Case): boolean {
    return by.isBot && !isAllowedBot(by.login, on.queue.settings.allowedBotSubmitters);
  }

  async #act(found: Case, asked: ValidCommand, by: string): Promise<ActAnswer> {
    const { command, on } = found;
    const { acts } = this.#world;
    switch (asked.kind) {
      case "merge":
        return this.#submit(found, { ...asked, by });
      case "cancel":
        return this.#cancel(found, `#${command.pullRequest} was cancelled by ${by}.`);
      case "retry":
        return acts.restart(on.name, command.pullRequest, by);
      default:
        return assertNever(asked);
    }
  }

  async #submit(
    { claimed, command, subject, on }: Case,
    { by, priority, noBatch }: Omit<SubmissionCommand, "headSha">,
  ): Promise<ActAnswer> {
    const { repository, pullRequest } = command;
    const { acts, calls, clock } = this.#world;
    // An entry that was submitted after the command arrived, and has left, is the result of an earlier attempt.
    if (claimed.attempts > 0 && (await this.#hasComeAndGone(on, command, claimed.receivedAt)))
      return { kind: "done" };
    if (await wasPushedToSince(claimed, subject, calls, clock)) {
      const what = `pull request #${pullRequest} was pushed to since`;
      return { kind: "refused", why: "other", sentence: `${what}: submit it again for what it holds now` };
    }
    const name = { repository, targetBranch: subject.targetBranch };
    return acts.submit(name, pullRequest, { by, priority, noBatch, headSha: subject.headSha });
  }

  async #hasComeAndGone(
    { queue }: StoredQueue,
    { pullRequest }: Command,
    receivedAt: number,
  ): Promise<boolean> {
    if (liveIn(queue, pullRequest) !== undefined) return false;
    const submission = await this.#world.store.findConcluded(queue.id, pullRequest);
    return submission !== null && submission.submittedAt >= receivedAt;
  }

  async #cancel({ claimed, command, on }: Case, sentence: string): Promise<ActAnswer> {
    const reason = { code: "USER_REQUESTED", sentence } as const;
    const answer = await this.#world.acts.cancel(on.name, command.pullRequest, reason);
    const isRefused = answer.kind === "refused" && answer.why === "notInQueue";
    const isDone = isRefused && (await this.#isKeptOut(on, claimed));
    return isDone ? { kind: "done" } : answer;
  }

  /** An earlier attempt cancelled the entry, or the submission still waits for a retry and will now be void. */
  async #isKeptOut(
    { queue }: StoredQueue,
    { command, receivedAt, attempts, waitingSubmission }: ClaimedCommand,
  ): Promise<boolean> {
    const submission = await this.#world.store.findConcluded(queue.id, command.pullRequest);
    if (attempts > 0 && submission?.ended === "cancelled" && submission.stateSince >= receivedAt) return true;
    return (
      waitingSubmission !== null &&
      (submission === null || submission.submittedAt < waitingSubmission.givenAt)
    );
  }

  async #labeled(found: Case, { label }: TriggerOf<"labeled">): Promise<CommandResult> {
    const { command, on, subject } = found;
    if (!isEnqueueing(label, on) || this.#isUnknownBot(found)) return "void";
    this.#requireCurrentAnswer(found);
    if (!subject.hasLabel(label)) return "void";
    const live = liveIn(on.queue, command.pullRequest);
    if (live !== undefined) {
      // An entry that an earlier attempt submitted is the result of this label.
      const { attempts, receivedAt } = found.claimed;
      return attempts > 0 && live.submittedAt >= receivedAt ? "done" : "void";
    }
    if (await this.#wasSubmittedBefore(found)) return "void";
    const { by, repository } = command;
    if (!by.isBot && !(await mayWrite(this.#world.calls, repository, by.login))) {
      const words = `${code(by.login)} has no write permission here, so the label puts nothing in the queue.`;
      return this.#refuse(found, "-1", words, true);
    }
    const cause = `the label that ${by.login} put on`;
    const answer = await this.#submit(found, { by: cause, priority: null, noBatch: false });
    return answer.kind === "refused" ? this.#refuse(found, "-1", this.#refusalOf(found, answer)) : "done";
  }

  /**
   * The webhook and the list of events may both report one change of a label, which then becomes two commands. The second
   * may come after the entry of the first has left the queue. A label that is really added again is added after the
   * submission of that entry.
   */
  async #wasSubmittedBefore({ command, on: { queue } }: Case): Promise<boolean> {
    const { repository, pullRequest, givenAt, by } = command;
    const submission = await this.#world.store.findConcluded(queue.id, pullRequest);
    if (submission === null) return false;
    const last = await this.#world.commands.lastSubmission(repository, pullRequest);
    if (last === null) return submission.submittedAt >= givenAt;
    // Two times by GitHub's clock compare better than one by GitHub's and one by ours.
    const isOfSame = last.trigger.kind === "labeled" && sameName(last.by.login, by.login);
    const isSameChange = isOfSame && isFound(last) !== isFound(command);
    const isSubmitted = last.givenAt >= givenAt - (isSameChange ? ONE_CHANGE_MS : 0);
    return isSubmitted || submission.submittedAt >= givenAt + CLOCKS_DIFFER_MS;
  }

  /** GitHub requires the same permission for removing a label as for closing the pull request, so none is checked here. */
  async #unlabeled(found: Case, { label }: TriggerOf<"unlabeled">): Promise<CommandResult> {
    const { claimed, command, on, subject } = found;
    const { pullRequest, by } = command;
    if (!isEnqueueing(label, on) || liveIn(on.queue, pullRequest) === undefined) return "void";
    this.#requireCurrentAnswer(found);
    if (subject.hasLabel(label)) return "void";
    const last =
      claimed.waitingSubmission ??
      (await this.#world.commands.lastSubmission(command.repository, pullRequest));
    if (last?.trigger.kind !== "labeled") return "void";
    const sentence = `#${pullRequest} was cancelled: ${by.login} took the label off that had submitted it.`;
    const answer = await this.#cancel(found, sentence);
    return answer.kind === "done" ? "done" : "void";
  }

  /** GitHub may answer for a short time with the state before the label changed; after a minute its answer counts. */
  #requireCurrentAnswer({ claimed, command: { pullRequest, givenAt }, subject }: Case): void {
    const { receivedAt } = claimed;
    if (subject.updatedAt >= givenAt || this.#world.clock.now() - receivedAt > STALE_MS) return;
    throw new ForgeError(`GitHub's answer about #${pullRequest} is older than the change of the label`, true);
  }

  /** The API's refusal may name a command of the command line; people on GitHub have the comment. */
  #refusalOf(
    { command: { pullRequest }, on }: Case,
    { why, sentence: refusal }: Extract<ActAnswer, { readonly kind: "refused" }>,
  ): string {
    if (why !== "notInQueue") return sentence(`${refusal.charAt(0).toUpperCase()}${refusal.slice(1)}.`);
    const where = sentence(`Pull request #${pullRequest} is not in the queue of ${on.queue.targetBranch}.`);
    return `${where} Submit it with ${code(spelled(this.#world.commandPrefix, "merge"))}.`;
  }

  /** `markdown` explains the refusal; null: the reaction is enough. */
  async #refuse(
    { claimed, command, on }: Case,
    reaction: Reaction,
    markdown: string | null,
    isStranger = false,
  ): Promise<"void"> {
    if (isStranger && !(await this.#replies.mayAnswerStranger(command))) return "void";
    await this.#replies.react(command, reaction);
    if (markdown !== null && on.queue.settings.commentsEnabled) {
      await this.#replies.say(command, markdown, claimed.attempts > 0);
    }
    return "void";
  }
}

function liveIn(queue: Queue, pullRequest: number): Entry | undefined {
  return queue.entries.find(({ facts }) => facts.number === pullRequest);
}

export function isEnqueueing(label: string, { queue }: StoredQueue): boolean {
  const { labelCommandsEnabled, enqueueingLabel } = queue.settings;
  return labelCommandsEnabled && sameName(label, enqueueingLabel);
}

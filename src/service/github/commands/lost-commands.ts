/**
 * Finds commands whose webhooks were lost, because GitHub does not resend them. Runs with each poll of a repository;
 * while nothing is new, GitHub answers 304, which costs no rate limit. Commands are identified by their source, so
 * finding one again is harmless.
 */
import type { PullRequestNumber } from "../../../domain/ids.js";
import type { QueueName } from "../../../domain/queue-name.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { Clock } from "../../ports/clock.js";
import type { Command, CommandStore } from "../../ports/command-store.js";
import type { QueueStore, StoredQueue } from "../../ports/queue-store.js";
import type { GitHubCalls } from "../api/github-calls.js";
import { REPLAY_WINDOW_MS } from "../intake/intake-event.js";
import { foundComment, foundIssue, labelEvent } from "../intake/payloads.js";
import { commandInComment, commandInLabel, foundAs, type LabelTouch } from "./commands-in.js";
import { sameName } from "./read-subject.js";

export interface LostCommandsOptions {
  readonly calls: GitHubCalls;
  readonly store: QueueStore;
  readonly commands: CommandStore;
  readonly clock: Clock;
  readonly commandPrefix: string;
  readonly keep: (command: Command) => Promise<"heard" | "ignored" | "full">;
}

/**
 * Reads comments since the beginning of the last half hour, so that consecutive requests are identical and cacheable.
 * After an outage reads since the last request, but never since before commands were enabled.
 */
const COMMENTS_MS = 30 * 60_000;

export class LostCommands {
  readonly #options: LostCommandsOptions;
  /** By repository and label, then by number: `updated_at` of each labelled pull request when last examined. */
  readonly #examined = new Map<string, ReadonlyMap<number, string>>();

  constructor(options: LostCommandsOptions) {
    this.#options = options;
  }

  /** `names` are queues of one repository. */
  async find(names: readonly QueueName[]): Promise<void> {
    const loaded = await Promise.all(names.map(async (name) => this.#options.store.load(name)));
    const queues = loaded.filter((queue) => queue !== null);
    const [first] = queues;
    if (first === undefined) return;
    const live = new Set(queues.flatMap(({ queue }) => queue.entries.map(({ facts }) => facts.number)));
    const says = queues.some(({ queue }) => queue.settings.commandsEnabled);
    // A failure of one request does not prevent the others.
    const refreshes = await Promise.allSettled([
      says ? this.#comments(first.name.repository) : this.#passOver(first.name.repository),
      ...[...byLabel(queues).values()].map(async (sharing) => this.#labels(sharing, live)),
    ]);
    const failed = refreshes.find((refresh) => refresh.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  async #comments(repository: Repository): Promise<void> {
    const { calls, commands, clock, commandPrefix, keep } = this.#options;
    const now = clock.now();
    const lately = now - (now % COMMENTS_MS) - COMMENTS_MS;
    const before = await commands.foundUntil(repository);
    // A clock that was ahead may have stored a time in the future.
    const from = before === null ? lately : Math.min(before, now);
    const since = Math.max(from, lately - REPLAY_WINDOW_MS);
    const parameters = { since: new Date(since).toISOString(), sort: "created", direction: "asc" };
    for (const found of await calls.list(repository, "/issues/comments", parameters)) {
      const comment = foundComment.safeParse(found);
      if (!comment.success) continue;
      const { id, html_url, created_at, updated_at } = comment.data;
      const [, number] = /\/pull\/(\d{1,10})#/.exec(html_url) ?? [];
      // An edited comment is not a command: only its original text would count.
      const isNew = created_at === updated_at && Date.parse(created_at) >= since;
      if (number === undefined || !isNew) continue;
      const spot = {
        repository,
        pullRequest: Number(number),
        delivery: foundAs(repository, `comment ${id}`),
      };
      const command = commandInComment(spot, comment.data, commandPrefix);
      if (command !== null && (await keep(command)) === "full") return;
    }
    const foundUntil = Math.max(since, lately);
    if (before !== foundUntil) await commands.noteFound(repository, foundUntil);
  }

  /** Comments written while commands are disabled never count, even if commands are enabled later. */
  async #passOver(repository: Repository): Promise<void> {
    const { commands, clock } = this.#options;
    const now = clock.now();
    // GitHub's times are in whole seconds.
    await commands.noteFound(repository, now - (now % 1000));
  }

  /** `sharing`: queues with the same label. `live`: pull requests in any queue of the repository. */
  async #labels(sharing: readonly StoredQueue[], live: ReadonlySet<number>): Promise<void> {
    const [first] = sharing;
    if (first === undefined) return;
    const { repository } = first.name;
    const labels = first.queue.settings.enqueueingLabel;
    const key = `${repositoryKey(repository)} ${labels.toLowerCase()}`;
    const before = this.#examined.get(key) ?? new Map<number, string>();
    const examined = new Map<number, string>();
    const found = await this.#options.calls.list(repository, "/issues", { labels, state: "open" });
    const labelled = found.flatMap((issue) => foundIssue.safeParse(issue).data ?? []);
    for (const { number, updated_at, pull_request } of labelled) {
      if (pull_request === undefined || pull_request === null) continue;
      const isNew = !live.has(number) && before.get(number) !== updated_at;
      // If the store was full, the next poll examines the pull request again.
      if (isNew && (await this.#touched(sharing, first, number, "labeled")) === "full") continue;
      examined.set(number, updated_at);
    }
    this.#examined.set(key, examined);
    for (const { facts } of sharing.flatMap(({ queue }) => queue.entries)) {
      if (examined.has(facts.number)) continue;
      const last = await this.#options.commands.lastSubmission(repository, facts.number);
      if (last?.trigger.kind === "labeled") await this.#touched(sharing, first, facts.number, "unlabeled");
    }
  }

  /** Stores the newest label event as a command, unless an entry that ended later has already settled it. */
  async #touched(
    sharing: readonly StoredQueue[],
    { name: { repository }, queue: { settings } }: StoredQueue,
    number: PullRequestNumber,
    kind: LabelTouch["kind"],
  ): Promise<"heard" | "ignored" | "full"> {
    const { calls, store, keep } = this.#options;
    const route = "/issues/{issue_number}/events";
    const events = await calls.list(repository, route, { issue_number: number });
    const touches = events.flatMap((event) => touchIn(event, settings.enqueueingLabel) ?? []);
    const newest = touches.at(-1);
    if (newest?.kind !== kind) return "ignored";
    for (const { queue } of kind === "labeled" ? sharing : []) {
      const submission = await store.findConcluded(queue.id, number);
      if (submission !== null && submission.stateSince >= newest.givenAt) return "ignored";
    }
    const delivery = foundAs(repository, `#${number} ${kind} ${newest.givenAt}`);
    return keep(commandInLabel({ repository, pullRequest: number, delivery }, newest));
  }
}

/** GitHub's labels are case-insensitive. */
function byLabel(queues: readonly StoredQueue[]): ReadonlyMap<string, readonly StoredQueue[]> {
  const heard = queues.filter(({ queue }) => queue.settings.labelCommandsEnabled);
  return Map.groupBy(heard, ({ queue }) => queue.settings.enqueueingLabel.toLowerCase());
}

function touchIn(event: unknown, enqueueingLabel: string): LabelTouch | null {
  const parsed = labelEvent.safeParse(event);
  if (!parsed.success || !sameName(parsed.data.label.name, enqueueingLabel)) return null;
  const { event: kind, label, actor, created_at } = parsed.data;
  return { kind, label: label.name, by: actor, givenAt: Date.parse(created_at), headSha: null };
}

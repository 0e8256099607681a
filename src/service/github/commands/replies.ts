/**
 * Answers commands: a reaction to the comment, and a reply only if there is something to explain to a person who may
 * use commands. A failure to answer delays nothing.
 */
import * as z from "zod/mini";
import type { Command } from "../../ports/command-store.js";
import type { ContentPace } from "../../ports/content-pace.js";
import { ClaimLost } from "../../ports/dispatch.js";
import type { Log } from "../../ports/log.js";
import { StoreError, WorldError } from "../../ports/world-error.js";
import { ownerKey } from "../api/attempts.js";
import type { GitHubCalls } from "../api/github-calls.js";

export type Reaction = "+1" | "-1" | "confused";

/** The comment was deleted, the conversation is locked, or the App may not write there. */
const IN_VAIN = [403, 404, 410, 422];
const comments = z.array(z.object({ body: z.optional(z.nullable(z.string())) }));

export class Replies {
  readonly #calls: GitHubCalls;
  readonly #log: Log;
  readonly #pace: Pick<ContentPace, "reserve"> | null;

  /** Without `pace`, answers to strangers are as many as all others. */
  constructor(calls: GitHubCalls, log: Log, pace: Pick<ContentPace, "reserve"> | null = null) {
    this.#calls = calls;
    this.#log = log;
    this.#pace = pace;
  }

  /**
   * Whether a person who may not command the queue gets an answer now. GitHub limits new content for the whole App, so
   * many such commands must not use up what the queue needs to show its own state.
   */
  async mayAnswerStranger({ repository, by }: Command): Promise<boolean> {
    if (this.#pace === null) return true;
    try {
      const { isReserved } = await this.#pace.reserve(ownerKey(repository), 0, "strangers");
      if (!isReserved)
        this.#log.info({ by: by.login }, "a command is not answered: too many of people without permission");
      return isReserved;
    } catch (error) {
      if (error instanceof WorldError) return false;
      throw error;
    }
  }

  /** Repeating it is harmless. */
  async react({ repository, trigger }: Command, content: Reaction): Promise<void> {
    if (trigger.kind !== "comment") return;
    const route = "/issues/comments/{comment_id}/reactions";
    const parameters = { comment_id: trigger.comment, content };
    await this.#guarded(async () => {
      await this.#calls.send(repository, "POST", route, parameters, IN_VAIN);
    });
  }

  /** `markdown` has all untrusted text escaped. `mayBeThere`: an earlier attempt may have posted it, so check first. */
  async say(
    { repository, pullRequest, source }: Command,
    markdown: string,
    mayBeThere: boolean,
  ): Promise<void> {
    const route = "/issues/{issue_number}/comments";
    const marker = `<!-- merge-queue reply to ${source.replace(/[^\w./#: -]/g, "?").replaceAll("--", "??")} -->`;
    await this.#guarded(async () => {
      if (mayBeThere) {
        const there = comments.safeParse(
          await this.#calls.list(repository, route, { issue_number: pullRequest }),
        );
        if (there.success && there.data.some(({ body }) => body?.includes(marker) === true)) return;
      }
      const body = `${marker}\n${markdown}`;
      await this.#calls.send(repository, "POST", route, { issue_number: pullRequest, body }, IN_VAIN);
    });
  }

  async #guarded(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      const isOfClaim = error instanceof ClaimLost || error instanceof StoreError;
      if (isOfClaim || !(error instanceof WorldError)) throw error;
      this.#log.warn({ error: error.message }, "a command could not be answered on GitHub");
    }
  }
}

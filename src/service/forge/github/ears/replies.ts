/**
 * What people hear of their wishes: a reaction to the comment, and a comment only where there is something to explain to
 * somebody who may command the queue. An answer that cannot be given holds nothing up.
 */
import * as z from "zod/mini";
import type { Log } from "../../../ports/log.js";
import type { Wish } from "../../../ports/wish-store.js";
import { WorldError } from "../../../ports/world-error.js";
import type { GitHubCalls } from "../calls/github-calls.js";

export type Reaction = "+1" | "-1" | "confused";

/** The comment is gone, the conversation is locked, or the app may not write there. */
const IN_VAIN = [403, 404, 410, 422];
const comments = z.array(z.object({ body: z.optional(z.nullable(z.string())) }));

export class Replies {
  readonly #calls: GitHubCalls;
  readonly #log: Log;

  constructor(calls: GitHubCalls, log: Log) {
    this.#calls = calls;
    this.#log = log;
  }

  /** Repeating it changes nothing. */
  async react({ repository, said }: Wish, content: Reaction): Promise<void> {
    if (said.kind !== "comment") return;
    const route = "/issues/comments/{comment_id}/reactions";
    const parameters = { comment_id: said.comment, content };
    await this.#guarded(async () => {
      await this.#calls.send(repository, "POST", route, parameters, IN_VAIN);
    });
  }

  /** Markdown in which all that others wrote is escaped. After an attempt of unknown end it is looked whether it is there. */
  async say({ repository, pullRequest, source }: Wish, markdown: string, mayBeThere: boolean): Promise<void> {
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
      if (!(error instanceof WorldError)) throw error;
      this.#log.warn({ error: error.message }, "somebody could not be answered on GitHub");
    }
  }
}

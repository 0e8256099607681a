/** What the web pages add to the server, and what they share with the API: its handlers, limits and headers. */
import type { Hono } from "hono";
import type { Log } from "../ports/log.js";
import type { FailedAttempts, Tokens } from "./auth.js";
import type { Service } from "./handlers/handler.js";
import type { ApiContext, ApiEnvironment } from "./response.js";
import type { Wrap } from "./wrap-handler.js";

export interface Shared {
  readonly service: Service;
  readonly tokens: Tokens;
  readonly log: Log;
  readonly wrap: Wrap;
  /** Failed sign-ins count like failed calls of the API. */
  readonly attempts: FailedAttempts;
  addressOf(c: ApiContext): string;
}

/** Adds routes before the server's answers to unknown addresses. */
export type Addition = (app: Hono<ApiEnvironment>, shared: Shared) => Added;

export interface Added {
  /** Answers a GET of an unknown address in a browser; null leaves it to the API. */
  nothingThere(c: ApiContext): Promise<Response | null>;
}

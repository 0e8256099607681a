/** The counterpart as a test holds it: addresses and credentials for the service, and hands for everybody else. */
import type { Exchange } from "../github-contract/check-exchange.js";
import type { Faults } from "./faults.js";
import type { HttpFront, RecordedCall } from "./http-front.js";
import { PeopleHands } from "./people-hands.js";
import { presentUser } from "./present/user.js";
import type { Webhooks } from "./webhooks.js";
import type { GitHubWorld } from "./world.js";

export interface AppCredentials {
  readonly appId: number;
  readonly installationId: number;
  readonly privateKey: string;
}

export class GitHub extends PeopleHands {
  readonly app: AppCredentials;
  readonly #front: HttpFront;

  constructor(world: GitHubWorld, front: HttpFront, app: AppCredentials) {
    super(world);
    this.app = app;
    this.#front = front;
  }

  get apiUrl(): string {
    return this.world.apiUrl;
  }

  /** Git's addresses are `OWNER/NAME.git` below it. */
  get webUrl(): string {
    return this.world.webUrl;
  }

  get webhooks(): Webhooks {
    return this.world.webhooks;
  }

  get faults(): Faults {
    return this.#front.faults;
  }

  /** Every call so far, git's too. */
  get calls(): readonly RecordedCall[] {
    return this.#front.calls;
  }

  /** Called with each request of the service and its answer. */
  set onExchange(listener: (exchange: Exchange) => void) {
    this.#front.onExchange = listener;
  }

  /** How often each route was called in a way that counts against the rate limit. */
  countsPerRoute(): Readonly<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { route, counts: counted } of this.calls)
      if (counted) counts[route] = (counts[route] ?? 0) + 1;
    return counts;
  }

  forgetCalls(): void {
    this.#front.calls.length = 0;
  }

  /** A person's or a fine-grained token; without permissions it may do everything. */
  addToken(token: string, login: string, permissions: Readonly<Record<string, string>> | null = null): void {
    this.world.tokens.set(token, { login, token, app: null, permissions });
  }

  /** A person takes the App's authorization back on GitHub's page of applications. */
  async revokeAuthorization(login: string): Promise<void> {
    for (const [token, caller] of this.world.tokens)
      if (caller.login === login) this.world.tokens.delete(token);
    this.webhooks.emit("github_app_authorization", {
      action: "revoked",
      sender: presentUser(this.world, login),
    });
    await this.webhooks.settled();
  }

  /** As when an installation token has expired. */
  forgetTokens(which: (token: string) => boolean = (token) => token.startsWith("ghs_")): void {
    for (const token of this.world.tokens.keys()) if (which(token)) this.world.tokens.delete(token);
  }

  async close(): Promise<void> {
    await this.webhooks.settled();
    await this.#front.close();
    await Promise.all(this.world.asyncMerges.map(async ({ done }) => done));
    await this.world.emulate.close();
    // Whether they merge is found out in the background, and has nothing to look at once git is gone.
    const merges = [...this.world.pulls.values()].flatMap(({ mergeability }) => mergeability?.merge ?? []);
    await Promise.allSettled(merges);
    await this.world.git.remove();
  }
}

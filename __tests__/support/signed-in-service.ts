/** The service on GitHub's counterpart, in which people sign in with GitHub, and one of them with a browser's cookies. */
import { GITHUB_CALLBACK_PATH } from "../../src/service/ports/account-host.js";
import { freePort } from "./serve-process.js";
import { ServiceOnGitHub } from "./service-on-github.js";
import { signInWithGitHub } from "./sign-in-with-github.js";

const QUEUE = { repo: { host: "github.com", owner: "acme", name: "shop" }, targetBranch: "main" } as const;

export class SignedInService {
  readonly on: ServiceOnGitHub;
  readonly url: string;

  private constructor(on: ServiceOnGitHub, url: string) {
    this.on = on;
    this.url = url;
  }

  static async start(): Promise<SignedInService> {
    const on = await ServiceOnGitHub.prepare({ webhookSecret: "a-secret-of-both-sides" });
    const service = new SignedInService(on, `http://127.0.0.1:${await freePort()}`);
    const { github } = on;
    github.world.signIns.callbacks = [service.url + GITHUB_CALLBACK_PATH];
    github.webhooks.url = `${service.url}/github/webhooks`;
    await (await service.#begin()).createQueue(QUEUE);
    return service;
  }

  async restart(): Promise<void> {
    await this.on.stop();
    await this.#begin();
  }

  async #begin() {
    const { signIns } = this.on.github.world;
    return this.on.start({
      MERGE_QUEUE_LISTEN: new URL(this.url).host,
      MERGE_QUEUE_PUBLIC_URL: this.url,
      MERGE_QUEUE_GITHUB_CLIENT_ID: signIns.clientId,
      MERGE_QUEUE_GITHUB_CLIENT_SECRET: signIns.clientSecret,
      MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: this.on.github.webhooks.secret,
      // Webhooks are what is tested.
      MERGE_QUEUE_POLL_INTERVAL: "1h",
    });
  }

  async get(path: string, cookie = ""): Promise<Response> {
    const headers = { cookie, accept: "text/html" };
    return fetch(this.url + path, { headers, redirect: "manual" });
  }

  /** The cookie of a session of the person. */
  async signIn(login: string, next = "/"): Promise<string> {
    return signInWithGitHub(this.on.github, login, { begin: this.url, next });
  }

  close(): Promise<void> {
    return this.on.close();
  }
}

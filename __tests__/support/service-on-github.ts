/** The whole service on GitHub's counterpart, by its App and in a folder of its own, with a client. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MergeQueueClient } from "../../src/client/client.js";
import { type RunningService, startService } from "../../src/service/app/main.js";
import { readConfig } from "../../src/service/settings/config.js";
import type { GitHub } from "./github/git-hub.js";
import { openGitHub } from "./github/open-git-hub.js";

const TOKEN = "mq_a-token-of-the-test";

export class ServiceOnGitHub {
  readonly github: GitHub;
  readonly folder: string;
  #service: RunningService | undefined;

  private constructor(github: GitHub, folder: string) {
    this.github = github;
    this.folder = folder;
  }

  /** It does not run yet. */
  static async prepare(on: Parameters<typeof openGitHub>[0] = {}): Promise<ServiceOnGitHub> {
    return new ServiceOnGitHub(await openGitHub(on), await mkdtemp(join(tmpdir(), "service-on-github-")));
  }

  async start(more: Readonly<Record<string, string>> = {}): Promise<MergeQueueClient> {
    const { github } = this;
    const config = readConfig({
      MERGE_QUEUE_FORGE: "github",
      MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
      MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
      MERGE_QUEUE_GITHUB_WRITE_INTERVAL: "1ms",
      MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
      MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
      MERGE_QUEUE_POLL_INTERVAL: "50ms",
      MERGE_QUEUE_API_TOKEN: TOKEN,
      MERGE_QUEUE_DATA: this.folder,
      MERGE_QUEUE_LISTEN: "127.0.0.1:0",
      MERGE_QUEUE_LOG_LEVEL: "silent",
      ...more,
    });
    this.#service = await startService(config, "1.0.0");
    const { apiUrl } = this.#service;
    const credential = { kind: "token", token: TOKEN } as const;
    return new MergeQueueClient({ apiUrl, credential, userAgent: "merge-queue/test" });
  }

  get apiUrl(): string {
    if (this.#service === undefined) throw new Error("the service does not run");
    return this.#service.apiUrl;
  }

  async stop(): Promise<void> {
    await this.#service?.stop();
    this.#service = undefined;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.github.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The service as a process of its own on a real repository, with a client; the folder of both goes when it stops. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ServiceProcess } from "../../src/cli/demo/service-process.js";
import { MergeQueueClient } from "../../src/client/client.js";
import type { CommitId } from "../../src/domain/ids.js";
import { type FileChange, GitRepository } from "./git-repository.js";

interface Plan {
  readonly token: string;
  /** Of the first commit of `main`. */
  readonly files: Readonly<Record<string, FileChange>>;
  /** As `host/owner/name`: what the repository is called. */
  readonly names: readonly string[];
  /** Settings of the service beyond the token, the repositories and the place of its data. */
  readonly settings: (folder: string) => Readonly<Record<string, string>>;
}

type Started = Pick<ServiceOnRepository, "folder" | "repository" | "base" | "process" | "restarts">;

export class ServiceOnRepository {
  readonly folder: string;
  readonly repository: GitRepository;
  readonly base: CommitId;
  readonly process: ServiceProcess;
  readonly client: MergeQueueClient;
  /** How often the process was started again. */
  readonly restarts: () => number;

  private constructor(parts: Started, token: string) {
    this.folder = parts.folder;
    this.repository = parts.repository;
    this.base = parts.base;
    this.process = parts.process;
    this.restarts = parts.restarts;
    const { apiUrl } = parts.process;
    this.client = new MergeQueueClient({
      apiUrl,
      credential: { kind: "token", token },
      userAgent: "merge-queue/test",
    });
  }

  static async start({ token, files, names, settings }: Plan): Promise<ServiceOnRepository> {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-service-"));
    const repository = await GitRepository.create();
    const base = await repository.commit({ files, refs: ["refs/heads/main"] });
    let restarts = 0;
    const service = await ServiceProcess.start({
      folder,
      environment: {
        PATH: process.env["PATH"] ?? "",
        HOME: folder,
        MERGE_QUEUE_API_TOKEN: token,
        MERGE_QUEUE_DATA: join(folder, "data"),
        MERGE_QUEUE_REPOSITORIES: names.map((name) => `${name}=${repository.folder}`).join(),
        ...settings(folder),
      },
      onRestart: () => restarts++,
    });
    const parts = { folder, repository, base, process: service, restarts: () => restarts };
    return new ServiceOnRepository(parts, token);
  }

  async stop(): Promise<void> {
    await this.process.stop();
    await this.repository.remove();
    await rm(this.folder, { recursive: true, force: true });
  }
}

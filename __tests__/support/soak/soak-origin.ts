/** The repository of a life under kills, and the people who push to it: pull requests, more commits, and past the queue. */
import { appendFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CommitId } from "../../../src/domain/ids.js";
import { type CommitPlan, GitRepository } from "../git-repository.js";
import type { Chance } from "../seeded-chance.js";

/**
 * `sound` passes; `broken` fails by itself. Of two `rivals` each passes alone and both together fail; two that `clash`
 * cannot be merged one after the other.
 */
export type ChangeKind = "sound" | "broken" | "rivals" | "clash";

export interface SoakPullRequest {
  readonly number: number;
  readonly kind: ChangeKind;
  readonly branch: string;
  readonly target: string;
  /** The other one of two. */
  readonly rival: number | null;
  /** Its commits so far, oldest first; each adds the file of its place. */
  readonly heads: CommitId[];
}

export interface BranchMove {
  readonly from: string;
  readonly to: string;
}

const AUTHORS = [
  "Ada Author <ada@example.com>",
  "Grace Grower <grace@example.com>",
  "Møna Ünïcode <mona@example.com>",
];
/** Some pushes take their time, as over a network, and go on when who began them is killed. */
const SLOW_HOOK = `#!/bin/sh
if test $(($$ % 3)) = 0; then sleep 0.4; fi
`;
const TARGETS = 6;
const FIRST_SECOND = 1_700_000_000;

export class SoakOrigin {
  readonly repository: GitRepository;
  readonly pullRequests = new Map<number, SoakPullRequest>();
  /** Commits that people put on branches themselves. */
  readonly byPeople = new Set<string>();
  readonly #chance: Chance;
  #second = FIRST_SECOND;
  #writing: Promise<unknown> = Promise.resolve();

  private constructor(repository: GitRepository, chance: Chance) {
    this.repository = repository;
    this.#chance = chance;
  }

  static async create(folder: string, branches: readonly string[], chance: Chance): Promise<SoakOrigin> {
    const repository = await GitRepository.create("sha1", folder);
    await appendFile(join(repository.folder, "config"), "[core]\n\tlogAllRefUpdates = always\n");
    await mkdir(join(repository.folder, "hooks"));
    await writeFile(join(repository.folder, "hooks/pre-receive"), SLOW_HOOK, { mode: 0o755 });
    const origin = new SoakOrigin(repository, chance);
    const first = await origin.#commit({ files: { "README.md": "Shop\n" } });
    origin.byPeople.add(first);
    // By git: only git notes each move of a branch, from its creation, in the log that the audit reads.
    for (const branch of branches) await repository.git("update-ref", `refs/heads/${branch}`, first);
    return origin;
  }

  /** One pull request, or two that do not go together. */
  async open(branch: string): Promise<readonly SoakPullRequest[]> {
    const drawn = this.#chance.whole(1, 20);
    const kind = drawn <= 12 ? "sound" : drawn <= 15 ? "broken" : drawn <= 18 ? "rivals" : "clash";
    const first = this.pullRequests.size + 1;
    const numbers = kind === "rivals" || kind === "clash" ? [first, first + 1] : [first];
    const target = `target-${this.#chance.whole(1, TARGETS)}`;
    const opened = numbers.map((number): SoakPullRequest => {
      const rival = numbers.find((other) => other !== number) ?? null;
      return { number, kind, branch, target, rival, heads: [] };
    });
    for (const pullRequest of opened) this.pullRequests.set(pullRequest.number, pullRequest);
    const tip = await this.tip(branch);
    for (const pullRequest of opened) {
      await this.#addCommit(pullRequest, tip, this.#wayOf(pullRequest, first));
      if (this.#chance.whole(1, 4) === 1) await this.push(pullRequest);
    }
    return opened;
  }

  /** One more commit. */
  async push(pullRequest: SoakPullRequest): Promise<void> {
    const head = pullRequest.heads.at(-1);
    if (head !== undefined) await this.#addCommit(pullRequest, head, {});
  }

  /** Somebody with a right to it pushes to a queue's branch. */
  async pushPastQueue(branch: string): Promise<void> {
    const file = `past/${this.byPeople.size}`;
    for (;;) {
      const tip = await this.tip(branch);
      const commit = await this.#commit({ parents: [tip], files: { [file]: "x\n" }, message: "Past\n" });
      this.byPeople.add(commit);
      try {
        await this.repository.git("update-ref", "-m", "past", `refs/heads/${branch}`, commit, tip);
        return;
      } catch {
        // The queue was faster.
        this.byPeople.delete(commit);
      }
    }
  }

  async tip(branch: string): Promise<CommitId> {
    const tip = await this.repository.ref(`refs/heads/${branch}`);
    if (tip === null) throw new Error(`branch ${branch} is gone`);
    return tip;
  }

  /** Each move of a branch since it began, in order. */
  async moves(branch: string): Promise<readonly BranchMove[]> {
    const log = await readFile(join(this.repository.folder, "logs/refs/heads", branch), "utf8");
    return log
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => ({ from: line.slice(0, 40), to: line.slice(41, 81) }));
  }

  #wayOf({ number, kind }: SoakPullRequest, pair: number): CommitPlan["files"] {
    switch (kind) {
      case "sound":
        return { [`slots/${number}/${number}`]: "mine\n" };
      case "broken":
        return { [`bad/${number}`]: "broken\n" };
      case "rivals":
        return { [`slots/${pair}/${number}`]: "mine\n" };
      case "clash":
        return { [`lines/${pair}`]: `the line of ${number}\n` };
    }
  }

  async #addCommit(
    pullRequest: SoakPullRequest,
    parent: CommitId,
    files: CommitPlan["files"],
  ): Promise<void> {
    const { number, heads } = pullRequest;
    const commit = await this.#commit({
      parents: [parent],
      files: { [`pr/${number}/${heads.length + 1}`]: `${number}\n`, ...files },
      message: `Change ${heads.length + 1} of ${number}\n`,
      author: AUTHORS[number % AUTHORS.length] ?? "",
      refs: [`refs/pull/${number}/head`],
    });
    heads.push(commit);
  }

  /** One at a time: each writes through the same ref. */
  async #commit(plan: CommitPlan): Promise<CommitId> {
    this.#second += 1;
    const seconds = this.#second;
    const written = this.#writing.then(async () => this.repository.commit({ ...plan, seconds }));
    this.#writing = written.catch(() => undefined);
    return written;
  }
}

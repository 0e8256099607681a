/**
 * The end of the output of a failed check: the log of a job of GitHub Actions, or the text that another App has written
 * on its check run. A commit status has only a link.
 */
import * as z from "zod/mini";
import type { Check } from "../../../domain/check.js";
import { Memo } from "../../../domain/memo.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import { withoutTokens } from "../../../domain/without-tokens.js";
import { lastLines } from "../../ports/last-lines.js";
import { ForgeError } from "../../ports/world-error.js";
import { SingleFlight } from "../../work/shared-work.js";
import { LogTooLong } from "../api/download-end.js";
import type { GitHubCalls, GitHubFiles } from "../api/github-calls.js";

type Calls = Pick<GitHubCalls, "read"> & GitHubFiles;

const output = z.object({
  output: z.object({ text: z.nullish(z.string()), summary: z.nullish(z.string()) }),
});

const MOST_CHECKS = 3;
const MOST_REMEMBERED = 200;
/** GitHub may store a log some seconds after its job has ended. */
const ABSENT_MS = 60_000;
/** What is absent after that remains so, as a deleted log. */
const STILL_ABSENT_MS = 3_600_000;

interface Known {
  readonly text: string | null;
  /** In monotonic milliseconds. */
  readonly until: number;
}

export class FailedOutput {
  readonly #calls: Calls;
  readonly #presentName: (repository: Repository) => Repository;
  /** By repository and source: a page and a comment show the same output. */
  readonly #known = new Memo<Known>(MOST_REMEMBERED);
  readonly #readings = new SingleFlight<Known>();

  /** `presentName` of a repository that was renamed. */
  constructor(calls: Calls, presentName: (repository: Repository) => Repository = (same) => same) {
    this.#calls = calls;
    this.#presentName = presentName;
  }

  /** Of the first of these checks that has any. Plain text; null: none. */
  async of(repository: Repository, failed: readonly Check[]): Promise<string | null> {
    for (const { url } of failed.slice(0, MOST_CHECKS)) {
      // GitHub reports either name, by when the check was created.
      const source = sourceOf(url, this.#presentName(repository)) ?? sourceOf(url, repository);
      const text = source === null ? null : await this.#remembered(repository, source);
      if (text !== null) return text;
    }
    return null;
  }

  async #remembered(repository: Repository, source: Source): Promise<string | null> {
    const key = `${repositoryKey(repository)} ${source.kind} ${source.id}`;
    const known = this.#known.get(key);
    if (known !== undefined && performance.now() < known.until) return known.text;
    const read = await this.#readings.run(key, async () => {
      const absentMs = known === undefined ? ABSENT_MS : STILL_ABSENT_MS;
      const found = await this.#read(repository, source, absentMs);
      this.#known.set(key, found);
      return found;
    });
    return read.text;
  }

  /** A refusal counts as absent, so that it is not repeated with each view; an outage does not. */
  async #read(repository: Repository, { kind, id }: Source, absentMs: number): Promise<Known> {
    try {
      const text = kind === "job" ? await this.#logOf(repository, id) : await this.#textOf(repository, id);
      return text === null || text === "" ? absentFor(absentMs) : { text, until: Number.POSITIVE_INFINITY };
    } catch (error) {
      if (error instanceof LogTooLong) return { text: null, until: Number.POSITIVE_INFINITY };
      if (error instanceof ForgeError && !error.retryable) return absentFor(absentMs);
      throw error;
    }
  }

  async #logOf(repository: Repository, job: number): Promise<string | null> {
    const log = await this.#calls.readEnd(repository, "/actions/jobs/{job_id}/logs", { job_id: job });
    return log === null ? null : lastLines(withoutTokens(untilFailure(log)));
  }

  async #textOf(repository: Repository, run: number): Promise<string | null> {
    const answer = await this.#calls.read(repository, "/check-runs/{check_run_id}", { check_run_id: run });
    const { text, summary } = output.safeParse(answer).data?.output ?? {};
    return lastLines(withoutTokens(text ?? summary ?? ""));
  }
}

function absentFor(absentMs: number): Known {
  return { text: null, until: performance.now() + absentMs };
}

interface Source {
  readonly kind: "job" | "checkRun";
  readonly id: number;
}

/** The job or check run behind GitHub's own address of a check; null: it is another system's. */
function sourceOf(url: string, { owner, name }: Repository): Source | null {
  const path = URL.parse(url)?.pathname ?? "";
  const below = `/${owner}/${name}/`.toLowerCase();
  if (!path.toLowerCase().startsWith(below)) return null;
  const rest = path.slice(below.length);
  const [, job, run] = /^(?:actions\/runs\/\d{1,15}\/job\/(\d{1,15})|runs\/(\d{1,15}))$/.exec(rest) ?? [];
  if (job !== undefined) return { kind: "job", id: Number(job) };
  return run === undefined ? null : { kind: "checkRun", id: Number(run) };
}

const TIME = /^\uFEFF?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z /;
const ERROR = "##[error]";

/** A log without the times, and without the steps that clean up after the failure. */
function untilFailure(log: string): string {
  const lines = log.split(/\r?\n/).map((line) => line.replace(TIME, ""));
  const last = lines.findLastIndex((line) => line.startsWith(ERROR));
  return (last === -1 ? lines : lines.slice(0, last + 1))
    .filter((line) => !line.startsWith("##[endgroup]"))
    .map((line) => line.replace(ERROR, "Error: ").replace(/^##\[\w+\]/, ""))
    .join("\n");
}

/** The verdicts of finished runs, kept in files so that they survive a restart. */
import { mkdir, open, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestRunId } from "../../domain/ids.js";
import type { Verdict } from "../ports/run-board.js";

export interface SavedVerdict {
  /** Key of the repository that the run belongs to. */
  readonly repository: string;
  readonly conclusion: Verdict;
}

const CONCLUSIONS: readonly Verdict[] = ["success", "failure", "disturbed"];

export class SavedVerdicts {
  readonly #folder: string;
  /** The verdicts of this process, valid even when they could not be saved. */
  readonly #known = new Map<TestRunId, SavedVerdict>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async save(run: TestRunId, verdict: SavedVerdict): Promise<void> {
    this.#known.set(run, verdict);
    await mkdir(this.#folder, { recursive: true });
    const path = this.#path(run);
    const file = await open(`${path}.new`, "w", 0o600);
    try {
      await file.writeFile(JSON.stringify(verdict));
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(`${path}.new`, path);
  }

  /** Null for a run without a verdict. */
  async read(run: TestRunId): Promise<SavedVerdict | null> {
    const known = this.#known.get(run);
    if (known !== undefined) return known;
    const text = await readFile(this.#path(run), "utf8").catch(() => null);
    return text === null ? null : parseVerdict(text);
  }

  async remove(run: TestRunId): Promise<void> {
    this.#known.delete(run);
    await rm(this.#path(run), { force: true });
  }

  #path(run: TestRunId): string {
    return join(this.#folder, `${run}.json`);
  }
}

/** Null for an unreadable file. */
function parseVerdict(text: string): SavedVerdict | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null) return null;
    if (!("repository" in value) || !("conclusion" in value)) return null;
    const { repository } = value;
    const conclusion = CONCLUSIONS.find((one) => one === value.conclusion);
    return typeof repository === "string" && conclusion !== undefined ? { repository, conclusion } : null;
  } catch {
    return null;
  }
}

const MAX_FAILURES = 3;

/** Counts failures of runs that git can never check out, such as a file name that is too long for this disk. */
export class UntestableRuns {
  readonly #failures = new Map<TestRunId, number>();

  /** True for the last allowed failure. */
  isLastChance(run: TestRunId): boolean {
    const count = (this.#failures.get(run) ?? 0) + 1;
    this.#failures.set(run, count);
    return count >= MAX_FAILURES;
  }

  forget(run: TestRunId): void {
    this.#failures.delete(run);
  }
}

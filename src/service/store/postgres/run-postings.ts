/** Test runs that replicas share, as rows. A run that is posted again after it was taken off is another posting. */
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { TestRunId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { TestRequest } from "../../ports/forge.js";
import type { PostedRun, RunState, Verdict } from "../../ports/run-board.js";
import type { Claim, Claimant } from "../../ports/session.js";
import { claimRows, giveBackRow, isOfThese, isRowClaimed, isStill, type WorkTable } from "../sql/claims.js";
import { nowForRows } from "../sql/in-transaction.js";
import { type Check, listOf, number, record, text } from "../sql/json-checks.js";
import { readJson } from "../sql/records.js";
import type { StoreTables } from "../sql/tables.js";

type Db = Kysely<StoreTables>;

export interface Posting extends PostedRun {
  readonly posting: string;
  /** Of the replica that carries it out. */
  readonly claim: Claim;
}

export interface PostingClaim {
  readonly claimant: Claimant;
  readonly limit: number;
  readonly held: readonly Posting[];
  /** `repositoryKey`s; null: all. */
  readonly repositories: readonly string[] | null;
}

const isRepository = record<Repository>({ host: text(), owner: text(), name: text() });
const isTestRequest: Check<TestRequest> = record<TestRequest>({
  run: text(),
  commit: text(),
  testBranch: text(),
  targetBranch: text(),
  testedPullRequests: listOf(number()),
  requiredStatuses: listOf(text()),
});
/** The stored form, in which the request is called `order`. */
interface StoredPosting {
  readonly repository: Repository;
  readonly order: TestRequest;
}

export const isStoredPosting = record<StoredPosting>({ repository: isRepository, order: isTestRequest });

export class RunPostings {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** False: the run was posted before, and nothing changes. */
  async post(repository: Repository, request: TestRequest): Promise<boolean> {
    const row = {
      posting: randomUUID(),
      run_id: request.run,
      repository: repositoryKey(repository),
      json: JSON.stringify({ repository, order: request } satisfies StoredPosting),
      progress: "waiting",
      url: "",
      at: nowForRows(this.#db),
      session: null,
      claim: 0,
    };
    const { numInsertedOrUpdatedRows } = await this.#db
      .insertInto("posted_runs")
      .values(row)
      .onConflict((conflict) => conflict.column("run_id").doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  async read(repository: Repository, run: TestRunId): Promise<RunState | null> {
    const row = await this.#db
      .selectFrom("posted_runs")
      .select(["progress", "url"])
      .where("run_id", "=", run)
      .where("repository", "=", repositoryKey(repository))
      .executeTakeFirst();
    return row === undefined ? null : { progress: progressOf(row.progress), url: row.url };
  }

  async remove(run: TestRunId): Promise<void> {
    await this.#db.deleteFrom("posted_runs").where("run_id", "=", run).execute();
  }

  /** Claims runs that no live process executes. */
  async claim({ claimant, limit, held, repositories }: PostingClaim): Promise<readonly Posting[]> {
    const rows = await claimRows<{ readonly posting: string; readonly json: string }>(this.#db, POSTED_RUNS, {
      ...{ claimant, limit, now: null },
      and: isOfThese(this.#db, sql`repository`, repositories),
      order: sql`at`,
      held: held.map(({ posting }) => [posting]),
    });
    return rows.map(({ posting, json, claim }) => {
      const { repository, order: request } = readJson(json, isStoredPosting, `posted run ${posting}`);
      return { repository, request, posting, claim: { session: claimant.session, number: claim } };
    });
  }

  /** Stores where the run is executed. False: it was removed, or another process has claimed it since. */
  async begin({ posting, claim }: Posting, url: string): Promise<boolean> {
    const begun = this.#openOnes(posting).set({ progress: "underWay", url }).where(isStill(claim));
    return (await begun.executeTakeFirst()).numUpdatedRows === 1n;
  }

  async isClaimed({ posting, claim }: Posting): Promise<boolean> {
    return isRowClaimed(this.#db, POSTED_RUNS, [posting], claim);
  }

  async giveBack({ posting, claim }: Posting): Promise<void> {
    await giveBackRow(this.#db, POSTED_RUNS, [posting], claim);
  }

  /**
   * False: it was removed, another process was faster, or it failed and was begun elsewhere since: tests that were frozen may
   * fail for that alone, so that the newest ones decide.
   */
  async conclude({ posting, claim }: Posting, verdict: Verdict, url: string): Promise<boolean> {
    const concluded = this.#openOnes(posting).set({ progress: verdict, url });
    const decisive = verdict === "success" ? concluded : concluded.where(isStill(claim));
    return (await decisive.executeTakeFirst()).numUpdatedRows === 1n;
  }

  /** The postings that still have to be executed and were not claimed again since. */
  async wanted(postings: readonly Posting[]): Promise<ReadonlySet<string>> {
    if (postings.length === 0) return new Set();
    const names = postings.map(({ posting }) => posting);
    const rows = await this.#db
      .selectFrom("posted_runs")
      .select(["posting", "session", "claim"])
      .where("posting", "in", names)
      .where("progress", "in", OPEN)
      .execute();
    const claims = new Map(postings.map(({ posting, claim }) => [posting, claim]));
    const still = rows.filter(({ posting, session, claim }) => {
      const mine = claims.get(posting);
      return mine?.session === session && mine.number === claim;
    });
    return new Set(still.map(({ posting }) => posting));
  }

  #openOnes(posting: string) {
    return this.#db.updateTable("posted_runs").where("posting", "=", posting).where("progress", "in", OPEN);
  }
}

const OPEN = ["waiting", "underWay"] as const;
const POSTED_RUNS: WorkTable = {
  name: "posted_runs",
  key: ["posting"],
  isOpen: sql`progress in (${sql.join(OPEN.map((progress) => sql.lit(progress)))})`,
  isLeased: false,
};

const PROGRESSES: readonly RunState["progress"][] = [...OPEN, "success", "failure", "disturbed"];

export function isProgress(value: unknown): value is RunState["progress"] {
  return PROGRESSES.some((progress) => progress === value);
}

function progressOf(stored: string): RunState["progress"] {
  return isProgress(stored) ? stored : "waiting";
}

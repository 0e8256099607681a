/** Test runs that replicas share, as rows. A run that is posted again after it was taken off is another posting. */
import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { TestRunId } from "../../../domain/ids.js";
import { type Repository, repositoryKey } from "../../../domain/repository.js";
import type { TestOrder } from "../../ports/forge.js";
import type { PostedRun, RunNews, Verdict } from "../../ports/run-board.js";
import { type Check, listOf, number, record, text } from "../sql/check.js";
import { readJson } from "../sql/records.js";
import { nowForRows } from "../sql/server-time.js";
import type { StoreTables } from "../sql/tables.js";
import { isHeld } from "./shared-work.js";

type Db = Kysely<StoreTables>;

export interface Posting extends PostedRun {
  readonly posting: string;
  /** Where it was begun: each replica says another place. */
  readonly url: string;
}

const isRepository = record<Repository>({ host: text(), owner: text(), name: text() });
const isTestOrder: Check<TestOrder> = record<TestOrder>({
  run: text(),
  commit: text(),
  testBranch: text(),
  targetBranch: text(),
  testedPullRequests: listOf(number()),
  requiredStatuses: listOf(text()),
});
export const isPostedRun = record<PostedRun>({ repository: isRepository, order: isTestOrder });

const HELD_NAME = "merge-queue run ";

/** The name under which somebody holds a posting while carrying it out. */
export function heldNameOf(posting: string): string {
  return `${HELD_NAME}${posting}`;
}

export class RunPostings {
  readonly #db: Db;

  constructor(db: Db) {
    this.#db = db;
  }

  /** What `also` writes is saved with it. Nothing happens for a run that is there. */
  async post(
    repository: Repository,
    order: TestOrder,
    also: (db: Db, posting: string) => Promise<void>,
  ): Promise<void> {
    const posting = randomUUID();
    const row = {
      posting,
      run_id: order.run,
      repository: repositoryKey(repository),
      json: JSON.stringify({ repository, order }),
      progress: "waiting",
      url: "",
      at: nowForRows(this.#db),
    };
    await this.#db.transaction().execute(async (db) => {
      const { numInsertedOrUpdatedRows } = await db
        .insertInto("posted_runs")
        .values(row)
        .onConflict((conflict) => conflict.column("run_id").doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows === 1n) await also(db, posting);
    });
  }

  async read(repository: Repository, run: TestRunId): Promise<RunNews | null> {
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

  /** Null: it was taken off, or there is a verdict. Otherwise it is said to be under way there. */
  async begin(posting: string, urlOf: (run: TestRunId) => string): Promise<Posting | null> {
    const row = await open(this.#db).where("posting", "=", posting).executeTakeFirst();
    if (row === undefined) return null;
    const posted = readJson(row.json, isPostedRun, `posted run ${posting}`);
    const url = urlOf(posted.order.run);
    await this.#openOnes(posting).set({ progress: "underWay", url }).execute();
    return { ...posted, posting, url };
  }

  /**
   * False: it was taken off, somebody was faster, or it failed and was begun elsewhere since: tests that were frozen may
   * fail for that alone, so that the newest ones decide.
   */
  async conclude({ posting, url }: Posting, verdict: Verdict): Promise<boolean> {
    const concluded = this.#openOnes(posting).set({ progress: verdict, url });
    const decisive = verdict === "success" ? concluded : concluded.where("url", "=", url);
    const { numUpdatedRows } = await decisive.executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  /** Of these, those that still have to be carried out. */
  async wanted(postings: readonly string[]): Promise<ReadonlySet<string>> {
    if (postings.length === 0) return new Set();
    const rows = await open(this.#db).where("posting", "in", postings).execute();
    return new Set(rows.map(({ posting }) => posting));
  }

  /** Those that nobody alive carries out. */
  async idle(limit: number): Promise<readonly { readonly posting: string; readonly wasBegun: boolean }[]> {
    const rows = await open(this.#db)
      .where(sql<boolean>`not ${isHeld(sql`${HELD_NAME}::text || posting`)}`)
      .limit(limit)
      .execute();
    return rows.map(({ posting, progress }) => ({ posting, wasBegun: progress === "underWay" }));
  }

  #openOnes(posting: string) {
    return this.#db.updateTable("posted_runs").where("posting", "=", posting).where("progress", "in", OPEN);
  }
}

const OPEN = ["waiting", "underWay"] as const;

function open(db: Db) {
  return db.selectFrom("posted_runs").select(["posting", "json", "progress"]).where("progress", "in", OPEN);
}

const PROGRESSES: readonly RunNews["progress"][] = [...OPEN, "success", "failure", "disturbed"];

export function isProgress(value: unknown): value is RunNews["progress"] {
  return PROGRESSES.some((progress) => progress === value);
}

function progressOf(stored: string): RunNews["progress"] {
  return isProgress(stored) ? stored : "waiting";
}

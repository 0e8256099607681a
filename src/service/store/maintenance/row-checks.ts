/** For each table, what the values of its rows have to be, one by one and beside each other. */
import { isRecord } from "../../../domain/is-record.js";
import { repositoryKey } from "../../../domain/repository.js";
import { isProgress, isStoredPosting } from "../postgres/run-postings.js";
import { listOf, orNull, text } from "../sql/json-checks.js";
import { partsOfBeginning } from "../sql/log-beginnings.js";
import { isRepositories } from "../sql/sql-token-store.js";
import { isStoredCommand } from "../sql/stored-commands.js";
import {
  isEffect,
  isEntry,
  isEvent,
  isInitialQueue,
  isLandingRecord,
  isQueueName,
  isQueueSnapshot,
  isStoredEndedRun,
  isStoredTestRun,
  isTargetsUpload,
  isTransition,
} from "../sql/stored-values.js";
import { COMMANDS, FOUND_COMMANDS, STATUSES, type StoreTables } from "../sql/tables.js";
import type { AnyRow } from "./store-schema.js";

type IsRight = (value: unknown) => boolean;

type ColumnChecks = {
  readonly [Table in keyof StoreTables]?: { readonly [Column in keyof StoreTables[Table]]?: IsRight };
};

const isTime: IsRight = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTimeOrNull: IsRight = (value) => value === null || isTime(value);
const isFlag: IsRight = (value) => value === 0 || value === 1;
const isCount = isTime;
const isSecret = form(/^whsec_[0-9A-Za-z+/]+={0,2}$/);

const VALUE_CHECKS: ColumnChecks = {
  queues: { deleted: isFlag, version: isCount, wake_at: isTimeOrNull },
  concluded_entries: { ended_at: isTimeOrNull, submitted_at: isTimeOrNull },
  effects: {
    done: isFlag,
    attempts: isCount,
    fate: (value) => value === null || value === "pushed" || value === "withdrawn",
  },
  posted_runs: { progress: isProgress, at: isTime },
  traces: { traceparent: form(/^[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}/), at: isTime },
  webhook_endpoints: {
    url: isWebAddress,
    secret: isSecret,
    earlier_secret: (value) => value === null || isSecret(value),
    earlier_secret_until: isTime,
    created_at: isTime,
    disabled_at: isTimeOrNull,
    failing_since: isTimeOrNull,
  },
  webhook_messages: { event: form(/^[a-z_]+\.[a-z_]+$/), at: isTime, repository: form(/./) },
  webhook_deliveries: {
    attempts: isCount,
    not_before: isTime,
    claimed_until: isTime,
    done: isFlag,
    delivered_at: isTimeOrNull,
    last_status: (value) => value === null || (isCount(value) && Number(value) < 1000),
  },
  page_sessions: {
    digest: form(/^[0-9a-f]{64}$/),
    account_id: isTimeOrNull,
    created_at: isTime,
    expires_at: isTime,
  },
  repository_names: { repository: form(/./), id: isCount, owner: form(/./), name: form(/./) },
  pause_notes: { version: isCount, at: isTime },
  tokens: {
    id: form(/^[0-9A-Za-z]+$/),
    digest: form(/^[0-9a-f]{64}$/),
    created_at: isTime,
    expires_at: isTimeOrNull,
    revoked_at: isTimeOrNull,
    last_used_at: isTimeOrNull,
  },
  [STATUSES]: {
    repository: form(/./),
    subject: form(/^(?:pull\/[1-9]\d*|run\/[0-9a-f-]{36})$/),
    marks: isCount,
    marked_at: isTime,
    not_before: isTime,
    rests_until: isTime,
    attempts: isCount,
    claimed_until: isTime,
    done: isFlag,
    is_final: isFlag,
    is_doubtful: isFlag,
    at: isTime,
  },
  log_beginnings: { is_used: isFlag, version: isCount, at: isTime },
  [FOUND_COMMANDS]: { until: isTime },
  [COMMANDS]: {
    said_at: isTime,
    heard_at: isTime,
    pushed_at: (value) => value === null || isTime(value),
    attempts: isCount,
    not_before: isTime,
    claimed_until: isTime,
    outcome: (value) => value === null || value === "done" || value === "void",
  },
};

/** Columns of rows that hold no JSON, and of which not every value is possible. */
function form(pattern: RegExp): (value: unknown) => value is string {
  return (value): value is string => typeof value === "string" && pattern.test(value);
}

function isWebAddress(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value) && /^https?:/i.test(value);
}

/** Columns that hold JSON, and what that has to be. */
const JSON_CHECKS: ColumnChecks = {
  queues: { name: isQueueName, snapshot: isQueueSnapshot, birth: orNull(isInitialQueue) },
  live_entries: { json: isEntry },
  live_runs: { json: isStoredTestRun },
  concluded_entries: { json: isEntry },
  ended_runs: { json: isStoredEndedRun },
  transitions: { json: isTransition },
  landings: { json: isLandingRecord },
  events: { json: isEvent },
  effects: { json: isEffect, last_error: orNull(text()) },
  targets: { json: isTargetsUpload },
  target_lists: { names: listOf(text()) },
  posted_runs: { json: isStoredPosting },
  webhook_endpoints: {
    filters: listOf(form(/^(?:\*|[a-z_]+\.(?:\*|[a-z_]+))$/)),
    repositories: listOf(text()),
  },
  webhook_messages: { body: isRecord },
  tokens: { scopes: listOf(form(/^[a-z]+$/)), repositories: isRepositories },
  log_beginnings: { json: (value) => partsOfBeginning(value) !== null },
  [COMMANDS]: { json: isStoredCommand },
};

type Rule = (row: AnyRow, json: unknown) => readonly (readonly [isSo: boolean, otherwise: string])[];

/** Constraints between the values of one row. `json` is the column of that name. */
const ROW_RULES: { readonly [Table in keyof StoreTables]?: Rule } = {
  posted_runs: ({ run_id, repository }, json) => [
    [isStoredPosting(json) && json.order.run === run_id, "json is of another test run"],
    [isStoredPosting(json) && repositoryKey(json.repository) === repository, "json is of another repository"],
  ],
  webhook_deliveries: ({ done, delivered_at }) => [
    [done === 1 || delivered_at === null, "it is delivered and still open"],
  ],
  [COMMANDS]: ({ delivery, source, subject }, json) => [
    [
      isStoredCommand(json) && json.delivery === delivery && json.source === source,
      "json is of another command",
    ],
    [
      isStoredCommand(json) && `${repositoryKey(json.repository)}#${json.pullRequest}` === subject,
      "json is of another pull request",
    ],
  ],
  log_beginnings: ({ queue_id }, json) => {
    const parts = partsOfBeginning(json);
    const isWhole = parts?.columns.every((entry) => damageOf("live_entries", { ...entry }) === null);
    return [
      [parts?.snapshot.id === queue_id, "json is of another queue"],
      [isWhole === true, "an entry in json is not what this version knows"],
    ];
  },
};

type ColumnsOf = Readonly<Record<string, IsRight>>;

const JSONS = new Map<string, ColumnsOf>(Object.entries(JSON_CHECKS));
const VALUES = new Map<string, ColumnsOf>(Object.entries(VALUE_CHECKS));
const RULES = new Map<string, Rule>(Object.entries(ROW_RULES));

/** In the place of a list that stands apart. */
const SOME_LIST = { kind: "list", names: [] };

/** Null: the row is whole. */
export function damageOf(table: string, row: AnyRow): string | null {
  for (const [column, isRight] of Object.entries(JSONS.get(table) ?? {})) {
    const value = parsed(row[column]);
    if (value === undefined) return `${column} is no JSON`;
    if (!isRight(whole(value, row))) return `${column} is not what this version knows`;
  }
  for (const [column, isRight] of Object.entries(VALUES.get(table) ?? {})) {
    if (!isRight(row[column])) return `${column} is not what this version knows`;
  }
  const rules = RULES.get(table)?.(row, parsed(row["json"])) ?? [];
  return rules.find(([isSo]) => !isSo)?.[1] ?? null;
}

function whole(value: unknown, row: AnyRow): unknown {
  if (!isRecord(value)) return value;
  const targets = typeof row["targets_digest"] === "string" ? { targets: SOME_LIST } : {};
  const earlier = typeof row["earlier_targets_digest"] === "string" ? { earlierTargets: SOME_LIST } : {};
  return { ...value, ...targets, ...earlier };
}

/** Undefined: it is no JSON. */
function parsed(cell: AnyRow[string] | undefined): unknown {
  if (cell === null || cell === undefined) return null;
  try {
    return JSON.parse(String(cell));
  } catch {
    return undefined;
  }
}

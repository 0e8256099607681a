/** Columns of rows that hold no JSON, and of which not every value is possible. */
import { isProgress } from "../postgres/run-postings.js";
import type { StoreTables } from "../sql/tables.js";

export type IsRight = (value: unknown) => boolean;

export type ColumnChecks = {
  readonly [Table in keyof StoreTables]?: { readonly [Column in keyof StoreTables[Table]]?: IsRight };
};

const isTime: IsRight = (value) => typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
const isTimeOrNull: IsRight = (value) => value === null || isTime(value);
const isFlag: IsRight = (value) => value === 0 || value === 1;
const isCount = isTime;
const isSecret = form(/^whsec_[0-9A-Za-z+/]+={0,2}$/);

export const VALUE_CHECKS: ColumnChecks = {
  queues: { deleted: isFlag, version: isCount, wake_at: isTimeOrNull },
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
  tokens: {
    id: form(/^[0-9A-Za-z]+$/),
    digest: form(/^[0-9a-f]{64}$/),
    created_at: isTime,
    expires_at: isTimeOrNull,
    revoked_at: isTimeOrNull,
    last_used_at: isTimeOrNull,
  },
  github_faces: {
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
  found_wishes: { until: isTime },
  wishes: {
    said_at: isTime,
    heard_at: isTime,
    pushed_at: (value) => value === null || isTime(value),
    attempts: isCount,
    not_before: isTime,
    claimed_until: isTime,
    outcome: (value) => value === null || value === "done" || value === "void",
  },
};

export function form(pattern: RegExp): (value: unknown) => value is string {
  return (value): value is string => typeof value === "string" && pattern.test(value);
}

function isWebAddress(value: unknown): boolean {
  return typeof value === "string" && URL.canParse(value) && /^https?:/i.test(value);
}

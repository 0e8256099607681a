/** For each table, which of its columns hold JSON and what that has to be. Tables that are not named hold none of ours. */
import { type Check, isRecord, listOf, orNull, text } from "../sql/check.js";
import {
  isEffect,
  isEndedRun,
  isEntry,
  isEvent,
  isLandingRecord,
  isQueueBirth,
  isQueueName,
  isQueueSnapshot,
  isTargetsUpload,
  isTestRun,
  isTransition,
} from "../sql/stored-values.js";
import type { StoreTables } from "../sql/tables.js";
import type { AnyRow } from "./any-tables.js";

type Checks = Readonly<Record<string, Check<unknown>>>;

const ROW_CHECKS: { readonly [Table in keyof StoreTables]?: Checks } = {
  queues: { name: isQueueName, snapshot: isQueueSnapshot, birth: orNull(isQueueBirth) },
  live_entries: { json: isEntry },
  live_runs: { json: isTestRun },
  concluded_entries: { json: isEntry },
  ended_runs: { json: isEndedRun },
  transitions: { json: isTransition },
  landings: { json: isLandingRecord },
  events: { json: isEvent },
  effects: { json: isEffect, last_error: orNull(text()) },
  targets: { json: isTargetsUpload },
  target_lists: { names: listOf(text()) },
};

const CHECKS: ReadonlyMap<string, Checks> = new Map(Object.entries(ROW_CHECKS));
/** In the place of a list that stands apart. */
const SOME_LIST = { kind: "list", names: [] };

/** Null: the row is whole. */
export function damageOf(table: string, row: AnyRow): string | null {
  for (const [column, check] of Object.entries(CHECKS.get(table) ?? {})) {
    const value = parsed(row[column]);
    if (value === undefined) return `${column} is no JSON`;
    if (!check(whole(value, row))) return `${column} is not what this version knows`;
  }
  return null;
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

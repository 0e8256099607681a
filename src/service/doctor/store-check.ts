/** Checks the database: it can be reached, holds a store of this version, and its clock is right. */
import { existsSync } from "node:fs";
import { type Database, LENT_CONNECTIONS, LENT_CONNECTIONS_ADVICE, placeOf } from "../store/database.js";
import { examineStore, type StoreExamination } from "../store/maintenance/examine-store.js";
import { broken, type Check, doubtful, type Found, fine } from "./finding.js";

const CLOCK_DOUBT_MS = 2000;
const CLOCK_PROBLEM_MS = 30_000;

/** Null: the SQLite file does not exist yet. */
export async function examineIfThere(database: Database): Promise<StoreExamination | null> {
  const isMissing = database.kind === "sqlite" && !existsSync(database.path);
  return isMissing ? null : examineStore(database);
}

export function storeCheck(
  database: () => Database,
  examination: () => Promise<StoreExamination | null>,
): Check {
  return {
    name: "database",
    look: async () => {
      const place = placeOf(database());
      const found = await examination();
      if (found === null) return [fine(`${place} does not exist yet; \`merge-queue serve\` creates it`)];
      const lent = found.lendsConnections ? [broken(LENT_CONNECTIONS, LENT_CONNECTIONS_ADVICE)] : [];
      return [schemaFinding(place, found), ...lent, ...clockFindings(found)];
    },
  };
}

function schemaFinding(place: string, { schema, version, queues }: StoreExamination): Found {
  switch (schema) {
    case "none":
      return fine(`${place} can be reached and is empty; \`merge-queue serve\` creates its store there`);
    case "older":
      return doubtful(
        `${place} was written by an older version (${String(version)})`,
        "make a backup, then start this version or run `merge-queue db migrate`",
      );
    case "newer":
      return broken(
        `${place} was written by a newer version (${String(version)})`,
        "use that version, or restore a backup that was made before it",
      );
    case "current":
      return fine(`${place} can be reached: schema ${String(version)}, ${queues.length} queue(s)`);
  }
}

function clockFindings({ clockAheadMs }: StoreExamination): readonly Found[] {
  if (clockAheadMs === null) return [];
  const away = Math.abs(clockAheadMs);
  const says = `its clock is ${(away / 1000).toFixed(1)} s ${clockAheadMs < 0 ? "behind" : "ahead of"} this machine's`;
  const next = "synchronize the clocks of both machines, for example by NTP";
  if (away > CLOCK_PROBLEM_MS) return [broken(`${says}; expected the same time`, next)];
  return away > CLOCK_DOUBT_MS ? [doubtful(says, next)] : [fine(says)];
}

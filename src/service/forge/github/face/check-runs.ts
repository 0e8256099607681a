/** The check runs that are on a head: finds the one of a stay again, and leaves the others behind. */
import { numberAt, textAt } from "./answers.js";
import { CHECK_NAME } from "./face.js";
import { isSame, type Place } from "./place.js";

export const LEFT = "No longer reported on";

interface SeenRun {
  readonly id: number;
  readonly stay: string;
  /** The login of the App that created it. */
  readonly by: string;
  readonly isCompleted: boolean;
}

export interface Doubt {
  /** Of other pull requests, which may have the same head. Asked after GitHub, so that one that begins meanwhile is known. */
  readonly staysOfOthers: () => Promise<ReadonlySet<string>>;
}

/** Null: there is none. */
export async function findRun(
  place: Place,
  { headSha, stay }: { readonly headSha: string; readonly stay: string },
): Promise<number | null> {
  const runs = await runsOn(place, headSha);
  return runs.find((run) => run.stay === stay)?.id ?? null;
}

/**
 * The one to go on with; null where there is none, or where a newer one hides it: people see the newest of a name.
 * Somebody who stood still may have created one late, also for an earlier stay: nobody else would ever complete it.
 */
export async function certainRun(
  place: Place,
  { staysOfOthers }: Doubt,
  { headSha, stay }: { readonly headSha: string; readonly stay: string | null },
): Promise<number | null> {
  const found = await runsOn(place, headSha);
  if (found.length === 0) return null;
  const [self, others] = [await place.self(), await staysOfOthers()];
  const ours = found.filter((run) => run.stay === stay || (isSame(run.by, self) && !others.has(run.stay)));
  const newest = ours[0]?.stay === stay ? ours[0] : undefined;
  for (const run of ours) {
    if (run !== newest && !run.isCompleted) await leaveRun(place, run.id);
  }
  return newest?.id ?? null;
}

/** Nobody waits for it. */
export async function leaveRun(place: Place, id: number): Promise<void> {
  const output = { title: LEFT, summary: LEFT };
  await editRun(place, id, { status: "completed", conclusion: "neutral", output });
}

/** False: it is gone. */
export async function editRun({ calls, repository }: Place, id: number, body: object): Promise<boolean> {
  const { status } = await calls.send(repository, "PATCH", "/check-runs/{id}", { ...body, id }, [404]);
  return status < 400;
}

/** The newest first. */
async function runsOn({ calls, repository }: Place, sha: string): Promise<readonly SeenRun[]> {
  const parameters = { sha, check_name: CHECK_NAME, filter: "all", under: "check_runs" };
  const runs = await calls.list(repository, "/commits/{sha}/check-runs", parameters);
  return runs
    .map((run) => ({
      id: numberAt(run, "id"),
      stay: textAt(run, "external_id"),
      by: `${textAt(run, "app", "slug")}[bot]`,
      isCompleted: textAt(run, "status") === "completed",
    }))
    .sort((one, other) => other.id - one.id);
}

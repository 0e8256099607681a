/** The schema of a store on its way from one version to the next, as the commands tell it. */
import { PRESENT_PROGRAM, type Program } from "../soak/program.js";
import type { Complaints } from "../soak/soak-plan.js";

export interface SchemaBefore {
  /** As the version before left it. */
  readonly isOlder: boolean;
}

const WRONG_USE = 2;

/** While the version before serves it. */
export async function schemaBefore(
  environment: Readonly<Record<string, string>>,
  complaints: Complaints,
): Promise<SchemaBefore> {
  const { stdout, stderr } = await PRESENT_PROGRAM.call(["db", "check"], environment);
  const isOlder = stdout.includes("an older version wrote it");
  complaints.expect(
    isOlder || stdout.includes(", 0 problems,"),
    `merge-queue db check beside the version before: ${stdout}${stderr}`,
  );
  return { isOlder };
}

export async function migratePresent(
  { isOlder }: SchemaBefore,
  environment: Readonly<Record<string, string>>,
  complaints: Complaints,
): Promise<void> {
  const { exitCode, stdout, stderr } = await PRESENT_PROGRAM.call(["db", "migrate"], environment);
  const said = isOlder ? "was migrated: " : "is up to date";
  complaints.expect(exitCode === 0 && stdout.includes(said), `merge-queue db migrate: ${stdout}${stderr}`);
}

/** The version before does not serve what it does not know; where nothing changed, it serves it as ever. */
export async function expectRefused(
  previous: Program,
  { isOlder }: SchemaBefore,
  environment: Readonly<Record<string, string>>,
  complaints: Complaints,
): Promise<string> {
  const { exitCode, stderr } = await previous.call(["serve"], environment);
  const isAsItShould = isOlder
    ? exitCode === WRONG_USE && stderr.includes("written by a newer version of this program")
    : exitCode === 0;
  complaints.expect(
    isAsItShould,
    `the version before, started on the upgraded store, ends with ${exitCode}: ${stderr.slice(-1000)}`,
  );
  return isOlder ? stderr.trim() : "";
}

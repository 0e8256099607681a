/** How much waits that concerns GitHub: for whoever watches the service. */
import type { Kysely } from "kysely";
import type { StoreTables } from "./tables.js";

export async function gitHubWaiting(
  db: Kysely<StoreTables>,
): Promise<{ readonly wishes: number; readonly faces: number }> {
  const { wishes } = await db
    .selectFrom("wishes")
    .where("outcome", "is", null)
    .select((eb) => eb.fn.countAll().as("wishes"))
    .executeTakeFirstOrThrow();
  const { faces } = await db
    .selectFrom("github_faces")
    .where("done", "=", 0)
    .select((eb) => eb.fn.countAll().as("faces"))
    .executeTakeFirstOrThrow();
  return { wishes: Number(wishes), faces: Number(faces) };
}

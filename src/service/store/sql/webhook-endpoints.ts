/** Rows of webhook endpoints. */
import type { Kysely, Selectable } from "kysely";
import type { WebhookFilter } from "../../../domain/webhook-event.js";
import type { Destination, NewEndpoint, WebhookEndpoint } from "../../ports/webhook-store.js";
import { listOf, text } from "./json-checks.js";
import { readJson } from "./records.js";
import type { StoreTables, WebhookEndpointsTable } from "./tables.js";

type Db = Kysely<StoreTables>;
type EndpointRow = Selectable<WebhookEndpointsTable>;

const isTexts = listOf<string>(text());

/** What an enabled endpoint subscribes to. */
export interface Subscription {
  readonly id: string;
  readonly filters: readonly WebhookFilter[];
  readonly repositories: readonly string[];
}

export async function subscriptions(db: Db): Promise<readonly Subscription[]> {
  const rows = await db
    .selectFrom("webhook_endpoints")
    .select(["id", "filters", "repositories"])
    .where("disabled_at", "is", null)
    .execute();
  return rows.map(subscriptionOf);
}

export async function findEndpoint(db: Db, id: string): Promise<EndpointRow | undefined> {
  return db.selectFrom("webhook_endpoints").selectAll().where("id", "=", id).executeTakeFirst();
}

/** Repeating is harmless. */
export async function insertEndpoint(db: Db, endpoint: NewEndpoint): Promise<void> {
  const { id, url, filters, repositories, secret, createdAt } = endpoint;
  await db
    .insertInto("webhook_endpoints")
    .values({
      id,
      url,
      filters: JSON.stringify(filters),
      repositories: JSON.stringify(repositories),
      secret,
      earlier_secret: null,
      earlier_secret_until: 0,
      created_at: createdAt,
      disabled_at: null,
      disabled_reason: "",
      failing_since: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** In order of creation, with how their deliveries stand. */
export async function listEndpoints(db: Db): Promise<readonly WebhookEndpoint[]> {
  const rows = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const counts = await db
    .selectFrom("webhook_deliveries")
    .select((eb) => ["endpoint_id", "done", eb.fn.countAll().as("count")])
    .where("delivered_at", "is", null)
    .groupBy(["endpoint_id", "done"])
    .execute();
  const count = (id: string, done: number) =>
    Number(counts.find((row) => row.endpoint_id === id && row.done === done)?.count ?? 0);
  return rows.map((row) => ({
    ...subscriptionOf(row),
    url: row.url,
    createdAt: row.created_at,
    disabled: row.disabled_at === null ? null : { at: row.disabled_at, reason: row.disabled_reason },
    failingSince: row.failing_since,
    waiting: count(row.id, 0),
    givenUp: count(row.id, 1),
  }));
}

export function destinationOf(row: EndpointRow, now: number): Destination {
  const { secret, earlier_secret: earlier, earlier_secret_until: until } = row;
  const secrets = earlier !== null && until > now ? [secret, earlier] : [secret];
  return { endpoint: row.id, url: row.url, secrets };
}

export function subscriptionOf(row: Pick<EndpointRow, "id" | "filters" | "repositories">): Subscription {
  return {
    id: row.id,
    filters: readJson(row.filters, isTexts, `the events of webhook endpoint ${row.id}`),
    repositories: readJson(row.repositories, isTexts, `the repositories of webhook endpoint ${row.id}`),
  };
}

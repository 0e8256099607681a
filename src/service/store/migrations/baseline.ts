/**
 * The schema that the migrations up to `BASELINE` made, as one step, in SQL that SQLite and Postgres both understand.
 * It never changes: existing stores have this schema, and every later change is a separate migration.
 */
import { type Kysely, sql } from "kysely";
import type { Migration } from "kysely/migration";

/** The oldest state that this program takes over: the newest migration of the version before the baseline. */
export const BASELINE = "0013-github-faces";

const SCHEMA = `
-- The newest decision: queues, their entries and runs, and the lists of targets these refer to.
create table queues (
  id text primary key, number bigint not null, key text not null, name text not null,
  snapshot text not null, version bigint not null, wake_at bigint, deleted integer not null, birth text
);
create unique index one_queue_per_branch on queues (key) where deleted = 0;
create table target_lists (
  digest text primary key, names text not null
);
create table live_entries (
  queue_id text not null references queues (id), sequence bigint not null, json text not null,
  targets_digest text references target_lists (digest),
  earlier_targets_digest text references target_lists (digest),
  constraint live_entries_key primary key (queue_id, sequence)
);
create index live_entries_by_targets_digest on live_entries (targets_digest)
  where targets_digest is not null;
create index live_entries_by_earlier_targets_digest on live_entries (earlier_targets_digest)
  where earlier_targets_digest is not null;
create table live_runs (
  queue_id text not null references queues (id), run_id text not null, json text not null,
  constraint live_runs_key primary key (queue_id, run_id)
);
create table targets (
  queue_id text not null references queues (id), pull_request bigint not null, head_sha text not null,
  json text not null, targets_digest text references target_lists (digest), at bigint not null default 0,
  constraint targets_key primary key (queue_id, pull_request, head_sha)
);
create index targets_by_age on targets (queue_id, at);
create index targets_by_targets_digest on targets (targets_digest) where targets_digest is not null;
-- History: events, the transitions they caused, ended entries and runs, and what landed.
create table events (
  queue_id text not null references queues (id), version bigint not null, json text not null,
  targets_digest text references target_lists (digest), decision_digest text, engine text,
  constraint events_key primary key (queue_id, version)
);
create index events_by_targets_digest on events (targets_digest) where targets_digest is not null;
create table transitions (
  queue_id text not null references queues (id), version bigint not null, position integer not null,
  at bigint not null, pull_request bigint not null, from_state text, to_state text not null,
  json text not null, lasted_ms bigint, since_admission_ms bigint, was_beside integer,
  constraint transitions_key primary key (queue_id, version, position)
);
create index timeline on transitions (queue_id, pull_request, version, position);
create index recent_transitions on transitions (at);
create table concluded_entries (
  queue_id text not null references queues (id), sequence bigint not null, pull_request bigint not null,
  json text not null, targets_digest text references target_lists (digest),
  earlier_targets_digest text references target_lists (digest), replaced_at bigint,
  constraint concluded_entries_key primary key (queue_id, sequence)
);
create index newest_stay on concluded_entries (queue_id, pull_request, sequence);
create index replaced_stays_by_age on concluded_entries (queue_id, replaced_at)
  where replaced_at is not null;
create index concluded_entries_by_targets_digest on concluded_entries (targets_digest)
  where targets_digest is not null;
create index concluded_entries_by_earlier_targets_digest on concluded_entries (earlier_targets_digest)
  where earlier_targets_digest is not null;
create table ended_runs (
  queue_id text not null references queues (id), run_id text not null, json text not null,
  at bigint not null default 0,
  constraint ended_runs_key primary key (queue_id, run_id)
);
create index ended_runs_by_age on ended_runs (queue_id, at);
-- Effects of decisions.
create table effects (
  queue_id text not null references queues (id), effect_id bigint not null, json text not null,
  attempts bigint not null, not_before bigint not null, done integer not null, last_error text, fate text,
  at bigint not null default 0,
  constraint effects_key primary key (queue_id, effect_id)
);
create index pending_effects on effects (queue_id, effect_id) where done = 0;
create index next_effect on effects (not_before) where done = 0;
create index done_effects_by_age on effects (queue_id, at) where done = 1;
create table landings (
  queue_id text not null references queues (id), version bigint not null, json text not null,
  constraint landings_key primary key (queue_id, version)
);
-- Webhooks. A delivery refers to no endpoint: one may be removed while a decision is saved, which must not fail.
create table webhook_endpoints (
  id text primary key, url text not null, filters text not null, repositories text not null,
  secret text not null, earlier_secret text, earlier_secret_until bigint not null,
  created_at bigint not null, disabled_at bigint, disabled_reason text not null, failing_since bigint
);
create table webhook_messages (
  id text primary key, event text not null, at bigint not null, repository text not null,
  body text not null
);
create index messages_by_time on webhook_messages (at);
create table webhook_deliveries (
  endpoint_id text not null, message_id text not null references webhook_messages (id),
  attempts integer not null, not_before bigint not null, claimed_by text, claimed_until bigint not null,
  done integer not null, delivered_at bigint, last_status integer, last_error text,
  constraint webhook_deliveries_key primary key (message_id, endpoint_id)
);
create index open_deliveries on webhook_deliveries (endpoint_id, not_before) where done = 0;
create index claimed_deliveries on webhook_deliveries (claimed_by) where done = 0;
create table tokens (
  id text primary key, name text not null, digest text not null, scopes text not null,
  repositories text not null, created_at bigint not null, expires_at bigint, revoked_at bigint,
  last_used_at bigint
);
create table posted_runs (
  posting text primary key, run_id text not null unique, repository text not null, json text not null,
  progress text not null, url text not null, at bigint not null default 0
);
-- Where the log of a queue begins after retention has removed its oldest part.
create table log_beginnings (
  queue_id text not null references queues (id), version bigint not null, at bigint not null,
  is_used integer not null, json text not null,
  constraint log_beginnings_key primary key (queue_id, version)
);
create table log_beginning_lists (
  queue_id text not null references queues (id), version bigint not null,
  digest text not null references target_lists (digest),
  constraint log_beginning_lists_key primary key (queue_id, version, digest)
);
create index log_beginning_lists_by_digest on log_beginning_lists (digest);
create table traces (
  queue_id text not null references queues (id), pull_request bigint not null, traceparent text not null,
  tracestate text, at bigint not null default 0,
  constraint traces_key primary key (queue_id, pull_request)
);
create index traces_by_age on traces (queue_id, at);
-- What people asked for on GitHub, and what was shown to them there.
create table wishes (
  delivery text primary key, source text not null unique, subject text not null, said_at bigint not null,
  heard_at bigint not null, pushed_at bigint, attempts integer not null, not_before bigint not null,
  claimed_by text, claimed_until bigint not null, outcome text, json text not null
);
create index open_wishes on wishes (subject, said_at) where outcome is null;
create index wishes_of_subject on wishes (subject, said_at);
create index wishes_by_age on wishes (heard_at);
create table found_wishes (
  repository text primary key, until bigint not null
);
create table github_faces (
  repository text not null, subject text not null, queue_id text not null references queues (id),
  marks bigint not null, marked_at bigint not null, not_before bigint not null, rests_until bigint not null,
  attempts integer not null, claimed_by text, claimed_until bigint not null, done integer not null,
  is_final integer not null, is_doubtful integer not null, shown text not null, last_error text,
  at bigint not null,
  constraint github_faces_key primary key (repository, subject)
);
create index open_faces on github_faces (not_before) where done = 0;
create index unfinished_faces on github_faces (queue_id) where is_final = 0;
create index faces_by_age on github_faces (at);
`;

export const baseline: Migration = {
  up: async (db: Kysely<unknown>): Promise<void> => {
    for (const statement of SCHEMA.split(";")) {
      if (statement.trim() !== "") await sql.raw(statement).execute(db);
    }
  },
};

/** A migration whose result is part of the baseline. Its name is still recorded, so that both versions open the store. */
export const inBaseline: Migration = { up: () => Promise.resolve() };

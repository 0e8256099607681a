/** The tables of a store. Some keep the name of the version that created them. */

export const COMMANDS = "wishes";
export const FOUND_COMMANDS = "found_wishes";
export const STATUSES = "github_faces";

/**
 * The tables as queries see them, for every SQL database. Times are integer milliseconds, flags are 0 and 1, and
 * values of the domain are JSON text. The migrations create what is declared here.
 */

export interface StoreTables {
  readonly queues: QueuesTable;
  readonly live_entries: LiveEntriesTable;
  readonly live_runs: LiveRunsTable;
  readonly concluded_entries: ConcludedEntriesTable;
  readonly ended_runs: EndedRunsTable;
  readonly transitions: TransitionsTable;
  readonly landings: LandingsTable;
  readonly events: EventsTable;
  readonly effects: EffectsTable;
  readonly targets: TargetsTable;
  readonly target_lists: TargetListsTable;
  readonly posted_runs: PostedRunsTable;
  readonly traces: TracesTable;
  readonly webhook_endpoints: WebhookEndpointsTable;
  readonly webhook_messages: WebhookMessagesTable;
  readonly webhook_deliveries: WebhookDeliveriesTable;
  readonly tokens: TokensTable;
  readonly [STATUSES]: GitHubStatusesTable;
  readonly log_beginnings: LogBeginningsTable;
  readonly log_beginning_lists: LogBeginningListsTable;
  readonly [COMMANDS]: CommandsTable;
  readonly [FOUND_COMMANDS]: FoundCommandsTable;
  readonly turns: TurnsTable;
  readonly page_sessions: PageSessionsTable;
  readonly pause_notes: PauseNotesTable;
  readonly repository_names: RepositoryNamesTable;
}

/** A domain value as JSON text; a long list of impacted targets stands apart, in `target_lists`. */
export interface RecordColumns {
  readonly json: string;
  readonly targets_digest: string | null;
}

/** An entry; its earlier list of targets stands apart too, when it is long. */
export interface EntryColumns extends RecordColumns {
  readonly earlier_targets_digest: string | null;
}

/** Of work that processes share: `claims.ts` has the protocol. */
export interface ClaimColumns {
  /** Of the process that claimed it last; null while it is not claimed. */
  readonly session: number | null;
  /** Grows with each claim. */
  readonly claim: number;
}

/** Replicas of the oldest version that is taken over know no sessions, so they claim this work for a limited time. */
export interface LeaseColumns extends ClaimColumns {
  /** The id of such a replica. */
  readonly claimed_by: string | null;
  /** Until when such a replica holds the work, or leaves it to others; 0: it is free. */
  readonly claimed_until: number;
}

/** One row per queue, kept when the queue is deleted: its effects and its history refer to it. */
interface QueuesTable {
  readonly id: string;
  /** Order of creation. */
  readonly number: number;
  /** `queueKey` of the name; at most one queue that is not deleted has it. */
  readonly key: string;
  /** The name as it was first written. */
  readonly name: string;
  /** The queue without its entries, and with ids in the place of its runs. */
  readonly snapshot: string;
  /** What it was created with, as JSON text; null for a queue that is older than this column. */
  readonly birth: string | null;
  readonly version: number;
  readonly wake_at: number | null;
  readonly deleted: number;
}

interface LiveEntriesTable extends EntryColumns {
  readonly queue_id: string;
  readonly sequence: number;
}

interface LiveRunsTable {
  readonly queue_id: string;
  readonly run_id: string;
  readonly json: string;
}

/** When an entry left, and what exits are filtered by; null in a row of a version without these columns. */
export interface ExitColumns {
  readonly ended_at: number | null;
  readonly submitted_at: number | null;
  readonly ending: string | null;
  /** In lower case, cut. */
  readonly author: string | null;
  readonly reason: string | null;
}

interface ConcludedEntriesTable extends EntryColumns, ExitColumns {
  readonly queue_id: string;
  readonly sequence: number;
  readonly pull_request: number;
  /** When a newer submission of the pull request was concluded; null for the newest. */
  readonly replaced_at: number | null;
}

interface EndedRunsTable {
  readonly queue_id: string;
  readonly run_id: string;
  readonly at: number;
  readonly json: string;
}

interface TransitionsTable {
  readonly queue_id: string;
  readonly version: number;
  /** Order within the decision. */
  readonly position: number;
  readonly at: number;
  readonly pull_request: number;
  readonly from_state: string | null;
  readonly to_state: string;
  readonly json: string;
  /** As in `Move`; null for a transition that is older than these columns. */
  readonly lasted_ms: number | null;
  readonly since_admission_ms: number | null;
  readonly was_beside: number | null;
}

/** One row per landing of the queue; never deleted. */
interface LandingsTable {
  readonly queue_id: string;
  /** The version of the decision that acknowledged it. */
  readonly version: number;
  readonly json: string;
}

interface EventsTable extends RecordColumns {
  readonly queue_id: string;
  readonly version: number;
  /** Of the decision that followed; null for an event that is older than this column. */
  readonly decision_digest: string | null;
  /** The version of the program that took the decision; null for an event that is older than this column. */
  readonly engine: string | null;
}

interface EffectsTable extends ClaimColumns {
  readonly queue_id: string;
  readonly effect_id: number;
  /** Null for an effect that a version without this column stored. */
  readonly run_id: string | null;
  readonly json: string;
  readonly attempts: number;
  readonly not_before: number;
  readonly done: number;
  /** Of an effect to land: its fate, once that is settled. */
  readonly fate: string | null;
  /** The last failed attempt's error, as JSON text. Read by operators only. */
  readonly last_error: string | null;
  /** When it was ordered. */
  readonly at: number;
}

/** Uploads of impacted targets, whether or not the pull request was ever submitted. */
interface TargetsTable extends RecordColumns {
  readonly queue_id: string;
  readonly pull_request: number;
  readonly head_sha: string;
  readonly at: number;
}

/** Long lists of target names, each stored once however often it is referred to. */
interface TargetListsTable {
  /** SHA-256 of `names`. */
  readonly digest: string;
  readonly names: string;
}

/** Test runs of the plain-git forge that replicas share. */
interface PostedRunsTable extends ClaimColumns {
  /** Distinguishes this posting from earlier ones of the same run. */
  readonly posting: string;
  readonly run_id: string;
  /** `repositoryKey`. */
  readonly repository: string;
  readonly json: string;
  readonly progress: string;
  /** Of the output, once a process carries it out. */
  readonly url: string;
  /** When it was posted; 0 where that was not stored. */
  readonly at: number;
}

/** Which trace the newest submission of a pull request belongs to. */
interface TracesTable {
  readonly queue_id: string;
  readonly pull_request: number;
  readonly traceparent: string;
  readonly tracestate: string | null;
  /** When it was saved; 0 where that was not stored. */
  readonly at: number;
}

export interface WebhookEndpointsTable {
  readonly id: string;
  readonly url: string;
  /** A list as JSON text. */
  readonly filters: string;
  /** A list of `repositoryKey`s as JSON text; empty for every repository. */
  readonly repositories: string;
  /** In the clear: every delivery is signed with it. */
  readonly secret: string;
  readonly earlier_secret: string | null;
  readonly earlier_secret_until: number;
  readonly created_at: number;
  readonly disabled_at: number | null;
  readonly disabled_reason: string;
  readonly failing_since: number | null;
}

/** Written with its decision, if an endpoint wants it. */
interface WebhookMessagesTable {
  readonly id: string;
  readonly event: string;
  readonly at: number;
  readonly repository: string;
  readonly body: string;
}

/** One message to one endpoint. */
export interface WebhookDeliveriesTable extends LeaseColumns {
  readonly endpoint_id: string;
  readonly message_id: string;
  /** Failed ones. */
  readonly attempts: number;
  readonly not_before: number;
  /** Delivered, or given up. */
  readonly done: number;
  /** Null while it is open, and when it was given up. */
  readonly delivered_at: number | null;
  readonly last_status: number | null;
  /** The beginning of what the last failed attempt met. Read by operators only. */
  readonly last_error: string | null;
}

/** What people are shown of a pull request, or of a test run, on the code host. */
export interface GitHubStatusesTable extends LeaseColumns {
  /** `repositoryKey`. */
  readonly repository: string;
  /** `pull/NUMBER` or `run/ID`. */
  readonly subject: string;
  /** That marked it last. */
  readonly queue_id: string;
  /** The number of marks. */
  readonly marks: number;
  /** The time of the first mark that is not published yet. */
  readonly marked_at: number;
  readonly not_before: number;
  /** Published a moment ago: earlier marks wait until then. */
  readonly rests_until: number;
  readonly attempts: number;
  /** All marks are published. */
  readonly done: number;
  /** What is shown is the end of its newest submission. */
  readonly is_final: number;
  /** Something may be shown that `shown` knows nothing of. */
  readonly is_doubtful: number;
  /** JSON text; empty while nothing was ever shown. */
  readonly shown: string;
  /** The beginning of what the last failed attempt met. Read by operators only. */
  readonly last_error: string | null;
  /** When it was last settled; when it was marked first, before that. */
  readonly at: number;
}

/** Who may call the API. The tokens themselves are nowhere. */
export interface TokensTable {
  /** Public part of the token. */
  readonly id: string;
  readonly name: string;
  /** SHA-256 of the token. */
  readonly digest: string;
  /** A list as JSON text. */
  readonly scopes: string;
  /** A list of `repositoryKey`s as JSON text; `null` in JSON is every repository. */
  readonly repositories: string;
  readonly created_at: number;
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
  readonly last_used_at: number | null;
}

/** Earlier states of queues, from which their logs may be replayed. */
interface LogBeginningsTable {
  readonly queue_id: string;
  readonly version: number;
  /** When it was written. */
  readonly at: number;
  /** 1: the events up to this version are removed, or about to be. */
  readonly is_used: number;
  /** The whole queue; its entries are `EntryColumns`. */
  readonly json: string;
}

/** The long lists that a beginning refers to, so that they are kept. */
interface LogBeginningListsTable {
  readonly queue_id: string;
  readonly version: number;
  readonly digest: string;
}

/** What one replica does for all, and when it is to be done next. */
interface TurnsTable {
  readonly what: string;
  readonly next_at: number;
}

/** Up to when all commands in a repository have been read. */
interface FoundCommandsTable {
  readonly repository: string;
  readonly until: number;
}

/** Commands that people give on the code host, by a comment or a label. */
export interface CommandsTable extends LeaseColumns {
  /** The forge's name of the delivery that brought it. */
  readonly delivery: string;
  /** The comment or label event that it comes from. */
  readonly source: string;
  /** The pull request. */
  readonly subject: string;
  /** By the forge's clock. */
  readonly said_at: number;
  readonly heard_at: number;
  /** When the pull request was pushed to while it was open, by the forge's clock; null while it was not. */
  readonly pushed_at: number | null;
  /** Attempts to carry it out. */
  readonly attempts: number;
  readonly not_before: number;
  /** Null while it is open; `done`, or `void` where nothing was changed. */
  readonly outcome: string | null;
  readonly json: string;
}

/** Who is signed in on the web pages. The secrets of the sessions are nowhere. */
export interface PageSessionsTable {
  /** SHA-256 of the session's secret. */
  readonly digest: string;
  /** Of the token that signed in; null for the token of the settings and for an account. */
  readonly token_id: string | null;
  readonly proof: string | null;
  /** Of an account of the code host; null for a token. */
  readonly account_id: number | null;
  readonly login: string | null;
  readonly created_at: number;
  readonly expires_at: number;
}

/** Why a queue was paused last on a web page. */
interface PauseNotesTable {
  readonly queue_id: string;
  readonly version: number;
  readonly at: number;
  readonly noted_by: string;
  readonly reason: string;
}

interface RepositoryNamesTable {
  /** The key of the name in the settings. */
  readonly repository: string;
  /** The code host's id. */
  readonly id: number;
  /** The present name. */
  readonly owner: string;
  readonly name: string;
}

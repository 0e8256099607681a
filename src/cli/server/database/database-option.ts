/** `--database`, for every command that opens the database of a service. */

export const DATABASE_OPTION = [
  "--database <url>",
  "sqlite:PATH or postgres://…, without a password. Default: the database of the service, from MERGE_QUEUE_DATABASE_URL, MERGE_QUEUE_DATABASE_URL_FILE, MERGE_QUEUE_CONFIG or MERGE_QUEUE_DATA",
] as const;

export const JSON_OPTION = ["--json", "one JSON document on stdout"] as const;

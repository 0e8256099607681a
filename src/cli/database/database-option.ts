/** `--database`, as every command on the database of a service has it. */

export const DATABASE_OPTION = [
  "--database <url>",
  "sqlite:PATH or postgres://…, without a password. Else the one of the service: as MERGE_QUEUE_DATABASE_URL, MERGE_QUEUE_DATABASE_URL_FILE, MERGE_QUEUE_CONFIG or MERGE_QUEUE_DATA say",
] as const;

export const JSON_OPTION = ["--json", "one JSON document on stdout"] as const;

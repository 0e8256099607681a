/** Limits and headers that client and server share. */

/** 20 MiB: the largest accepted request body. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** Carries the token. */
export const TOKEN_HEADER = "x-api-token";

/** Replaces the token where a forked pull request's job has no secrets: the id of its workflow run. */
export const FORKED_RUN_HEADER = "x-forked-workflow-run-id";

/** 1 MiB: the largest body of an unverified forked run. Clients send "ALL" instead of a larger list. */
export const FORKED_BODY_BYTES = 1024 * 1024;

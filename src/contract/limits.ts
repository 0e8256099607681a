/** Limits both sides keep. */

/** 20 MiB: the most bytes a request body may have. Exactly as many are accepted, one more is refused. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/** The header that carries the token. */
export const TOKEN_HEADER = "x-api-token";

/** Stands in for the token when a forked pull request's job has no secrets: the id of its running workflow. */
export const FORKED_RUN_HEADER = "x-forked-workflow-run-id";

/** 1 MiB: the most bytes that a forked run may upload before it is verified. Clients send "ALL" in place of more. */
export const FORKED_BODY_BYTES = 1024 * 1024;

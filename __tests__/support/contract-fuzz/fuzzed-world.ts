/** What there is to be asked about in the service under fuzz. */

export const TOKEN = "mq_the-token-that-the-fuzzer-knows";
export const REPOSITORY = { host: "github.com", owner: "octo", name: "mono" };
export const BRANCHES = ["main", "release/1.x", "topic"] as const;
export const PULL_REQUESTS = 40;

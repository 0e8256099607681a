/**
 * What it costs to find the exact two trees of a pull request and its changed files from a checkout of depth one: bytes
 * fetched, and time beside a bare `git fetch` of the same objects and a `git diff-tree`. Run: npm run bench:targets-revisions
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ForgeOnDisk, type PullRequestOnDisk } from "../__tests__/support/forge-on-disk.js";
import { GitOverHttp } from "../__tests__/support/git-over-http.js";
import { findRevisions } from "../src/targets/revisions/find-revisions.js";

const FILES = 10_000;
const ROUNDS = 5;
const MOST_BYTES = 1_000_000;
const MOST_RATIO = 2;
const execute = promisify(execFile);

process.exitCode = (await compare()) ? 0 : 1;

async function compare(): Promise<boolean> {
  const forge = await ForgeOnDisk.create();
  const server = await GitOverHttp.serve(forge.repository.folder, null);
  try {
    const base = await forge.onMain(manyFiles());
    await forge.onMain({ "landed-meanwhile.txt": "1\n" });
    const pullRequest = await forge.pullRequest(1, base, { "packages/7/file-7.ts": "changed\n" });
    const checkout = await forge.checkOut(pullRequest.merge, "--depth=1");
    const url = `${server.url}/acme/shop`;
    const bare: number[] = [];
    const ours: number[] = [];
    let bytes = 0;
    for (let round = 0; round <= ROUNDS; round++) {
      const bareMs = await timed(() => bareFetch(url, pullRequest));
      const before = server.sentBytes;
      const oursMs = await timed(() => find(url, checkout, pullRequest));
      bytes = server.sentBytes - before;
      if (round === 0) continue; // The first of each fills the caches of the machine.
      bare.push(bareMs);
      ours.push(oursMs);
    }
    return told(bytes, median(ours), median(bare));
  } finally {
    await server.close();
    await forge.remove();
  }
}

function told(bytes: number, oursMs: number, bareMs: number): boolean {
  const ratio = oursMs / bareMs;
  console.log(
    `exact pair from a checkout of depth one, ${FILES} files: ${bytes} bytes fetched (at most ${MOST_BYTES})`,
  );
  console.log(
    `  ${Math.round(oursMs)} ms beside ${Math.round(bareMs)} ms of a bare fetch and diff: ${ratio.toFixed(2)} × (at most ${MOST_RATIO} ×)`,
  );
  return bytes <= MOST_BYTES && ratio <= MOST_RATIO;
}

async function find(
  url: string,
  checkout: string,
  { number, head, merge, base }: PullRequestOnDisk,
): Promise<void> {
  const found = await findRevisions({
    wanted: { kind: "pullRequest", number, headSha: head, baseBranch: "main", workflowSha: merge },
    checkout,
    remote: { url, token: null },
    signal: new AbortController().signal,
  });
  if (found.kind === "notFound") throw new Error(found.because);
  await found.store.remove();
  if (found.revisions.base.commit !== base || found.revisions.changed.length !== 1)
    throw new Error("not exact");
}

async function bareFetch(url: string, { merge }: PullRequestOnDisk): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "merge-queue-bench-"));
  const env = { PATH: process.env["PATH"], HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  await execute("git", ["init", "--quiet", "--bare", folder], { env });
  await execute(
    "git",
    ["-C", folder, "fetch", "-q", "--no-tags", "--filter=blob:none", "--depth=2", url, merge],
    { env },
  );
  await execute("git", ["-C", folder, "diff-tree", "-r", "-z", "--raw", `${merge}^1`, merge], { env });
  rmSync(folder, { recursive: true });
}

async function timed(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function manyFiles(): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from({ length: FILES }, (_, index) => [
      `packages/${index % 500}/file-${index}.ts`,
      `export const value = ${index};\n`,
    ]),
  );
}

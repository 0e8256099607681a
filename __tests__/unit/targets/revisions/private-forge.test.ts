/** A private repository: its checkout has no credentials, and the token goes to its own server only. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "@jest/globals";
import { findRevisions } from "../../../../src/targets/revisions/find-revisions.js";
import { ForgeOnDisk, type PullRequestOnDisk } from "../../../support/forge-on-disk.js";
import { GitOverHttp } from "../../../support/git-over-http.js";

const TOKEN = "ghs_the-token-of-a-private-repository";

let forge: ForgeOnDisk;
let pullRequest: PullRequestOnDisk;
const servers: GitOverHttp[] = [];

beforeEach(async () => {
  forge = await ForgeOnDisk.create();
  const base = await forge.onMain({ "a.txt": "a\n" });
  pullRequest = await forge.pullRequest(3, base, { "a.txt": "b\n" });
});

afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  await forge.remove();
});

async function started(server: Promise<GitOverHttp>): Promise<GitOverHttp> {
  servers.push(await server);
  return server;
}

async function search(url: string, token: string | null) {
  const checkout = await forge.checkOut(pullRequest.merge, "--depth=1");
  const found = await findRevisions({
    wanted: {
      kind: "pullRequest",
      number: 3,
      headSha: pullRequest.head,
      baseBranch: "main",
      workflowSha: pullRequest.merge,
    },
    checkout,
    remote: { url: `${url}/acme/shop`, token },
    signal: new AbortController().signal,
  });
  if (found.kind === "notFound") return found.because;
  // What it reads of the base was in no checkout.
  const read = await found.revisions.base.read(["a.txt"]);
  await found.store.remove();
  return Buffer.from(read.get("a.txt") ?? []).toString();
}

describe("a private repository", () => {
  it("is read with the token", async () => {
    const server = await started(GitOverHttp.serve(forge.repository.folder, TOKEN));
    expect(await search(server.url, TOKEN)).toBe("a\n");
    expect(new Set(server.authorizations)).toEqual(
      new Set([`basic ${Buffer.from(`x-access-token:${TOKEN}`).toString("base64")}`]),
    );
  });

  it.each([
    ["without one", null],
    ["with another one", "ghs_another"],
  ])("is not read %s, and nobody is asked for it", async (_how, token) => {
    const server = await started(GitOverHttp.serve(forge.repository.folder, TOKEN));
    expect(await search(server.url, token)).toMatch(/could not read Username|Authentication failed/);
  });

  it("keeps the token from where a redirect leads", async () => {
    const elsewhere = await started(GitOverHttp.serve(forge.repository.folder, null));
    const server = await started(GitOverHttp.redirectingTo(elsewhere.url));
    expect(await search(server.url, TOKEN)).not.toBe("a\n");
    expect(elsewhere.authorizations).toEqual([]);
  });

  it("is asked at its own address, whatever the user has it rewritten to", async () => {
    const elsewhere = await started(GitOverHttp.serve(forge.repository.folder, null));
    const server = await started(GitOverHttp.serve(forge.repository.folder, TOKEN));
    const home = forge.folder();
    writeFileSync(join(home, ".gitconfig"), `[url "${elsewhere.url}/"]\n\tinsteadOf = ${server.url}/\n`);
    const before = process.env["HOME"];
    process.env["HOME"] = home;
    try {
      expect(await search(server.url, TOKEN)).toBe("a\n");
      expect(elsewhere.authorizations).toEqual([]);
      expect(server.authorizations).not.toEqual([]);
    } finally {
      if (before === undefined) delete process.env["HOME"];
      else process.env["HOME"] = before;
    }
  });

  it("shows the token to nobody who lists the machine's processes", async () => {
    const server = await started(GitOverHttp.serve(forge.repository.folder, TOKEN));
    const called = await withLoggedGit(() => search(server.url, TOKEN));
    expect(called).toContain("fetch --quiet");
    expect(called).not.toContain(TOKEN);
    expect(called).not.toContain(Buffer.from(`x-access-token:${TOKEN}`).toString("base64"));
  });
});

/** Every call of git, with its arguments. */
async function withLoggedGit(work: () => Promise<unknown>): Promise<string> {
  const folder = forge.folder();
  const log = join(folder, "log");
  const path = process.env["PATH"] ?? "";
  const shim = `#!/bin/sh\necho "$@" >> '${log}'\nPATH='${path}' exec git "$@"\n`;
  writeFileSync(join(folder, "git"), shim, { mode: 0o755 });
  process.env["PATH"] = `${folder}:${path}`;
  try {
    await work();
    return readFileSync(log, "utf8");
  } finally {
    process.env["PATH"] = path;
  }
}

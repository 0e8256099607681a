/** `merge-queue doctor` on this machine and plain git: before a service ever ran, beside one, and where things are broken. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "@jest/globals";
import { askDoctor, callDoctor } from "../support/doctor-call.js";
import { GitRepository } from "../support/git-repository.js";
import { freePort, ServeProcess } from "../support/serve-process.js";
import { itInAll, itInCi } from "../support/sized-tests.js";

const SECRET = "pa55word-of-the-database";

let repository: GitRepository;
let folder = "";
let port = 0;

beforeAll(async () => {
  repository = await GitRepository.create();
  await repository.commit({ files: { "a.txt": "1" }, refs: ["refs/heads/main"] });
  port = await freePort();
});
afterAll(async () => repository.remove());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "doctor-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function settings(more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return {
    MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${repository.folder}`,
    MERGE_QUEUE_TEST_COMMAND: "true",
    MERGE_QUEUE_LISTEN: `127.0.0.1:${port}`,
    ...more,
  };
}

itInAll("finds nothing amiss before a service ever ran, and makes nothing", async () => {
  const run = await callDoctor(folder, settings(), ["--branch", "main"]);
  expect(run.exitCode).toBe(0);
  expect(run.output).toMatch(/\n0 problem\(s\), 0 warning\(s\)\n$/);
  expect(run.lines).toContainEqual(
    expect.stringMatching(/^ok {7}data folder: .* does not exist yet and can be created/),
  );
  expect(run.lines).toContainEqual(
    expect.stringMatching(/^ok {7}repository git.example.com\/acme\/shop: the branch main exists$/),
  );
  expect(readdirSync(folder)).toEqual([]);
});

itInAll(
  "says of a service that runs how it is, and of its queues' branches whether they are there",
  async () => {
    const environment = {
      ...settings(),
      MERGE_QUEUE_API_TOKEN: "mq_a-token-of-the-test",
      MERGE_QUEUE_DATA: join(folder, "data"),
    };
    const service = new ServeProcess({ folder, environment });
    try {
      await service.says(/serves http/);
      await repository.git("branch", "gone", "main");
      await createQueue("gone");
      await repository.git("branch", "--delete", "--force", "gone");
      const run = await callDoctor(folder, settings());
      expect(run.lines).toContain(`ok       service: runs at 127.0.0.1:${port} and is ready`);
      expect(run.lines).toContainEqual(
        expect.stringMatching(/^ok {7}database: .* schema \d{4}-[\w-]+, 1 queue\(s\)$/),
      );
      expect(run.lines).toContainEqual(
        expect.stringMatching(/^problem {2}repository .*: there is no branch gone; expected one of main -> /),
      );
      expect(run.exitCode).toBe(1);
    } finally {
      await service.kill();
    }
  },
);

itInCi("tells of every problem at once, whichever of them there are, and of no password", async () => {
  writeFileSync(join(folder, "data"), "a file where the folder should be");
  const stranger = createServer((_, response) => response.writeHead(200).end("hello"));
  await new Promise<void>((resolve) => stranger.listen(port, "127.0.0.1", resolve));
  const nowhere = await freePort();
  try {
    const run = await callDoctor(
      folder,
      settings({
        MERGE_QUEUE_REPOSITORIES: `git.example.com/acme/shop=${join(folder, "no-such.git")}`,
        MERGE_QUEUE_DATABASE_URL: `postgres://queue:${SECRET}@127.0.0.1:${nowhere}/queue`,
        MERGE_QUEUE_POLL_INTERVALL: "5s",
      }),
      ["--json"],
    );
    expect(run.exitCode).toBe(1);
    for (const check of ["data folder", "database", "repository git.example.com/acme/shop", "service"]) {
      expect(run.lines).toContainEqual(expect.stringMatching(new RegExp(`^problem ${check}: .* -> `)));
    }
    expect(run.lines).toContainEqual(expect.stringMatching(/^(warning|problem) settings: .*POLL_INTERVALL/));
    expect(run.lines).toContainEqual(expect.stringMatching(/^ok git: /));
    expect(run.output).not.toContain(SECRET);
    expect(run.output).not.toMatch(/\n\s+at |Error:/);
  } finally {
    stranger.closeAllConnections();
    stranger.close();
  }
});

it("goes on with whatever the settings leave it, and says what rests on them", async () => {
  const run = await callDoctor(folder, { MERGE_QUEUE_LISTEN: "nonsense" });
  expect(run.exitCode).toBe(1);
  expect(run.lines).toContainEqual(
    expect.stringMatching(/^problem {2}settings: MERGE_QUEUE_REPOSITORIES is not set/),
  );
  expect(run.lines).toContain(
    "warning  service: not checked -> fix the problem with settings first, then run the doctor again",
  );
  expect(run.lines).toContain(
    "warning  repositories: not checked -> fix the problem with settings first, then run the doctor again",
  );
  expect(run.lines).toContainEqual(expect.stringMatching(/^ok {7}git: /));
});

itInCi("calls a git that is too old by its version", async () => {
  const programs = join(folder, "programs");
  mkdirSync(programs);
  writeFileSync(join(programs, "git"), "#!/bin/sh\necho git version 2.30.1\n");
  chmodSync(join(programs, "git"), 0o755);
  const run = await callDoctor(folder, settings({ PATH: `${programs}:${process.env["PATH"] ?? ""}` }));
  expect(run.lines).toContainEqual(
    expect.stringMatching(/^problem {2}git: git 2.39 or newer is needed, but .*2.30.1/),
  );
});

async function createQueue(targetBranch: string): Promise<void> {
  const repo = { host: "git.example.com", owner: "acme", name: "shop" };
  const response = await fetch(`http://127.0.0.1:${port}/v1/createQueue`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-token": "mq_a-token-of-the-test" },
    body: JSON.stringify({ repo, targetBranch }),
  });
  expect(response.status).toBe(200);
}

itInCi(
  "does not take the folder that it is called in for a repository whose address is missing",
  async () => {
    const run = await askDoctor(folder, settings({ MERGE_QUEUE_REPOSITORIES: "git.example.com/acme/shop" }));
    expect(run.lines.filter((line) => line.includes("git.example.com"))).toEqual([
      "problem settings: MERGE_QUEUE_REPOSITORIES: git.example.com/acme/shop has no path or URL: expected git.example.com/acme/shop=PATH_OR_URL, or MERGE_QUEUE_FORGE set to github -> change it; `merge-queue serve --check-config` shows where each setting comes from",
      "warning repository git.example.com/acme/shop: not checked -> fix the problem with settings first, then run the doctor again",
    ]);
  },
);

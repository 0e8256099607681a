/** After `merge-queue github setup`, people sign in with GitHub at the service: it wrote the id and the secret of the client. */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "@jest/globals";
import { NEEDED_PERMISSIONS, WANTED_EVENTS } from "../../src/service/github/forge/access-needs.js";
import { callDoctor } from "../support/doctor-call.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { freePort, ServeProcess } from "../support/serve-process.js";
import { FORM_ADDRESS, install, registerInBrowser, SetupProcess } from "../support/setup-process.js";
import { signInWithGitHub } from "../support/sign-in-with-github.js";
import { itInCi } from "../support/sized-tests.js";

const GRANTED = Object.fromEntries(NEEDED_PERMISSIONS.map(({ name, level }) => [name, level]));

let folder = "";
let github: GitHub;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "github-setup-sign-in-"));
  github = await openGitHub({
    ...{ permissions: GRANTED, events: WANTED_EVENTS, webhookSecret: "hook-secret-1234567890" },
    files: {
      ".github/workflows/ci.yml":
        "on: pull_request\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps: []\n",
    },
  });
  install(github);
});
afterEach(async () => {
  await github.close();
  await rm(folder, { recursive: true, force: true });
});

/** The folder of the settings that it wrote. */
async function setUp(url: string): Promise<string> {
  const data = join(folder, "data");
  const words = ["--repo", "acme/shop", "--url", url, "--data", data, "--github-url", github.webUrl];
  const setup = new SetupProcess(folder, [...words, "--no-browser", "--yes"]);
  await fetch(await registerInBrowser(await setup.says(FORM_ADDRESS)));
  const { exitCode, stderr } = await setup.ended;
  expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 });
  return data;
}

itInCi(
  "a person signs in with the client that the setup registered, and the doctor finds nothing amiss",
  async () => {
    const url = `http://127.0.0.1:${await freePort()}`;
    const data = await setUp(url);
    const { clientSecret } = github.world.signIns;
    expect(await readFile(join(data, "github-client-secret"), "utf8")).toBe(`${clientSecret}\n`);
    const settings = ["--config", join(data, "queue.yml"), "--listen", new URL(url).host];
    const service = new ServeProcess({ folder, environment: {}, words: settings });
    try {
      await service.says(/serves http:\S+\n/);
      github.setPermission("mona", "write");
      const queue = `/${new URL(github.webUrl).host}/acme/shop/queue?branch=main`;
      const cookie = await signInWithGitHub(github, "mona", { begin: url, next: queue });
      const page = await fetch(url + queue, { headers: { cookie, accept: "text/html" } });
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining('<span class="who">mona</span>'),
      ]);
      const { lines } = await callDoctor(folder, {}, ["--json", ...settings]);
      expect(lines.filter((line) => line.includes("sign-in with GitHub"))).toEqual([
        "ok sign-in with GitHub: the client id belongs to the App merge-queue",
        "ok sign-in with GitHub: GitHub accepts the client secret",
        expect.stringMatching(/^ok sign-in with GitHub: http:\S+\/sign-in answers; /),
      ]);
    } finally {
      await service.kill();
    }
    const { stdout, stderr } = await service.ended;
    expect(stdout + stderr).not.toContain(clientSecret);
  },
);

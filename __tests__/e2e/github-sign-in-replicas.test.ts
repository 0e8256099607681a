/** Sign-in with GitHub on two replicas over one Postgres: either may begin it, get the code, serve the session and end it. */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { GITHUB_CALLBACK_PATH } from "../../src/service/ports/account-host.js";
import type { GitHub } from "../support/github/git-hub.js";
import { openGitHub } from "../support/github/open-git-hub.js";
import { REPOSITORY, type Replica, Replicas } from "../support/replicas.js";
import { freePort } from "../support/serve-process.js";
import { signInWithGitHub } from "../support/sign-in-with-github.js";
import { itInCi } from "../support/sized-tests.js";

const QUEUE = "/github.com/acme/shop/queue?branch=main";

let github: GitHub;
let replicas: Replicas;
let one: Replica;
let other: Replica;
let publicUrl = "";

beforeAll(async () => {
  // The address that people open: what is in front of the replicas sends each request to any of them.
  publicUrl = `http://127.0.0.1:${await freePort()}`;
  github = await openGitHub({ webhookSecret: "a-secret-that-both-sides-know" });
  const { signIns } = github.world;
  signIns.callbacks = [publicUrl + GITHUB_CALLBACK_PATH];
  github.setPermission("mona", "write");
  replicas = await Replicas.start(0, {
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_REPOSITORIES: `github.com/acme/shop=${github.webUrl}/acme/shop.git`,
    MERGE_QUEUE_GITHUB_API_URL: github.apiUrl,
    MERGE_QUEUE_GITHUB_APP_ID: String(github.app.appId),
    MERGE_QUEUE_GITHUB_APP_PRIVATE_KEY: github.app.privateKey,
    MERGE_QUEUE_GITHUB_CLIENT_ID: signIns.clientId,
    MERGE_QUEUE_GITHUB_CLIENT_SECRET: signIns.clientSecret,
    MERGE_QUEUE_GITHUB_WEBHOOK_SECRET: github.webhooks.secret,
    MERGE_QUEUE_PUBLIC_URL: publicUrl,
  });
  const onGitHub = { MERGE_QUEUE_TEST_COMMAND: undefined };
  [one, other] = await Promise.all([replicas.add("one", 0, onGitHub), replicas.add("other", 0, onGitHub)]);
  github.webhooks.url = `${one.url}/github/webhooks`;
  await one.client.createQueue({ repo: REPOSITORY, targetBranch: "main" });
});
afterAll(async () => {
  await replicas.close();
  await github.close();
});

async function page({ url }: Replica, cookie: string): Promise<Response> {
  return fetch(url + QUEUE, { headers: { cookie, accept: "text/html" }, redirect: "manual" });
}

/** On one, and on the other. */
async function statuses(cookie: string): Promise<readonly number[]> {
  return [(await page(one, cookie)).status, (await page(other, cookie)).status];
}

/** Posts a form as a browser does that shows the public address. */
async function post(
  { url }: Replica,
  path: string,
  fields: Readonly<Record<string, string>>,
  cookie: string,
) {
  const headers = { origin: publicUrl, "sec-fetch-site": "same-origin", accept: "text/html", cookie };
  const body = new URLSearchParams(fields);
  return fetch(url + path, { method: "POST", headers, body, redirect: "manual" });
}

itInCi(
  "begins on one replica, ends on the other, is valid on both, and a sign-out ends it on both",
  async () => {
    const cookie = await signInWithGitHub(github, "mona", { begin: one.url, end: other.url, next: QUEUE });
    expect(await statuses(cookie)).toEqual([200, 200]);
    const text = await (await page(one, cookie)).text();
    expect(text).toContain('<span class="who">mona</span>');
    const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(text)?.[1] ?? "";
    // The form of a page that one replica showed is accepted by the other.
    expect((await post(other, "/sign-out", { csrf }, cookie)).status).toBe(303);
    expect(await statuses(cookie)).toEqual([401, 401]);
  },
);

itInCi("ends on both when the person revokes the authorization, which GitHub reports to one", async () => {
  const cookie = await signInWithGitHub(github, "mona", { begin: other.url, end: one.url, next: QUEUE });
  const stranger = await signInWithGitHub(github, "hubot", { begin: one.url, end: other.url });
  expect(await statuses(cookie)).toEqual([200, 200]);
  await github.revokeAuthorization("mona");
  expect(await statuses(cookie)).toEqual([401, 401]);
  // The session of a person without a role goes on, and shows the queue on neither.
  expect(await statuses(stranger)).toEqual([404, 404]);
});

itInCi("refuses a sign-in that another browser began, on the replica that did not begin it too", async () => {
  const begun = await fetch(`${one.url}/sign-in/github`, { redirect: "manual" });
  const { searchParams } = new URL(begun.headers.get("location") ?? "");
  const code = github.world.signIns.issue({
    clientId: github.world.signIns.clientId,
    redirectUri: publicUrl + GITHUB_CALLBACK_PATH,
    challenge: null,
    login: "mona",
  });
  const query = new URLSearchParams({ code, state: searchParams.get("state") ?? "" }).toString();
  const answer = await fetch(`${other.url}${GITHUB_CALLBACK_PATH}?${query}`, { redirect: "manual" });
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([400, []]);
});

/** The web pages on two replicas over one Postgres: one session, and a change by one is seen through the other. */
import { afterAll, beforeAll, expect } from "@jest/globals";
import { REPOSITORY, type Replica, Replicas, TOKEN } from "../support/replicas.js";
import { itInCi } from "../support/sized-tests.js";

const QUEUE = "/github.com/acme/shop/queue?branch=main";
const EVENTS = "/v1/events?repoHost=github.com&repo=acme/shop&targetBranch=main";

let replicas: Replicas;
let one: Replica;
let other: Replica;
beforeAll(async () => {
  replicas = await Replicas.start(0);
  [one, other] = await Promise.all([replicas.add("one"), replicas.add("other")]);
  await one.client.createQueue({ repo: REPOSITORY, targetBranch: "main" });
});
afterAll(() => replicas.close());

/** Posts a form as a browser does. */
async function post({ url }: Replica, path: string, fields: Readonly<Record<string, string>>, cookie = "") {
  const headers = { origin: url, "sec-fetch-site": "same-origin", accept: "text/html", cookie };
  const body = new URLSearchParams(fields);
  return fetch(`${url}${path}`, { method: "POST", headers, body, redirect: "manual" });
}

itInCi("share sessions and changes", async () => {
  const signedIn = await post(one, "/sign-in", { token: TOKEN });
  const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
  const page = async (replica: Replica) =>
    fetch(`${replica.url}${QUEUE}`, { headers: { cookie, accept: "text/html" } });
  const onOther = await page(other);
  expect(onOther.status).toBe(200);
  const csrf = /name="csrf" value="([0-9a-f]+)"/.exec(await onOther.text())?.[1] ?? "";

  const stream = await fetch(`${other.url}${EVENTS}`, { headers: { cookie } });
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  expect((await reader?.read())?.value).toContain('"state":"running"');
  const reason = "a disk is full";
  const paused = await post(one, "/github.com/acme/shop/queue/pause?branch=main", { csrf, reason }, cookie);
  expect(paused.status).toBe(303);
  expect((await reader?.read())?.value).toContain('"state":"paused"');
  await reader?.cancel();
  expect(await (await page(other)).text()).toContain(reason);

  expect((await post(other, "/sign-out", { csrf }, cookie)).status).toBe(303);
  expect((await page(one)).status).toBe(401);
});

/** Sign-in with GitHub on the whole service: sessions outlive a restart, end with a revocation, and follow GitHub's rights. */
import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { SignedInService } from "../support/signed-in-service.js";
import { itInCi } from "../support/sized-tests.js";

const QUEUE = "/github.com/acme/shop/queue?branch=main";

let service: SignedInService;
beforeAll(async () => {
  service = await SignedInService.start();
  service.on.github.setPermission("mona", "write");
});
afterAll(() => service.close());

const statusOf = async (path: string, cookie: string) => (await service.get(path, cookie)).status;

it("admits who may read, outlives a restart, and ends when the person revokes the authorization", async () => {
  const [mona, hubot] = [await service.signIn("mona"), await service.signIn("hubot")];
  expect([await statusOf(QUEUE, mona), await statusOf(QUEUE, hubot)]).toEqual([200, 404]);
  await service.restart();
  expect(await statusOf(QUEUE, mona)).toBe(200);
  await service.on.github.revokeAuthorization("mona");
  expect([await statusOf("/", mona), await statusOf("/", hubot)]).toEqual([401, 200]);
});

itInCi("submits and pauses as the role permits, which GitHub is asked for at that moment", async () => {
  const { github } = service.on;
  github.setPermission("ada", "write");
  const { number } = await github.openPullRequest();
  const cookie = await service.signIn("ada");
  const csrf =
    /name="csrf" value="([0-9a-f]+)"/.exec(await (await service.get(QUEUE, cookie)).text())?.[1] ?? "";
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    const headers = { cookie, origin: service.url, "sec-fetch-site": "same-origin", accept: "text/html" };
    const body = new URLSearchParams({ csrf, ...fields });
    return fetch(service.url + path, { method: "POST", headers, body, redirect: "manual" });
  };
  const submit = "/github.com/acme/shop/queue/submit?branch=main";
  const pause = "/github.com/acme/shop/queue/pause?branch=main";
  expect((await post(submit, { number: String(number) })).status).toBe(303);
  expect((await post(pause, { reason: "the disk is full" })).status).toBe(403);
  github.setPermission("ada", "maintain");
  expect((await post(pause, { reason: "the disk is full" })).status).toBe(303);
  const page = await (await service.get(QUEUE, cookie)).text();
  expect(page).toContain("the disk is full");
  expect(page).toContain("ada");
  github.setPermission("ada", "none");
  expect((await post("/github.com/acme/shop/queue/resume?branch=main", {})).status).toBe(404);
});

itInCi("names a suspended installation to a person who could read", async () => {
  const cookie = await service.signIn("mona");
  expect(await statusOf(QUEUE, cookie)).toBe(200);
  const csrf =
    /name="csrf" value="([0-9a-f]+)"/.exec(await (await service.get("/", cookie)).text())?.[1] ?? "";
  service.on.github.world.isSuspended = true;
  const headers = { cookie, origin: service.url, "sec-fetch-site": "same-origin", accept: "text/html" };
  const path = "/github.com/acme/shop/queue/pause?branch=main";
  const body = new URLSearchParams({ csrf, reason: "x" });
  const answer = await fetch(service.url + path, { method: "POST", headers, body });
  service.on.github.world.isSuspended = false;
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("is suspended")]);
});

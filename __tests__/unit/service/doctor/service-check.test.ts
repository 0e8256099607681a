/** What the doctor says of whatever listens where the service would. */
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { afterEach, expect, it } from "@jest/globals";
import { serviceCheck } from "../../../../src/service/doctor/service-check.js";
import { secretsOf, settingsHeld } from "../../../../src/service/doctor/settings-held.js";
import { examineConfig } from "../../../../src/service/settings/config.js";

let server: Server | undefined;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server?.close();
  server = undefined;
});

async function listening(answer: (socket: Socket) => void): Promise<string> {
  server = createServer((socket) => {
    sockets.push(socket.on("error", () => undefined));
    socket.once("data", () => answer(socket));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  return `127.0.0.1:${address.port}`;
}

async function found(listen: string) {
  const environment = { MERGE_QUEUE_REPOSITORIES: "git.example.com/a/b=/srv/b", MERGE_QUEUE_LISTEN: listen };
  return serviceCheck(settingsHeld(examineConfig({ environment, flags: {} })), 300).look();
}

it("says that something else than HTTP is spoken there, and what that may be", async () => {
  const listen = await listening((socket) => socket.write("SSH-2.0-OpenSSH_9.2\r\n"));
  expect(await found(listen)).toEqual([
    {
      level: "warning",
      says: expect.stringMatching(`^${listen} could not be queried: HPE_`),
      next: "check that the service is what listens there, and that it was started with the present `tlsCert`",
    },
  ]);
});

it("waits no longer than it says for who never answers", async () => {
  const listen = await listening(() => undefined);
  expect(await found(listen)).toEqual([
    {
      level: "warning",
      says: `${listen} could not be queried: no answer in time`,
      next: "check that the service is what listens there, and read its log",
    },
  ]);
});

it("spells an address of IPv6 as the settings do", async () => {
  expect(await found("[::1]:9")).toMatchObject([{ says: expect.stringContaining("[::1]:9 ") }]);
});

it("hides a secret before those that it begins with", () => {
  const environment = {
    MERGE_QUEUE_API_TOKEN: "abcdef",
    MERGE_QUEUE_FORGE: "github",
    MERGE_QUEUE_GITHUB_TOKEN: "abcdef-and-more",
    MERGE_QUEUE_REPOSITORIES: "github.com/a/b",
  };
  const secrets = secretsOf(settingsHeld(examineConfig({ environment, flags: {} })));
  expect(secrets).toEqual(["abcdef-and-more", "abcdef"]);
});

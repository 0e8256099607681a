/** The counterpart's git over https: the service derives the address from the present name, which is always https. */
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import { join } from "node:path";
import type { GitHub } from "./github/git-hub.js";
import { selfSigned } from "./self-signed.js";

export interface GitOverHttps extends AsyncDisposable {
  /** The host of the repositories, with its port. */
  readonly host: string;
  /** Git configuration that trusts its certificate. */
  readonly gitConfigFile: string;
  /** Paths that git asked for, oldest first. */
  readonly asked: string[];
}

export async function openGitOverHttps(github: GitHub, folder: string): Promise<GitOverHttps> {
  const asked: string[] = [];
  const server: Server = createServer(selfSigned("localhost"), (incoming, outgoing) => {
    const { url = "/", method = "GET", headers } = incoming;
    asked.push(url);
    const passed = request(`${github.webUrl}${url}`, { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server listens on no port");
  const gitConfigFile = join(folder, "gitconfig");
  await writeFile(gitConfigFile, "[http]\n\tsslVerify = false\n");
  return {
    host: `localhost:${address.port}`,
    gitConfigFile,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

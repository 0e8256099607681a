/** What the forge's API lists of a pull request's files, and when its list counts for nothing. */
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterEach, describe, expect, it } from "@jest/globals";
import { listChangedFiles } from "../../../src/action/forge-files.js";

const HEAD = "1".repeat(40);
const TOKEN = "ghs_token";

let server: Server;
let asked: string[] = [];

afterEach(async () => {
  asked = [];
  server.close();
  await once(server, "close");
});

interface Pull {
  readonly head?: string;
  readonly files: readonly object[];
  readonly count?: number;
  /** Which it answers of the files; all without it. */
  readonly most?: number;
}

async function listed({ head = HEAD, files, count = files.length, most = files.length }: Pull) {
  server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://localhost");
    asked.push(`${url.pathname}${url.search} ${request.headers.authorization ?? ""}`);
    const start = (Number(url.searchParams.get("page")) - 1) * 100;
    const body = url.pathname.endsWith("/files")
      ? files.slice(0, most).slice(start, start + 100)
      : { head: { sha: head }, changed_files: count };
    response.setHeader("connection", "close").end(JSON.stringify(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const api = {
    url: `http://127.0.0.1:${port ?? 0}/api/v3`,
    token: TOKEN,
    repository: { host: "github.com", owner: "acme", name: "shop" },
    signal: new AbortController().signal,
  };
  return listChangedFiles(api, 7, HEAD);
}

function modified(count: number): readonly object[] {
  return Array.from({ length: count }, (_, index) => ({ filename: `f${index}`, status: "modified" }));
}

describe("the files of a pull request", () => {
  it("come with what happened to them, a moved one at both places", async () => {
    const files = [
      { filename: "a", status: "added" },
      { filename: "m", status: "modified" },
      { filename: "gone", status: "removed" },
      { filename: "to", status: "renamed", previous_filename: "from" },
      { filename: "copy", status: "copied", previous_filename: "a" },
      { filename: "mode", status: "changed" },
    ];
    expect((await listed({ files }))?.map(({ path, status }) => `${path} ${status}`)).toEqual([
      "a added",
      "m modified",
      "gone deleted",
      "from deleted",
      "to added",
      "copy added",
      "mode modified",
    ]);
    expect(asked[0]).toBe(`/api/v3/repos/acme/shop/pulls/7 token ${TOKEN}`);
  });

  it("come from as many pages as there are", async () => {
    expect(await listed({ files: modified(250) })).toHaveLength(250);
    expect(asked.filter((one) => one.includes("/files"))).toHaveLength(3);
  });

  it.each<[string, Pull]>([
    ["the list is shorter than the pull request says", { files: modified(250), most: 200 }],
    ["the list is longer than the pull request says", { files: modified(3), count: 2 }],
    ["there are more than the API names", { files: modified(10), count: 3001 }],
    ["the pull request has another head", { files: modified(1), head: "2".repeat(40) }],
    ["a status is not known", { files: [{ filename: "a", status: "unchanged" }] }],
    ["a file has no name", { files: [{ status: "added" }] }],
    ["nobody says where a file was moved from", { files: [{ filename: "a", status: "renamed" }] }],
  ])("are not told when %s", async (_when, pull) => {
    expect(await listed(pull)).toBeNull();
  });
});

/** What of the user's git configuration counts towards which remote. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import {
  type Remote,
  remoteEnvironment,
  remoteProtocol,
} from "../../../../src/targets/git/git-environment.js";
import { userConfiguration } from "../../../../src/targets/git/object-store.js";

const CONFIGURATION = `
[http]
  proxy = http://proxy.example.com:3128
  sslVerify = false
  sslCAInfo = /etc/company.pem
  sslCert = /etc/mine.pem
  sslKey = /etc/mine.key
  proxyAuthMethod = basic
  extraHeader = "AUTHORIZATION: basic c3RyYW5nZXI="
  cookieFile = /tmp/cookies
[http "https://code.example.com"]
  proxy = http://other.example.com:3128
  sslVerify = true
[credential]
  helper = first
  helper = second
[credential "https://code.example.com"]
  username = mona
[core]
  sshCommand = ssh -i key
  askPass = program
  gitProxy = program
[url "https://elsewhere.example.com/"]
  insteadOf = https://code.example.com/
[protocol "ext"]
  allow = always
`;

const SAVED = { HOME: process.env["HOME"], XDG_CONFIG_HOME: process.env["XDG_CONFIG_HOME"] };
let home = "";

beforeAll(() => {
  home = mkdtempSync(join(tmpdir(), "merge-queue-home-"));
  writeFileSync(join(home, ".gitconfig"), CONFIGURATION);
  process.env["HOME"] = home;
  delete process.env["XDG_CONFIG_HOME"];
});

afterAll(() => {
  for (const [name, value] of Object.entries(SAVED)) {
    if (value === undefined) Reflect.deleteProperty(process.env, name);
    else process.env[name] = value;
  }
  rmSync(home, { recursive: true });
});

async function counted(remote: Remote): Promise<unknown> {
  const all = await userConfiguration(remote, home, new AbortController().signal);
  // The machine's own helpers are in the system's file.
  return Object.fromEntries(Object.entries(all).filter(([key]) => !key.includes("google")));
}

const PROXIES = {
  "http.proxy": ["http://proxy.example.com:3128"],
  "http.sslcainfo": ["/etc/company.pem"],
  "http.sslcert": ["/etc/mine.pem"],
  "http.sslkey": ["/etc/mine.key"],
  "http.proxyauthmethod": ["basic"],
  "http.https://code.example.com.proxy": ["http://other.example.com:3128"],
  "http.https://code.example.com.sslverify": ["true"],
};

describe("the user's configuration", () => {
  it("says the way to a server over https, and which certificates hold", async () => {
    expect(await counted({ url: "https://code.example.com/acme/shop", token: "t" })).toEqual(PROXIES);
  });

  it("names the keeper of passwords and the ssh program on a person's own machine alone", async () => {
    const own = { token: null, usesOwnPrograms: true } as const;
    expect(await counted({ url: "https://code.example.com/acme/shop", ...own })).toEqual({
      ...PROXIES,
      "credential.helper": ["first", "second"],
      "credential.https://code.example.com.username": ["mona"],
    });
    const ssh = "git@code.example.com:acme/shop";
    expect(await counted({ url: ssh, ...own })).toEqual({ "core.sshcommand": ["ssh -i key"] });
    expect(await counted({ url: ssh, token: null })).toEqual({});
  });

  it.each([
    "http://127.0.0.1:80/acme/shop",
    "http://code.example.com/acme/shop",
    "/srv/shop",
    "ext::program",
  ])("says nothing of %s", async (url) => {
    expect(await counted({ url, token: "t", usesOwnPrograms: true })).toEqual({});
  });

  it("is as good as none where git cannot read it", async () => {
    writeFileSync(join(home, ".gitconfig"), "[broken");
    expect(await counted({ url: "https://code.example.com/acme/shop", token: "t" })).toEqual({});
    writeFileSync(join(home, ".gitconfig"), CONFIGURATION);
  });
});

it.each([
  ["https://code.example.com/a/b", "https"],
  ["http://127.0.0.1:80/a/b", "http"],
  ["ssh://git@code.example.com/a/b", "ssh"],
  ["git+ssh://git@code.example.com/a/b", "ssh"],
  ["git@code.example.com:a/b", "ssh"],
  ["git://code.example.com/a/b", "git"],
  ["file:///srv/shop", "file"],
  ["/srv/a:b", "file"],
  ["../shop", "file"],
  ["C:\\shop", "file"],
  ["ext::program --flag", ""],
  ["ext::program://x", ""],
  ["::x", ""],
  ["foo://code.example.com/a/b", ""],
])("an address %j allows the protocol %j alone", (url, protocol) => {
  expect(remoteProtocol(url)).toBe(protocol);
  expect(remoteEnvironment({ url, token: null }, {})["GIT_ALLOW_PROTOCOL"]).toBe(protocol);
});

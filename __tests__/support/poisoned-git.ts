/** What a stranger, or an earlier step, may have left for git to read: each names a program, or a server that listens. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

type Settings = readonly (readonly [key: string, value: string])[];

/** What a poison is made of. */
interface Means {
  /** Writes down that it ran, and its environment. */
  readonly script: string;
  /** Writes down what it receives. */
  readonly listener: string;
  /** The forge's own address. */
  readonly server: string;
  readonly folder: string;
}

type Place = "temporary folder" | "around" | "checkout" | "home" | "xdg" | "system" | "count" | "parameters";

export interface Poison {
  readonly name: string;
  readonly place?: Place;
  readonly settings?: (means: Means) => Settings;
  readonly environment?: (means: Means) => Readonly<Record<string, string>>;
}

const bySsh = ({ script, server }: Means): Settings => [
  ["url.ssh://git@127.0.0.1/.insteadOf", `${server}/`],
  ["core.sshCommand", script],
];
const byHelper = ({ script, server }: Means): Settings => [
  [`url.ext::${script} .insteadOf`, `${server}/`],
  ["protocol.ext.allow", "always"],
];
const byProxy = ({ listener }: Means): Settings => [["http.proxy", listener]];
const byDrivers = ({ script }: Means): Settings => [
  ["filter.x.clean", script],
  ["filter.x.smudge", script],
  ["filter.x.process", script],
  ["diff.x.textconv", script],
  ["diff.x.command", script],
  ["diff.external", script],
  ["merge.x.driver", script],
  ["core.attributesFile", attributes(script)],
];

function attributes(script: string): string {
  const file = `${script}.attributes`;
  writeFileSync(file, "* filter=x diff=x merge=x\n");
  return file;
}

function withPrograms(folder: string, script: string, ...names: readonly string[]): string {
  mkdirSync(folder, { recursive: true });
  for (const name of names) cpSync(script, join(folder, name));
  return folder;
}

const HOOKS = [
  "reference-transaction",
  "post-checkout",
  "pre-auto-gc",
  "fsmonitor-watchman",
  "post-index-change",
];

export const POISONS: readonly Poison[] = [
  {
    name: "ssh by a rewritten address, around the temporary folder",
    place: "temporary folder",
    settings: bySsh,
  },
  {
    name: "ext:: by a rewritten address, around the temporary folder",
    place: "temporary folder",
    settings: byHelper,
  },
  { name: "a proxy, around the temporary folder", place: "temporary folder", settings: byProxy },
  { name: "ssh by a rewritten address, around the workspace", place: "around", settings: bySsh },
  { name: "ssh by a rewritten address, in the checkout", place: "checkout", settings: bySsh },
  { name: "drivers in the checkout", place: "checkout", settings: byDrivers },
  {
    name: "fsmonitor and aliases in the checkout",
    place: "checkout",
    settings: ({ script }) => [
      ["core.fsmonitor", script],
      ...["rev-parse", "ls-remote", "fetch", "config"].map(
        (word) => [`alias.${word}`, `!${script}`] as const,
      ),
    ],
  },
  {
    name: "the header that the checkout fetches with",
    place: "checkout",
    settings: ({ server }) => [[`http.${server}/.extraheader`, "AUTHORIZATION: basic c3RyYW5nZXI="]],
  },
  { name: "ssh by a rewritten address, in the home folder", place: "home", settings: bySsh },
  { name: "ext:: by a rewritten address, in the home folder", place: "home", settings: byHelper },
  { name: "a proxy, in the home folder", place: "home", settings: byProxy },
  {
    name: "a proxy for one server, in the home folder",
    place: "home",
    settings: ({ server, listener }) => [[`http.${server}.proxy`, listener]],
  },
  {
    name: "a second header, in the home folder",
    place: "home",
    settings: () => [["http.extraheader", "AUTHORIZATION: basic c3RyYW5nZXI="]],
  },
  {
    name: "a second header for the server, around the temporary folder",
    place: "temporary folder",
    settings: ({ server }) => [[`http.${server}/.extraheader`, "AUTHORIZATION: basic c3RyYW5nZXI="]],
  },
  {
    name: "who is asked for passwords, in the home folder",
    place: "home",
    settings: ({ script, server }) => [
      ["credential.helper", `!${script}`],
      [`credential.${server}.helper`, `!${script}`],
      ["core.askPass", script],
    ],
  },
  {
    name: "an included file, in the home folder",
    place: "home",
    settings: (means) => {
      const file = join(means.folder, "included");
      for (const [key, value] of bySsh(means)) setIn(file, key, value);
      return [["include.path", file]];
    },
  },
  {
    name: "a proxy command of the git protocol, in the home folder",
    place: "home",
    settings: ({ script, server }) => [
      ["url.git://127.0.0.1/.insteadOf", `${server}/`],
      ["core.gitProxy", script],
    ],
  },
  {
    name: "another upload-pack, in the home folder",
    place: "home",
    settings: ({ script, server, folder }) => [
      [`url.file://${folder}/.insteadOf`, `${server}/`],
      ["remote.origin.uploadpack", script],
    ],
  },
  {
    name: "hooks, in the home folder",
    place: "home",
    settings: ({ folder, script }) => [
      ["core.hooksPath", withPrograms(join(folder, "hooks"), script, ...HOOKS)],
    ],
  },
  {
    name: "no bare repository but a named one, in the home folder",
    place: "home",
    settings: () => [["safe.bareRepository", "explicit"]],
  },
  { name: "ssh by a rewritten address, in the XDG folder", place: "xdg", settings: bySsh },
  { name: "ssh by a rewritten address, in the system's file", place: "system", settings: bySsh },
  { name: "ssh by a rewritten address, in GIT_CONFIG_COUNT", place: "count", settings: bySsh },
  { name: "ssh by a rewritten address, in GIT_CONFIG_PARAMETERS", place: "parameters", settings: bySsh },
  {
    name: "programs named by variables",
    place: "home",
    settings: ({ server }) => [["url.ssh://git@127.0.0.1/.insteadOf", `${server}/`]],
    environment: ({ script }) =>
      Object.fromEntries(
        "GIT_SSH GIT_SSH_COMMAND GIT_ASKPASS SSH_ASKPASS GIT_PROXY_COMMAND GIT_EXTERNAL_DIFF GIT_PAGER GIT_EDITOR"
          .split(" ")
          .map((name) => [name, script]),
      ),
  },
  {
    name: "folders of programs and hooks named by variables",
    environment: ({ folder, script }) => ({
      GIT_EXEC_PATH: withPrograms(join(folder, "exec"), script, "git-remote-http", "git-remote-https", "git"),
      GIT_TEMPLATE_DIR: join(withPrograms(join(folder, "template/hooks"), script, ...HOOKS), ".."),
    }),
  },
  {
    name: "a proxy named by variables",
    environment: ({ listener }) => ({
      HTTP_PROXY: listener,
      http_proxy: listener,
      ALL_PROXY: listener,
      NO_PROXY: "",
    }),
  },
];

function setIn(file: string, key: string, value: string): void {
  execFileSync("git", ["config", "--file", file, "--add", key, value]);
}

/** One poison, laid out around a copy of a checkout. */
export class PoisonedWorld {
  readonly folder = mkdtempSync(join(tmpdir(), "merge-queue-poisoned-"));
  readonly checkout = join(this.folder, "around/checkout");
  readonly environment: Readonly<Record<string, string>>;
  /** Of every request that went to the listener: its lines. */
  readonly received: readonly string[];
  readonly #listener: Server;

  private constructor(
    poison: Poison,
    checkout: string,
    server: string,
    listener: Server,
    received: readonly string[],
  ) {
    this.#listener = listener;
    this.received = received;
    for (const name of ["around", "tmp", "home", "xdg/git"])
      mkdirSync(join(this.folder, name), { recursive: true });
    cpSync(checkout, this.checkout, { recursive: true });
    const address = listener.address();
    if (address === null || typeof address === "string") throw new Error("the listener has no port");
    const means = {
      script: this.program("poison", `{ echo "ran: $0 $*"; env; } >>'${this.#log}'; exit 1`),
      listener: `http://127.0.0.1:${address.port}`,
      server,
      folder: this.folder,
    };
    const settings = poison.settings?.(means) ?? [];
    this.environment = {
      TMPDIR: join(this.folder, "tmp"),
      HOME: join(this.folder, "home"),
      GITHUB_WORKSPACE: this.checkout,
      ...(poison.place !== undefined && this.#put(poison.place, settings)),
      ...poison.environment?.(means),
    };
  }

  static async create(poison: Poison, checkout: string, server: string): Promise<PoisonedWorld> {
    const received: string[] = [];
    const listener = createServer((request, response) => {
      received.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      response.writeHead(502).end();
    });
    listener.on("connect", (request, socket) => {
      received.push(`CONNECT ${request.url} ${JSON.stringify(request.headers)}`);
      socket.destroy();
    });
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    return new PoisonedWorld(poison, checkout, server, listener, received);
  }

  get #log(): string {
    return join(this.folder, "stolen");
  }

  /** What the script wrote down; empty when it never ran. */
  get stolen(): string {
    return existsSync(this.#log) ? readFileSync(this.#log, "utf8") : "";
  }

  program(name: string, line: string): string {
    const file = join(this.folder, name);
    writeFileSync(file, `#!/bin/sh\n${line}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  async remove(): Promise<void> {
    this.#listener.closeAllConnections();
    await new Promise((resolve) => this.#listener.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** The variables that lead there. */
  #put(place: Place, settings: Settings): Readonly<Record<string, string>> {
    const inFile = (...path: readonly string[]) => {
      const file = join(this.folder, ...path);
      for (const [key, value] of settings) setIn(file, key, value);
      return file;
    };
    const inRepository = (name: string) => {
      execFileSync("git", ["init", "--quiet", join(this.folder, name)]);
      inFile(name, ".git/config");
      return {};
    };
    switch (place) {
      case "temporary folder":
        return inRepository("tmp");
      case "around":
        return inRepository("around");
      case "checkout":
        return inRepository("around/checkout");
      case "home":
        inFile("home/.gitconfig");
        return {};
      case "xdg":
        inFile("xdg/git/config");
        return { XDG_CONFIG_HOME: join(this.folder, "xdg") };
      case "system":
        return { GIT_CONFIG_SYSTEM: inFile("system") };
      case "count":
        return {
          GIT_CONFIG_COUNT: String(settings.length),
          ...Object.fromEntries(
            settings.flatMap(([key, value], index) => [
              [`GIT_CONFIG_KEY_${index}`, key],
              [`GIT_CONFIG_VALUE_${index}`, value],
            ]),
          ),
        };
      case "parameters":
        return { GIT_CONFIG_PARAMETERS: settings.map(([key, value]) => `'${key}'='${value}'`).join(" ") };
    }
  }
}

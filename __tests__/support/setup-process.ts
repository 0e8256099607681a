/** `merge-queue github setup` as a child process, and the person who registers and installs the App in a browser. */
import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import type { GitHub } from "./github/git-hub.js";
import { ROOT } from "./source-files.js";

const PATIENCE_MS = 30_000;

export interface SetupEnd {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export class SetupProcess {
  readonly ended: Promise<SetupEnd>;
  readonly #child: ChildProcess;
  #stdout = "";
  #stderr = "";

  constructor(folder: string, words: readonly string[], environment: Readonly<Record<string, string>> = {}) {
    const program = join(ROOT, "bin/merge-queue.js");
    this.#child = spawn(process.execPath, [program, "github", "setup", ...words], {
      cwd: folder,
      env: { PATH: process.env["PATH"], HOME: folder, ...environment },
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      this.#stdout += text;
    });
    this.#child.stderr?.setEncoding("utf8").on("data", (text: string) => {
      this.#stderr += text;
    });
    this.ended = new Promise((resolve, reject) => {
      this.#child.on("error", reject);
      this.#child.on("close", (exitCode) =>
        resolve({ exitCode, stdout: this.#stdout, stderr: this.#stderr }),
      );
    });
  }

  /** Resolves with the first group of the pattern, or the whole match, as soon as stderr matches. */
  async says(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const giveUp = (why: string) => {
        clearTimeout(timer);
        reject(new Error(`${why} before it printed ${String(pattern)}: ${this.#stderr}${this.#stdout}`));
      };
      const timer = setTimeout(() => giveUp(`${PATIENCE_MS} ms passed`), PATIENCE_MS);
      const check = () => {
        const match = pattern.exec(this.#stderr);
        if (match === null) return;
        clearTimeout(timer);
        resolve(match[1] ?? match[0]);
      };
      this.#child.stderr?.on("data", check);
      this.#child.on("close", () => giveUp("it ended"));
      check();
    });
  }

  answer(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** No more lines come. */
  hangUp(): void {
    this.#child.stdin?.end();
  }

  /** As Ctrl-C does. */
  interrupt(): void {
    this.#child.kill("SIGINT");
  }

  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.ended;
  }
}

export const FORM_ADDRESS = /in a browser: (http:\/\/127\.0\.0\.1:\d+\/\S+)/;

/** What a person does with the form: the address that GitHub redirects the browser to. */
export async function registerInBrowser(formUrl: string): Promise<URL> {
  const page = await (await fetch(formUrl)).text();
  const [, action = ""] = /action="([^"]*)"/.exec(page) ?? [];
  const [, manifest = ""] = /name="manifest" value="([^"]*)"/.exec(page) ?? [];
  const response = await fetch(unescaped(action), {
    method: "POST",
    body: new URLSearchParams({ manifest: unescaped(manifest) }),
    redirect: "manual",
  });
  if (response.status !== 302) throw new Error(`GitHub answered the form with ${response.status}: ${page}`);
  return new URL(response.headers.get("location") ?? "");
}

function unescaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { quot: '"', lt: "<", gt: ">", "#39": "'", amp: "&" };
  return text.replaceAll(/&(#?\w+);/g, (_, name: string) => entities[name] ?? "");
}

/** The person installs the App on the page that GitHub has for it. */
export function install(github: GitHub): void {
  github.world.registrations.isInstalled = true;
}

/** Enough of a machine for the guides' commands: `systemctl` starts what the unit starts, and the unit's folders are elsewhere. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { deployFile } from "./deploy-files.js";
import { ROOT } from "./source-files.js";

const PROGRAM = join(ROOT, "bin/merge-queue.js");

export class StandInMachine {
  readonly folder: string;
  readonly #port: number;

  constructor(port: number, settings: string) {
    this.folder = mkdtempSync(join(tmpdir(), "merge-queue-machine-"));
    this.#port = port;
    for (const name of ["bin", "etc", "backups", "lib"]) mkdirSync(join(this.folder, name));
    writeFileSync(join(this.folder, "etc/queue.yml"), settings);
    writeFileSync(join(this.folder, "etc/api-token"), "mq_the-token-of-a-machine\n", { mode: 0o600 });
    this.#program("merge-queue", `exec '${process.execPath}' '${PROGRAM}' "$@"`);
    this.#program("chown", "exit 0");
    this.#program("systemctl", this.#systemctl());
  }

  get token(): string {
    return readFileSync(join(this.folder, "etc/api-token"), "utf8").trim();
  }

  get apiUrl(): string {
    return `http://127.0.0.1:${this.#port}/v1`;
  }

  /** What the service said since the machine is there. */
  get log(): string {
    const path = join(this.folder, "log");
    return existsSync(path) ? readFileSync(path, "utf8") : "";
  }

  /** A block of a guide, as it stands there but for its paths and the port. Throws when a line of it fails. */
  run(block: string): string {
    const { status, stdout, stderr } = spawnSync("bash", ["-euo", "pipefail", "-c", this.#placed(block)], {
      cwd: this.folder,
      env: { PATH: this.#path(), HOME: this.folder },
      encoding: "utf8",
      timeout: 60_000,
    });
    if (status !== 0)
      throw new Error(`${block}\nended with ${String(status)}: ${stdout}${stderr}${this.log}`);
    return `${stdout}${stderr}`;
  }

  /** As a machine ends that burns down: backups are elsewhere, settings are written again. */
  loseEverything(): void {
    this.#kill();
    rmSync(join(this.folder, "lib"), { recursive: true });
  }

  remove(): void {
    this.#kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  #kill(): void {
    const path = join(this.folder, "pid");
    if (!existsSync(path)) return;
    spawnSync("bash", ["-c", `kill -9 ${readFileSync(path, "utf8").trim()} 2>/dev/null; true`]);
    rmSync(path);
  }

  #program(name: string, body: string): void {
    const path = join(this.folder, "bin", name);
    writeFileSync(path, `#!/bin/bash\n${body}\n`);
    chmodSync(path, 0o755);
  }

  #path(): string {
    return `${join(this.folder, "bin")}${delimiter}${process.env["PATH"] ?? ""}`;
  }

  /** Starts with the variables of the unit, and no others. */
  #systemctl(): string {
    const unit = this.#placed(deployFile("systemd/merge-queue.service"));
    const variables = [...unit.matchAll(/^Environment=(.*)$/gm)].map(([, pair = ""]) => `'${pair}'`);
    const [, words = ""] = /^ExecStart=\S+ \S+ (.*)$/m.exec(unit) ?? [];
    const listen = `MERGE_QUEUE_LISTEN=127.0.0.1:${this.#port}`;
    return [
      `cd '${this.folder}'`,
      'case "$1" in',
      `start) env -i PATH="$PATH" HOME='${this.folder}' ${variables.join(" ")} ${listen} '${process.execPath}' '${PROGRAM}' ${words} >>log 2>&1 </dev/null &`,
      "  echo $! >pid ;;",
      'stop) kill -TERM "$(cat pid)"; while kill -0 "$(cat pid)" 2>/dev/null; do sleep 0.05; done; rm pid ;;',
      "*) exit 64 ;;",
      "esac",
    ].join("\n");
  }

  #placed(text: string): string {
    return text
      .replaceAll("/var/lib/merge-queue", join(this.folder, "lib"))
      .replaceAll("/var/backups", join(this.folder, "backups"))
      .replaceAll("/etc/merge-queue", join(this.folder, "etc"))
      .replaceAll("%d/", `${join(this.folder, "etc")}/`)
      .replaceAll("127.0.0.1:8080", `127.0.0.1:${this.#port}`);
  }
}

/** Starts `fuzzed-service.ts`, asks it for its heap, and knows when it ends by itself. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject } from "../json-object.js";

export class ServiceProcess {
  readonly url: string;
  readonly #child: ChildProcess;
  readonly #folder: string;
  /** What it wrote to its standard error: each failed request is in there. */
  readonly #complaints: () => string;

  private constructor(url: string, child: ChildProcess, folder: string, complaints: () => string) {
    this.url = url;
    this.#child = child;
    this.#folder = folder;
    this.#complaints = complaints;
  }

  static async start(): Promise<ServiceProcess> {
    const folder = await mkdtemp(join(tmpdir(), "merge-queue-fuzz-"));
    const hook = new URL("../typescript-imports.mjs", import.meta.url).href;
    const program = fileURLToPath(new URL("fuzzed-service.ts", import.meta.url));
    const child = spawn(
      process.execPath,
      ["--import", hook, "--expose-gc", "--no-warnings", program, folder],
      {
        stdio: ["ignore", "inherit", "pipe", "ipc"],
      },
    );
    let said = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-20_000);
    });
    const first = await heard(child, () => said);
    if (typeof first["url"] !== "string") throw new Error("the service did not say where it is");
    return new ServiceProcess(first["url"], child, folder, () => said);
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get complaints(): string {
    return this.#complaints();
  }

  /** After a forced collection. */
  async heapBytes(): Promise<number> {
    this.#child.send("heap");
    return Number((await heard(this.#child, this.#complaints))["heapBytes"]);
  }

  async stop(): Promise<void> {
    if (!this.hasEnded) {
      this.#child.kill("SIGKILL");
      await once(this.#child, "close");
    }
    await rm(this.#folder, { recursive: true, force: true });
  }
}

async function heard(child: ChildProcess, complaints: () => string): Promise<JsonObject> {
  const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
  const onExit = () => reject(new Error(`the service under fuzz ended by itself: ${complaints()}`));
  child.once("exit", onExit);
  child.once("message", (message) => {
    if (isJsonObject(message)) resolve(message);
    else reject(new Error("the service sent no object"));
  });
  return promise.finally(() => child.off("exit", onExit));
}

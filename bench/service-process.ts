/** Starts `service-served.ts` on a database, and ends it. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { isJsonObject, type JsonObject } from "../__tests__/support/json-object.js";

export interface Served {
  readonly apiUrl: string;
  /** Of the constants: `/constant` and `/received`. */
  readonly besideUrl: string;
  readonly startUpMs: number;
  /** After a collection. */
  memory(): Promise<{ readonly heapBytes: number; readonly rssBytes: number }>;
  stop(): Promise<void>;
}

export async function serve(databaseUrl: string): Promise<Served> {
  const hook = new URL("../__tests__/support/typescript-imports.mjs", import.meta.url).href;
  const program = fileURLToPath(new URL("service-served.ts", import.meta.url));
  const child = spawn(process.execPath, ["--import", hook, "--expose-gc", "--no-warnings", program], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
    env: { ...process.env, MERGE_QUEUE_DATABASE_URL: databaseUrl },
  });
  const heard = async (): Promise<JsonObject> => {
    const { promise, resolve, reject } = Promise.withResolvers<JsonObject>();
    const onExit = () => reject(new Error("the service under load ended by itself"));
    child.once("exit", onExit);
    child.once("message", (message) => {
      if (isJsonObject(message)) resolve(message);
    });
    return promise.finally(() => child.off("exit", onExit));
  };
  const first = await heard();
  return {
    apiUrl: String(first["apiUrl"]),
    besideUrl: String(first["besideUrl"]),
    startUpMs: Number(first["startUpMs"]),
    async memory() {
      child.send("memory");
      const told = await heard();
      return { heapBytes: Number(told["heapBytes"]), rssBytes: Number(told["rssBytes"]) };
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

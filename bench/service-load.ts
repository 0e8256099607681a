/** Load on a service: autocannon in a process of its own for rates, and calls one by one for what each of them takes. */
import { execFile } from "node:child_process";
import { Agent, request as send } from "node:http";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isJsonObject } from "../__tests__/support/json-object.js";
import { type Figures, figuresOf } from "./engine-samples.js";
import { REPOSITORY, TOKEN } from "./service-world.js";

const run = promisify(execFile);
const AUTOCANNON = fileURLToPath(import.meta.resolve("autocannon"));

/** Answers per second, of which every one is a success. */
export async function rate(url: string, body: object, seconds: number, connections = 10): Promise<number> {
  const words = ["-j", "-m", "POST", "-c", String(connections), "-d", String(seconds)];
  const headers = ["-H", "content-type=application/json", "-H", `x-api-token=${TOKEN}`];
  const { stdout } = await run(
    process.execPath,
    [AUTOCANNON, ...words, ...headers, "-b", JSON.stringify(body), url],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const told: unknown = JSON.parse(stdout);
  if (!isJsonObject(told) || !isJsonObject(told["requests"])) throw new Error("autocannon said no figures");
  if (told["non2xx"] !== 0 || told["errors"] !== 0) {
    throw new Error(`${url} failed ${String(told["non2xx"])} times, ${String(told["errors"])} connections`);
  }
  return Number(told["requests"]["average"]);
}

export interface Caller {
  call(endpoint: string, more?: object): Promise<void>;
  /** `next` gives what each call asks; so many are under way at a time. */
  timed(count: number, atOnce: number, next: (index: number) => readonly [string, object]): Promise<Timed>;
  close(): void;
}

export interface Timed {
  readonly figures: Figures;
  readonly perSecond: number;
}

export function caller(apiUrl: string): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  async function call(endpoint: string, more: object = {}): Promise<void> {
    const body = JSON.stringify({ repo: REPOSITORY, targetBranch: "main", ...more });
    await posted(`${apiUrl}/${endpoint}`, Buffer.from(body), agent);
  }
  return {
    call,
    close: () => agent.destroy(),
    async timed(count, atOnce, next) {
      const times: number[] = [];
      const startedAt = performance.now();
      let index = 0;
      const worker = async () => {
        while (index < count) {
          const [endpoint, more] = next(index++);
          const at = performance.now();
          await call(endpoint, more);
          times.push(performance.now() - at);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return {
        figures: figuresOf(times),
        perSecond: (1000 * times.length) / (performance.now() - startedAt),
      };
    },
  };
}

async function posted(url: string, bytes: Buffer, agent: Agent): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<undefined>();
  const headers = {
    "content-type": "application/json",
    "x-api-token": TOKEN,
    "content-length": bytes.length,
  };
  const request = send(url, { method: "POST", agent, headers }, (response) => {
    response.resume().once("end", () => {
      if (response.statusCode === 200) resolve(undefined);
      else reject(new Error(`${url} answered ${String(response.statusCode)}`));
    });
  });
  request.once("error", reject);
  request.end(bytes);
  return promise;
}

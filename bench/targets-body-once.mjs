/**
 * One measurement of targets-body.ts, in plain JavaScript and against compiled code, so that no compiler's memory is
 * counted. Arguments: the way, the file of names, the folder of the compiled code. Prints JSON.
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { pathToFileURL } from "node:url";

const ENVELOPE = {
  repo: { host: "github.com", owner: "acme", name: "shop" },
  targetBranch: "main",
  pr: { number: 412, sha: "5b1d".repeat(10) },
};

const [way, file, compiled] = process.argv.slice(2);
const { targetsBody } = await import(pathToFileURL(join(compiled, "client/targets-body.js")).href);
const { MAX_BODY_BYTES } = await import(pathToFileURL(join(compiled, "contract/limits.js")).href);

const ways = {
  /** What the process takes before it does anything. */
  bare: () => "nothing",
  naive: () => {
    const lines = readFileSync(file, "utf8").split("\n");
    const names = [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))];
    const body = JSON.stringify({ ...ENVELOPE, impactedTargets: names });
    return Buffer.byteLength(body) > MAX_BODY_BYTES ? "ALL" : `${Buffer.byteLength(body)} bytes`;
  },
  ours: () => {
    const { kind, body } = targetsBody(ENVELOPE, trimmedLines(file));
    return kind === "all" ? "ALL" : `${body.byteLength} bytes`;
  },
};

const startedAt = performance.now();
const result = ways[way]();
const ms = Math.round(performance.now() - startedAt);
const mb = Math.round(process.resourceUsage().maxRSS / 1024);
console.log(JSON.stringify({ result, ms, mb }));

function* trimmedLines(path) {
  const descriptor = openSync(path, "r");
  const chunk = Buffer.allocUnsafe(64 * 1024);
  const decoder = new StringDecoder("utf8");
  let rest = "";
  try {
    for (let length = -1; length !== 0; ) {
      length = readSync(descriptor, chunk);
      const lines = (rest + decoder.write(chunk.subarray(0, length))).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) yield line.trim();
    }
    yield rest.trim();
  } finally {
    closeSync(descriptor);
  }
}

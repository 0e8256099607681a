/** A program: signs as an App does again and again, and prints how much time passed meanwhile. */
import "./virtual-time.mjs";

export interface Signings {
  /** During how many of them a minute passed. */
  readonly late: number;
  /** What a minute took afterwards. */
  readonly waitedMs: number;
}

const SIGNINGS = 20;
const MINUTE_MS = 60_000;
const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" };
const shape = { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) };
const { privateKey } = await crypto.subtle.generateKey(shape, true, ["sign", "verify"]);
const exported = await crypto.subtle.exportKey("pkcs8", privateKey);

let late = 0;
for (let signed = 0; signed < SIGNINGS; signed += 1) {
  const timer = setTimeout(() => (late += 1), MINUTE_MS);
  const key = await crypto.subtle.importKey("pkcs8", exported, algorithm, false, ["sign"]);
  await crypto.subtle.sign(algorithm.name, key, new Uint8Array(10));
  clearTimeout(timer);
}
const beganAt = Date.now();
await new Promise((resolve) => setTimeout(resolve, MINUTE_MS));
const signings: Signings = { late, waitedMs: Date.now() - beganAt };
console.log(JSON.stringify(signings));
process.exit(0);

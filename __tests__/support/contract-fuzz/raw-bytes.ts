/** Bytes on a socket that are no request, or almost one. */
import { connect } from "node:net";
import fc from "fast-check";
import { TOKEN } from "./fuzzed-world.js";

const BODY = '{"repo":{"host":"github.com","owner":"octo","name":"mono"},"targetBranch":"main"}';
const START = "POST /v1/getQueue HTTP/1.1\r\n";
const HEAD = `${START}Host: x\r\nX-Api-Token: ${TOKEN}\r\nContent-Type: application/json\r\n`;

const CRAFTED: readonly string[] = [
  `${HEAD}Content-Length: 5\r\n\r\n${BODY}`,
  `${HEAD}Content-Length: 5000\r\n\r\n${BODY}`,
  `${HEAD}Content-Length: -1\r\n\r\n${BODY}`,
  `${HEAD}Content-Length: 99999999999999999999\r\n\r\n`,
  `${HEAD}Content-Length: 20971521\r\n\r\n`,
  `${HEAD}Content-Length: 3\r\nContent-Length: 4\r\n\r\n{}  `,
  `${HEAD}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n0\r\n\r\n`,
  `${HEAD}Transfer-Encoding: chunked\r\n\r\n2;${"x".repeat(20_000)}\r\n{}\r\n0\r\n\r\n`,
  `${HEAD}Transfer-Encoding: xchunked\r\n\r\n{}`,
  `${HEAD}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`,
  `${HEAD}X-Long: ${"x".repeat(30_000)}\r\n\r\n`,
  `${HEAD}${"X: y\r\n".repeat(3000)}\r\n`,
  `${HEAD}No colon here\r\n\r\n`,
  `${HEAD}X-Null: a\u0000b\r\n\r\n`,
  `${HEAD} folded: yes\r\n\r\n`,
  `${HEAD}Upgrade: h2c\r\nConnection: Upgrade\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `${HEAD}Expect: 200-maybe\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `${HEAD}Expect: 100-continue\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`,
  `${START}Host: a b\r\n\r\n`,
  `${START}\r\n\r\n`,
  `${START}Host: x\r\nHost: y\r\n\r\n`,
  "GET http://other.example/healthz HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET * HTTP/1.1\r\nHost: x\r\n\r\n",
  "CONNECT other.example:443 HTTP/1.1\r\nHost: x\r\n\r\n",
  "OPTIONS * HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /healthz\r\n\r\n",
  "GET /healthz HTTP/0.9\r\n\r\n",
  "GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n",
  "GET  /healthz HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /v1/\u0001 HTTP/1.1\r\nHost: x\r\n\r\n",
  `GET /${"x".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
  "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
  "\r\n\r\n\r\n",
  "GET /healthz HTTP/1.1\nHost: x\n\n",
  "GET \\\\..\\ HTTP/1.1\r\nHost: x\r\n\r\n",
  "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001",
  `${HEAD}Content-Length: ${BODY.length}\r\n\r\n${BODY}`.repeat(20),
];

/** Whole requests with a byte or two gone wrong, and bytes of no kind at all. */
export const rawBytes: fc.Arbitrary<Buffer> = fc.oneof(
  { arbitrary: fc.constantFrom(...CRAFTED).map((text) => Buffer.from(text, "latin1")), weight: 5 },
  {
    arbitrary: fc
      .tuple(
        fc.constantFrom(...CRAFTED),
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 }),
      )
      .map(([text, changes]) => {
        const bytes = Buffer.from(text, "latin1");
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        return bytes;
      }),
    weight: 4,
  },
  {
    arbitrary: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    weight: 1,
  },
);

/** Sends them, says that no more will come, and reads to the end. Null: the service did not hang up in time. */
export async function repliesTo(url: string, bytes: Buffer, patienceMs: number): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  const timer = setTimeout(() => resolve(null), patienceMs);
  const chunks: Buffer[] = [];
  // A service that hangs up while it is still being told is in its right.
  socket.on("error", () => undefined);
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.once("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
  socket.end(bytes);
  const replies = await promise;
  clearTimeout(timer);
  socket.destroy();
  return replies;
}

const STATUS = /^HTTP\/1\.1 (\d{3}) /gm;
const ALLOWED = new Set([
  "100",
  "200",
  "400",
  "401",
  "404",
  "405",
  "408",
  "413",
  "414",
  "415",
  "417",
  "429",
  "431",
]);

/** Null when every status line is one that a client earns by what it sends. */
export function problemOfReplies(replies: string | null): string | null {
  if (replies === null) return "the service did not hang up";
  const odd = [...replies.matchAll(STATUS)]
    .map(([, status = ""]) => status)
    .find((status) => !ALLOWED.has(status));
  if (odd !== undefined) return `an answer with status ${odd}`;
  return replies === "" || replies.startsWith("HTTP/1.1 ") ? null : "something that is no answer";
}

/** Reads the body of an answer: counted after decompression, never more than a limit. */
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import type { TransportReply } from "./transport.js";

type BodyRead =
  | { readonly kind: "whole"; readonly bytes: Uint8Array }
  | { readonly kind: "tooLarge" }
  /** Compressed in a way nobody asked for. */
  | { readonly kind: "encoded"; readonly encoding: string };

/** Rejects when the connection ends before the body does. */
export async function readBody(reply: TransportReply, limitBytes: number): Promise<BodyRead> {
  const encoding = encodingOf(reply);
  const decoded = decode(reply, encoding);
  if (decoded === null) return { kind: "encoded", encoding };
  const chunks: Uint8Array[] = [];
  const whole = await collect(decoded, limitBytes, chunks);
  return whole ? { kind: "whole", bytes: Buffer.concat(chunks) } : { kind: "tooLarge" };
}

/** Puts up to `limitBytes` of the body into `chunks` as they come; a body that breaks off just ends. */
export async function readBeginning(
  reply: TransportReply,
  limitBytes: number,
  chunks: Uint8Array[],
): Promise<void> {
  const decoded = decode(reply, encodingOf(reply));
  if (decoded === null) return;
  try {
    await collect(decoded, limitBytes, chunks);
  } catch {
    // The status has arrived; the text is only there to explain it.
  }
}

function encodingOf(reply: TransportReply): string {
  return reply.headers["content-encoding"]?.trim().toLowerCase() ?? "";
}

function decode(reply: TransportReply, encoding: string): AsyncIterable<Uint8Array> | null {
  if (encoding === "" || encoding === "identity") return reply.body;
  if (encoding !== "gzip" && encoding !== "x-gzip") return null;
  const gunzip = createGunzip();
  // Errors reach the reader through `gunzip`, which the pipeline destroys with them.
  return pipeline(Readable.from(reply.body), gunzip, () => undefined);
}

/** False when there is more than the limit; what fits has been kept. */
async function collect(
  body: AsyncIterable<Uint8Array>,
  limitBytes: number,
  chunks: Uint8Array[],
): Promise<boolean> {
  let room = limitBytes;
  for await (const chunk of body) {
    if (chunk.byteLength > room) {
      chunks.push(chunk.subarray(0, room));
      return false;
    }
    chunks.push(chunk);
    room -= chunk.byteLength;
  }
  return true;
}

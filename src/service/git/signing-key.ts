/** The private key that signs the service's commits, in SSH or PGP format. It is checked when the settings are read. */
import { createPrivateKey, type KeyObject } from "node:crypto";

export interface SigningKey {
  readonly kind: "ssh" | "pgp";
  /** Secret. */
  readonly text: string;
}

/** Completes a sentence after "is not". */
export const SIGNING_KEY_FORM =
  "an SSH private key of type ed25519 or RSA, or a PGP private key in ASCII armor, without a passphrase";

/** null: no such key. The environment may contain line breaks as the characters \n. */
export function signingKeyOf(given: string): SigningKey | null {
  const text = `${given.replaceAll("\\n", "\n").replaceAll("\r\n", "\n").trim()}\n`;
  if (PGP.test(text)) return { kind: "pgp", text };
  if (OLD_RSA.test(text)) return text.includes("ENCRYPTED") ? null : { kind: "ssh", text };
  const [, body] = OPENSSH.exec(text) ?? [];
  return body !== undefined && openSshKeyIn(Buffer.from(body, "base64")) !== null
    ? { kind: "ssh", text }
    : null;
}

/** Parts of the key that must not appear in any output. */
export function secretParts({ text }: SigningKey): readonly string[] {
  return [text, ...text.split("\n").filter((line) => line.length > 30 && !line.startsWith("-----"))];
}

const PGP = /^-----BEGIN PGP PRIVATE KEY BLOCK-----\n[\s\S]+\n-----END PGP PRIVATE KEY BLOCK-----\n$/;
const OLD_RSA = /^-----BEGIN RSA PRIVATE KEY-----\n[\s\S]+\n-----END RSA PRIVATE KEY-----\n$/;
const OPENSSH =
  /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/=\n]+)\n-----END OPENSSH PRIVATE KEY-----\n$/;

const MAGIC = "openssh-key-v1\0";
/** Others need a device, or give another signature each time: a speculation that is built again would be another commit. */
const TYPES = new Set(["ssh-ed25519", "ssh-rsa"]);

/** The parts of an unencrypted key in OpenSSH's format, and where its private part begins. */
interface OpenSshKey {
  readonly type: string;
  /** As in `authorized_keys`, and in a signature. */
  readonly publicKey: Buffer;
  readonly privateAt: number;
}

/** https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key */
function openSshKeyIn(key: Buffer): OpenSshKey | null {
  if (key.toString("latin1", 0, MAGIC.length) !== MAGIC) return null;
  const cipher = fieldAt(key, MAGIC.length);
  const options = fieldAt(key, fieldAt(key, cipher.end).end);
  // The number of keys, then the public key, whose first field is the type.
  const publicKey = fieldAt(key, options.end + 4);
  const type = fieldAt(publicKey.bytes, 0).bytes.toString("latin1");
  const isUsable = cipher.bytes.toString("latin1") === "none" && TYPES.has(type);
  return isUsable ? { type, publicKey: publicKey.bytes, privateAt: publicKey.end } : null;
}

interface Field {
  readonly bytes: Buffer;
  readonly end: number;
}

/** A field with its length in front; empty if the key is too short for it. */
function fieldAt(key: Buffer, offset: number): Field {
  if (offset + 4 > key.length) return { bytes: Buffer.alloc(0), end: key.length };
  const end = offset + 4 + key.readUInt32BE(offset);
  return { bytes: key.subarray(offset + 4, end), end };
}

/** A key that signs as `ssh-keygen -Y sign` does. */
export interface SshKey {
  readonly type: string;
  readonly publicKey: Buffer;
  readonly privateKey: KeyObject;
}

/** Throws if the key is damaged. No error contains a part of it. */
export function readSshKey({ text }: SigningKey): SshKey {
  const [, body] = OPENSSH.exec(text) ?? [];
  try {
    if (body === undefined) return oldRsaKey(text);
    const key = Buffer.from(body, "base64");
    const known = openSshKeyIn(key);
    if (known === null) throw new Error("it has another form");
    const { type, publicKey, privateAt } = known;
    // Two equal numbers, the type, then what differs by type.
    const fields = fieldsIn(fieldAt(key, privateAt).bytes.subarray(8)).slice(1);
    return { type, publicKey, privateKey: type === "ssh-rsa" ? rsaKey(fields) : ed25519Key(fields) };
  } catch {
    throw new Error("the key is damaged: expected the complete, unchanged file");
  }
}

function fieldsIn(bytes: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 0; at + 4 <= bytes.length && found.length < MOST_FIELDS; ) {
    const field = fieldAt(bytes, at);
    found.push(field.bytes);
    at = field.end;
  }
  return found;
}

const MOST_FIELDS = 7;
/** An Ed25519 key in PKCS #8, before its 32 bytes: https://www.rfc-editor.org/rfc/rfc8410#section-7 */
const ED25519 = Buffer.from("302e020100300506032b657004220420", "hex");

function ed25519Key([, secret = Buffer.alloc(0)]: readonly Buffer[]): KeyObject {
  const key = Buffer.concat([ED25519, secret.subarray(0, 32)]);
  return createPrivateKey({ key, format: "der", type: "pkcs8" });
}

function rsaKey([n, e, d, qi, p, q]: readonly Buffer[]): KeyObject {
  const exponent = numberIn(d);
  const [dp, dq] = [exponent % (numberIn(p) - 1n), exponent % (numberIn(q) - 1n)];
  const ofFile = { n: coded(n), e: coded(e), d: coded(d), p: coded(p), q: coded(q), qi: coded(qi) };
  const key = { kty: "RSA", ...ofFile, dp: coded(bytesOf(dp)), dq: coded(bytesOf(dq)) };
  return createPrivateKey({ key, format: "jwk" });
}

function oldRsaKey(pem: string): SshKey {
  const privateKey = createPrivateKey(pem);
  const { n = "", e = "" } = privateKey.export({ format: "jwk" });
  const numbers = [e, n].map((text) => signed(Buffer.from(text, "base64url")));
  const publicKey = Buffer.concat([Buffer.from("ssh-rsa"), ...numbers].map(withLength));
  return { type: "ssh-rsa", publicKey, privateKey };
}

export function withLength(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function numberIn(bytes: Buffer = Buffer.alloc(0)): bigint {
  return BigInt(`0x${bytes.toString("hex")}`);
}

function bytesOf(value: bigint): Buffer {
  const digits = value.toString(16);
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, "hex");
}

/** SSH writes a zero before a number whose first bit is set; JWK does not. */
function coded(bytes: Buffer = Buffer.alloc(0)): string {
  return (bytes[0] === 0 ? bytes.subarray(1) : bytes).toString("base64url");
}

function signed(bytes: Buffer): Buffer {
  return (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Buffer.alloc(1), bytes]);
}

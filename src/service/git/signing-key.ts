/** The private key that signs the service's commits, in SSH or PGP format. It is checked when the settings are read. */

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
  return body !== undefined && isUsable(Buffer.from(body, "base64")) ? { kind: "ssh", text } : null;
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

/** https://github.com/openssh/openssh-portable/blob/master/PROTOCOL.key */
function isUsable(key: Buffer): boolean {
  if (key.toString("latin1", 0, MAGIC.length) !== MAGIC) return false;
  const [cipher, afterCipher] = fieldAt(key, MAGIC.length);
  const [, afterName] = fieldAt(key, afterCipher);
  const [, afterOptions] = fieldAt(key, afterName);
  // The number of keys, then the length of the public key, whose first field is the type.
  const [type] = fieldAt(key, afterOptions + 8);
  return cipher === "none" && TYPES.has(type);
}

/** A field with its length in front, and the offset after it. */
function fieldAt(key: Buffer, offset: number): readonly [text: string, end: number] {
  if (offset + 4 > key.length) return ["", key.length];
  const end = offset + 4 + key.readUInt32BE(offset);
  return [key.toString("latin1", offset + 4, end), end];
}

/** A key and a certificate that it signed itself, for `localhost`, in PEM. Written out in DER, as no package does it. */
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";

export interface SelfSigned {
  readonly cert: string;
  readonly key: string;
}

const SEQUENCE = 0x30;
const ECDSA_WITH_SHA256 = sequence(bytes(0x06, "2a8648ce3d040302"));

export function selfSigned(commonName: string): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(tagged(0x31, sequence(bytes(0x06, "550403"), tagged(0x0c, Buffer.from(commonName)))));
  const validity = sequence(
    tagged(0x17, Buffer.from("200101000000Z")),
    tagged(0x17, Buffer.from("491231235959Z")),
  );
  const facts = sequence(
    tagged(0xa0, bytes(0x02, "02")),
    tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
  );
  const signature = tagged(0x03, Buffer.concat([Buffer.from([0]), sign("sha256", facts, privateKey)]));
  const whole = sequence(facts, ECDSA_WITH_SHA256, signature);
  const lines = whole.toString("base64").match(/.{1,64}/g) ?? [];
  return {
    cert: ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n"),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(SEQUENCE, Buffer.concat(parts));
}

function bytes(tag: number, hexadecimal: string): Buffer {
  return tagged(tag, Buffer.from(hexadecimal, "hex"));
}

function tagged(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.from([tag, length]), content]);
  const size = length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

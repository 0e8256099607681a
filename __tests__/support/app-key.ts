/** Private keys of GitHub Apps, as GitHub would have made them. */
import { generateKeyPairSync } from "node:crypto";

export function newAppKey(): string {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  }).privateKey;
}

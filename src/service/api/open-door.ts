/** The service's door as the settings want it: with a certificate that is renewed, and a word on who is turned away. */

import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { codeOf, errorText } from "../../domain/thrown.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { WorldError } from "../ports/world-error.js";
import { type Address, type App, type Door, listen, type TlsIdentity } from "./listen.js";

export interface DoorSettings {
  readonly listen: Address;
  /** Null: plain http, for loopback or behind a proxy that ends TLS. */
  readonly tls: TlsFiles | null;
  readonly maxConnections: number;
}

export type OpenDoor = Pick<Door, "url" | "close">;

const TOLD_EVERY_MS = 60_000;

export async function openDoor(
  app: App,
  settings: DoorSettings,
  surroundings: { readonly clock: Clock; readonly log: Log },
): Promise<OpenDoor> {
  const { tls, maxConnections } = settings;
  const door = await listen(app, settings.listen, {
    tls: tls === null ? null : await readTlsFiles(tls),
    limits: { maxConnections },
    onTurnedAway: turnedAway(surroundings, maxConnections),
  });
  if (tls === null) return door;
  const stopWatching = watchTlsFiles(tls, surroundings, (identity) => door.renew(identity));
  return {
    url: door.url,
    close: async () => {
      stopWatching();
      await door.close();
    },
  };
}

/** Whoever floods the door does not flood the log too. */
function turnedAway({ clock, log }: { readonly clock: Clock; readonly log: Log }, maxConnections: number) {
  let toldAt = Number.NEGATIVE_INFINITY;
  return () => {
    const now = clock.monotonic();
    if (now - toldAt < TOLD_EVERY_MS) return;
    toldAt = now;
    log.warn({ maxConnections }, "connections are turned away: there are as many as may be");
  };
}

interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** What keeps a service from speaking TLS; the message names the file and never what is in it. */
export class TlsError extends WorldError {
  override readonly name = "TlsError";
}

const LOOKED_AT_EVERY_MS = 10_000;

export async function readTlsFiles({ certificate, key }: TlsFiles): Promise<TlsIdentity> {
  const identity = { cert: await readPem(certificate), key: await readPem(key) };
  try {
    createSecureContext(identity);
    return identity;
  } catch (error) {
    throw new TlsError(
      `the certificate in ${certificate} and the key in ${key} cannot be used (${codeOf(error) || "unknown failure"}): ` +
        "expected PEM, the certificate first in its chain, and the key that belongs to it, without a passphrase",
      false,
      { cause: error },
    );
  }
}

/** Whatever is wrong with new files, what served until now goes on serving. The answer ends the watch. */
function watchTlsFiles(
  files: TlsFiles,
  surroundings: { readonly clock: Clock; readonly log: Log },
  use: (identity: TlsIdentity) => void,
): () => void {
  const { clock, log } = surroundings;
  let seen: string | null = null;
  let isStopped = false;
  let cancel: () => void = () => undefined;
  const renew = async () => {
    try {
      use(await readTlsFiles(files));
      log.info({ certificate: files.certificate }, "serving with the certificate as it is now");
    } catch (error) {
      log.error(
        { error: errorText(error) },
        "the new certificate cannot be used: serving with the one before",
      );
    }
  };
  const look = async () => {
    const now = await stampOf(files);
    const isNew = seen !== null && now !== null && now !== seen;
    seen = now ?? seen;
    if (isNew) await renew();
    if (!isStopped) cancel = clock.after(LOOKED_AT_EVERY_MS, () => void look());
  };
  void look();
  return () => {
    isStopped = true;
    cancel();
  };
}

/** Changes with the files, also when a link leads elsewhere; null while one of them is not there. */
async function stampOf({ certificate, key }: TlsFiles): Promise<string | null> {
  try {
    const [one, other] = await Promise.all([stat(certificate), stat(key)]);
    return [one, other].map(({ ino, mtimeMs, size }) => `${ino}:${mtimeMs}:${size}`).join(" ");
  } catch {
    return null;
  }
}

async function readPem(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new TlsError(
      `${path} cannot be read (${codeOf(error) || "unknown failure"}): expected a PEM file for TLS`,
      false,
      {
        cause: error,
      },
    );
  }
}

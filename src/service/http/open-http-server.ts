/** Opens the server as configured: reloads its certificate and logs rejected connections. */

import { readFile, stat } from "node:fs/promises";
import { createSecureContext } from "node:tls";
import { codeOf, errorText } from "../../domain/thrown.js";
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { ThrottledLog } from "../ports/log.js";
import { WorldError } from "../ports/world-error.js";
import { type Address, type App, type HttpServer, listen, type TlsIdentity } from "./http-server.js";

export interface HttpServerSettings {
  readonly listen: Address;
  /** null: plain http, for loopback or behind a proxy that ends TLS. */
  readonly tls: TlsFiles | null;
  readonly maxConnections: number;
}

export type OpenHttpServer = Pick<HttpServer, "url" | "close">;

export async function openHttpServer(
  app: App,
  settings: HttpServerSettings,
  surroundings: { readonly clock: Clock; readonly log: Log },
): Promise<OpenHttpServer> {
  const { tls, maxConnections } = settings;
  const log = new ThrottledLog({ ...surroundings, monotonic: () => surroundings.clock.monotonic() });
  const httpServer = await listen(app, settings.listen, {
    tls: tls === null ? null : await readTlsFiles(tls),
    limits: { maxConnections },
    onRejectedConnection: () =>
      log.warn({ maxConnections }, "connections are rejected: the maximum number is open"),
  });
  if (tls === null) return httpServer;
  const stopWatching = watchTlsFiles(tls, surroundings, (identity) => httpServer.renew(identity));
  return {
    url: httpServer.url,
    close: async () => {
      stopWatching();
      await httpServer.close();
    },
  };
}

interface TlsFiles {
  readonly certificate: string;
  readonly key: string;
}

/** Why the service cannot use TLS; the message names the file and never its contents. */
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
        "expected PEM: the certificate first in its chain, and its key without a passphrase",
      false,
      { cause: error },
    );
  }
}

/** If new files cannot be used, the server keeps the current certificate. Returns a function that stops watching. */
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
      log.info({ certificate: files.certificate }, "serving with the renewed certificate");
    } catch (error) {
      log.error(
        { error: errorText(error) },
        "the new certificate cannot be used: serving with the previous one",
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

/** Changes with the files, also when a symbolic link is redirected; null while one of them is missing. */
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

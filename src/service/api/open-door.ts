/** The service's door as the settings want it: with a certificate that is renewed, and a word on who is turned away. */
import type { Clock } from "../ports/clock.js";
import type { Log } from "../ports/log.js";
import { type Address, type App, type Door, listen } from "./listen.js";
import { readTlsFiles, type TlsFiles, watchTlsFiles } from "./tls-files.js";

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

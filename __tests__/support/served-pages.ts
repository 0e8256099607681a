/** The pages of a world without git or CI on a socket, for browsers. */
import { type HttpServer, listen } from "../../src/service/http/http-server.js";
import { type PagesWorld, pagesWorld } from "./pages-world.js";

export interface ServedPages {
  readonly world: PagesWorld;
  readonly url: string;
  close(): Promise<void>;
}

/** Streams use real time, as the browser does. */
export async function servePages(...options: Parameters<typeof pagesWorld>): Promise<ServedPages> {
  const after = (delayMs: number, callback: () => void) => {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  };
  const [own = {}, settings = {}] = options;
  const world = await pagesWorld({ clock: { after, monotonic: () => performance.now() }, ...own }, settings);
  // A browser keeps its connections open, which a stop would wait for.
  const limits = { graceMs: 0 };
  const server: HttpServer = await listen(world.app, { host: "127.0.0.1", port: 0 }, { limits });
  return {
    world,
    url: server.url,
    close: async () => {
      world.streams.close();
      await server.close();
    },
  };
}

/** The files that pages load: htmx and uPlot from their packages, our stylesheet and script. Read once, and cached by browsers. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const TYPES = {
  css: "text/css; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  svg: "image/svg+xml",
} as const;

/** The built program is in another folder of the same depth, and these files are not copied there. */
const OWN = fileURLToPath(new URL("../../../../src/service/dashboard/assets/", import.meta.url));

export interface Asset {
  readonly contentType: string;
  readonly text: string;
}

export interface Assets {
  /** Changes with the contents, so that browsers keep a file for as long as it is current. */
  readonly version: string;
  find(name: string): Asset | undefined;
}

export async function readAssets(): Promise<Assets> {
  const require = createRequire(import.meta.url);
  const paths = {
    // One file: htmx looks for streams in the page soon after it has run, maybe before a second file has arrived.
    "htmx.min.js": [
      require.resolve("htmx.org/dist/htmx.min.js"),
      require.resolve("htmx.org/dist/ext/hx-sse.min.js"),
    ],
    "uplot.min.js": [require.resolve("uplot/dist/uPlot.iife.min.js")],
    "uplot.min.css": [require.resolve("uplot/dist/uPlot.min.css")],
    "charts.js": [`${OWN}charts.js`],
    "live-page.js": [`${OWN}live-page.js`],
    "pages.js": [`${OWN}pages.js`],
    "pages.css": [`${OWN}pages.css`],
    "icon.svg": [`${OWN}icon.svg`],
  };
  const files = new Map<string, Asset>();
  const hash = createHash("sha256");
  for (const [name, parts] of Object.entries(paths)) {
    const texts = await Promise.all(parts.map(async (path) => readFile(path, "utf8")));
    const text = texts.join("\n");
    hash.update(text);
    files.set(name, { contentType: typeOf(name), text });
  }
  return { version: hash.digest("hex").slice(0, 12), find: (name) => files.get(name) };
}

function typeOf(name: string): string {
  if (name.endsWith(".css")) return TYPES.css;
  return name.endsWith(".svg") ? TYPES.svg : TYPES.js;
}

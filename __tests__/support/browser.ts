/** A real Chromium for tests of the web pages, where one is installed; nothing is ever downloaded. */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { type Browser, chromium, type Page } from "playwright-core";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** null: no browser is installed here. `MERGE_QUEUE_TEST_CHROMIUM` names another place. */
export function installedChromium(): string | null {
  const named = process.env["MERGE_QUEUE_TEST_CHROMIUM"];
  return (named === undefined ? PLACES : [named]).find((path) => existsSync(path)) ?? null;
}

export async function launchChromium(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}

/** What the browser complains about: violations of the page's policy above all. */
export function complaintsOf(page: Page): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

/**
 * What axe finds wrong with a page, as one line each. The page's own policy would refuse axe, so it is off meanwhile.
 * `prepare` opens what is closed on a page that was just loaded.
 */
export async function accessibilityProblems(
  page: Page,
  prepare: () => Promise<void> = async () => Promise.resolve(),
): Promise<readonly string[]> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("Page.setBypassCSP", { enabled: true });
  await page.reload();
  await prepare();
  await page.addScriptTag({ content: await readFile(AXE, "utf8") });
  const found = await page.evaluate<readonly Violation[]>("axe.run().then(({ violations }) => violations)");
  await devTools.send("Page.setBypassCSP", { enabled: false });
  await devTools.detach();
  return found.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html.slice(0, 200)}`));
}

/** The widest thing on the page, in pixels: more than the window is horizontal scrolling. */
export async function widthOf(page: Page): Promise<number> {
  return page.evaluate<number>("document.documentElement.scrollWidth");
}

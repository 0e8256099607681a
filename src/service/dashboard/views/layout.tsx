/** The frame of every page: head, header with sign-in, and the part that live updates replace. */
import type { Child } from "hono/jsx";
import type { Addresses } from "../addresses.js";
import type { Assets } from "../assets/serve-assets.js";
import type { Reader } from "../session/reader.js";
import { exactTime } from "./time.js";

/** What every view needs besides its subject. */
export interface Frame {
  readonly addresses: Addresses;
  readonly assets: Assets;
  readonly reader: Reader | null;
  readonly now: number;
  /** The path and query of the page itself. */
  readonly path: string;
}

interface LayoutProps {
  readonly frame: Frame;
  readonly title: string;
  readonly crumbs: readonly Crumb[];
  /** Absent: the page does not change by itself. */
  readonly live?: Live;
  /** The tag of what the page shows: the page asks every few seconds whether there is another. */
  readonly polled?: string;
  /** The page has charts. */
  readonly draws?: boolean;
  readonly children: Child;
}

export interface Live {
  /** The address of the stream that the page follows. */
  readonly address: string;
  /** The state that the page shows, if the stream sends what changes; null: the page is read again after an event. */
  readonly shown: string | null;
}

export interface Crumb {
  readonly text: string;
  readonly href: string | null;
}

/** No evaluation, no injected styles, and no error page in the place of a good one. */
const HTMX_CONFIG = JSON.stringify({
  allowEval: false,
  includeIndicatorCSS: false,
  history: false,
  noSwap: [204, 304, "5xx"],
  morphIgnore: ["data-htmx-powered", "open"],
  sse: { reconnectMaxDelay: 10_000 },
});

export function Layout({ frame, title, crumbs, live, polled, draws = false, children }: LayoutProps) {
  const { addresses, assets } = frame;
  const isPatched = live !== undefined && live.shown !== null;
  const link = (name: string) => addresses.asset(name, assets.version);
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="htmx-config" content={HTMX_CONFIG} />
        <title>{title}</title>
        <link rel="icon" href={link("icon.svg")} />
        <link rel="stylesheet" href={link("pages.css")} />
        {draws && <link rel="stylesheet" href={link("uplot.min.css")} />}
        <script src={link("pages.js")} defer></script>
        {isPatched && <script src={link("live-page.js")} defer></script>}
        {draws && <script src={link("uplot.min.js")} defer></script>}
        {draws && <script src={link("charts.js")} defer></script>}
        {/* The last one: what it does at its start is listened to by the others. */}
        <script src={link("htmx.min.js")} defer></script>
      </head>
      <body>
        <a class="skip" href="#page">
          Skip to the content
        </a>
        <header class="top">
          <nav aria-label="Where you are">
            <ol class="crumbs">
              {crumbs.map(({ text, href }) => (
                <li>{href === null ? <span aria-current="page">{text}</span> : <a href={href}>{text}</a>}</li>
              ))}
            </ol>
          </nav>
          <div class="session">
            {live !== undefined && <LiveState frame={frame} live={live} />}
            {polled !== undefined && <PollState frame={frame} />}
            <KeysButton />
            <SignedIn frame={frame} />
          </div>
        </header>
        <main
          id="page"
          tabindex={-1}
          {...(live === undefined || isPatched ? {} : refreshing(frame.path, "queue-changed from:#live"))}
          {...(polled === undefined ? {} : polling(frame.path, polled))}
        >
          {children}
        </main>
        <a class="unseen" href={addresses.home} data-key="g a" tabindex={-1} aria-hidden="true">
          All queues
        </a>
        <KeysDialog />
      </body>
    </html>
  );
}

/** A change of the queue replaces what differs; what a person has opened or typed stays. */
function refreshing(path: string, trigger: string) {
  return {
    "hx-get": path,
    "hx-trigger": trigger,
    "hx-select": "#page",
    "hx-target": "#page",
    "hx-swap": "outerMorph",
    // An answer may wait for its turn, and a request that replaced it would wait longer.
    "hx-sync": "this:queue last",
  };
}

/** The script asks nothing while the page is not in view, and immediately when it is back. */
function polling(path: string, tag: string) {
  const headers = JSON.stringify({ "If-None-Match": tag });
  return { ...refreshing(path, "every 5s, page-seen"), "hx-headers": headers };
}

function PollState({ frame }: { readonly frame: Frame }) {
  return (
    <span id="live" class="live" role="status" data-polls="">
      <span data-live="text">as of {exactTime(frame.now).slice(11, 16)} UTC</span>
    </span>
  );
}

/** Without JavaScript it shows when the page was made. */
function LiveState({ frame, live }: { readonly frame: Frame; readonly live: Live }) {
  const exact = exactTime(frame.now);
  const shown = live.shown === null ? {} : { "data-shown": live.shown };
  return (
    <span id="live" class="live" role="status" {...{ "hx-sse:connect": live.address, ...shown }}>
      <span data-live="text">as of {exact.slice(11, 16)} UTC</span>
    </span>
  );
}

function SignedIn({ frame: { addresses, reader, path } }: { readonly frame: Frame }) {
  if (reader?.kind !== "session") return <a href={addresses.signIn(path)}>Sign in</a>;
  return (
    <form method="post" action={addresses.signOut} class="sign-out">
      <input type="hidden" name="csrf" value={reader.csrf} />
      <span class="who">{reader.name}</span>
      <button type="submit" class="quiet">
        Sign out
      </button>
    </form>
  );
}

const KEYS = [
  ["?", "this list"],
  ["/", "the search or the first filter"],
  ["j, k", "the next and the previous entry or decision"],
  ["g q", "the queue"],
  ["g h", "its history"],
  ["g l", "its landings"],
  ["g i", "its insights"],
  ["g t", "time travel in its log"],
  ["g s", "its settings"],
  ["g a", "all queues"],
] as const;

/** The list of keys, which `?` and its button open. The button is shown where the script runs. */
function KeysButton() {
  return (
    <button type="button" class="quiet scripted" data-opens="keys" aria-haspopup="dialog">
      Keys
    </button>
  );
}

function KeysDialog() {
  return (
    <dialog id="keys" aria-labelledby="keys-title">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        {KEYS.map(([key, words]) => (
          <>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{words}</dd>
          </>
        ))}
      </dl>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
}

/** The pages about one queue, one link each; the keys `g` and a letter open them. */
import type { QueueName } from "../../../domain/queue-name.js";
import type { Frame } from "./layout.js";

const VIEWS = [
  ["queue", "Queue", "g q"],
  ["history", "History", "g h"],
  ["landings", "Landings", "g l"],
  ["insights", "Insights", "g i"],
  ["log", "Time travel", "g t"],
  ["settings", "Settings", "g s"],
] as const;

export type QueueView = (typeof VIEWS)[number][0];

interface QueueNavProps {
  readonly frame: Frame;
  readonly name: QueueName;
  /** null: another page about the queue. */
  readonly current: QueueView | null;
}

export function QueueNav({ frame, name, current }: QueueNavProps) {
  return (
    <nav class="views" aria-label="Views of the queue">
      <ul>
        {VIEWS.map(([view, text, keys]) => (
          <li>
            <a
              href={frame.addresses[view](name)}
              data-key={keys}
              {...(view === current ? { "aria-current": "page" as const } : {})}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The entries of a queue as a dense table, by lane. */
import { priorityName } from "../../../domain/priority.js";
import type { QueueRow, QueueView } from "../reading/queue-view.js";
import { isWebAddress } from "../reading/queue-view.js";
import type { Frame } from "./layout.js";
import { ENTRY_MARKS, StateMark } from "./state-mark.js";
import { Since } from "./time.js";

export function QueueTable({ frame, view }: { readonly frame: Frame; readonly view: QueueView }) {
  const groups = [...Map.groupBy(view.rows, ({ lane }) => lane)];
  return (
    <div class="scroll" role="region" aria-label="Entries" tabindex={0}>
      <table class="entries">
        <thead>
          <tr>
            <th scope="col" class="number">
              #
            </th>
            <th scope="col">State</th>
            <th scope="col">Title</th>
            <th scope="col">Author</th>
            <th scope="col">Priority</th>
            <th scope="col">Waited</th>
            <th scope="col">Waits for</th>
            <th scope="col">Run</th>
          </tr>
        </thead>
        {groups.map(([lane, rows]) => (
          <tbody>
            <tr class="lane">
              <th scope="rowgroup" colspan={8}>
                {lane} <span class="count">{rows.length}</span>
              </th>
            </tr>
            {rows.map((row) => (
              <Row frame={frame} view={view} row={row} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

interface RowProps {
  readonly frame: Frame;
  readonly view: QueueView;
  readonly row: QueueRow;
}

function Row({ frame: { addresses, now }, view: { name }, row }: RowProps) {
  return (
    <tr id={`entry-${row.number}`}>
      <td class="number">{row.place ?? "–"}</td>
      <td>
        <StateMark mark={ENTRY_MARKS[row.state]} /> <Since at={row.stateSince} now={now} />
      </td>
      <td class="title">
        <a href={addresses.pullRequest(name, row.number)}>
          #{row.number} {row.title}
        </a>
      </td>
      <td class="author">{row.author}</td>
      <td>{priorityText(row.priority)}</td>
      <td>
        <Since at={row.submittedAt} now={now} />
      </td>
      <td class="waits">{row.waitsFor}</td>
      <td>
        {row.runUrl !== null && isWebAddress(row.runUrl) && (
          <a href={row.runUrl} rel="noreferrer">
            log<span class="unseen"> of #{row.number}</span> ↗
          </a>
        )}
      </td>
    </tr>
  );
}

export function priorityText(priority: number): string {
  const name = priorityName(priority);
  return name === "custom" ? String(priority) : name;
}

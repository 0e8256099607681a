/** Forms for what a person may do. Each states its price, and none is shown that the reader's token does not permit. */
import { endpoints } from "../../../contract/endpoints.js";
import { assertNever } from "../../../domain/assert-never.js";
import { PRIORITIES } from "../../../domain/priority.js";
import type { QueueName } from "../../../domain/queue-name.js";
import type { Queue, QueueState } from "../../../engine/model/queue.js";
import { LONGEST_REASON, type PullRequestAction, permitted } from "../actions/permitted.js";
import {
  cancelPrice,
  drainPrice,
  pausePrice,
  priorityPrice,
  restartPrice,
  resumePrice,
} from "../actions/prices.js";
import type { PullRequestView } from "../reading/pull-request-view.js";
import { mayAct } from "../session/reader.js";
import type { Frame } from "./layout.js";
import { priorityText } from "./queue-table.js";

interface PullRequestActionsProps {
  readonly frame: Frame;
  readonly view: PullRequestView;
}

export function PullRequestActions({ frame, view }: PullRequestActionsProps) {
  const { reader } = frame;
  if (reader?.kind !== "session") return null;
  const actions = permitted(reader, view);
  if (actions.length === 0) return null;
  return (
    <div class="actions">
      {actions.map((action) => (
        <Action frame={frame} view={view} action={action} csrf={reader.csrf} />
      ))}
    </div>
  );
}

interface ActionProps extends PullRequestActionsProps {
  readonly action: PullRequestAction;
  readonly csrf: string;
}

const LABELS: Readonly<Record<PullRequestAction, string>> = {
  submit: "Submit",
  cancel: "Cancel",
  restart: "Retry",
  priority: "Priority",
};

function Action({ frame, view, action, csrf }: ActionProps) {
  const { name, entry, queue } = view;
  return (
    <details class="action">
      <summary>{LABELS[action]}</summary>
      <form method="post" action={frame.addresses.pullRequestAction(name, entry.facts.number, action)}>
        <input type="hidden" name="csrf" value={csrf} />
        <p>{priceOf(action, view)}</p>
        {action === "priority" && <PriorityChoice current={entry.priority} />}
        <button type="submit">{confirmation(action, queue, entry.facts.number)}</button>
      </form>
    </details>
  );
}

function priceOf(action: PullRequestAction, { queue, entry }: PullRequestView): string {
  switch (action) {
    case "submit":
      return "It is queued at the end, with default priority, and tested again.";
    case "cancel":
      return cancelPrice(queue, entry);
    case "restart":
      return restartPrice(queue, entry);
    case "priority":
      return priorityPrice(queue);
  }
}

function confirmation(action: PullRequestAction, { targetBranch }: Queue, number: number): string {
  switch (action) {
    case "submit":
      return `Submit #${number} to ${targetBranch}`;
    case "cancel":
      return `Cancel #${number}`;
    case "restart":
      return `Retry #${number}`;
    case "priority":
      return "Set the priority";
  }
}

function PriorityChoice({ current }: { readonly current: number }) {
  return (
    <label>
      Priority
      <select name="priority">
        {Object.values(PRIORITIES).map((value) => (
          <option value={priorityText(value)} selected={value === current}>
            {priorityText(value)}
          </option>
        ))}
      </select>
    </label>
  );
}

interface QueueActionsProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly queue: Queue;
}

export function QueueActions({ frame, name, queue }: QueueActionsProps) {
  const { reader } = frame;
  if (reader?.kind !== "session") return null;
  const maySubmit = mayAct(reader, endpoints.submitPullRequest.scope, name.repository);
  const mayPause = mayAct(reader, endpoints.updateQueue.scope, name.repository);
  if (!maySubmit && !mayPause) return null;
  return (
    <div class="actions">
      {maySubmit && <SubmitForm frame={frame} name={name} csrf={reader.csrf} />}
      {mayPause &&
        turnsOf(queue.state).map((turn) => (
          <TurnForm frame={frame} name={name} queue={queue} turn={turn} csrf={reader.csrf} />
        ))}
    </div>
  );
}

interface SubmitFormProps {
  readonly frame: Frame;
  readonly name: QueueName;
  readonly csrf: string;
}

function SubmitForm({ frame, name, csrf }: SubmitFormProps) {
  return (
    <details class="action">
      <summary>Submit</summary>
      <form method="post" action={frame.addresses.queueAction(name, "submit")}>
        <input type="hidden" name="csrf" value={csrf} />
        <p>It is queued at the end, with default priority. Its tests start when a slot is free.</p>
        <label>
          Pull request
          <input name="number" required inputmode="numeric" maxlength={11} autocomplete="off" />
        </label>
        <button type="submit">Submit to {name.targetBranch}</button>
      </form>
    </details>
  );
}

/** What a person may turn the state of a queue to. */
type Turn = "pause" | "drain" | "resume";

function turnsOf(state: QueueState): readonly Turn[] {
  switch (state) {
    case "running":
    case "switchingModes":
      return ["pause", "drain"];
    case "draining":
      return ["pause", "resume"];
    case "paused":
      return ["resume"];
    default:
      return assertNever(state);
  }
}

const TURNS: Readonly<Record<Turn, readonly [label: string, price: (queue: Queue) => string]>> = {
  pause: ["Pause", pausePrice],
  drain: ["Drain", drainPrice],
  resume: ["Resume", resumePrice],
};

function TurnForm({
  frame,
  name,
  queue,
  turn,
  csrf,
}: SubmitFormProps & { readonly queue: Queue; readonly turn: Turn }) {
  const [label, price] = TURNS[turn];
  return (
    <details class="action">
      <summary>{label}</summary>
      <form method="post" action={frame.addresses.queueAction(name, turn)}>
        <input type="hidden" name="csrf" value={csrf} />
        <p>{price(queue)}</p>
        {turn === "pause" && (
          <label>
            Reason
            <input name="reason" required maxlength={LONGEST_REASON} autocomplete="off" />
          </label>
        )}
        <button type="submit">
          {label} {name.targetBranch}
        </button>
      </form>
    </details>
  );
}

/** A sentence whose names are in backticks, with each name as code. Names are untrusted; the renderer escapes them. */
import { MINUTE_MS } from "../../../domain/duration.js";
import type { Estimate } from "../../../engine/explain/estimates/estimate-landings.js";
import { expectedInWords } from "../../../engine/explain/wait.js";
import { exactTime } from "./time.js";

export interface QuotedTextProps {
  readonly text: string;
  /** The estimate that the sentence names in UTC; the script shows it in the reader's time zone, as in the tables. */
  readonly expected?: Estimate | null;
}

export function QuotedText({ text, expected = null }: QuotedTextProps) {
  const parts = text.split(/`([^`]*)`/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 1 ? <code>{part}</code> : <WithTimes text={part} expected={expected} />,
      )}
    </>
  );
}

function WithTimes({ text, expected }: Required<QuotedTextProps>) {
  if (expected === null) return <>{text}</>;
  const words = expectedInWords(expected);
  const at = text.indexOf(words);
  if (at === -1) return <>{text}</>;
  const [first = "", last] = words.split(" to ");
  return (
    <>
      {text.slice(0, at)}
      <Hour at={expected.from} text={first} />
      {last !== undefined && (
        <>
          {" to "}
          <Hour at={expected.until + MINUTE_MS - 1} text={last} />
        </>
      )}
      {text.slice(at + words.length)}
    </>
  );
}

function Hour({ at, text }: { readonly at: number; readonly text: string }) {
  const exact = exactTime(Math.floor(at / MINUTE_MS) * MINUTE_MS);
  return (
    <time datetime={exact} title={exact} data-relative="hour">
      {text}
    </time>
  );
}

/** The impacted targets of a pull request, or why it counts as affecting everything, and what uploaded them. */
import type { ShownTargets } from "../reading/shown-targets.js";
import type { Frame } from "./layout.js";
import { Ago } from "./time.js";

interface TargetsViewProps {
  readonly frame: Frame;
  readonly targets: ShownTargets;
}

export function TargetsView({ frame, targets }: TargetsViewProps) {
  if (targets.kind === "all") {
    return (
      <section aria-labelledby="targets-title">
        <h2 id="targets-title">Targets: all</h2>
        <p>{targets.why}</p>
        <Uploaded frame={frame} targets={targets} />
      </section>
    );
  }
  const { names, total } = targets;
  return (
    <section aria-labelledby="targets-title">
      <h2 id="targets-title">Targets: {total}</h2>
      {total === 0 && <p>It affects no target, so it waits for no other pull request.</p>}
      <ul class="targets">
        {names.map((name) => (
          <li>
            <code>{name}</code>
          </li>
        ))}
      </ul>
      {total > names.length && <p class="note">and {total - names.length} more.</p>}
      <Uploaded frame={frame} targets={targets} />
    </section>
  );
}

function Uploaded({ frame, targets: { upload } }: TargetsViewProps) {
  if (upload === null) return null;
  return (
    <p class="note">
      Uploaded <Ago at={upload.at} now={frame.now} />
      {upload.by !== undefined && ` with the token ${upload.by}`}
    </p>
  );
}

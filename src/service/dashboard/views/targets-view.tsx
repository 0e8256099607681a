/** The impacted targets of a pull request, or why it counts as affecting everything. */
import type { ShownTargets } from "../reading/shown-targets.js";

export function TargetsView({ targets }: { readonly targets: ShownTargets }) {
  if (targets.kind === "all") {
    return (
      <section aria-labelledby="targets-title">
        <h2 id="targets-title">Targets: all</h2>
        <p>{targets.why}</p>
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
    </section>
  );
}

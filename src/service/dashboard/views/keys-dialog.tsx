/** The list of keys, which `?` and its button open. The button is shown where the script runs. */

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

export function KeysButton() {
  return (
    <button type="button" class="quiet scripted" data-opens="keys" aria-haspopup="dialog">
      Keys
    </button>
  );
}

export function KeysDialog() {
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

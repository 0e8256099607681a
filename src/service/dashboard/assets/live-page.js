/** Applies what the stream of a queue page sends: its parts through htmx, and rows and cells of its table. */
(() => {
  const live = document.getElementById("live");
  /** The id of the state that the page shows. */
  let shown = live.dataset.shown;
  const template = document.createElement("template");

  function elementOf(html) {
    template.innerHTML = html;
    return template.content.firstElementChild;
  }

  /** Behind `before`, with focus and selection where the browser can keep them. */
  function place(element, before) {
    const { parentNode, nextSibling } = before;
    if (element.isConnected && parentNode.moveBefore) parentNode.moveBefore(element, nextSibling);
    else parentNode.insertBefore(element, nextSibling);
  }

  /** Lanes that end leave the table, but their rows may go to others. */
  function arrangeLanes(table, changes) {
    const before = [...table.tBodies];
    const after = changes.map(([index, heading]) => {
      const lane = index === -1 ? document.createElement("tbody") : before[index];
      if (heading !== null) {
        lane.querySelector(".lane")?.remove();
        lane.prepend(elementOf(heading));
      }
      return lane;
    });
    for (const lane of before) if (!after.includes(lane)) lane.remove();
    let last = table.tHead;
    for (const lane of after) {
      if (last.nextElementSibling !== lane) place(lane, last);
      last = lane;
    }
  }

  /** As `table-changes.ts` makes them. */
  function changeTable(table, { lanes, gone, placed, cells }) {
    const rows = new Map([...table.querySelectorAll("tr[id]")].map((row) => [row.id, row]));
    const rowOf = (number) => rows.get(`entry-${number}`);
    if (lanes.length > 0) arrangeLanes(table, lanes);
    for (const number of gone) rowOf(number).remove();
    const bodies = table.tBodies;
    for (const [number, lane, behind, html] of placed) {
      if (html !== null) rows.set(`entry-${number}`, elementOf(html));
      place(rowOf(number), behind === 0 ? bodies[lane].rows[0] : rowOf(behind));
    }
    for (const [number, column, html] of cells) rowOf(number).cells[column].innerHTML = html;
  }

  function change({ from, to, parts, table }) {
    if (from !== null && from !== shown) throw new Error(`shows ${shown}, not ${from}`);
    const focused = document.activeElement;
    if (table !== null) changeTable(document.querySelector("table.entries"), table);
    if (focused !== document.activeElement && focused?.isConnected) focused.focus({ preventScroll: true });
    shown = to;
    live.dataset.shown = to;
    if (parts !== "") void htmx.swap({ sourceElement: live, target: live, swap: "none", text: parts });
  }

  live.addEventListener("page-changed", ({ detail }) => {
    try {
      change(JSON.parse(detail.data));
    } catch {
      // The page shows something else, such as an error, and the stream would go on from there only.
      location.reload();
    }
  });
  /** The session has ended, or the queue is gone: the page of this address shows why, and what to do. */
  live.addEventListener("htmx:sse:error", ({ detail }) => {
    if ([401, 403, 404].includes(detail.status)) location.reload();
  });

  /** Several readers share what the stream sends, so the secret of their forms is only in the header of the page. */
  document.addEventListener("htmx:before:swap", ({ detail }) => {
    const secret = document.querySelector(".sign-out [name=csrf]")?.value;
    if (secret === undefined) return;
    for (const { fragment } of detail.tasks) {
      for (const input of fragment.querySelectorAll('input[name=csrf][value=""]'))
        input.setAttribute("value", secret);
    }
  });
})();

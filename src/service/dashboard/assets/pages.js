/** The script of the pages: relative times, the state of the live connection, keys, and paths in the graph. */
(() => {
  const UNITS = [
    ["d", 86400],
    ["h", 3600],
    ["m", 60],
    ["s", 1],
  ];

  /** As `durationText` on the server. */
  function duration(ms) {
    let seconds = Math.max(0, Math.floor(ms / 1000));
    const parts = [];
    for (const [unit, size] of UNITS) {
      const count = Math.floor(seconds / size);
      seconds -= count * size;
      if (count > 0 || (unit === "s" && parts.length === 0)) parts.push(`${count}${unit}`);
      else if (parts.length > 0) break;
      if (parts.length === 2) break;
    }
    return parts.join("");
  }

  const clock = new Intl.DateTimeFormat(undefined, { dateStyle: "short", timeStyle: "short" });
  const hour = new Intl.DateTimeFormat(undefined, { timeStyle: "short" });
  const exact = new Intl.DateTimeFormat(undefined, { dateStyle: "full", timeStyle: "long" });

  const clocks = { clock, hour };

  function showTimes() {
    const now = Date.now();
    for (const time of document.querySelectorAll("time[data-relative]")) {
      const at = Date.parse(time.dateTime);
      const kind = time.dataset.relative;
      const text = clocks[kind]?.format(at) ?? `${duration(now - at)}${kind === "ago" ? " ago" : ""}`;
      if (time.textContent !== text) time.textContent = text;
    }
  }

  /** Only where it is looked at: formatting it costs more than all other text of a long table. */
  document.addEventListener("mouseover", ({ target }) => {
    const time = target.closest?.("time[data-relative]");
    if (time) time.title = exact.format(Date.parse(time.dateTime));
  });

  const live = document.getElementById("live");
  /** "late": an update is due. "stale": the stream is gone, and htmx reconnects. "ended": only signing in again helps. */
  let state = "connecting";
  let updatedAt = Date.now();

  function showLive() {
    const text = live?.querySelector("[data-live=text]");
    if (!text) return;
    live.dataset.state = state;
    const age = duration(Date.now() - updatedAt);
    const words = {
      connecting: `as of ${age} ago; connecting`,
      live: "● live",
      late: `as of ${age} ago; an update is due`,
      stale: `last update ${age} ago; reconnecting`,
      ended: "session ended; reload to sign in",
    };
    if (text.textContent !== words[state]) text.textContent = words[state];
  }

  function become(next) {
    if (state === "live" || next === "live") updatedAt = Date.now();
    state = next;
    showLive();
  }

  if (live) {
    live.addEventListener("htmx:sse:after:connection", () => become("live"));
    live.addEventListener("htmx:sse:error", ({ detail }) =>
      become(detail.status === 401 ? "ended" : "stale"),
    );
    live.addEventListener("htmx:sse:before:connection", ({ detail }) => {
      if (detail.connection.attempt > 0 && state !== "ended") become("stale");
    });
    live.addEventListener("htmx:sse:close", () => become("stale"));
    live.addEventListener("page-late", ({ detail }) => {
      become("late");
      updatedAt = Date.now() - Number(detail.data);
    });
    for (const event of ["page-current", "page-changed"]) live.addEventListener(event, () => become("live"));
  }

  /** First requests of the stream that failed: htmx only continues a stream that has begun. */
  let failures = 0;

  function beginLater(status) {
    if (live._htmx?.sse) return;
    failures += 1;
    become(status === 401 ? "ended" : "stale");
    const delayMs = Math.min(10_000, 1000 * 2 ** failures) * (0.75 + Math.random() / 2);
    setTimeout(() => {
      if ([401, 403, 404].includes(status))
        live.dispatchEvent(new CustomEvent("htmx:sse:error", { detail: { status } }));
      if (status !== 401) void htmx.ajax("GET", live.getAttribute("hx-sse:connect"), { source: live });
    }, delayMs);
  }

  if (live) {
    live.addEventListener("htmx:before:response", (event) => {
      const { raw, status } = event.detail.ctx.response;
      if (raw.ok && raw.headers.get("Content-Type")?.includes("text/event-stream")) {
        failures = 0;
        return;
      }
      // Otherwise htmx shows the error's JSON in the header.
      event.preventDefault();
      beginLater(status);
    });
    live.addEventListener("htmx:error", () => beginLater(0));
  }

  /** The page asks every few seconds whether it is current. */
  const isPolling = live?.dataset.polls !== undefined;
  if (isPolling) become("live");
  document.addEventListener("visibilitychange", () => {
    if (isPolling && !document.hidden) htmx.trigger("#page", "page-seen");
  });

  /** A page that reads itself again may wait for its turn, or be refused one. */
  let lateTimer = 0;
  document.addEventListener("htmx:before:request", (event) => {
    const { target } = event;
    if (target.id !== "page") return;
    if (isPolling && document.hidden) {
      event.preventDefault();
      return;
    }
    clearTimeout(lateTimer);
    lateTimer = setTimeout(() => {
      if (state === "live") become("late");
    }, 3000);
  });
  document.addEventListener("htmx:finally:request", ({ target, detail }) => {
    if (target.id !== "page") return;
    clearTimeout(lateTimer);
    if (isPolling) {
      const status = detail.ctx.response?.status;
      if (status === 200 || status === 304) become("live");
      else if (status !== undefined || !document.hidden) become(status === 401 ? "ended" : "stale");
      return;
    }
    if (detail.ctx.status === "swapped" && state === "late") become("live");
    if (detail.ctx.response?.status === 503) setTimeout(() => htmx.trigger(live, "queue-changed"), 5000);
  });

  /** The run whose path is lit, also after an update of the page. */
  let pointed = "";

  function showPath() {
    for (const graph of document.querySelectorAll(".graph")) {
      const node = pointed && graph.querySelector(`[data-path][data-run="${CSS.escape(pointed)}"]`);
      const path = new Set(node ? node.dataset.path.split(" ") : []);
      graph.classList.toggle("dimmed", path.size > 0);
      for (const part of graph.querySelectorAll("[data-run]"))
        part.classList.toggle("lit", path.has(part.dataset.run));
    }
  }

  function lightPath(target) {
    const run = target.closest?.(".graph [data-run]")?.dataset.run ?? "";
    if (run === pointed) return;
    pointed = run;
    showPath();
  }

  document.addEventListener("mouseover", ({ target }) => lightPath(target));
  document.addEventListener("focusin", ({ target }) => lightPath(target));
  document.addEventListener("htmx:after:swap", () => {
    if (pointed !== "") showPath();
  });

  /** Moves between the entries of a table. */
  function moveBy(step) {
    const links = [...document.querySelectorAll("td.title a")];
    const at = links.indexOf(document.activeElement);
    const next = links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)];
    next?.focus();
  }

  function openDialog(id) {
    const dialog = document.getElementById(id);
    if (dialog && !dialog.open) dialog.showModal();
  }

  /** The first key of two, until another key follows. */
  let first = "";

  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || key === "Shift") return;
    // What had the focus in a dialog has it until the browser draws the page without it.
    if (target.closest?.("input, select, textarea, dialog[open]")) return;
    const keys = first === "" ? key : `${first} ${key}`;
    first = "";
    const link = document.querySelector(`[data-key="${CSS.escape(keys)}"]`);
    if (link) link.click();
    else if (keys === "g") first = keys;
    else if (keys === "j") moveBy(1);
    else if (keys === "k") moveBy(-1);
    else if (keys === "?") openDialog("keys");
    else if (keys === "/") {
      const search = document.querySelector("input[type=search], input[data-search]");
      if (!search) return;
      event.preventDefault();
      search.focus();
    }
  });

  document.addEventListener("click", ({ target }) => {
    const opener = target.closest?.("[data-opens]");
    if (opener) openDialog(opener.dataset.opens);
  });

  /** The number follows the slider; letting it go opens the decision. */
  document.addEventListener("input", ({ target }) => {
    if (!target.matches?.("[data-slider]")) return;
    const value = target.form?.querySelector("[data-slider-value]");
    if (value) value.textContent = target.value;
    target.setAttribute("aria-valuetext", `Decision ${target.value} of ${target.max}`);
  });
  document.addEventListener("change", ({ target }) => {
    if (target.matches?.("[data-slider]")) target.form?.requestSubmit();
  });
  document.documentElement.classList.add("with-script");

  let isDue = false;
  /** Once for all changes until the next frame. */
  function showTimesSoon() {
    if (isDue) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      showTimes();
    });
  }

  document.addEventListener("htmx:after:swap", showTimesSoon);
  document.addEventListener("page-changed", showTimesSoon);
  setInterval(() => {
    showTimes();
    showLive();
  }, 1000);
  showTimes();
})();

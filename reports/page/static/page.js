/* What the page does by itself: it asks while you type and tap, keeps the address in step, copies
   links and remembers battles. Without it every button, link and field works by loading the page. */
"use strict";
(() => {
  const TYPED = 200, TOUCHED = 60; // milliseconds before it asks
  const UNFINISHED = 600; // before a word that is being typed counts as wrong
  const PAUSED = 300, SETTLED = 1500; // before it asks for the rest, and before it remembers
  const MOST = 30, STORE = "wargame-odds battles";
  const BETWEEN = "~"; // parts of a touch: side, what, how many
  const PARTS = ["tabs", "message", "verdict", "picture", "rest", "about"];
  const page = (id) => document.getElementById(id);
  const form = page("ask");
  if (!form) return;
  const box = page("battle");
  let touches = []; // made, but not answered yet
  let asking = null; // the request under way
  let timer = 0, settling = 0, pushed = false, typing = null;
  let here = location.pathname + location.search; // what is shown

  // asking

  function question() {
    const said = new URLSearchParams();
    for (const [key, text] of new FormData(form)) {
      if (key !== "pick" && key !== "was" && text.trim()) said.append(key, text);
    }
    touches.forEach((touch) => said.append("tap", touch));
    return said;
  }

  function soon(wait, push = false) {
    pushed ||= push;
    clearTimeout(timer);
    clearTimeout(settling);
    if (asking) asking.abort();
    timer = setTimeout(() => ask(true), wait);
  }

  // First quickly, for the verdict; when the fingers rest, for what takes longer.
  async function ask(quick) {
    clearTimeout(timer);
    if (asking) asking.abort();
    const mine = (asking = new AbortController());
    const sent = touches.length, said = question();
    if (quick) said.append("quick", "yes");
    busy(quick);
    try {
      const answer = await fetch(`/answer?${said}`, { signal: mine.signal });
      const text = await answer.text();
      if (mine !== asking) return;
      asking = null;
      touches = touches.slice(sent);
      if (answer.ok) show(text, said);
      else refuse(text, quick);
    } catch (error) {
      if (error.name === "AbortError" || mine !== asking) return;
      asking = null;
      say("No connection to the page; try again.", quick);
    }
    busy(false);
  }

  function busy(is) {
    for (const id of ["head", "rest"]) page(id).setAttribute("aria-busy", is);
  }

  function refuse(text, quick) {
    let reason = "No answer; try again.";
    try { reason = JSON.parse(text).error || reason; } catch { /* not ours */ }
    say(reason, quick);
  }

  function say(reason, quick) {
    const waits = page("rest").querySelector(".wait");
    if (!quick && waits) {
      waits.textContent = reason; // the verdict stands
      return;
    }
    const line = document.createElement("p");
    line.className = "wrong";
    line.textContent = reason;
    page("message").replaceChildren(line);
    for (const id of ["verdict", "picture", "rest"]) page(id).replaceChildren();
  }

  // showing

  function show(text, said, patient = typing !== null) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const news = fresh.getElementById("news").dataset;
    if (patient && news.wrong === "yes") { // half a word is no fault yet
      timer = setTimeout(() => show(text, said, false), UNFINISHED);
      return;
    }
    for (const id of PARTS) swapIn(page(id), fresh.getElementById(id));
    const other = said.get("game") !== news.game;
    showSides(fresh);
    const writing = typing === document.activeElement && page("options").contains(typing);
    if (!writing || other) showOptions(fresh);
    else page("said").replaceChildren(...fresh.getElementById("said").childNodes);
    if (box && news.changed === "yes") box.value = news.battle;
    document.title = `${news.tab} – wargame-odds`;
    move(news.address);
    clearTimeout(settling);
    if (news.more === "yes") timer = setTimeout(() => ask(false), PAUSED);
    if (news.title && news.wrong === "no") settling = setTimeout(() => remember(news), SETTLED);
  }

  function swapIn(old, fresh) {
    if (old.innerHTML !== fresh.innerHTML) old.replaceChildren(...fresh.childNodes);
  }

  function keeping(change) {
    const at = document.activeElement, id = at && at.id, value = at && at.value;
    change();
    if (at === document.activeElement || document.contains(at)) return;
    const same = id ? page(id) : null;
    const like = same || [...form.querySelectorAll("button[name=tap]")].find((b) => b.value === value);
    if (like) like.focus();
  }

  function showOptions(fresh) {
    keeping(() => {
      const open = (root) => [...root.querySelectorAll("#options details")].map((d) => d.open);
      const was = open(document);
      swapIn(page("options"), fresh.getElementById("options"));
      document.querySelectorAll("#options details").forEach((d, i) => { d.open ||= was[i]; });
    });
  }

  // Under a finger nothing is replaced, or its next tap would be lost: what is there is changed.
  function showSides(fresh) {
    const named = (root) => [...root.querySelectorAll("#sides [data-tap]")];
    const old = named(document), now = named(fresh);
    const names = (taps) => taps.map((tap) => tap.dataset.tap).join();
    if (names(old) !== names(now)) {
      keeping(() => swapIn(page("sides"), fresh.getElementById("sides")));
      return;
    }
    old.forEach((tap, i) => update(tap, now[i]));
    const sides = fresh.querySelectorAll(".side");
    document.querySelectorAll(".side").forEach((side, i) => { side.dataset.read = sides[i].dataset.read; });
    touches.forEach((touch) => foresee(touch));
  }

  function update(tap, now) {
    if (tap.tagName === "SELECT") {
      if (tap.innerHTML !== now.innerHTML) tap.replaceChildren(...now.childNodes);
      tap.selectedIndex = [...tap.options].findIndex((option) => option.hasAttribute("selected"));
    }
    for (const { name, value } of now.attributes) tap.setAttribute(name, value);
    if (tap.tagName !== "DIV") tap.disabled = now.disabled;
    if (tap.tagName === "DIV") allow(tap, ...[...now.querySelectorAll("button")].map((b) => !b.disabled));
    const count = tap.querySelector("b");
    if (count) count.textContent = now.querySelector("b").textContent;
  }

  // A tap shows at once; the answer then says the same.
  function foresee(touch) {
    const [side, what, value] = touch.split(BETWEEN);
    const tap = document.querySelector(`[data-tap="${CSS.escape(`${side}${BETWEEN}${what}`)}"]`);
    if (!tap || !/^[-+]1$/.test(value)) return;
    const { least, most, now } = tap.dataset;
    const next = Math.min(+most, Math.max(+least, +now + +value));
    tap.dataset.now = next;
    tap.querySelector("b").textContent = next;
    allow(tap, next < +most, next > +least);
  }

  // Whether there can be one more, and one less; who stands on what cannot be goes to the other.
  function allow(tap, ...can) {
    const both = [...tap.querySelectorAll("button")], at = both.indexOf(document.activeElement);
    both.forEach((button, i) => { if (can[i]) button.disabled = false; });
    if (at >= 0 && !can[at] && can[1 - at]) both[1 - at].focus();
    both.forEach((button, i) => { button.disabled = !can[i]; });
  }

  // the address, links, history

  function move(address) {
    if (address !== here) history[pushed ? "pushState" : "replaceState"](null, "", address);
    here = address;
    pushed = false;
    page("share").href = address;
  }

  // What stands there may be another program's, or an older page's: battles are taken, nothing else.
  function kept() {
    try { return JSON.parse(localStorage.getItem(STORE)).filter(isBattle); } catch { return []; }
  }

  function isBattle(one) {
    return typeof one?.title === "string" && typeof one.address === "string" && one.address.startsWith("/?");
  }

  function keep(battles) {
    try { localStorage.setItem(STORE, JSON.stringify(battles)); } catch { /* private window */ }
    list();
  }

  function remember({ address, title }) {
    const others = kept().filter((one) => one.address !== address);
    keep([{ address, title }, ...others].slice(0, MOST));
  }

  function list() {
    const items = kept().map(({ address, title }) => {
      const item = document.createElement("li"), link = document.createElement("a");
      const settings = new URLSearchParams(address.slice(2)), more = document.createElement("small");
      for (const key of ["game", "battle"]) settings.delete(key);
      link.href = address;
      link.textContent = title;
      more.textContent = [...settings].map((pair) => pair.join(" ")).join("; ");
      link.append(more);
      item.append(link);
      return item;
    });
    page("history").querySelector("ol").replaceChildren(...items);
    page("history").hidden = !items.length;
  }

  async function copy(link) {
    try {
      await navigator.clipboard.writeText(link);
    } catch { // not over plain http from another machine
      const field = document.createElement("textarea");
      field.value = link;
      document.body.append(field);
      field.select();
      document.execCommand("copy");
      field.remove();
    }
    page("told").textContent = "Link copied";
    page("share").textContent = "Link copied";
    setTimeout(() => { page("share").textContent = "Link"; page("told").textContent = ""; }, 2000);
  }

  // what people do

  function touch(command, push) {
    touches.push(command);
    foresee(command);
    soon(TOUCHED, push);
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const pressed = event.submitter;
    typing = null;
    if (pressed && pressed.name === "tap") touch(pressed.value, "push" in pressed.dataset);
    else soon(0, true);
  });
  document.addEventListener("input", (event) => {
    if (event.target.form !== form || event.target.name === "pick") return;
    typing = event.target;
    if (typing === box) touches = []; // what is written now is what is meant
    if (box && typing !== box) box.value = box.value.split("|")[0].trim(); // now the fields say it
    soon(TYPED);
  });
  document.addEventListener("change", (event) => {
    if (event.target.form !== form) return;
    typing = null;
    if (event.target.name === "pick") touch(event.target.value);
    else if (event.target !== box) soon(0);
  });
  document.addEventListener("click", (event) => {
    const share = event.target.closest("#share");
    if (!share || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    share.focus();
    copy(share.href);
  });
  if (box) {
    box.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      soon(0, true);
    });
  }
  page("forget").addEventListener("click", () => keep([]));
  window.addEventListener("popstate", () => {
    if (location.pathname + location.search !== here) location.reload(); // not a mere #battle
  });
  window.addEventListener("storage", list);

  document.documentElement.classList.add("js");
  const tab = document.querySelector("#tabs [aria-current]");
  if (tab) tab.parentElement.scrollLeft = tab.offsetLeft - tab.parentElement.offsetLeft - 12;
  page("options").open ||= matchMedia("(min-width: 62rem)").matches; // there is room beside the answer
  list();
  if (page("rest").querySelector(".wait")) timer = setTimeout(() => ask(false), PAUSED);
  if (page("head").querySelector(".wo-verdict")) {
    const first = { address: here, title: document.title.split(" – ")[0] };
    settling = setTimeout(() => remember(first), SETTLED);
  }
})();

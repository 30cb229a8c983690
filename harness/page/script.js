"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const make = (name, attributes, parent) => {
    const e = document.createElement(name);
    Object.assign(e, attributes);
    if (parent) parent.append(e);
    return e;
  };

  // Times for people, as the page writes them: four digits and a unit.
  const duration = (ns) => {
    if (ns < 0) return "not solved";
    let unit = 0;
    while (unit < 3 && ns >= 999.95) { ns /= 1000; unit++; }
    return (unit === 0 ? Math.round(ns) : ns.toPrecision(4)) + " " + ["ns", "µs", "ms", "s"][unit];
  };

  // Tables: a click on a heading sorts, a text field filters.
  const key = (cell) => {
    const text = cell.dataset.v !== undefined ? cell.dataset.v : cell.textContent;
    const number = Number(text.replace(/,/g, ""));
    return text !== "" && !Number.isNaN(number) ? number : text;
  };
  for (const table of document.querySelectorAll("table.data")) {
    const body = table.tBodies[0];
    if (!body || body.rows.length < 2) continue;
    table.tHead.querySelectorAll("th").forEach((head, column) => {
      head.classList.add("sortable");
      head.tabIndex = 0;
      const sort = () => {
        const direction = head.getAttribute("aria-sort") === "ascending" ? -1 : 1;
        table.tHead.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", direction > 0 ? "ascending" : "descending");
        const rows = Array.from(body.rows);
        rows.sort((a, b) => {
          const x = key(a.cells[column]), y = key(b.cells[column]);
          if (typeof x !== typeof y) return typeof x === "number" ? -1 : 1;
          return (x < y ? -1 : x > y ? 1 : 0) * direction;
        });
        body.append(...rows);
      };
      head.addEventListener("click", sort);
      head.addEventListener("keydown", (event) => { if (event.key === "Enter") sort(); });
    });
    if (body.rows.length <= 12) continue; // one sees them all
    const controls = make("div", { className: "controls" });
    const label = make("label", { textContent: "filter rows " }, controls);
    const input = make("input", { type: "search" }, label);
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of body.rows) {
        const text = row.textContent.toLowerCase();
        row.hidden = !words.every((word) => text.includes(word));
      }
    });
    table.parentElement.before(controls);
  }

  // The names of all cases of a group, in their order.
  const names = (group) => {
    if (!group.names) {
      group.names = [];
      for (const s of group.case_sets) for (let n = 1; n <= s.cases; n++) group.names.push(s.set + "#" + n);
    }
    return group.names;
  };

  // Scatter: any two solvers.
  const svgNS = document.createRange().createContextualFragment("<svg></svg>").firstChild.namespaceURI;
  const draw = (name, attributes, parent) => {
    const e = document.createElementNS(svgNS, name);
    for (const k in attributes) e.setAttribute(k, attributes[k]);
    parent.append(e);
    return e;
  };
  const scatter = (figure, group, x, y) => {
    const width = 420, height = 300, left = 50, right = 412, top = 8, bottom = 270;
    const all = x.ns.concat(y.ns).filter((v) => v > 0);
    const unsolved = x.ns.some((v) => v < 0) || y.ns.some((v) => v < 0);
    let lo = Math.min(...[Infinity].concat(all.length < 50000 ? all : [all.reduce((a, b) => Math.min(a, b))])) / 1.3;
    let hi = all.reduce((a, b) => Math.max(a, b), 1);
    const edge = hi * 2;
    hi = (unsolved ? edge : hi) * 1.3;
    const at = (v, from, to) => from + (Math.log(v) - Math.log(lo)) / (Math.log(hi) - Math.log(lo)) * (to - from);
    figure.querySelector("svg.chart").remove();
    figure.querySelectorAll("p.note").forEach((note) => note.remove());
    const svg = document.createElementNS(svgNS, "svg");
    svg.setAttribute("class", "chart");
    svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", `${y.solver} against ${x.solver}`);
    for (let e = Math.ceil(Math.log10(lo)); e <= Math.log10(hi); e++) {
      const v = Math.pow(10, e), label = duration(v).replace(/\.0+(?= )/, "");
      draw("path", { class: "g", d: `M${at(v, left, right)} ${top}V${bottom}M${left} ${at(v, bottom, top)}H${right}` }, svg);
      draw("text", { x: at(v, left, right), y: bottom + 11, "text-anchor": "middle" }, svg).textContent = label;
      draw("text", { x: left - 4, y: at(v, bottom, top) + 3, "text-anchor": "end" }, svg).textContent = label;
    }
    const label = (solver) => solver + (group.ranking.process ? ", processor time" : ", wall time");
    draw("path", { class: "limit", d: `M${left} ${bottom}L${right} ${top}` }, svg);
    draw("text", { x: (left + right) / 2, y: height - 6, "text-anchor": "middle" }, svg).textContent = label(x.solver);
    draw("text", { x: 10, y: height / 2, "text-anchor": "middle", transform: `rotate(-90 10 ${height / 2})` }, svg).textContent = label(y.solver);
    svg.dataset.frame = [left, right, bottom, top, lo / 1e9, hi / 1e9, lo / 1e9, hi / 1e9].join(" ");
    let wins = 0, losses = 0;
    x.ns.forEach((a, i) => {
      const b = y.ns[i];
      if (b >= 0 && (a < 0 || b < a)) wins++;
      if (a >= 0 && (b < 0 || a < b)) losses++;
      const px = at(a < 0 ? edge : Math.max(a, 1), left, right), py = at(b < 0 ? edge : Math.max(b, 1), bottom, top);
      draw("path", { class: "dot", d: `M${px.toFixed(1)} ${py.toFixed(1)}h0` }, svg);
    });
    figure.append(svg);
    make("p", { className: "note", textContent: `${y.solver} is faster on ${wins} cases, ${x.solver} on ${losses}, of ${x.ns.length}.` + (unsolved ? " Cases that a solver did not solve lie on the edge." : "") }, figure);
  };
  // The case that is nearest to the pointer. cases calls add(x, y, text) for each case, with the values of the axes.
  const tip = make("div", { id: "tip", hidden: true }, document.body);
  const showNearest = (figure, cases) => {
    figure.addEventListener("mousemove", (event) => {
      const svg = figure.querySelector("svg.chart");
      const [left, right, bottom, top, x0, x1, y0, y1] = svg.dataset.frame.split(" ").map(Number);
      const at = (v, lo, hi, from, to) => from + (Math.log(v) - Math.log(lo)) / (Math.log(hi) - Math.log(lo)) * (to - from);
      const box = svg.getBoundingClientRect();
      const scale = svg.viewBox.baseVal.width / box.width;
      const mx = (event.clientX - box.left) * scale, my = (event.clientY - box.top) * scale;
      let best = 36, text = null;
      cases((x, y, describe) => {
        const dx = at(x, x0, x1, left, right) - mx, dy = at(y, y0, y1, bottom, top) - my;
        if (dx * dx + dy * dy < best) {
          best = dx * dx + dy * dy;
          text = describe;
        }
      });
      tip.hidden = text === null;
      tip.textContent = text ? text() : "";
      tip.style.left = Math.min(event.pageX + 12, window.scrollX + document.documentElement.clientWidth - tip.offsetWidth - 8) + "px";
      tip.style.top = event.pageY + 14 + "px";
    });
    figure.addEventListener("mouseleave", () => { tip.hidden = true; });
  };
  for (const figure of document.querySelectorAll("figure.nodes")) {
    const group = data.groups[Number(figure.dataset.group)];
    showNearest(figure, (add) => {
      for (const s of group.case_times) {
        if (s.nodes) s.ns.forEach((ns, i) => add(s.nodes[i], ns / 1e9, () => `${names(group)[i]}: ${s.solver} ${s.nodes[i]} nodes, ${duration(ns)}`));
      }
    });
  }
  for (const figure of document.querySelectorAll("figure.scatter")) {
    const group = data.groups[Number(figure.dataset.group)];
    const controls = make("div", { className: "controls" });
    const shown = figure.querySelector("svg.chart").getAttribute("aria-label");
    const choose = (text, initial) => {
      const select = make("select", {}, make("label", { textContent: text + " " }, controls));
      group.case_times.forEach((s, i) => make("option", { value: i, textContent: s.solver }, select));
      select.value = initial;
      return select;
    };
    const index = (mark) => Math.max(0, group.case_times.findIndex((s) => shown.includes(mark(s.solver))));
    const x = choose("across", index((name) => ` against ${name},`)), y = choose("up", index((name) => `: ${name} against`));
    const update = () => scatter(figure, group, group.case_times[x.value], group.case_times[y.value]);
    x.addEventListener("change", update);
    y.addEventListener("change", update);
    showNearest(figure, (add) => {
      const a = group.case_times[x.value], b = group.case_times[y.value];
      a.ns.forEach((ns, i) => add(ns / 1e9, b.ns[i] / 1e9, () => `${names(group)[i]}: ${a.solver} ${duration(ns)}, ${b.solver} ${duration(b.ns[i])}`));
    });
    figure.prepend(controls);
  }
})();

// Keys that highlight and hide their curves, and the value nearest to the pointer.
for (const chart of document.querySelectorAll("figure.chart")) {
    const curves = JSON.parse(chart.querySelector("script.points").textContent);
    const holds = chart.dataset.shape === "steps";
    const plot = chart.querySelector(".plot");
    const keys = [...chart.querySelectorAll(".key")];
    const off = new Set();

    const ask = (series) => {
        chart.classList.toggle("asked", series !== null);
        for (const part of chart.querySelectorAll("[data-series]")) {
            part.classList.toggle("asked", part.dataset.series === String(series));
        }
    };
    const show = (series, shown) => {
        off[shown ? "delete" : "add"](series);
        keys[series].setAttribute("aria-pressed", shown);
        for (const part of chart.querySelectorAll(`.curve[data-series="${series}"]`)) {
            part.classList.toggle("off", !shown);
        }
    };

    keys.forEach((key, series) => {
        key.disabled = false;
        // What is hidden cannot be highlighted.
        const on = () => ask(off.has(series) ? null : series);
        key.addEventListener("click", () => { show(series, off.has(series)); on(); });
        key.addEventListener("pointerenter", on);
        key.addEventListener("pointerleave", () => ask(null));
        key.addEventListener("focus", on);
        key.addEventListener("blur", () => ask(null));
    });
    const choose = chart.querySelector(".choose");
    choose.hidden = false;
    for (const button of choose.querySelectorAll("button")) {
        button.addEventListener("click", () => {
            keys.forEach((_, series) => show(series, button.dataset.choose === "all"));
        });
    }

    // The points of one curve that may be nearest: those around the pointer.
    const around = (points, x) => {
        let [low, high] = [0, points.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (points[middle][0] <= x) low = middle + 1; else high = middle;
        }
        if (!holds) return points.slice(Math.max(0, low - 2), low + 2);
        const held = points[low - 1];
        // A value holds until the next point; after the last there is none.
        return held && low < points.length ? [[x, ...held.slice(1)]] : points.slice(-1);
    };
    const nearest = (x, y, width, height) => {
        let best = null;
        curves.forEach((points, series) => {
            if (off.has(series)) return;
            for (const point of around(points, x)) {
                const distance = Math.hypot((point[0] - x) * width, (point[1] - y) * height);
                if (!best || distance < best.distance) best = { distance, series, point };
            }
        });
        return best;
    };

    const spot = Object.assign(document.createElement("i"), { className: "spot", hidden: true });
    const tip = Object.assign(document.createElement("div"), { className: "tip", hidden: true });
    plot.append(spot, tip);
    const line = (name, text) => Object.assign(document.createElement(name), { textContent: text });
    const leave = () => { spot.hidden = tip.hidden = true; ask(null); };
    const move = (event) => {
        const box = plot.getBoundingClientRect();
        const x = (event.clientX - box.left) / box.width;
        const y = 1 - (event.clientY - box.top) / box.height;
        const found = nearest(x, y, box.width, box.height);
        if (!found) return leave();
        const { series, point: [across, up, saidAcross, saidUp] } = found;
        ask(series);
        tip.replaceChildren(
            line("b", keys[series].querySelector(".name").textContent),
            line("span", `${plot.dataset.up}: ${saidUp}`),
            line("span", `${plot.dataset.across}: ${saidAcross}`),
        );
        spot.hidden = tip.hidden = false;
        spot.style.left = `${across * 100}%`;
        spot.style.bottom = `${up * 100}%`;
        // Beside the point, on the side with more room, and inside the plot.
        const left = across < 0.5 ? across * box.width + 12 : across * box.width - tip.offsetWidth - 12;
        const top = (1 - up) * box.height - tip.offsetHeight / 2;
        tip.style.left = `${Math.min(Math.max(left, 0), Math.max(0, box.width - tip.offsetWidth))}px`;
        tip.style.top = `${Math.min(Math.max(top, 0), Math.max(0, box.height - tip.offsetHeight))}px`;
    };
    plot.addEventListener("pointermove", move);
    plot.addEventListener("pointerdown", move);
    // A finger leaves at once, and its reader stays.
    plot.addEventListener("pointerleave", (event) => { if (event.pointerType !== "touch") leave(); });
    addEventListener("pointerdown", (event) => { if (!plot.contains(event.target)) leave(); });
}

// The button that turns the page dark or light, whatever the system says.
{
    const button = document.querySelector("button[data-theme]");
    const root = document.documentElement.style;
    const isDark = () => (root.colorScheme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "")) === "dark";
    button.onclick = () => { root.colorScheme = isDark() ? "light" : "dark"; };
    button.hidden = false;
}

// Buttons that copy the command beside them, or select it where that is not allowed.
for (const button of document.querySelectorAll("button[data-copy]")) {
    const code = button.parentElement.querySelector("code");
    button.onclick = () => navigator.clipboard.writeText(code.textContent).then(
        () => { button.textContent = "Copied"; },
        () => { getSelection().selectAllChildren(code); button.textContent = "Selected"; },
    );
    button.hidden = false;
}

// A click on a heading sorts its table: upwards, downwards, as it was.
for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const original = [...body.rows];
    const words = new Intl.Collator("en", { numeric: true });
    for (const heading of table.tHead.rows[0].cells) {
        const button = document.createElement("button");
        button.append(...heading.childNodes);
        heading.append(button);
        button.onclick = () => {
            const order = { ascending: "descending", descending: "" }[heading.ariaSort] ?? "ascending";
            const sign = order === "descending" ? -1 : 1;
            const cell = (row) => row.cells[heading.cellIndex];
            // A cell without a number comes last, whichever way the others go.
            const number = (row) => parseFloat(cell(row).dataset.number ?? sign * Infinity);
            const compare = heading.classList.contains("number")
                ? (a, b) => sign * (number(a) - number(b) || 0)
                : (a, b) => sign * words.compare(cell(a).textContent, cell(b).textContent);
            for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
            if (order) heading.ariaSort = order;
            body.append(...(order ? [...original].sort(compare) : original));
        };
    }
}

// A row of a legend under the pointer makes the other curves step back.
for (const chart of document.querySelectorAll("figure.chart")) {
    const curves = chart.querySelector(".curves");
    chart.querySelectorAll(":scope > .scroll > table > tbody > tr").forEach((row, index) => {
        const curve = [...curves.children].at(-1 - index);
        row.onpointerenter = () => { curves.classList.add("asked"); curve.classList.add("asked"); };
        row.onpointerleave = () => { curves.classList.remove("asked"); curve.classList.remove("asked"); };
    });
}

// A click on a heading sorts its table: upwards, downwards, as it was.
for (const table of document.querySelectorAll("table.sortable")) {
    const body = table.tBodies[0];
    const headings = [...table.tHead.rows[0].cells];
    const original = [...body.rows];
    const words = new Intl.Collator("en");

    // What is no number comes last, whichever way the others go.
    const byNumber = (column, sign) => (a, b) => {
        const [x, y] = [a, b].map((row) => row.cells[column].dataset.number);
        if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
        return sign * (x - y);
    };
    const byWords = (column, sign) => (a, b) =>
        sign * words.compare(a.cells[column].textContent, b.cells[column].textContent);

    const sort = (column) => {
        const heading = headings[column];
        const next = { ascending: "descending", descending: null }[heading.ariaSort];
        const order = next === undefined ? "ascending" : next;
        for (const other of headings) other.removeAttribute("aria-sort");
        const rows = [...original];
        if (order) {
            heading.setAttribute("aria-sort", order);
            const by = heading.classList.contains("number") ? byNumber : byWords;
            rows.sort(by(column, order === "ascending" ? 1 : -1));
        }
        body.append(...rows);
    };

    headings.forEach((heading, column) => {
        const button = document.createElement("button");
        button.type = "button";
        button.append(...heading.childNodes);
        button.addEventListener("click", () => sort(column));
        heading.append(button);
    });
}

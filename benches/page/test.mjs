// A report's page in a browser: node test.mjs PAGE FOLDER, where FOLDER has playwright-core in it and
// gets the pictures. `.ci/page` prepares both.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

import { contrast, isDark } from "./colour.mjs";

const [file, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const { chromium } = createRequire(path.join(folder, "package.json"))("playwright-core");
const address = pathToFileURL(file).href;

const browser = await chromium.launch({
    executablePath: execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
    args: [
        "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
    ],
});

// Runs a check in a page and a profile of its own; nothing may go wrong there or be asked for.
async function check(what, options, run) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const wrong = [];
    page.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) wrong.push(message.text());
    });
    page.on("pageerror", (error) => wrong.push(String(error)));
    page.on("request", (request) => {
        if (request.url() !== address) wrong.push(`asked for ${request.url()}`);
    });
    await page.goto(address);
    await run(page);
    assert.deepEqual(wrong, [], what);
    await context.close();
    console.log(`ok: ${what}`);
}

// For somebody to look at, whom CI does not have: of a long page one takes up to half a minute.
async function picture(page, name) {
    if (process.env.CI) return;
    await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true, timeout: 180_000 });
}

async function seen(page, selector, count) {
    const boxes = await page.locator(selector).evaluateAll((found) =>
        found.map((one) => {
            const { width, height } = one.getBoundingClientRect();
            return one.checkVisibility() && width > 0 && height > 0;
        }),
    );
    assert.deepEqual(boxes, Array(count).fill(true), selector);
}

// Whatever the manifest promises can be seen.
async function allIsSeen(page) {
    const text = await page.locator("script.manifest").textContent();
    const manifest = JSON.parse(text);
    await seen(page, "main > section", manifest.sections);
    await seen(page, "nav li", manifest.sections);
    await seen(page, "figure.table table", manifest.tables);
    await seen(page, "figure.table tbody tr", manifest.rows);
    await seen(page, "figure.chart .plot > svg", manifest.charts);
    await seen(page, ".key svg.curve", manifest.series);
    assert.equal(await page.locator(".plot g.curve").count(), manifest.series);
    // A section without a command has nothing to copy.
    const commands = await page.locator(".command").count();
    await seen(page, ".command code", commands);
    return manifest;
}

// A text is readable where it stands: the colour behind it is that of the first opaque ancestor.
async function readable(page) {
    const selectors =
        "p, h1, h2, li, figcaption, td, th, code, .machine, nav a, .up span, .across span, .key span, button";
    const texts = await page.locator(selectors).evaluateAll((found) =>
        found.filter((one) => one.checkVisibility() && one.textContent.trim()).map((one) => {
            let behind = one;
            const paper = () => getComputedStyle(behind).backgroundColor;
            while (/^rgba.*, 0\)$/.test(paper()) && behind.parentElement) behind = behind.parentElement;
            return [one.className || one.tagName, getComputedStyle(one).color, paper()];
        }),
    );
    for (const [name, ink, paper] of new Map(texts.map((text) => [String(text), text])).values()) {
        const found = contrast(ink, paper);
        assert.ok(found >= 4.5, `${name}: ${ink} on ${paper} is ${found.toFixed(2)}`);
    }
    return texts.length;
}

const background = (page) =>
    page.evaluate(() => getComputedStyle(document.body).backgroundColor);

// No two of these lie on each other, and none sticks out of the page.
async function apart(page, selector) {
    const wrong = await page.locator("figure.chart").evaluateAll((charts, selector) => {
        const wrong = [];
        for (const chart of charts) {
            const boxes = [...chart.querySelectorAll(selector)].map((one) => [
                one.textContent.trim(),
                one.getBoundingClientRect(),
            ]);
            boxes.forEach(([name, a], index) => {
                if (a.left < 0 || a.right > document.documentElement.clientWidth) wrong.push(`${name} sticks out`);
                for (const [other, b] of boxes.slice(index + 1)) {
                    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
                    const up = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
                    if (across > 0.5 && up > 0.5) wrong.push(`${name} on ${other}`);
                }
            });
        }
        return wrong;
    }, selector);
    assert.deepEqual(wrong, [], selector);
}

async function labelsAreApart(page) {
    await apart(page, ".up span");
    await apart(page, ".across span");
    await apart(page, ".keys li");
}

async function sorts(page) {
    const table = page.locator("table.sortable", { has: page.locator("tbody tr:nth-child(2)") }).first();
    if ((await table.count()) === 0) return "no table has two rows";
    const columns = await table.locator("thead th").evaluateAll((all) =>
        all.map((one) => one.classList.contains("number")),
    );
    const rows = () => table.locator("tbody tr").evaluateAll((all) => all.map((one) => one.innerText));
    const cells = (column) => table.locator(`tbody tr > :nth-child(${column + 1})`).evaluateAll((all) =>
        all.map((one) => ({ text: one.textContent, number: one.dataset.number })),
    );
    const before = await rows();
    const { compare } = new Intl.Collator("en");
    for (const [column, isNumber] of columns.entries()) {
        const heading = table.locator("thead th").nth(column);
        const button = heading.locator("button");
        for (const [sign, order] of [[1, "ascending"], [-1, "descending"]]) {
            await button.click();
            assert.equal(await heading.getAttribute("aria-sort"), order);
            const sorted = await cells(column);
            const numbers = sorted.filter((cell) => cell.number !== undefined);
            if (isNumber) {
                assert.deepEqual(sorted.slice(0, numbers.length), numbers, "no number comes last");
            }
            const kept = isNumber ? numbers : sorted;
            for (const [at, next] of kept.slice(1).entries()) {
                const way = isNumber ? kept[at].number - next.number : compare(kept[at].text, next.text);
                assert.ok(sign * way <= 0, `${order}: ${kept[at].text}, ${next.text}`);
            }
        }
        await button.click();
        assert.equal(await heading.getAttribute("aria-sort"), null);
        assert.deepEqual(await rows(), before, "the third click restores the order");
    }
    const first = table.locator("thead th").first();
    await first.locator("button").focus();
    await page.keyboard.press("Enter");
    assert.equal(await first.getAttribute("aria-sort"), "ascending");
    await page.keyboard.press("Space");
    assert.equal(await first.getAttribute("aria-sort"), "descending");
    await page.keyboard.press("Tab");
    const focused = await page.evaluate(() => document.activeElement.closest("th")?.cellIndex);
    assert.equal(focused, Math.min(1, columns.length - 1));
}

// Every chart: a key hides and shows its curve, and tells the others to step back.
async function keysWork(page) {
    for (const chart of await page.locator("figure.chart").all()) {
        const key = chart.locator(".key").first();
        if ((await key.count()) === 0) continue;
        const curve = chart.locator('.plot g.curve[data-series="0"]');
        const curves = chart.locator(".plot g.curve");
        const shown = () => curves.evaluateAll((all) => all.filter((one) => getComputedStyle(one).display !== "none").length);
        const all = await curves.count();

        await key.focus();
        assert.match(await curve.getAttribute("class"), /asked/);
        if (all > 1) {
            const other = chart.locator('.plot g.curve[data-series="1"]');
            await page.waitForFunction((one) => getComputedStyle(one).opacity < 0.2, await other.elementHandle());
        }
        await page.keyboard.press("Enter");
        assert.equal(await key.getAttribute("aria-pressed"), "false");
        assert.equal(await shown(), all - 1);
        await key.click();
        assert.equal(await shown(), all);
        await chart.locator('[data-choose="none"]').click();
        assert.equal(await shown(), 0);
        await chart.locator('[data-choose="all"]').click();
        assert.equal(await shown(), all);

        const plot = chart.locator(".plot");
        await plot.scrollIntoViewIfNeeded();
        const box = await plot.boundingBox();
        await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.5);
        const tip = chart.locator(".tip");
        if ((await chart.locator(".plot g.curve use").count()) > 0) {
            assert.ok(await tip.isVisible());
            assert.equal(await tip.locator("span").count(), 2);
        }
        await page.mouse.move(0, 0);
        assert.ok(await tip.isHidden());

        await chart.locator("details summary").click();
        assert.ok(await chart.locator("details table").isVisible());
        await chart.locator("details summary").click();
    }
}

async function isNotSideways(page) {
    const content = await page.evaluate(() => document.documentElement.scrollWidth);
    // Not innerWidth: a phone's browser zooms out until all that is too wide is inside.
    const room = page.viewportSize().width;
    assert.ok(content <= room, `${content} px of content in ${room}`);
}

try {
    await check("light: all is seen, readable and apart", { colorScheme: "light" }, async (page) => {
        const manifest = await allIsSeen(page);
        assert.ok(manifest.sections > 0);
        assert.ok(!isDark(await background(page)));
        await readable(page);
        await labelsAreApart(page);
        await isNotSideways(page);
        await picture(page, "light");
    });
    await check("dark: the same", { colorScheme: "dark" }, async (page) => {
        await allIsSeen(page);
        assert.ok(isDark(await background(page)));
        await readable(page);
        await picture(page, "dark");
    });
    await check("the theme's button turns it dark and back", { colorScheme: "light" }, async (page) => {
        const before = await background(page);
        const button = page.locator("button[data-theme]");
        await button.click();
        assert.ok(isDark(await background(page)));
        await readable(page);
        await button.click();
        assert.equal(await background(page), before);
    });
    await check("tables sort", {}, sorts);
    await check("keys and the pointer ask for curves", {}, keysWork);
    await check("links lead to their sections", {}, async (page) => {
        const link = page.locator("nav a").last();
        await link.click();
        const target = (await link.getAttribute("href")).slice(1);
        await page.waitForFunction((id) => {
            const { top } = document.getElementById(id).getBoundingClientRect();
            const atEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
            return atEnd || Math.abs(top) < 4;
        }, target);
    });
    await check("a command is copied or selected", {}, async (page) => {
        const button = page.locator("[data-copy]").first();
        if ((await button.count()) === 0) return;
        await button.click();
        await page.waitForFunction(
            (one) => ["Copied", "Selected"].includes(one.textContent),
            await button.elementHandle(),
        );
    });
    const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true };
    await check("phone: nothing goes sideways", { ...phone, colorScheme: "light" }, async (page) => {
        await allIsSeen(page);
        await isNotSideways(page);
        await labelsAreApart(page);
        const small = await page.locator(".frame span, td, p, .key").evaluateAll((all) =>
            all.filter((one) => parseFloat(getComputedStyle(one).fontSize) < 12).length,
        );
        assert.equal(small, 0, "texts below 12 px");
        await picture(page, "phone");
        const plot = page.locator(".plot").first();
        if ((await plot.locator("g.curve use").count()) > 0) {
            await plot.tap();
            assert.ok(await plot.locator(".tip").isVisible(), "a tap's value stays");
            await page.locator("h1").tap();
            assert.ok(await plot.locator(".tip").isHidden());
        }
    });
    await check("without a script all is seen", { javaScriptEnabled: false }, async (page) => {
        await allIsSeen(page);
    });
    await check("print: light, and nothing cut off", { colorScheme: "dark" }, async (page) => {
        await page.emulateMedia({ media: "print" });
        assert.ok(!isDark(await background(page)));
        await picture(page, "print");
    });
} finally {
    await browser.close();
}

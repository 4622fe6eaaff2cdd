// A report's page in a browser: node test.mjs PAGE FOLDER, where FOLDER has playwright-core in it and
// gets the pictures. `.ci/page` prepares both.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [file, folder] = process.argv.slice(2).map((name) => path.resolve(name));
const { chromium } = createRequire(path.join(folder, "package.json"))("playwright-core");
const address = pathToFileURL(file).href;

const browser = await chromium.launch({
    executablePath: execFileSync("which", ["chromium"], { encoding: "utf8" }).trim(),
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"],
});

// Runs a check in a page and a profile of its own; nothing may go wrong there or be asked for.
async function check(name, options, run) {
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
    // The page as it opens, for somebody to look at, whom CI does not have.
    if (options.picture && !process.env.CI) {
        await page.screenshot({ path: path.join(folder, `${options.picture}.png`), fullPage: true, timeout: 180_000 });
    }
    await page.locator("details").evaluateAll((all) => all.forEach((one) => (one.open = true)));
    await run(page);
    assert.deepEqual(wrong, [], name);
    await context.close();
    console.log(`ok: ${name}`);
}

// Luminance as WCAG 2 has it: the ratio of two is their contrast.
function luminance(colour) {
    const channels = colour.match(/[\d.]+/g).slice(0, 3).map((text) => text / 255);
    const [red, green, blue] = channels.map((value) => (value <= 0.04 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
}

const isDark = async (page) =>
    luminance(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)) < 0.2;

// Everything has a size, text can be told from the colour behind it, and the page does not scroll sideways.
async function allIsSeen(page) {
    const { hidden, texts, content, room } = await page.evaluate(() => {
        const parts = [...document.querySelectorAll("section, pre, h1, h2, p, li, figcaption, th, td, svg, .axes text")];
        const seen = parts.filter((one) => one.textContent.trim() && one.checkVisibility());
        const behind = (one) => {
            const paper = getComputedStyle(one).backgroundColor;
            return /, 0\)$/.test(paper) && one.parentElement ? behind(one.parentElement) : paper;
        };
        return {
            hidden: seen.filter((one) => !one.getBoundingClientRect().height).map((one) => one.outerHTML),
            texts: seen.map((one) => `${getComputedStyle(one).color} on ${behind(one)}`),
            content: document.documentElement.scrollWidth,
            room: innerWidth,
        };
    });
    assert.deepEqual(hidden, []);
    for (const text of new Set(texts)) {
        const [low, high] = text.split(" on ").map(luminance).sort((a, b) => a - b);
        assert.ok(high / low >= 4.5, text);
    }
    assert.ok(content <= room, `${content} px of content in ${room}`);
}

// The answer comes first, and its picture, whose dots all have names, before any table.
async function theAnswerComesFirst(page) {
    const order = await page.evaluate(() => {
        const at = (selector) => document.querySelector(selector)?.getBoundingClientRect().top ?? Infinity;
        return ["h2", ".answer", ".points", "figure:not(.chart) table", "#machine"].map(at);
    });
    const [title, answer, ...rest] = order;
    assert.ok(title < 200 && answer < 400 && rest.every((top) => top > answer), String(order));
    const nameless = await page.locator(".points > g").evaluateAll((all) =>
        all.filter((one) => !one.querySelector("text")?.textContent).length,
    );
    assert.equal(nameless, 0);
    assert.ok(!(await page.locator("main").innerText()).includes("`"));
}

// Every table that is not folded has room for all its columns.
async function noTableIsCut(page) {
    const cut = await page.locator("section > figure > .scroll").evaluateAll((all) =>
        all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent.slice(0, 80)),
    );
    assert.deepEqual(cut, []);
}

// Each heading of the longest table sorts upwards, downwards and not at all.
async function sorts(page) {
    const tables = await page.locator("figure:not(.chart) table").all();
    const lengths = await Promise.all(tables.map((one) => one.locator("tr").count()));
    const table = tables[lengths.indexOf(Math.max(...lengths))];
    for (const [column, heading] of (await table.locator("thead th").all()).entries()) {
        const cells = () => table.locator(`tbody tr > :nth-child(${column + 1})`).evaluateAll((all) =>
            all.map((one) => one.dataset.number ?? one.textContent),
        );
        const before = await cells();
        const isNumber = (await heading.getAttribute("class"))?.includes("number");
        const by = isNumber ? (a, b) => a - b : new Intl.Collator("en", { numeric: true }).compare;
        for (const [sign, order] of [[1, "ascending"], [-1, "descending"]]) {
            await heading.locator("button").press("Enter");
            assert.equal(await heading.getAttribute("aria-sort"), order);
            const sorted = await cells();
            const known = isNumber ? sorted.filter((cell) => !isNaN(parseFloat(cell))) : sorted;
            assert.deepEqual(sorted.slice(0, known.length), known, "a cell without a number comes last");
            assert.ok(known.every((cell, at) => at === 0 || sign * by(known[at - 1], cell) <= 0), `${order}: ${known}`);
        }
        await heading.locator("button").press("Enter");
        assert.deepEqual(await cells(), before, "the third time restores the order");
    }
}

try {
    const phone = { isMobile: true, hasTouch: true };
    for (const colorScheme of ["light", "dark"]) {
        for (const [width, options] of [[1280, {}], [800, {}], [400, phone]]) {
            const name = `${colorScheme}-${width}`;
            const viewport = { width, height: 900 };
            await check(name, { colorScheme, picture: name, viewport, ...options }, async (page) => {
                assert.equal(await isDark(page), colorScheme === "dark");
                await allIsSeen(page);
                await theAnswerComesFirst(page);
                if (width === 1280) await noTableIsCut(page);
            });
        }
    }
    await check("print is light", { colorScheme: "dark", picture: "print" }, async (page) => {
        await page.emulateMedia({ media: "print" });
        assert.ok(!(await isDark(page)));
    });
    await check("without a script", { javaScriptEnabled: false }, async (page) => {
        assert.ok((await page.locator("section").count()) > 0);
        assert.equal(await page.locator("button:visible").count(), 0);
    });
    await check("tables sort", {}, sorts);
    await check("buttons turn the theme, and copy or select", { colorScheme: "light" }, async (page) => {
        for (const dark of [true, false]) {
            await page.locator("button[data-theme]").click();
            assert.equal(await isDark(page), dark);
        }
        const button = page.locator("[data-copy]").first();
        if ((await button.count()) === 0) return;
        await button.click();
        await page.waitForFunction((one) => /Copied|Selected/.test(one.textContent), await button.elementHandle());
    });
    await check("a legend's row makes the other curves step back", {}, async (page) => {
        // A drawing of points has the names in it, and no legend.
        for (const chart of await page.locator("figure.chart:has(> .scroll > table)").all()) {
            await chart.locator("tbody tr").first().hover();
            const opacities = await chart.locator(".curves > g").evaluateAll((all) =>
                all.map((one) => getComputedStyle(one).opacity),
            );
            assert.equal(opacities.pop(), "1");
            assert.ok(opacities.every((opacity) => opacity === "0.15"));
        }
    });
} finally {
    await browser.close();
}

// Colours as WCAG 2 compares them.

function luminance(colour) {
    const channels = colour.match(/[\d.]+/g).slice(0, 3).map((text) => text / 255);
    const [red, green, blue] = channels.map((value) =>
        value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4,
    );
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

// How much two colours differ, from 1 to 21.
export function contrast(one, other) {
    const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}

// Whether white can be read on it better than black.
export const isDark = (colour) => contrast(colour, "rgb(255, 255, 255)") > contrast(colour, "rgb(0, 0, 0)");

// The button that turns the page dark or light, whatever the system says.
{
    const root = document.documentElement;
    const button = document.querySelector("button[data-theme]");
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
    const name = () => { button.textContent = isDark() ? "Light theme" : "Dark theme"; };

    button.addEventListener("click", () => {
        root.dataset.theme = isDark() ? "light" : "dark";
        name();
    });
    system.addEventListener("change", name);
    name();
    button.hidden = false;
}

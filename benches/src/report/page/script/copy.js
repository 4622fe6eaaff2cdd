// Buttons that copy the command beside them.
for (const button of document.querySelectorAll("button[data-copy]")) {
    const code = button.parentElement.querySelector("code");
    const say = (text) => {
        button.textContent = text;
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
    };
    button.addEventListener("click", async () => {
        try {
            await navigator.clipboard.writeText(code.textContent);
            say("Copied");
        } catch {
            // Not allowed to: one key is left for the reader to press.
            getSelection().selectAllChildren(code);
            say("Selected");
        }
    });
    button.hidden = false;
}

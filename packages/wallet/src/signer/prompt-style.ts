/**
 * The look of the prompt, light and dark. A platform sets the custom properties on the signer's
 * page: `--payments-wallet-accent`, `-on-accent`, `-background`, `-text`, `-font`, `-radius`.
 */
const STYLE = `
section[role=alertdialog] {
  color-scheme: light dark;
  box-sizing: border-box; display: flex; flex-direction: column; gap: .75rem;
  position: fixed; inset: 0; padding: 1rem; overflow-wrap: anywhere;
  background: var(--payments-wallet-background, Canvas);
  color: var(--payments-wallet-text, CanvasText);
  font: 1rem/1.4 var(--payments-wallet-font, system-ui, sans-serif);
}
section[role=alertdialog] > h1 { margin: 0; font-size: 1rem; }
section[role=alertdialog] > .body { flex: 1; min-height: 0; overflow: auto; }
section[role=alertdialog] .what { margin: 0; font-size: 1.125rem; font-weight: 600; }
section[role=alertdialog] pre { white-space: pre-wrap; font-size: .8125rem; }
section[role=alertdialog] label { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem; }
section[role=alertdialog] > p { margin: 0; }
section[role=alertdialog] input { font: inherit; width: 6rem; }
section[role=alertdialog] > .buttons { display: flex; gap: .5rem; }
section[role=alertdialog] button {
  flex: 1; font: inherit; padding: .5rem; cursor: pointer;
  border: 1px solid; border-radius: var(--payments-wallet-radius, .5rem);
  background: transparent; color: inherit;
}
section[role=alertdialog] .approve {
  background: var(--payments-wallet-accent, #1747b0);
  color: var(--payments-wallet-on-accent, #fff);
}
section[role=alertdialog] .approve:disabled { opacity: .55; cursor: default; }
`;

let sheet: CSSStyleSheet | undefined;

/** Adds the style, once. Set by script, which no content security policy forbids. */
export function applyPromptStyle(): void {
  if (sheet !== undefined) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);
  document.adoptedStyleSheets.push(sheet);
}

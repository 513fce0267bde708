/**
 * The look of the elements, light or dark as the `color-scheme` of the page. A page sets `--payments-wallet-accent`, `-on-accent`,
 * `-background`, `-text`, `-border`, `-danger`, `-font` and `-radius`, and styles single elements by
 * `::part()`: `title`, `button`, `primary`, `input`, `list`, `item`, `error`, `status`, `dialog`.
 */
const STYLE = `
:host {
  display: block; overflow-wrap: anywhere;
  color: var(--payments-wallet-text, CanvasText);
  font: 1rem/1.45 var(--payments-wallet-font, system-ui, sans-serif);
}
:host([hidden]) { display: none; }
[hidden] { display: none !important; }
h2 { margin: 0; font-size: 1.125rem; }
p { margin: 0; }
form, .stack { display: flex; flex-direction: column; gap: .75rem; }
ul { list-style: none; margin: 0; padding: 0; }
li {
  display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between;
  padding: .75rem 0; border-top: 1px solid var(--payments-wallet-border, GrayText);
}
li:first-child { border-top: 0; }
li > div { flex: 1 1 12rem; }
li p:first-child { font-weight: 600; }
.muted { font-size: .875rem; opacity: .8; }
.badge {
  width: fit-content; margin-top: .25rem; padding: .125rem .625rem; border-radius: 1rem;
  background: rgb(128 128 128 / .15); font-size: .8125rem; font-weight: 600;
}
button, input {
  box-sizing: border-box; font: inherit; min-height: 2.75rem; padding: .5rem .875rem;
  border: 1px solid var(--payments-wallet-border, GrayText);
  border-radius: var(--payments-wallet-radius, .5rem);
}
button { cursor: pointer; background: transparent; color: inherit; }
button:disabled { opacity: .6; cursor: default; }
input { width: 100%; background: var(--payments-wallet-background, Canvas); color: inherit; }
label { display: flex; flex-direction: column; gap: .25rem; }
.primary {
  border-color: transparent; font-weight: 600;
  background: var(--payments-wallet-accent, #1747b0); color: var(--payments-wallet-on-accent, #fff);
}
:focus-visible { outline: 3px solid var(--payments-wallet-accent, #1747b0); outline-offset: 2px; }
[role=alert]:not(:empty), [role=status]:not(:empty) { margin-top: .75rem; }
[role=alert] { color: var(--payments-wallet-danger, light-dark(#a31515, #ff9a91)); }
`;

let sheet: CSSStyleSheet | undefined;

/** The style sheet, set by script, which no content security policy forbids. */
export function elementStyle(): CSSStyleSheet {
  if (sheet === undefined) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(STYLE);
  }
  return sheet;
}

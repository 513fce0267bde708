import { tokens } from '@org/payments-contract/internal/question';

/**
 * The look of the elements: a surface of its own, light or dark as the `color-scheme` of the page, and in
 * a page without one as what is around. Besides the custom properties, `::part()` styles single elements: `surface`, `title`, `button`, `primary`,
 * `input`, `list`, `item`, `error`, `status`, `dialog`, `developer`.
 */
const STYLE = `${tokens(':host')}
:host { display: block; max-width: 26rem; overflow-wrap: anywhere; text-align: start; }
:host([hidden]) { display: none; }
[hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
[part=surface] { color: var(--text); }
.card {
  position: relative; padding: min(1.5rem, 6vw); background: var(--surface);
  border: 1px solid var(--border); border-radius: calc(2 * var(--radius));
  box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 .5rem 1.5rem rgb(0 0 0 / .08);
}
h2 { margin: 0; padding-inline-end: 1.75rem; font-size: 1.25rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; }
p { margin: 0; }
p, [role=alert], [role=status] { text-wrap: pretty; }
form, .stack { display: flex; flex-direction: column; gap: .75rem; }
ul { list-style: none; margin: 0; padding: 0; }
li {
  display: flex; flex-wrap: wrap; gap: .5rem; align-items: center; justify-content: space-between;
  padding: .75rem 0; border-top: 1px solid var(--border);
}
li:first-child { border-top: 0; }
/* A button that leaves no room for a date is below it; other words break as they must. */
li > div { flex: 1 1 auto; }
li p:first-child, .badge.warning { width: 0; min-width: 100%; font-weight: 600; }
.ending { display: grid; gap: .75rem; padding: .75rem; border-radius: var(--radius); background: var(--field); }
.muted { font-size: .875rem; color: var(--muted); }
.badge {
  width: fit-content; margin-top: .375rem; padding: .125rem .625rem; border-radius: .75rem;
  background: var(--field); font-size: .8125rem; font-weight: 600;
}
.badge.warning { background: var(--warn); color: var(--on-warn); }
button, input {
  font: inherit; min-height: 2.75rem; padding: .5rem .75rem; color: inherit;
  border: 1px solid var(--border); border-radius: var(--radius); background: var(--surface);
}
button {
  display: inline-flex; align-items: center; justify-content: center; gap: .625rem;
  font-size: .9375rem; font-weight: 600; text-wrap: balance; cursor: pointer; transition: background-color .12s, opacity .12s;
}
/* The marks of a column of buttons are in line, also where words wrap. */
button:has(svg)::after { content: ''; margin-inline: auto -.625rem; }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
.buttons > button { flex: 1 1 auto; }
button svg, ::slotted(:not([slot=logo])) { flex: none; width: 1.25rem; height: 1.25rem; margin-inline-end: auto; }
@media (max-width: 24rem) { button:has(svg) { justify-content: start; text-align: start; } button:has(svg)::after { content: none; } button svg { margin: 0; } }
button:hover:enabled { background: var(--field); }
button:disabled { color: var(--muted); cursor: default; }
button.quiet { border-color: transparent; background: none; color: var(--accent); }
button.quiet:disabled { color: var(--muted); }
input { width: 100%; background: var(--field); border-color: var(--muted); }
input[autocomplete^=one-time-code] { font-size: 1.25rem; letter-spacing: .25em; text-align: center; font-variant-numeric: tabular-nums; }
[aria-invalid=true] { border-color: var(--danger); }
label { display: flex; flex-direction: column; gap: .25rem; font-weight: 500; }
button.primary { border-color: transparent; background: var(--accent); color: var(--on-accent); }
button.primary:hover:enabled { background: var(--accent); opacity: .9; }
button.primary:disabled { background: var(--field); border-color: var(--border); color: var(--muted); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role=status]:focus-visible { outline: 0; }
.stack:has([autocomplete^=one-time-code]) + [role=status] { position: absolute; clip-path: inset(50%); }
[role=alert]:not(:empty), .stack:not(:empty) + [role=status]:not(:empty) { margin-top: .75rem; }
[role=alert], .problem { color: var(--danger); font-size: .9375rem; }
.developer {
  margin-top: .5rem; padding: .75rem; border: 1px dashed var(--danger); border-radius: var(--radius);
  color: var(--text); font-size: .8125rem; text-align: start;
}
.developer code { display: block; font-weight: 700; color: var(--danger); }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
/* In the pressed button: in place of its mark or of its words. Otherwise above what is loaded. */
.busy::before, .stack[aria-busy=true]:not(:has(.busy))::after {
  content: ''; flex: none; width: 1.25rem; height: 1.25rem;
  border: 2px solid var(--border); border-top-color: var(--accent); border-radius: 50%;
  animation: turn .8s linear infinite;
}
.stack[aria-busy=true]:not(:has(.busy))::after { position: absolute; top: 1.5rem; inset-inline-end: 1.5rem; }
.busy:has(svg)::before { margin-inline-end: auto; }
.busy slot { display: none; }
.busy:not(:has(svg)) { position: relative; color: transparent !important; }
.busy:not(:has(svg))::before { position: absolute; inset: calc(50% - .625rem); }
@keyframes turn { to { rotate: 1turn; } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation-duration: 4s !important; transition: none !important; } }
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

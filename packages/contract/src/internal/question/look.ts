import { tokens } from './tokens.ts';

/** Too little room for a body that scrolls alone: everything does. */
const CRAMPED = `
  .payments-question .body { flex: none; overflow: visible; }
  .payments-question :is(h1, h2) { padding-top: .625rem; font-size: 1.125rem; } .payments-question .foot { gap: .375rem; padding: .5rem 1.25rem .625rem; }
`;

/** What the prompt of a signer, `<payments-review>` and the approval page have in common. */
export const questionLook = `${tokens('.payments-question')}
.payments-question, .payments-question * { box-sizing: border-box; }
.payments-question { background: var(--surface); display: flex; flex-direction: column; overflow-wrap: anywhere; visibility: visible; pointer-events: auto; text-align: start; }
.payments-question :is(h1, h2) { margin: 0; padding: 1.25rem 1.25rem .25rem; font-size: 1.375rem; line-height: 1.25; font-weight: 650; letter-spacing: -.01em; }
.payments-question .body { flex: 1 1 auto; min-height: 0; overflow: auto; padding: .25rem 1.25rem 1rem; }
.payments-question p { margin: 0; text-wrap: pretty; }
.payments-question .asked { display: flex; flex-wrap: wrap; gap: .125rem .375rem; font-size: .875rem; color: var(--muted); } .payments-question .asked .foreign { color: var(--text); font-weight: 500; }
.payments-question .warning { margin-top: .75rem; padding: .625rem .75rem; border-radius: var(--radius); background: var(--warn); color: var(--on-warn); font-size: .875rem; }
.payments-question .facts { margin: .75rem 0 0; }
.payments-question .row { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: center; gap: .125rem 1rem; padding: .5rem 0; border-top: 1px solid var(--border); } .payments-question .row:first-child { border-top: 0; }
.payments-question dt { display: flex; flex-wrap: wrap; gap: 0 .5rem; align-items: baseline; } .payments-question dd { margin: 0; max-width: 100%; }
.payments-question .note { flex: 1 1 100%; font-size: .8125rem; line-height: 1.35; }
.payments-question .label { color: var(--muted); } .payments-question .origin { color: var(--muted); font-size: .75rem; }
.payments-question .own { font-weight: 600; } .payments-question .amount { font-weight: 650; font-variant-numeric: tabular-nums; }
.payments-question [data-label=sends] .amount { font-size: 2rem; line-height: 1.15; letter-spacing: -.02em; }
.payments-question [data-label=receiver] .value .foreign { font-size: 1.125rem; font-weight: 650; }
.payments-question dd .foreign { display: inline-block; max-width: 100%; padding: .0625rem .5rem; text-align: start; border-radius: .375rem; background: var(--field); border: 1px solid var(--border); unicode-bidi: isolate; font-weight: 500; }
.payments-question dd .id { font: .75rem/1.5 ui-monospace, monospace; color: var(--muted); }
.payments-question .more { color: var(--muted); } .payments-question .mark { color: var(--danger); }
.payments-question .mark::before { content: '⚠\\FE0E  ' / ''; }
.payments-question .proof { margin-top: .5rem; font-size: .8125rem; color: var(--muted); }
.payments-question details { margin-top: .5rem; font-size: .875rem; }
.payments-question summary { padding-block: .75rem; cursor: pointer; color: var(--accent); }
.payments-question pre { margin: 0; padding: .75rem; max-height: 12rem; overflow: auto; white-space: pre-wrap; border-radius: var(--radius); background: var(--field); font-size: .75rem; }
.payments-question .foot { flex: none; display: flex; flex-direction: column; gap: .625rem; padding: .875rem 1.25rem .5rem; border-top: 1px solid var(--border); }
.payments-question label { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem; font-weight: 500; } .payments-question label > * { flex: 1 1 auto; }
.payments-question .problem:empty { display: none; } .payments-question .problem { font-size: .875rem; color: var(--muted); } .payments-question label:has([aria-invalid=true]) + .problem { color: var(--danger); }
.payments-question .buttons { padding-bottom: .5rem; display: flex; flex-wrap: wrap; gap: .625rem; }
.payments-question :is(button, input) { font: inherit; min-height: 2.75rem; padding: .5rem 1rem; color: inherit; border: 1px solid var(--border); border-radius: var(--radius); background: var(--surface); }
.payments-question input { width: 7.5rem; font-variant-numeric: tabular-nums; letter-spacing: .2em; text-align: center; background: var(--field); border-color: var(--muted); }
.payments-question .buttons button { flex: 1 1 7rem; overflow-wrap: break-word; font-weight: 600; cursor: pointer; transition: background-color .12s, color .12s; }
.payments-question button:hover { background: var(--field); }
.payments-question .buttons .approve { flex: 2 1 9rem; border-color: transparent; background: var(--accent); color: var(--on-accent); }
.payments-question .buttons .final { background: var(--danger); color: var(--surface); }
.payments-question .buttons .approve:disabled { background: var(--field); border-color: var(--border); color: var(--muted); cursor: default; }
.payments-question .window { align-self: center; border: 0; background: none; color: var(--accent); font-size: .875rem; cursor: pointer; }
.payments-question :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (max-height: 27rem) { .payments-question { overflow: auto; } ${CRAMPED} }
/* Also for a person who has enlarged the text alone. */
@container (max-width: 15em) { ${CRAMPED} }
@container (max-height: 27em) { ${CRAMPED} }
@media (prefers-reduced-motion: reduce) { .payments-question * { transition: none !important; } }
@media (forced-colors: active) { .payments-question dd .foreign { border-style: dashed; } }
`;

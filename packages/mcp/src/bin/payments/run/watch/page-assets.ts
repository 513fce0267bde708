import { tokens } from '@org/payments-contract/internal/question';

/** The style sheet of the page of a run, in light and dark colours. */
export const style = `${tokens(':root')}
:root { color-scheme: light dark; }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#eef0f4, #0d0e12); font-size: .9375rem; }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem; display: grid; gap: 1.25rem; }
h1, h2, p, dl, dd { margin: 0; }
header { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h1, code { unicode-bidi: isolate; }
h2 { font-size: 1rem; margin-bottom: .6rem; }
.times { margin-left: auto; color: var(--muted); font-size: .87rem; font-variant-numeric: tabular-nums; }
.state { font-weight: 600; font-size: .87rem; padding: .15rem .7rem; border-radius: .875rem; border: 1px solid currentColor; }
.live { color: var(--accent); } .good { color: var(--good); } .bad { color: var(--danger); } .wait { color: var(--on-warn); }
.bar { display: block; width: 100%; height: 14px; border-radius: 7px; background: var(--border); }
.bar .paid { fill: var(--good); } .bar .refused { fill: var(--danger); } .bar .unknown { fill: var(--on-warn); } .bar .not-sent { fill: var(--muted); }
.tiles { display: grid; gap: .75rem; grid-template-columns: repeat(6, minmax(0, 1fr)); }
.tile, section { background: var(--surface); border: 1px solid var(--border); border-radius: 10px; padding: .8rem 1rem; }
dt { color: var(--muted); font-size: .87rem; } .tile dd { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.tile small { display: block; font-size: .8rem; font-weight: 400; color: var(--muted); }
.tile.paid dd { color: var(--good); } .tile.refused dd { color: var(--danger); } .tile.unknown dd { color: var(--on-warn); }
.tables { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
section { min-width: 0; } section:first-child { grid-column: 1 / -1; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--muted); font-weight: 500; font-size: .87rem; }
th, td { padding: .4rem .8rem .4rem 0; border-top: 1px solid var(--border); vertical-align: top; }
thead th { border-top: 0; }
td { overflow-wrap: anywhere; } td small { display: block; color: var(--muted); white-space: nowrap; }
section:first-child :is(th, td):not(:first-child) { text-align: right; } time, td:last-child { white-space: nowrap; }
code, time { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .9em; }
.none { color: var(--muted); }
#lost { padding: .8rem 1.25rem; text-align: center; color: var(--on-warn); background: var(--warn); font-weight: 600; }
#lost[hidden] { display: none; } #lost:not([hidden]) + main .live { color: var(--muted); }
@media (max-width: 60rem) { .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); } .tables { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 30rem) {
  main { padding: 1.25rem .9rem; } .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .times { margin-left: 0; }
  section:first-child thead { position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%); }
  section:first-child tr { display: block; padding: .3rem 0; border-top: 1px solid var(--border); }
  section:first-child td { display: flex; flex-wrap: wrap; gap: 0 .5rem; border: 0; padding: .15rem 0; }
  section:first-child td:has(.none) { display: none; }
  section:first-child td::before { content: attr(data-label); flex: 0 0 7rem; text-align: left; color: var(--muted); }
}
`;

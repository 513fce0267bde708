/** The style sheet of the page of a run, in light and dark colours. */
export const style = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f5f8, #14161b); --card: light-dark(#ffffff, #1d2027);
  --line: light-dark(#d9dde5, #333945); --text: light-dark(#1b1f27, #e7e9ee);
  --soft: light-dark(#5a6373, #a3abba); --live: light-dark(#2456d6, #8fb0ff);
  --good: light-dark(#0d6b3c, #6fdca0); --bad: light-dark(#a81c1c, #ff9d9d);
  --wait: light-dark(#8a5a00, #f2c46d);
  font: 15px/1.45 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); }
main { max-width: 72rem; margin: 0 auto; padding: 2rem 1.25rem; display: grid; gap: 1.25rem; }
h1, h2, p, dl, dd { margin: 0; }
header { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; }
h1 { font-size: 1.5rem; overflow-wrap: anywhere; } h1, code { unicode-bidi: isolate; }
h2 { font-size: 1rem; margin-bottom: .6rem; }
.times { margin-left: auto; color: var(--soft); font-size: .87rem; font-variant-numeric: tabular-nums; }
.state { font-weight: 600; font-size: .87rem; padding: .15rem .7rem; border-radius: 99px; border: 1px solid currentColor; }
.live { color: var(--live); } .good { color: var(--good); } .bad { color: var(--bad); } .wait { color: var(--wait); }
.bar { display: block; width: 100%; height: 14px; border-radius: 7px; background: var(--line); }
.bar .paid { fill: var(--good); } .bar .refused { fill: var(--bad); } .bar .unknown { fill: var(--wait); } .bar .not-sent { fill: var(--soft); }
.tiles { display: grid; gap: .75rem; grid-template-columns: repeat(6, minmax(0, 1fr)); }
.tile, section { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .8rem 1rem; }
dt { color: var(--soft); font-size: .87rem; }
.tile dd { font-size: 1.5rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.tile small { display: block; font-size: .8rem; font-weight: 400; color: var(--soft); }
.tile.paid dd { color: var(--good); } .tile.refused dd { color: var(--bad); } .tile.unknown dd { color: var(--wait); }
.tables { display: grid; gap: 1.25rem; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); }
section { min-width: 0; } section:first-child { grid-column: 1 / -1; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 500; font-size: .87rem; }
th, td { padding: .4rem .8rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top; }
thead th { border-top: 0; }
td { overflow-wrap: anywhere; } td small { display: block; color: var(--soft); white-space: nowrap; }
section:first-child :is(th, td):not(:first-child) { text-align: right; } time, td:last-child { white-space: nowrap; }
code, time { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .9em; }
.none { color: var(--soft); }
#lost { margin: 0; padding: .8rem 1.25rem; text-align: center; color: var(--wait); background: var(--card); border-bottom: 2px solid; font-weight: 600; }
#lost:not([hidden]) + main .live { color: var(--soft); }
@media (max-width: 60rem) { .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); } .tables { grid-template-columns: minmax(0, 1fr); } }
@media (max-width: 30rem) {
  main { padding: 1.25rem .9rem; } .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); } .times { margin-left: 0; }
  section:first-child thead { position: absolute; width: 1px; overflow: hidden; clip-path: inset(50%); }
  section:first-child tr { display: block; padding: .3rem 0; border-top: 1px solid var(--line); }
  section:first-child td { display: flex; flex-wrap: wrap; gap: 0 .5rem; border: 0; padding: .15rem 0; }
  section:first-child td:has(.none) { display: none; }
  section:first-child td::before { content: attr(data-label); flex: 0 0 7rem; text-align: left; color: var(--soft); }
}
`;

/** Replaces the figures every second, until the command has ended. */
export const script = `
const main = document.querySelector('main');
const lost = document.querySelector('#lost');
const refresh = async () => {
  try {
    const response = await fetch('figures', { cache: 'no-store' });
    if (!response.ok) throw new Error(response.status);
    main.innerHTML = await response.text();
    lost.hidden = true;
  } catch {
    lost.hidden = false;
  }
  setTimeout(refresh, document.hidden ? 5000 : 1000);
};
setTimeout(refresh, 1000);
`;

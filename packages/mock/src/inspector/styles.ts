/** The inspector's style sheet, in light and dark colours. */
export const styles = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f4f5f8, #14161b);
  --card: light-dark(#ffffff, #1d2027);
  --line: light-dark(#d9dde5, #333945);
  --text: light-dark(#1b1f27, #e7e9ee);
  --soft: light-dark(#5a6373, #a3abba);
  --accent: light-dark(#2456d6, #8fb0ff);
  --good: light-dark(#0d6b3c, #6fdca0);
  --good-ground: light-dark(#dff5e8, #143524);
  --wait: light-dark(#7a5200, #f2c566);
  --wait-ground: light-dark(#fdf0d2, #3a2d10);
  --bad: light-dark(#a81c1c, #ff9d9d);
  --bad-ground: light-dark(#fde4e4, #421c1f);
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
  font: 14px/1.45 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); }
h1, h2, h3, h4, p, ol, ul, fieldset { margin: 0; padding: 0; border: 0; }
ol, ul { list-style: none; }
h1 { font-size: 1.05rem; }
h2 { font-size: 1rem; }
h3, h4 { font-size: .9rem; }
code, pre, time { font-family: var(--mono); font-size: .86em; }
button, select, input:not([type=radio]) {
  font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem;
}
button { cursor: pointer; white-space: nowrap; }
button:hover:not(:disabled) { border-color: var(--accent); color: var(--accent); }
button:disabled { color: var(--soft); cursor: default; }
button.danger:hover { border-color: var(--bad); color: var(--bad); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.starting, .empty { padding: 1.2rem; color: var(--soft); }
.toolbar {
  position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .5rem .7rem;
  align-items: center; padding: .6rem 1rem; background: var(--card);
  border-bottom: 1px solid var(--line);
}
.toolbar fieldset { display: flex; flex-wrap: wrap; gap: .3rem; align-items: center; }
.clock time { margin-right: .4rem; font-size: .95rem; }
.state { margin-left: auto; }
.said { color: var(--soft); text-align: right; }
.said:empty { display: none; }
.live { color: var(--good); font-size: .85rem; }
.live::before { content: '●'; margin-right: .3rem; }
.live.off { color: var(--bad); }
main {
  display: grid; gap: 1rem; padding: 1rem; align-items: start;
  grid-template: "timeline outbox" auto "timeline side" 1fr / minmax(0, 3fr) minmax(22rem, 2fr);
}
.outbox { grid-area: outbox; } .timeline { grid-area: timeline; } .side { grid-area: side; }
@media (max-width: 60rem) {
  main { grid-template: "outbox" "timeline" "side" / minmax(0, 1fr); }
  .state { margin-left: 0; }
  .said { text-align: left; }
  .toolbar { position: static; }
}
.side { display: flex; flex-direction: column; gap: 1rem; min-width: 0; }
section > header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: .6rem; }
.timeline input[type=search] { margin-left: auto; min-width: 10rem; }
.filters { display: flex; border: 1px solid var(--line); border-radius: 6px; overflow: hidden; background: var(--card); }
.filters label { position: relative; cursor: pointer; }
.filters input { position: absolute; opacity: 0; }
.filters span { display: block; padding: .25rem .7rem; }
.filters input:checked + span { background: var(--accent); color: var(--card); }
.filters input:focus-visible + span { outline: 2px solid var(--accent); outline-offset: -4px; outline-color: currentcolor; }
.stories { display: flex; flex-direction: column; gap: .4rem; }
.story, .event { background: var(--card); border: 1px solid var(--line); border-left: 3px solid var(--line); border-radius: 8px; }
.story.good, .event.good { border-left-color: var(--good); }
.story.wait, .event.wait { border-left-color: var(--wait); }
.story.bad, .event.bad { border-left-color: var(--bad); }
.story > details > summary, .event > details > summary {
  display: flex; flex-wrap: wrap; gap: .1rem .7rem;
  align-items: baseline; padding: .5rem .75rem; cursor: pointer; list-style: none;
}
summary::-webkit-details-marker { display: none; }
.operation { flex: 1 1 auto; font-weight: 600; overflow-wrap: anywhere; }
.story > details > summary > time::after, .event > details > summary > time::after { content: ' ▸'; }
.story > details[open] > summary > time::after, .event > details[open] > summary > time::after { content: ' ▾'; }
.story > details > summary:hover .operation, .event > details > summary:hover .operation { color: var(--accent); }
.statuses { font-family: var(--mono); font-size: .86em; }
.story summary time, .event summary time { color: var(--soft); }
.story summary > .path, .why { flex: 0 0 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
@media (max-width: 60rem) {
  .story summary > .path { flex: 1 1 60%; order: 1; min-width: 0; }
  .story summary > time { order: 2; }
  .why { order: 3; white-space: normal; }
  .timeline input[type=search] { flex: 1; }
}
.event summary > time { margin-left: auto; }
.path { color: var(--soft); overflow-wrap: anywhere; }
.why { color: var(--bad); }
.steps { padding: 0 .75rem .75rem; display: flex; flex-direction: column; gap: .75rem; }
.step { border-left: 2px solid var(--line); padding-left: .75rem; display: flex; flex-direction: column; gap: .35rem; }
.step.signed { border-left-color: var(--accent); }
.step h3 { display: flex; gap: .6rem; align-items: baseline; }
.step summary { cursor: pointer; color: var(--accent); list-style: none; }
.step summary::before { content: '▸ '; }
.step details[open] > summary::before { content: '▾ '; }
.bodies { display: flex; flex-wrap: wrap; gap: .3rem 1.2rem; }
.bodies details[open] { flex-basis: 100%; }
.json {
  margin: .3rem 0 0; padding: .6rem; max-height: 20rem; overflow: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--page); border-radius: 6px;
}
.explanation { background: var(--bad-ground); border-radius: 6px; padding: .5rem .7rem; overflow-wrap: anywhere; }
.explanation strong { color: var(--bad); }
.note { color: var(--wait); }
.difference { border-collapse: collapse; width: 100%; font-size: .92em; }
.difference caption { text-align: left; font-weight: 600; padding-bottom: .2rem; }
.difference th, .difference td { text-align: left; padding: .2rem .6rem .2rem 0; border-top: 1px solid var(--line); overflow-wrap: anywhere; font-weight: 400; vertical-align: top; }
del { color: var(--bad); background: var(--bad-ground); text-decoration: none; padding: 0 .25rem; border-radius: 3px; }
ins { color: var(--good); background: var(--good-ground); text-decoration: none; padding: 0 .25rem; border-radius: 3px; }
ins::before { content: '→ '; }
.badge { font-size: .8em; padding: .05rem .45rem; border-radius: 99px; border: 1px solid var(--line); white-space: nowrap; }
.badge.good { color: var(--good); background: var(--good-ground); border-color: transparent; }
.badge.wait { color: var(--wait); background: var(--wait-ground); border-color: transparent; }
.badge.bad { color: var(--bad); background: var(--bad-ground); border-color: transparent; }
.id-type { color: var(--soft); }
.id-type::after { content: ':'; }
.facts, small { color: var(--soft); font-size: .9em; }
.connection { display: flex; flex-wrap: wrap; gap: .3rem .6rem; align-items: center; color: var(--soft); }
.connection code { color: var(--text); }
.outbox li { display: grid; grid-template-columns: 1fr auto auto auto; gap: .7rem; align-items: center; padding: .4rem .75rem; background: var(--card); border: 1px solid var(--line); border-radius: 8px; margin-bottom: .35rem; }
.outbox li span:first-child { overflow: hidden; text-overflow: ellipsis; }
.otp { font-size: 1.05rem; letter-spacing: .12em; }
.delivery ol { margin: .2rem 0 .2rem .3rem; padding-left: .7rem; border-left: 2px solid var(--line); }
.delivery p, .delivery li { overflow-wrap: anywhere; }
.outbox time { color: var(--soft); }
.world > ul { display: flex; flex-direction: column; gap: .4rem; }
.panel > details, .customer > details, .reads > details, .record > details { min-width: 0; }
.panel > details > summary, .customer > details > summary, .reads > details > summary, .record > details > summary {
  display: flex; flex-wrap: wrap; gap: .2rem .7rem; align-items: baseline; cursor: pointer; list-style: none;
}
.panel > details > summary::before, .customer > details > summary::before,
.reads > details > summary::before, .record > details > summary::before { content: '▸'; color: var(--soft); }
.panel > details[open] > summary::before, .customer > details[open] > summary::before,
.reads > details[open] > summary::before, .record > details[open] > summary::before { content: '▾'; }
.panel, .customer { background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem; }
.panel > details[open] > summary { margin-bottom: .5rem; }
.panel .empty { padding: .2rem 0; }
.count { color: var(--soft); font-variant-numeric: tabular-nums; }
.panel .stories { max-height: 40rem; overflow: auto; }
.customer-name, .record > details > summary > span:first-child { max-width: calc(100% - 1.6rem); min-width: 0; overflow-wrap: anywhere; }
.more { margin-top: .4rem; color: var(--soft); }
.customer > details > p { padding: .3rem 0; }
.reads { border: 1px dashed var(--line); border-radius: 8px; padding: .35rem .75rem; color: var(--soft); }
.reads .path { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.reads .stories { margin-top: .4rem; color: var(--text); }
.record { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: .2rem .6rem; padding: .25rem 0; border-top: 1px solid var(--line); align-items: start; }
.record > details[open] { grid-column: 1 / -1; }
.link { border: 0; background: none; padding: 0 .1rem; text-decoration: underline dotted; text-underline-offset: .2em; white-space: normal; text-align: left; overflow-wrap: anywhere; }
.fault-form { display: flex; flex-wrap: wrap; gap: .5rem .8rem; align-items: end; margin-bottom: .5rem; }
.fault-form label { display: flex; flex-direction: column; gap: .15rem; color: var(--soft); font-size: .9em; min-width: 0; }
.fault-form select, .fault-form input { max-width: 100%; color: var(--text); }
.fault-form input[type=number] { width: 7rem; }
.problem { flex-basis: 100%; color: var(--bad); overflow-wrap: anywhere; }
.problem:empty { display: none; }
.armed, .postings li { display: grid; grid-template-columns: minmax(0, 1fr) auto auto; gap: .6rem; align-items: baseline; padding: .3rem 0; border-top: 1px solid var(--line); }
.postings li { grid-template-columns: auto minmax(0, 1fr) auto; }
.postings small { display: block; }
.postings li > span, .armed > span { overflow-wrap: anywhere; }
.armed small { display: block; }
.scroll { overflow-x: auto; }
.money { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; margin-bottom: .5rem; }
.money caption { text-align: left; color: var(--soft); font-size: .9em; }
.money th, .money td { text-align: right; padding: .15rem .5rem .15rem 0; font-weight: 400; }
.money th:first-child { text-align: left; font-weight: 600; }
.money thead th { color: var(--soft); }
.account { border-top: 1px solid var(--line); padding: .6rem 0 .3rem; margin-top: .3rem; }
.account h3 code { font-weight: 400; }
.account h3 { display: flex; justify-content: space-between; gap: .5rem; }
.balance { font-variant-numeric: tabular-nums; }
.rows { margin-top: .5rem; }
.rows h4 { color: var(--soft); font-weight: 500; font-size: .82rem; }
.rows li { display: grid; grid-template-columns: minmax(8.5rem, auto) 1fr auto; gap: .6rem; align-items: baseline; padding: .15rem 0; }
.rows li > span:nth-child(2) { overflow: hidden; text-overflow: ellipsis; }
@media (prefers-reduced-motion: no-preference) { .story { animation: arrive .18s ease-out; } }
@keyframes arrive { from { opacity: 0; transform: translateY(-4px); } }
`;

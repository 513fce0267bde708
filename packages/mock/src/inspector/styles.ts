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
h1, h2, h3, p, ol, ul, figure { margin: 0; padding: 0; }
ol, ul { list-style: none; }
h1 { font-size: 1.05rem; }
h2 { font-size: 1rem; }
h3 { font-size: .9rem; font-weight: 500; }
code, pre, time, .statuses { font-family: var(--mono); font-size: .86em; }
button, input[type=search] {
  font: inherit; color: inherit; background: var(--card);
  border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem;
}
button { cursor: pointer; white-space: nowrap; }
button:hover { border-color: var(--accent); color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.empty { padding: 1.2rem; color: var(--soft); }
.facts, small, figcaption, .path, time { color: var(--soft); }
small, figcaption, .facts { font-size: .9em; }
.toolbar {
  display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center;
  padding: .6rem 1rem; background: var(--card); border-bottom: 1px solid var(--line);
}
.toolbar p { margin-left: auto; }
.live { color: var(--good); font-size: .85rem; }
.live::before { content: '●'; margin-right: .3rem; }
.live.off { color: var(--bad); }
main {
  display: grid; gap: 1rem; padding: 1rem; align-items: start;
  grid-template: "timeline outbox" auto "timeline records" 1fr / minmax(0, 3fr) minmax(22rem, 2fr);
}
.outbox { grid-area: outbox; }
.timeline { grid-area: timeline; }
.records { grid-area: records; display: flex; flex-direction: column; gap: .5rem; min-width: 0; }
section > header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; margin-bottom: .6rem; }
.timeline input[type=search] { margin-left: auto; min-width: 14rem; }
.timeline > ol { display: flex; flex-direction: column; gap: .4rem; }
.timeline .entry, .panel, .outbox li {
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem;
}
.timeline .entry { border-left-width: 3px; }
.timeline .entry.good { border-left-color: var(--good); }
.timeline .entry.wait { border-left-color: var(--wait); }
.timeline .entry.bad { border-left-color: var(--bad); }
summary {
  display: flex; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline;
  cursor: pointer; list-style: none;
}
summary::-webkit-details-marker { display: none; }
summary::before { content: '▸'; color: var(--soft); }
details[open] > summary::before { content: '▾'; }
summary:hover .name { color: var(--accent); }
.name { flex: 1 1 50%; font-weight: 600; overflow-wrap: anywhere; min-width: 0; }
.panel .name { font-weight: 400; }
.code { color: var(--bad); }
.badge { font-size: .8em; padding: .05rem .45rem; border-radius: 99px; border: 1px solid var(--line); white-space: nowrap; }
.badge.good { color: var(--good); background: var(--good-ground); border-color: transparent; }
.badge.wait { color: var(--wait); background: var(--wait-ground); border-color: transparent; }
.badge.bad { color: var(--bad); background: var(--bad-ground); border-color: transparent; }
.requests { display: flex; flex-direction: column; gap: .8rem; padding-top: .6rem; }
.requests > li { border-left: 2px solid var(--line); padding-left: .75rem; display: grid; gap: .35rem; }
.path { overflow-wrap: anywhere; }
.explanation { background: var(--bad-ground); border-radius: 6px; padding: .5rem .7rem; overflow-wrap: anywhere; }
.explanation strong { color: var(--bad); }
.json {
  margin: .3rem 0 0; padding: .6rem; max-height: 20rem; overflow: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--page); border-radius: 6px;
}
.outbox ul { display: grid; gap: .35rem; }
.outbox li { display: grid; grid-template-columns: 1fr auto auto auto; gap: .7rem; align-items: center; }
.outbox li span:first-child { overflow: hidden; text-overflow: ellipsis; }
.otp { font-size: 1.05rem; letter-spacing: .12em; }
.panel .entry { padding: .3rem 0; border-top: 1px solid var(--line); }
.panel ul { margin-top: .5rem; max-height: 40rem; overflow: auto; }
.link { border: 0; background: none; padding: 0 .1rem; text-decoration: underline dotted; text-underline-offset: .2em; white-space: normal; text-align: left; overflow-wrap: anywhere; }
@media (max-width: 60rem) {
  main { grid-template: "outbox" "timeline" "records" / minmax(0, 1fr); }
  .toolbar p { margin-left: 0; overflow-wrap: anywhere; }
  .timeline input[type=search] { flex: 1; }
}
`;

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
  --bad: light-dark(#a81c1c, #ff9d9d);
  font: 14px/1.45 system-ui, sans-serif;
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); }
h1, h2, p, ol, ul { margin: 0; padding: 0; font-size: 1rem; }
ol, ul { list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .35rem; }
code, pre, time { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .86em; }
code { overflow-wrap: anywhere; }
small, time, .state, .empty { color: var(--soft); }
.empty { padding: 1.2rem; }
input[type=search] {
  font: inherit; color: inherit; background: var(--card); margin-left: auto; flex: 0 1 18rem; min-width: 0;
  border: 1px solid var(--line); border-radius: 6px; padding: .25rem .6rem;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.toolbar, section > header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.toolbar { padding: .6rem 1rem; background: var(--card); border-bottom: 1px solid var(--line); }
section > header { margin-bottom: .6rem; }
.live { color: var(--good); }
.live.off, .code, .explanation strong { color: var(--bad); }
main {
  display: grid; gap: 1rem; padding: 1rem; align-items: start;
  grid-template: "requests codes" auto "requests kinds" 1fr / minmax(0, 3fr) minmax(22rem, 2fr);
}
.codes { grid-area: codes; }
.requests { grid-area: requests; }
.kinds { grid-area: kinds; display: grid; gap: .5rem; min-width: 0; }
.entry, .kind, .codes li {
  background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .5rem .75rem; min-width: 0;
}
.codes li { display: flex; flex-wrap: wrap; gap: .7rem; align-items: center; }
.codes li span { flex: 1 1 auto; overflow-wrap: anywhere; }
.otp { font-size: 1.05rem; letter-spacing: .12em; }
summary { display: flex; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline; cursor: pointer; }
summary::before { content: '\\25b8' / ''; color: var(--soft); }
details[open] > summary::before { content: '\\25be' / ''; }
summary:hover .name { color: var(--accent); }
.name { flex: 1 1 50%; overflow-wrap: anywhere; min-width: 0; }
.entry .name { font-weight: 600; }
.kind ul { margin-top: .5rem; max-height: 40rem; overflow: auto; }
.json {
  margin: .3rem 0 0; padding: .6rem; max-height: 20rem; overflow: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--page); border-radius: 6px;
}
@media (max-width: 60rem) {
  main { grid-template: "codes" "requests" "kinds" / minmax(0, 1fr); }
}
`;

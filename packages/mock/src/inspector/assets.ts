import { readFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { tokens } from '@org/payments-contract/internal/question';

const styles = `
${tokens(':root')}
:root { color-scheme: light dark; font-size: 14px; }
* { box-sizing: border-box; }
body { margin: 0; background: light-dark(#eef0f4, #0d0e12); }
h1, h2, p, ol, ul { margin: 0; padding: 0; font-size: 1rem; }
ol, ul { list-style: none; display: grid; grid-template-columns: minmax(0, 1fr); gap: .35rem; }
code, pre, time { font-family: ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace; font-size: .86em; }
code, .explanation { overflow-wrap: anywhere; }
small, time, .state, .empty { color: var(--muted); }
.empty { padding: 1.2rem; }
input[type=search] {
  font: inherit; color: inherit; background: var(--surface); margin-left: auto; flex: 0 1 18rem; min-width: 0;
  border: 1px solid var(--border); border-radius: 6px; padding: .25rem .6rem;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
.toolbar, section > header { display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; }
.toolbar { padding: .6rem 1rem; background: var(--surface); border-bottom: 1px solid var(--border); }
section > header { margin-bottom: .6rem; }
.live { color: var(--good); }
.live.off, .code, .explanation strong { color: var(--danger); }
main {
  display: grid; gap: 1rem; padding: 1rem; align-items: start;
  grid-template: "requests codes" auto "requests kinds" 1fr / minmax(0, 3fr) minmax(22rem, 2fr);
}
.codes { grid-area: codes; }
.requests { grid-area: requests; }
.kinds { grid-area: kinds; display: grid; gap: .5rem; min-width: 0; }
.entry, .kind, .codes li {
  background: var(--surface); border: 1px solid var(--border); border-radius: 8px; padding: .5rem .75rem; min-width: 0;
}
.codes li { display: flex; flex-wrap: wrap; gap: .7rem; align-items: center; }
.codes li span { flex: 1 1 auto; overflow-wrap: anywhere; }
.otp { font-size: 1.05rem; letter-spacing: .12em; }
summary { display: flex; flex-wrap: wrap; gap: .1rem .7rem; align-items: baseline; cursor: pointer; }
summary::before { content: '\\25b8' / ''; color: var(--muted); }
details[open] > summary::before { content: '\\25be' / ''; }
summary:hover .name { color: var(--accent); }
.name { flex: 1 1 50%; overflow-wrap: anywhere; min-width: 0; }
.entry .name { font-weight: 600; }
.kind ul { margin-top: .5rem; max-height: 40rem; overflow: auto; }
.json {
  margin: .3rem 0 0; padding: .6rem; max-height: 20rem; overflow: auto; white-space: pre-wrap;
  overflow-wrap: anywhere; background: var(--field); border-radius: 6px;
}
@media (max-width: 60rem) {
  main { grid-template: "codes" "requests" "kinds" / minmax(0, 1fr); }
}
`;

/** Paths of the inspector's program, relative to this module in the build and in the sources. */
const places = ['./inspector/index.js', '../inspector/index.js', './app/index.tsx'];

function here(): string {
  return typeof __filename === 'string' ? pathToFileURL(__filename).href : import.meta.url;
}

/**
 * Bundles the program from its sources. Used only in the repository, if the package was not built:
 * bundlers of servers, such as that of Next.js, would look for the module's own bundler.
 */
async function bundle(entry: string): Promise<string> {
  const bundler = new URL('../../scripts/bundle-inspector.ts', here()).href;
  const { bundleProgram } = (await import(
    /* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ bundler
  )) as { readonly bundleProgram: (entry: string) => Promise<string> };
  return bundleProgram(entry);
}

async function load(): Promise<string> {
  for (const place of places) {
    const path = fileURLToPath(new URL(place, here()));
    if (path.endsWith('.tsx')) return bundle(path);
    const text = await readFile(path, 'utf8').catch(() => undefined);
    if (text !== undefined) return text;
  }
  throw new Error("The inspector's program is missing from the package.");
}

let script: Promise<string> | undefined;

function inspectorScript(): Promise<string> {
  script ??= load();
  return script;
}

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payments mock</title>
<link rel="icon" href="__mock/inspector/icon.svg">
<link rel="stylesheet" href="__mock/inspector/style.css">
<script type="module" src="__mock/inspector/start.js"></script>
</head>
<body>
<div id="inspector"><p class="empty">Starting the inspector…</p></div>
</body>
</html>
`;

const start = `import { startInspector } from './app.js';
startInspector(document.getElementById('inspector'));
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#3b6ef5"/><path d="M4 6h8M4 10h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>`;

/** Headers of the page: no content from other origins, no inline code, no frame around the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function asset(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    },
  });
}

export function inspectorPage(): Response {
  return asset(html, 'text/html');
}

/** Returns a file of the inspector, by its path below the control API; undefined for any other path. */
export async function inspectorAsset(path: string): Promise<Response | undefined> {
  if (path === '/inspector/style.css') return asset(styles, 'text/css');
  if (path === '/inspector/start.js') return asset(start, 'text/javascript');
  if (path === '/inspector/icon.svg') return asset(icon, 'image/svg+xml');
  if (path === '/inspector/app.js') return asset(await inspectorScript(), 'text/javascript');
  return undefined;
}

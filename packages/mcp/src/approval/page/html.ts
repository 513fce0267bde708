import { createHash } from 'node:crypto';
import type { Fact, Section } from '../describe/facts.ts';

import type { WaitingCall } from '../waiting-calls.ts';

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.4rem; } h2 { font-size: 1.05rem; margin: 1.4rem 0 0.3rem; }
dl { display: grid; grid-template-columns: minmax(9rem, auto) 1fr; gap: 0.2rem 1rem; margin: 0; }
dt { opacity: 0.75; } dd { margin: 0; overflow-wrap: anywhere; }
.warning { font-weight: 600; }
.words { border-inline-start: 4px solid #b58900; padding-inline-start: 1rem; }
form { display: flex; gap: 1rem; margin: 2rem 0; }
button { font: inherit; padding: 0.6rem 1.4rem; border-radius: 0.4rem; border: 2px solid; cursor: pointer; }
`;

/** Puts the code of the link's fragment, which reaches no server, into the form and sends it. */
const script = `
const code = new URLSearchParams(location.hash.slice(1)).get('code');
if (code) {
  history.replaceState(null, '', location.pathname);
  document.querySelector('input[name=code]').value = code;
  document.querySelector('form').submit();
}
`;

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

const policy = (scripts: string) =>
  `default-src 'none'; style-src ${hashOf(style)}; script-src ${scripts}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML. */
function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

function respond(status: number, title: string, body: string, scripts = "'none'", head = '') {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${html(title)}</title><meta name="viewport" content="width=device-width">${head}<style>${style}</style><main>${body}</main></html>`;
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(scripts),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  });
}

function list(facts: readonly Fact[]): string {
  const rows = facts.map(
    ({ label, value }) => `<dt>${html(label)}</dt><dd><bdi>${html(value)}</bdi></dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

function section({ heading, facts }: Section): string {
  return `<section><h2>${html(heading)}</h2>${list(facts)}</section>`;
}

/** The page of one call: what the service says, apart from what the assistant wrote. */
export function callPage({ id, description }: WaitingCall, path: string): Response {
  const { title, warning, refusal, facts, words } = description;
  const body = `<h1>${html(title)}</h1><p class="warning">${html(warning)}</p>
<p>An assistant asks for this. What follows was read from the service.</p>
${facts.map(section).join('')}
<section class="words"><h2>Written by the assistant, not checked</h2>${list(words)}</section>
<form method="post" action="${html(`${path}/${id}`)}">
<button name="decision" value="refuse">Refuse</button>
<button name="decision" value="approve">Approve</button>
</form>
<p><strong>If you refuse:</strong> ${html(refusal)}</p>`;
  return respond(200, title, body);
}

/** The page of all calls that wait. */
export function listPage(calls: readonly WaitingCall[], path: string): Response {
  const links = calls.map(
    ({ id, description }) =>
      `<li><a href="${html(`${path}/${id}`)}">${html(description.title)}</a></li>`,
  );
  const body =
    calls.length === 0
      ? '<h1>Nothing waits</h1><p>Calls that need a person appear here.</p>'
      : `<h1>Waiting for you</h1><ul>${links.join('')}</ul>`;
  return respond(200, 'Approvals', body, "'none'", '<meta http-equiv="refresh" content="3">');
}

/** The page on which a person enters the code that the server printed. */
export function codePage(path: string, isWrong: boolean): Response {
  const body = `<h1>Approvals</h1>${isWrong ? '<p role="alert">The code is not valid.</p>' : ''}
<form method="post" action="${html(`${path}/enter`)}">
<label>Code <input name="code" type="password" autocomplete="off" required></label>
<button>Continue</button>
</form><script>${script}</script>`;
  return respond(isWrong ? 401 : 200, 'Approvals', body, hashOf(script));
}

/** A page of one sentence. */
export function messagePage(status: number, title: string, text: string): Response {
  return respond(status, title, `<h1>${html(title)}</h1><p>${html(text)}</p>`);
}

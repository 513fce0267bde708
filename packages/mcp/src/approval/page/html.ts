import { createHash } from 'node:crypto';
import type { Fact, Section } from '../describe/facts.ts';
import type { WaitingCall } from '../waiting-calls.ts';

const style = `
:root {
  color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif;
  --page: light-dark(#ffffff, #14161b); --text: light-dark(#1b1f27, #e7e9ee);
  --soft: light-dark(#5a6373, #a3abba); --line: light-dark(#d9dde5, #333945);
  --accent: light-dark(#1747b0, #8fb1ff); --bad: light-dark(#a81c1c, #ff9d9d);
}
body { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; background: var(--page); color: var(--text); }
h1 { font-size: 1.4rem; line-height: 1.3; } h2 { font-size: 1.05rem; margin: 1.6rem 0 0.4rem; }
dl { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); margin: 0; }
dt, dd { margin: 0; padding: 0.3rem 0; border-top: 1px solid var(--line); }
dt { color: var(--soft); padding-inline-end: 1rem; } main { overflow-wrap: anywhere; }
a { color: var(--accent); }
.warning { font-weight: 600; padding: 0.5rem 0.9rem; border-radius: 0.4rem; background: light-dark(#fff6e0, #3a2f12); color: light-dark(#5c4000, #ffe2a0); }
.words { border-inline-start: 4px solid #b58900; padding-inline-start: 1rem; }
@media (max-width: 30rem) { .words dl { display: block; } .words dt { padding-bottom: 0; } .words dd { padding-top: 0; border: 0; } }
[role=alert] { color: var(--bad); font-weight: 600; }
form { display: flex; flex-wrap: wrap; align-items: end; gap: 1rem; margin: 1rem 0 2rem; }
label { flex: 1 1 14rem; }
button, input { box-sizing: border-box; font: inherit; color: inherit; padding: 0.6rem 1.4rem; border-radius: 0.4rem; border: 2px solid var(--soft); background: var(--page); }
input { width: 100%; padding-inline: 0.8rem; }
button { cursor: pointer; white-space: nowrap; font-weight: 600; }
button[value=approve], button:not([value]) { border-color: var(--accent); background: var(--accent); color: var(--page); }
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

/** Has a passkey created, or one confirm the call, before the form is sent. A refusal needs none. */
const passkeyScript = `
const form = document.querySelector('form[data-passkey]');
form.addEventListener('submit', async (event) => {
  const field = form.elements.namedItem('credential');
  if (event.submitter.value === 'refuse' || field.value) return;
  event.preventDefault();
  const options = JSON.parse(form.dataset.passkey);
  try {
    const credential = form.dataset.use === 'create'
      ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
      : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    field.value = JSON.stringify(credential.toJSON());
    form.requestSubmit(event.submitter);
  } catch (error) {
    const alert = document.querySelector('[role=alert]');
    const refused = 'your device refused, or it took too long. Nothing is approved; you can try again.';
    alert.textContent = 'The passkey was not used: ' + (error.name === 'NotAllowedError' ? refused : error.message);
  }
});
`;

/** A style or script as a content security policy allows it. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

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
export function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] ?? '');
}

/** The same with each quoted part of a stranger in an element of its own, whatever its direction is. */
function isolatedHtml(text: string): string {
  return html(text).replace(/&quot;.*?&quot;/g, '<bdi dir="auto" translate="no">$&</bdi>');
}

function respond(status: number, title: string, body: string, scripts = "'none'", head = '') {
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${html(title)}</title><meta name="viewport" content="width=device-width">${head}<style>${style}</style><main>${body}</main></html>`;
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy(scripts),
      // Not `no-referrer`: browsers would then send forms without the page's own origin.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  });
}

/** A label that breaks between the words of a field's name. */
function breakable(label: string): string {
  return label.replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=\.)/g, '<wbr>');
}

function list(facts: readonly Fact[]): string {
  const rows = facts.map(
    ({ label, value }) => `<dt>${breakable(html(label))}</dt><dd>${isolatedHtml(value)}</dd>`,
  );
  return `<dl>${rows.join('')}</dl>`;
}

function section({ heading, facts }: Section): string {
  return `<section><h2>${html(heading)}</h2>${list(facts)}</section>`;
}

/** What the form of a call needs besides its buttons. */
export type CallForm =
  | { readonly needs: 'nothing' }
  /** The person has no passkey yet: they can refuse, or register one. */
  | { readonly needs: 'registration' }
  | { readonly needs: 'passkey'; readonly options: object };

function passkeyForm(action: string, use: 'create' | 'get', options: object, buttons: string) {
  const data = html(JSON.stringify(options));
  return `<form method="post" action="${html(action)}" data-use="${use}" data-passkey="${data}">
<input type="hidden" name="credential">${buttons}</form><p role="alert"></p><script>${passkeyScript}</script>`;
}

const REFUSE = '<button name="decision" value="refuse">Refuse</button>';
const APPROVE = '<button name="decision" value="approve">Approve</button>';

function callForm(action: string, path: string, form: CallForm): string {
  if (form.needs === 'passkey') {
    return passkeyForm(action, 'get', form.options, `${REFUSE}${APPROVE}`);
  }
  const plain = (buttons: string) =>
    `<form method="post" action="${html(action)}">${buttons}</form>`;
  if (form.needs === 'nothing') return plain(`${REFUSE}${APPROVE}`);
  const link = `<a href="${html(path)}/passkey">Register your passkey</a>`;
  return `${plain(REFUSE)}<p>Only a passkey can approve. ${link}, then come back.</p>`;
}

/** The page of one call: what the service says, apart from what the assistant wrote. */
export function callPage({ id, description }: WaitingCall, path: string, form: CallForm): Response {
  const { title, warning, refusal, facts, words } = description;
  const origin =
    facts.length === 0
      ? 'Nothing that follows was read from the service.'
      : 'The names, accounts and states that follow were read from the service.';
  const body = `<h1>${html(title)}</h1><p class="warning">${html(warning)}</p>
<p>An assistant asks for this. ${origin}</p>
${facts.map(section).join('')}
<section class="words"><h2>Written by the assistant, not checked</h2>${list(words)}</section>
<p><strong>If you refuse:</strong> ${html(refusal)}</p>
${callForm(`${path}/${id}`, path, form)}`;
  return respond(200, title, body, form.needs === 'passkey' ? hashOf(passkeyScript) : "'none'");
}

/** The page on which a person registers the passkey that approves from then on. */
export function registrationPage(path: string, options: object): Response {
  const button = '<button>Register a passkey</button>';
  const body = `<h1>Register your passkey</h1>
<p>From then on a call is approved only with this passkey.</p>
${passkeyForm(`${path}/passkey`, 'create', options, button)}`;
  return respond(200, 'Register your passkey', body, hashOf(passkeyScript));
}

/** Facts that tell one call from another of the same operation. */
const SHORT = 3;

/** The page of all calls that wait. */
export function listPage(calls: readonly WaitingCall[], path: string): Response {
  const links = calls.map(({ id, description: { title, facts } }) => {
    const own = list(facts[0]?.facts.slice(0, SHORT) ?? []);
    return `<li><a href="${html(`${path}/${id}`)}">${html(title)}</a>${own}</li>`;
  });
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

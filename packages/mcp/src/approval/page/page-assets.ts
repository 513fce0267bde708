import { createHash } from 'node:crypto';
import { questionLook } from '@org/payments-contract/internal/question';

/** The look of a wallet's question, as a sheet on a page of its own. */
export const style = `${questionLook}
:root { color-scheme: light dark; } body { margin: 0; background: light-dark(#eef0f4, #0d0e12); }
main.payments-question { max-width: 34rem; margin: 0 auto; min-height: 100vh; }
@media (min-width: 36rem) { main.payments-question { margin-block: min(3rem, 6vh); min-height: 0; border: 1px solid var(--border); border-radius: calc(2 * var(--radius)); box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 .5rem 1.5rem rgb(0 0 0 / .08); } }
.payments-question .body { flex: none; overflow: visible; }
.payments-question section { margin-top: 1.25rem; } .payments-question section.brief { margin-top: .25rem; }
.payments-question section h2 { padding: 0; font-size: .9375rem; letter-spacing: 0; } .payments-question h2.unseen { position: absolute; clip-path: inset(50%); white-space: nowrap; }
.payments-question section .facts { margin-top: .25rem; font-size: .9375rem; } .payments-question .brief .facts { font-size: 1rem; }
.payments-question dt { color: var(--muted); } .payments-question .row > dd { margin-inline-start: auto; text-align: end; } .payments-question dd :is(.mark, .more) { display: block; font-size: .8125rem; } .mark:empty { display: none !important; }
.payments-question .row[data-label=notice] { display: block; border-radius: var(--radius); background: var(--warn); color: var(--on-warn); } .row[data-label=notice] + .row[data-label=notice] { margin-top: .5rem; } .payments-question .row[data-label=notice] > :is(dt, dd) { padding-inline: .75rem; color: inherit; text-align: start; } .payments-question .row[data-label=notice] > dt { font-weight: 600; }
.payments-question [data-label] .value .address { font: 500 .875rem/1.5 ui-monospace, monospace; } .payments-question .words { padding: .75rem; border-radius: var(--radius); background: var(--field); } .payments-question .words .row { display: block; } .payments-question .words dd { text-align: start; } .payments-question .words .foreign { background: var(--surface); } .payments-question .words .facts, .payments-question .small { font-size: .875rem; } .payments-question .small { margin-top: 1rem; color: var(--muted); }
.payments-question .foot > label { flex-direction: column; align-items: stretch; } .payments-question .foot input { width: 100%; letter-spacing: 0; text-align: start; }
.payments-question [role=alert]:not(:empty) { padding: 0 1.25rem 1rem; color: var(--danger); font-weight: 600; } .payments-question a { color: var(--accent); text-underline-offset: .15em; }
.payments-question ul { list-style: none; margin: .75rem 0 0; padding: 0; display: grid; gap: .75rem; } .payments-question li { position: relative; padding: .75rem 1rem; border: 1px solid var(--border); border-radius: var(--radius); } .payments-question li:hover { background: var(--field); }
.payments-question li a { font-weight: 600; text-decoration: none; } .payments-question li a::after { content: ''; position: absolute; inset: 0; border-radius: var(--radius); } .payments-question li a:focus-visible { outline: 0; } .payments-question li a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: 2px; } .payments-question li .facts { margin-top: .25rem; font-size: .875rem; } .payments-question li [data-label=sends] .amount { font-size: 1.25rem; }
.payments-question.message { justify-content: center; text-align: center; } .payments-question.message .body { padding-bottom: 1.75rem; } .payments-question.message :is(p + p, section + p, p + section) { margin-top: 1rem; } .payments-question.message p > a { display: inline-block; min-height: 2.75rem; padding: .5rem 1rem; border: 1px solid var(--border); border-radius: var(--radius); font-weight: 600; text-decoration: none; } .payments-question.message p > a:hover { background: var(--field); } .payments-question.message section { text-align: start; } .payments-question.message .body::before { content: '!' / ''; display: block; width: 3.5rem; margin: 1.75rem auto 1rem; border-radius: 50%; background: var(--warn); color: var(--on-warn); font-size: 1.75rem; line-height: 3.5rem; }
.payments-question .body h1 { padding: 1rem 0 .5rem; } .payments-question.message .body h1 { padding-top: 0; } .payments-question.good .body::before { content: '✓' / ''; background: var(--good); color: var(--surface); } .payments-question.refused .body::before { content: '✕' / ''; background: var(--field); color: var(--text); }
/* Where colors are forced, a box is seen by its border alone. */
.payments-question :is(.warning, .words, .row[data-label=notice]) { border: 1px solid transparent; } .payments-question [data-label=sends] .long { font-size: 1.375rem; } .payments-question .buttons button { max-width: 100%; } .payments-question p.foot { padding-bottom: 1rem; }
#lost { margin: 0; padding: .8rem 1.25rem; text-align: center; font: 600 1rem/1.45 system-ui, sans-serif; color: light-dark(#5c4000, #ffe2a0); background: light-dark(#fff6e0, #3a2f12); }
`;

/** Puts the code of the link's fragment, which reaches no server, into the form and sends it. */
export const codeScript = `
const enter = () => {
  const code = new URLSearchParams(location.hash.slice(1)).get('code');
  if (!code) return;
  history.replaceState(null, '', location.pathname);
  document.querySelector('input[name=code]').value = code;
  document.querySelector('form').submit();
};
// Another link, opened in place of a page of this address, loads nothing.
addEventListener('hashchange', enter);
enter();
// Whoever is signed in already goes on from the address that is written down.
const home = localStorage.getItem('payments-approvals') ?? '';
const isStart = document.querySelector('form').getAttribute('action') === location.pathname + '/enter';
if (isStart && home.startsWith(location.pathname + '/')) location.replace(home);
`;

/** Keeps for the sign-in where the page is: unlike a cookie, for this port alone. */
export const homeScript = "localStorage.setItem('payments-approvals', location.pathname);";

/** Shows what became of a call that does not wait any more: the list of those that do leaves it out. */
export const endScript = `
const lost = document.querySelector('#lost');
const [, list, id] = /^(.*)\\/(.+)$/.exec(location.pathname);
// What the person decides here is told by the response to their form, unless it was stopped.
let submitted = -Infinity;
const left = document.querySelector('[data-left]');
const end = performance.now() + Number(left.dataset.left);
document.querySelector('form').addEventListener('submit', (event) => { if (!event.defaultPrevented) submitted = performance.now(); });
const others = document.querySelector('[data-others]');
const count = (number) => {
  if (others.textContent === String(number)) return;
  others.textContent = number;
  others.closest('p').hidden = number === 0;
};
const look = async () => {
  try {
    // A server that hangs is gone too.
    const waiting = await fetch(list || '/', { cache: 'no-store', signal: AbortSignal.timeout(5000) });
    if (waiting.status >= 500) throw waiting;
    const text = await waiting.text();
    const isOver = waiting.ok && !text.includes(id);
    if (isOver && performance.now() - submitted > 5000) return location.reload();
    if (waiting.ok && !isOver) count(text.split('<li>').length - 2);
    lost.hidden = true;
  } catch { lost.hidden = false; }
  const minutes = Math.max(1, Math.ceil((end - performance.now()) / 60000));
  left.textContent = minutes === 1 ? 'a minute' : minutes + ' minutes';
  setTimeout(look, document.hidden ? 5000 : 1000);
};
setTimeout(look, 1000);
`;

/** A page that is loaded again does not send its form again. */
export const onceScript = "history.replaceState(null, '', location.href);";

/** Keeps a page up to date, without taking the focus from what stays, and says when it cannot. */
export const liveScript = `
${onceScript}
const main = document.querySelector('main');
const lost = document.querySelector('#lost');
const look = async () => {
  try {
    const text = await (await fetch(location.href, { cache: 'no-store', signal: AbortSignal.timeout(5000) })).text();
    const page = new DOMParser().parseFromString(text, 'text/html');
    const next = page.querySelector('main');
    if (next.outerHTML !== main.outerHTML) {
      const at = document.activeElement.getAttribute('href');
      [main.innerHTML, main.className, document.title] = [next.innerHTML, next.className, page.title];
      [...main.querySelectorAll('a')].find((link) => link.getAttribute('href') === at)?.focus();
    }
    // What does not change any more has no script.
    if (!page.querySelector('script')) return;
    lost.hidden = true;
  } catch { lost.hidden = false; }
  setTimeout(look, document.hidden ? 5000 : 1000);
};
setTimeout(look, 1000);
`;

/** What a page shows above what it read last, while nothing responds. */
export const lostNote = (text: string) => `<p id="lost" role="status" hidden>${text}</p>`;

/** Has a passkey created, or one confirm the call, before the form is sent. A refusal needs none. */
export const passkeyScript = `
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
    const reasons = {
      NotAllowedError: 'your device refused' + (form.dataset.use === 'get' ? ', the passkey is on another one,' : '') + ' or it took too long. Nothing is approved; you can try again.',
      SecurityError: 'passkeys need a page under a name. On this machine, open it at localhost in place of ' + location.hostname + '.',
    };
    alert.textContent = 'The passkey was not used: ' + (reasons[error.name] ?? error.message);
  }
});
`;

/** A style or script as a content security policy allows it. */
export const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

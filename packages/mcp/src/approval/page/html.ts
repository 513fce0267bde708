import { visibleText } from '@org/payments-contract/internal';
import { englishQuestion } from '@org/payments-contract/internal/question';
import { ADDED, BRIEF, briefFacts, CHANGES, NOTICE } from '../describe/brief.ts';
import type { CallDescription } from '../describe/describe-call.ts';
import type { Fact, Section } from '../describe/facts.ts';
import type { CallEnd, EndedCall, WaitingCall } from '../waiting-calls.ts';
import {
  codeScript,
  endScript,
  hashOf,
  homeScript,
  liveScript,
  lostNote,
  passkeyScript,
  style,
} from './page-assets.ts';

/** Whether a page looks by itself at what has changed. */
const isLive = (scripts: readonly string[]) =>
  scripts.includes(liveScript) || scripts.includes(endScript);

const policyOf = (scripts: readonly string[]) =>
  `default-src 'none'; style-src ${hashOf(style)}; script-src ${scripts.map(hashOf).join(' ') || "'none'"}; connect-src ${isLive(scripts) ? "'self'" : "'none'"}; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

export function html(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The id of a resource: long, and nothing to read. */
const ID = /^[A-Z]\w+:[\w-]+$/;
/** An address that is compared sign by sign. */
const ADDRESS = /^\w{26,}$/;
const AMOUNT = /^[\d,.]+ [A-Z]+$/;
/** Words of ours after a stranger's: what a person should know of these, and what else is known. */
const AFTER = [
  [/^((?: and \d+ more characters?)?(?: \([^)]*\)|\))?), (.+)/, '$1<span class="more">$2</span>'],
  [
    /^( and \d+ more characters)? \(((?:one word|it has|an unusual|its host)[^)]*)\)?|^\)/,
    '$1<span class="mark">$2</span>',
  ],
] as const;

/** A stranger's text in an element that nothing of ours is in, whatever its direction is. */
const foreign = (text: string) =>
  `<bdi class="foreign${ID.test(text) ? ' id' : ADDRESS.test(text) ? ' address' : ''}" dir="auto" translate="no">${html(text)}</bdi>`;

/** A value, with each quoted part of a stranger in an element of its own. */
function valueHtml(value: string): string {
  if (ID.test(value)) return foreign(value);
  if (AMOUNT.test(value)) {
    // It breaks between groups of digits, or else a part of it would pass for a whole amount.
    const digits = html(value).replaceAll(',', ',<wbr>');
    return `<span class="amount${value.length > 16 ? ' long' : ''}" translate="no">${digits}</span>`;
  }
  const parts = value.split(/("[^"]*")/).map((part) => {
    if (part.startsWith('"')) return foreign(part.slice(1, -1));
    return AFTER.reduce((text, [found, shown]) => text.replace(found, shown), html(part));
  });
  return parts.join('');
}

function respond(
  status: number,
  title: string,
  body: string,
  scripts: readonly string[] = [],
  className = '',
) {
  const note = isLive(scripts)
    ? lostNote(
        'The server does not respond: nothing can be decided here, and what is shown may be old.',
      )
    : '';
  const run = scripts.map((one) => `<script>${one}</script>`).join('');
  const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${html(title)}</title><meta name="viewport" content="width=device-width, initial-scale=1"><style>${style}</style>${note}<main class="payments-question ${className}">${body}</main>${run}</html>`;
  return new Response(page, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policyOf(scripts),
      // Not `no-referrer`: browsers would then send forms without the page's own origin.
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    },
  });
}

/** Rows whose labels break between the words of a field's name. */
function list(facts: readonly Fact[], attributes = ''): string {
  const rows = facts.map(({ label, value, row = '' }) => {
    const words = html(label).replaceAll(/(?<=[a-z])(?=[A-Z])|(?<=\.)/g, '<wbr>');
    return `<div class="row" data-label="${row}"><dt>${words}</dt><dd class="value">${valueHtml(value)}</dd></div>`;
  });
  return `<dl class="facts"${attributes}>${rows.join('')}</dl>`;
}

/** The first lines of a payment need no heading to be seen. */
function section({ heading, facts }: Section): string {
  const isBrief = facts.some(({ row }) => row !== undefined && row !== NOTICE);
  return `<section${isBrief ? ' class="brief"' : ''}><h2${isBrief ? ' class="unseen"' : ''}>${html(heading)}</h2>${list(facts)}</section>`;
}

/** What the form of a call needs besides its buttons. */
export type CallForm =
  | { readonly needs: 'nothing' }
  /** The person has no passkey yet: they can refuse, or register one. */
  | { readonly needs: 'registration' }
  | { readonly needs: 'passkey'; readonly options: object };

const formOf = (action: string, buttons: string, data = '') =>
  `<form class="foot" method="post" action="${html(action)}"${data}><div class="buttons">${buttons}</div></form>`;

function passkeyForm(action: string, use: 'create' | 'get', options: object, buttons: string) {
  const data = ` data-use="${use}" data-passkey="${html(JSON.stringify(options))}"`;
  return `${formOf(action, `<input type="hidden" name="credential">${buttons}`, data)}<p role="alert"></p>`;
}

const REFUSE = `<button name="decision" value="refuse">${englishQuestion.refuse}</button>`;

function callForm(action: string, path: string, form: CallForm, approve: string): string {
  if (form.needs === 'passkey') return passkeyForm(action, 'get', form.options, REFUSE + approve);
  if (form.needs === 'nothing') return formOf(action, REFUSE + approve);
  const link = `<a href="${html(path)}/passkey">Register your passkey</a>`;
  return `${formOf(action, REFUSE)}<p class="foot"><span>Only a passkey can approve. ${link}, then come back.</span></p>`;
}

const endTexts: Readonly<Record<CallEnd, readonly [title: string, text: string]>> = {
  applied: [
    'Approved, and carried out',
    'The service has accepted the call. You can close this page.',
  ],
  open: [
    'Approved, and under way',
    'The service has accepted the payment, which can still fail: the list of transactions shows that. The assistant is told so, unless it is gone.',
  ],
  waiting: [
    'Approved, and waiting',
    'Nothing is paid before somebody else agrees. The assistant is told so, unless it is gone.',
  ],
  repeated: [
    'Approved, and sent before',
    'A call with the same key was sent before, so that nothing more may have been done now. The assistant is told so, unless it is gone.',
  ],
  lost: [
    'Approved, and not paid',
    'The service accepted the call, but the payment was not made. The assistant is told what to do, unless it is gone.',
  ],
  signature: [
    'Approved, and waiting',
    'Nothing changes before the customer signs. The assistant is given a link for them, unless it is gone.',
  ],
  'not-applied': [
    'Approved, and not carried out',
    'The call had no effect. The assistant is told what to do, unless it is gone.',
  ],
  unknown: [
    'Approved, and not known if carried out',
    'The service may have carried it out. Do it in no other way until that is known: what it would have changed, or the list of transactions, shows it. The assistant is told how to find out, unless it is gone.',
  ],
};

/** Where a call is sent to: the pages of two environments look alike. */
const serviceLine = (service: string) =>
  `<p class="asked">Service: <bdi class="foreign" translate="no">${html(service)}</bdi></p>`;

/** The page of one call: what the service says, apart from what the assistant wrote. */
export function callPage(
  { id, description }: WaitingCall,
  path: string,
  form: CallForm,
  [person, timeLeft, others = 0]: readonly [person: string, timeLeft: number, others?: number],
): Response {
  const { title, act, isFinal, warning, refusal, facts, words, service } = description;
  const approve = `<button name="decision" value="approve" class="approve${isFinal ? ' final' : ''}">${html(act)}</button>`;
  const isAdded = facts.some(({ facts: own }) => own.some(({ label }) => label === ADDED));
  const changed = facts.some(({ heading }) => heading === CHANGES)
    ? 'What they become was written by the assistant.'
    : '';
  const written = isAdded ? 'What is to be added was written by the assistant.' : changed;
  const isRead = facts.some(({ heading }) => heading !== BRIEF);
  const origin = isRead
    ? `The names, accounts and states above were read from the service. ${written}`
    : written || 'Nothing of this was read from the service.';
  const minutes = Math.ceil(timeLeft / 60_000);
  const body = `<h1>${html(title)}</h1><div class="body"><p class="asked">An assistant asks; you decide as ${foreign(person)}</p>
${serviceLine(service)}
<p class="small" role="status"${others === 0 ? ' hidden' : ''}><a href="${html(path)}">Other calls that wait: <span data-others>${others}</span></a></p>
<p class="warning">${html(warning)}</p>
${facts.map(section).join('')}
<p class="small">${origin}</p>
<section class="words"><h2>Written by the assistant, not checked</h2>${list(words)}</section>
<p class="small"><strong>If you refuse:</strong> ${html(refusal)} You have at most <span data-left="${timeLeft}">${minutes === 1 ? 'a minute' : `${minutes} minutes`}</span> to decide.</p></div>
${callForm(`${path}/${id}`, path, form, approve)}`;
  const scripts = form.needs === 'passkey' ? [passkeyScript, endScript] : [endScript];
  return respond(200, act, body, scripts);
}

/** The page on which a person registers the passkey that approves from then on. */
export function registrationPage(path: string, options: object): Response {
  const button = '<button class="approve">Register a passkey</button>';
  const body = `<h1>Register your passkey</h1>
<div class="body"><p>From then on a call is approved only with this passkey, such as your fingerprint.</p></div>
${passkeyForm(`${path}/passkey`, 'create', options, button)}`;
  return respond(200, 'Register your passkey', body, [passkeyScript]);
}

/** The page of all calls that wait, each with the facts that tell it from another one. */
export function listPage(calls: readonly WaitingCall[], path: string, hasCodes = false): Response {
  const links = calls.map(({ id, description: { title, facts } }) => {
    const own = list(briefFacts(facts), ` id="${html(id)}"`);
    return `<li><a href="${html(`${path}/${id}`)}" aria-describedby="${html(id)}">${html(title)}</a>${own}</li>`;
  });
  const [first] = calls;
  const [title, body] =
    first === undefined
      ? ['Nothing waits', '<p>Calls that need a person appear here.</p>']
      : ['Waiting for you', `${serviceLine(first.description.service)}<ul>${links.join('')}</ul>`];
  const look = first === undefined ? 'message good' : '';
  const whole = `<div class="body"><h1>${title}</h1>${body}</div>`;
  const scripts = hasCodes ? [liveScript, homeScript] : [liveScript];
  return respond(200, `(${calls.length}) Approvals`, whole, scripts, look);
}

/** The page on which a person enters the code that the server printed; one who is signed in may go on. */
export function codePage(path: string, problem = '', isSignedIn = false): Response {
  const isWrong = problem !== '';
  const way = isSignedIn ? ` You are signed in: <a href="${html(path)}">see what waits</a>.` : '';
  const input = `<input name="code" type="password" autocomplete="off" required${isWrong ? ' autofocus aria-invalid="true" aria-describedby="problem"' : ''}>`;
  const body = `<h1>Sign in to approve</h1>
<div class="body"><p>Enter the code that whoever runs the server gave you. If the server printed a link, open the newest: each signs in once, and a new call prints another.</p></div>
<form class="foot" method="post" action="${html(`${path}/enter`)}">
<label>Code ${input}</label><p class="problem" id="problem">${problem}${way}</p>
<div class="buttons"><button class="approve">Continue</button></div></form>`;
  return respond(isWrong ? 401 : 200, 'Approvals', body, [codeScript]);
}

/** Characters of a reason that are shown. */
const MAX_WHY = 300;

type Way = readonly [label: string, href: string];

/** The way on from a call: to the next one that waits, or to the list. */
export function wayOn([next, ...others]: readonly WaitingCall[], path: string): Way {
  if (next === undefined) return ['See what waits', path];
  const count = others.length === 0 ? '' : ` of ${others.length + 1}`;
  return [`Next${count}: ${next.description.act}`, `${path}/${next.id}`];
}

/** What a page of one sentence has besides it. */
interface Message {
  readonly way?: Way;
  readonly look?: 'good' | 'refused' | '';
  readonly scripts?: readonly string[];
  /** The call that it is about. */
  readonly call?: CallDescription | undefined;
  /** Why it is so, in words that may be a stranger's. */
  readonly why?: string | undefined;
}

/** A page of one sentence, with a way on. */
export function messagePage(
  status: number,
  title: string,
  text: string,
  { way: [label, href] = ['', ''], look = '', scripts = [], call, why }: Message = {},
): Response {
  const about = briefFacts(call?.facts ?? []).filter(({ row }) => row !== NOTICE && row !== 'fees');
  const what = call === undefined ? '' : section({ heading: call.title, facts: about });
  const way = href === '' ? '' : `<p><a href="${html(href)}">${html(label)}</a></p>`;
  const reason = why
    ? `<p class="small">Why: ${foreign(visibleText(why.slice(0, MAX_WHY)))}</p>`
    : '';
  const body = `<div class="body"><h1>${html(title)}</h1><p>${html(text)}</p>${reason}${what}${way}</div>`;
  return respond(status, title, body, scripts, `message ${look}`);
}

/** What a person is told of a call that they approved, and then of what became of it. */
export function approvedPage(
  { became, why, description: call }: EndedCall,
  way: Way,
  scripts: readonly string[] = [],
): Response {
  if (became === undefined) {
    const text =
      'The call is sent now, unless what you were shown has changed, or cannot be read or recorded. This page says what became of it.';
    return messagePage(200, 'Approved', text, { way, call, look: 'good', scripts: [liveScript] });
  }
  const [title, text] = endTexts[became];
  // A payment takes its time: that it is under way is what was wanted.
  const look = became === 'applied' || became === 'open' ? 'good' : '';
  return messagePage(200, title, text, { way, call, look, scripts, why });
}

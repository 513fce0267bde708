import type { McpClock } from '../../options.ts';
import { quotedText } from '../../quoted-text.ts';
import { type PageOrigin, PasskeyCheck } from '../passkey/passkey-check.ts';
import type { PasskeyStore } from '../passkey/passkey-store.ts';
import type { Decision, WaitingCall, WaitingCalls } from '../waiting-calls.ts';
import {
  approvedPage,
  type CallForm,
  callPage,
  listPage,
  messagePage,
  registrationPage,
  wayOn,
} from './html.ts';
import { onceScript } from './page-assets.ts';

/** Who may decide on the page. */
export interface ApprovalPageOptions {
  /**
   * Names the person behind a request, by the platform's own sign-in; null if nobody is signed in.
   * The name is recorded in the audit log.
   */
  readonly authenticate: (request: Request) => string | null | Promise<string | null>;
  /** How `authenticate` recognizes a person, for the audit log. Default `sign-in`. */
  readonly recognizedBy?: 'sign-in' | 'code' | undefined;
  /**
   * Has each approval confirmed by a passkey of the person. A person without one registers it on the
   * page. Needs the server's option `pageOnly`, because a client's dialog cannot ask for a passkey.
   */
  readonly passkeys?: PasskeyStore | undefined;
  /** The path that the page is mounted at. Default `/approvals`. */
  readonly path?: string | undefined;
  /**
   * Called when a call begins to wait, with what it is in one line, and how many wait with it: shows the
   * person where to decide.
   */
  readonly onWaiting?: ((call: string, waiting: number) => void) | undefined;
  /**
   * Returns where the person's browser finds a call that waits, such as
   * `https://pay.example.com/approvals/<id>`. A client that can open addresses (URL elicitation) offers
   * it to the person; the model does not see it.
   */
  readonly addressOf?: ((callId: string) => string) | undefined;
}

/** A page on which a person decides. It mounts wherever a `Request` becomes a `Response`. */
export interface ApprovalPage {
  fetch(request: Request): Promise<Response>;
}

/** Whether a request to decide comes from the page itself: no other page can press its buttons. */
export function isOwnPage(request: Request): boolean {
  const origin = request.headers.get('origin') ?? '';
  const site = request.headers.get('sec-fetch-site') ?? 'same-origin';
  // Behind a proxy the scheme of the request may differ from that of the page.
  const host = request.headers.get('host') ?? new URL(request.url).host;
  return URL.canParse(origin) && new URL(origin).host === host && site === 'same-origin';
}

const FOREIGN =
  'The request came from another page, or `publicOrigin` does not name this one. Nothing was decided.';

/** A call is decided after everything that can fail. */
const FAILED =
  'You, or your passkey, could not be looked up. Nothing was decided. The log of the server says why.';

const endTexts = {
  gone: ['No longer waits', 'It was decided some time ago, or never waited here.'],
  expired: [
    'Expired',
    'Nobody decided in time. The call was not sent; the assistant can ask again.',
  ],
  withdrawn: [
    'Taken back',
    'The assistant took it back or is gone, or it was refused elsewhere. The call was not sent.',
  ],
} as const;

function decidedText({ isApproved, person: decider = '' }: Decision, person: string) {
  const who = decider === person ? 'You' : quotedText(decider);
  return isApproved
    ? ['Already approved', `${who} approved it. It cannot be decided again.`]
    : ['Already refused', `${who} refused it. The call was not sent.`];
}

/** What became of a call that no longer waits. */
function endedPage({ waiting, path }: Parts, id: string, person: string): Response {
  const { end, description: call } = waiting.ended(id) ?? {};
  const [title, text] =
    typeof end === 'object' ? decidedText(end, person) : endTexts[end ?? 'gone'];
  return messagePage(410, title, text, { way: wayOn(waiting.list(), path), call });
}

interface Parts {
  readonly waiting: WaitingCalls;
  readonly check: PasskeyCheck | undefined;
  readonly path: string;
  readonly recognizedBy: 'sign-in' | 'code';
}

/** The origin of the page: of its form, which is that of the page, or that of the address. */
function originOf(request: Request): PageOrigin {
  const { protocol } = new URL(request.url);
  const host = request.headers.get('host') ?? new URL(request.url).host;
  const origin = request.headers.get('origin') ?? `${protocol}//${host}`;
  return { origin, host: new URL(origin).hostname };
}

async function decide(parts: Parts, id: string, person: string, request: Request) {
  const { waiting, check, recognizedBy, path } = parts;
  const form = await request.formData().catch(() => undefined);
  const button = form?.get('decision');
  if (button !== 'approve' && button !== 'refuse') {
    return messagePage(400, 'Not accepted', 'The request has no decision.');
  }
  const isApproved = button === 'approve';
  const confirmation = String(form?.get('credential') ?? '');
  const needsPasskey = isApproved && check !== undefined && waiting.get(id) !== undefined;
  const passkeyId = needsPasskey
    ? await check.confirm(person, id, confirmation, originOf(request))
    : undefined;
  if (needsPasskey && passkeyId === undefined) {
    const text = 'Your passkey did not confirm the call. It still waits.';
    return messagePage(403, 'Not approved', text, { way: ['Try again', `${path}/${id}`] });
  }
  const decision = { isApproved, channel: 'page', person, recognizedBy, passkeyId } as const;
  if (!waiting.decide(id, decision)) return endedPage(parts, id, person);
  const ended = await (isApproved ? waiting.settled(id) : waiting.ended(id));
  if (ended === undefined) return endedPage(parts, id, person);
  const way = wayOn(waiting.list(), path);
  if (isApproved) return approvedPage(ended, way, [onceScript]);
  const text = 'The call is not sent. You can close this page.';
  return messagePage(200, 'Refused', text, { way, look: 'refused', call: ended.description });
}

async function showCall(
  { waiting, check, path }: Parts,
  call: WaitingCall,
  person: string,
  request: Request,
): Promise<Response> {
  const form = async (): Promise<CallForm> => {
    if (check === undefined) return { needs: 'nothing' };
    if (!(await check.isRegistered(person))) return { needs: 'registration' };
    const options = await check.confirmationOptions(person, call.id, originOf(request));
    return { needs: 'passkey', options };
  };
  const others = waiting.list().length - 1;
  return callPage(call, path, await form(), [person, waiting.timeLeft(call), others]);
}

async function register(check: PasskeyCheck, path: string, person: string, request: Request) {
  const origin = originOf(request);
  if (request.method === 'POST') {
    const form = await request.formData().catch(() => undefined);
    const isRegistered = await check.register(person, String(form?.get('credential')), origin);
    if (!isRegistered) {
      const way = ['Try again', `${path}/passkey`] as const;
      return messagePage(403, 'Not registered', 'The passkey was not accepted.', { way });
    }
    return new Response(null, { status: 303, headers: { location: path } });
  }
  if (await check.isRegistered(person)) {
    const text = 'You have a passkey. Whoever runs the server can remove it.';
    return messagePage(409, 'Registered', text, { way: ['See what waits', path] });
  }
  return registrationPage(path, await check.registrationOptions(person, origin));
}

const clocks = new WeakMap<ApprovalPage, McpClock>();

export function clockOf(page: ApprovalPage): McpClock {
  return clocks.get(page) ?? Date;
}

export function approvalPage(
  waiting: WaitingCalls,
  clock: McpClock,
  { authenticate, recognizedBy = 'sign-in', path = '/approvals', passkeys }: ApprovalPageOptions,
  failed: (error: NodeJS.ErrnoException) => void,
): ApprovalPage {
  const check = passkeys === undefined ? undefined : new PasskeyCheck(passkeys, clock);
  const parts = { waiting, check, path, recognizedBy };
  const show = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    if (pathname !== path && !pathname.startsWith(`${path}/`)) {
      return messagePage(404, 'Not found', 'The address is not one of this page.');
    }
    const person = await authenticate(request);
    const isForm = request.method === 'POST';
    if (person === null) {
      const text = `${isForm ? 'Nothing was decided. ' : ''}Sign in, then open this page again to decide.`;
      return messagePage(401, 'Sign in', text, { way: ['Try again', pathname] });
    }
    if (!isForm && request.method !== 'GET') {
      return messagePage(405, 'Not accepted', 'Use a browser.');
    }
    if (isForm && !isOwnPage(request)) {
      return messagePage(403, 'Not accepted', FOREIGN);
    }
    const id = pathname.slice(path.length + 1);
    if (id === 'passkey' && check !== undefined) return register(check, path, person, request);
    if (isForm) return decide(parts, id, person, request);
    if (id === '') return listPage(waiting.list(), path, recognizedBy === 'code');
    const call = waiting.get(id);
    if (call !== undefined) return showCall(parts, call, person, request);
    const ended = waiting.ended(id);
    const end = typeof ended?.end === 'object' ? ended.end : undefined;
    const isOwn = ended && end?.isApproved && end.person === person;
    return isOwn ? approvedPage(ended, wayOn(waiting.list(), path)) : endedPage(parts, id, person);
  };
  const page: ApprovalPage = {
    fetch: (request) =>
      show(request).catch((error: unknown) => {
        failed(Object(error) as NodeJS.ErrnoException);
        return messagePage(500, 'Not possible now', FAILED, { way: ['Try again', path] });
      }),
  };
  clocks.set(page, clock);
  return page;
}

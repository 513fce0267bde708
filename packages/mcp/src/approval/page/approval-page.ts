import type { WaitingCalls } from '../waiting-calls.ts';
import { callPage, listPage, messagePage } from './html.ts';

/** Who may decide on the page. */
export interface ApprovalPageOptions {
  /**
   * Names the person behind a request, by the platform's own sign-in; null if nobody is signed in.
   * The name is recorded in the audit log.
   */
  readonly authenticate: (request: Request) => string | null | Promise<string | null>;
  /** The path that the page is mounted at. Default `/approvals`. */
  readonly path?: string | undefined;
  /** Called when a call begins to wait, with its title: shows the person where to decide. */
  readonly onWaiting?: ((title: string) => void) | undefined;
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

async function fieldOf(request: Request, name: string): Promise<string | undefined> {
  const value = (await request.formData().catch(() => undefined))?.get(name);
  return typeof value === 'string' ? value : undefined;
}

async function decide(
  waiting: WaitingCalls,
  id: string,
  person: string,
  request: Request,
): Promise<Response> {
  if (!isOwnPage(request))
    return messagePage(403, 'Refused', 'The request came from another page.');
  const decision = await fieldOf(request, 'decision');
  if (decision !== 'approve' && decision !== 'refuse') {
    return messagePage(400, 'Refused', 'The request has no decision.');
  }
  const isApproved = decision === 'approve';
  if (!waiting.decide(id, { isApproved, channel: 'page', person })) {
    return messagePage(410, 'Too late', 'The call no longer waits. Nothing was sent by this page.');
  }
  return isApproved
    ? messagePage(200, 'Approved', 'The call is sent now. You can close this page.')
    : messagePage(200, 'Refused', 'Nothing was sent. You can close this page.');
}

/** Creates the page for the calls of a server. */
export function approvalPage(waiting: WaitingCalls, options: ApprovalPageOptions): ApprovalPage {
  const { authenticate, path = '/approvals' } = options;
  return {
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (pathname !== path && !pathname.startsWith(`${path}/`)) {
        return messagePage(404, 'Not found', 'The address is not one of this page.');
      }
      const person = await authenticate(request);
      if (person === null) return messagePage(401, 'Sign in', 'Sign in to decide.');
      const id = pathname.slice(path.length + 1);
      if (request.method === 'POST') return decide(waiting, id, person, request);
      if (request.method !== 'GET') return messagePage(405, 'Refused', 'Use a browser.');
      if (id === '') return listPage(waiting.list(), path);
      const call = waiting.get(id);
      return call === undefined
        ? messagePage(410, 'Too late', 'The call no longer waits. Nothing was sent by this page.')
        : callPage(call, path);
    },
  };
}

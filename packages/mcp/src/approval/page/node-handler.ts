import type { IncomingMessage, ServerResponse } from 'node:http';
import { hostOf } from '../../host-header.ts';
import type { ApprovalPage } from './approval-page.ts';

/** A form with a decision, a code or a passkey's response is smaller. */
const MAX_FORM_BYTES = 32_768;

async function formOf(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming) {
    text += String(chunk);
    if (text.length > MAX_FORM_BYTES) throw new RangeError('The form is too large.');
  }
  return text;
}

/** What Express adds to a request. */
interface Mounted {
  /** The path before the part was taken off at which the handler is mounted. */
  readonly originalUrl?: string;
  /** The form, if something before the handler has read it. */
  readonly body?: unknown;
}

async function toRequest(incoming: IncomingMessage, publicOrigin?: string): Promise<Request> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const { originalUrl = url, body: read } = incoming as Mounted;
  const own = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (typeof value === 'string') own.set(name, value);
  }
  const origin = publicOrigin ?? `http://${hostOf(incoming)}`;
  own.set('host', new URL(origin).host);
  if (method !== 'POST') return new Request(new URL(originalUrl, origin), { method, headers: own });
  const isRead = typeof read === 'object' && read !== null && Object.keys(read).length > 0;
  const body = isRead
    ? new URLSearchParams(read as Record<string, string>)
    : await formOf(incoming);
  own.set('content-type', 'application/x-www-form-urlencoded');
  own.delete('content-length');
  return new Request(new URL(originalUrl, origin), { method, headers: own, body: String(body) });
}

/** How the page is reached. */
export interface ApprovalHandlerOptions {
  /**
   * The origin under which a proxy in front serves the page, such as `https://pay.example.com`. Default:
   * that of the request's `Host` header, over HTTP. Headers such as `X-Forwarded-Proto` are not read.
   */
  readonly publicOrigin?: string | undefined;
}

/**
 * The page for `node:http` and for Express, where it may be mounted at its path.
 *
 * @example
 * ```ts
 * app.use('/approvals', approvalHandler(mcp.approvalPage({ authenticate })));
 * ```
 */
export function approvalHandler(
  page: ApprovalPage,
  { publicOrigin }: ApprovalHandlerOptions = {},
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      const response = await page.fetch(await toRequest(incoming, publicOrigin));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    } catch {
      outgoing.writeHead(400, { connection: 'close' }).end();
    }
  };
}

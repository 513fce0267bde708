import type { IncomingMessage, ServerResponse } from 'node:http';
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

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', headers, url = '/' } = incoming;
  const own = Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as [string, string]] : [],
  );
  const body = method === 'POST' ? { body: await formOf(incoming) } : {};
  const address = new URL(url, `http://${headers.host ?? 'localhost'}`);
  return new Request(address, { method, headers: own, ...body });
}

/**
 * The page for `node:http` and for Express.
 *
 * @example
 * ```ts
 * app.use('/approvals', approvalHandler(mcp.approvalPage({ authenticate })));
 * ```
 */
export function approvalHandler(
  page: ApprovalPage,
): (incoming: IncomingMessage, outgoing: ServerResponse) => Promise<void> {
  return async (incoming, outgoing) => {
    try {
      const response = await page.fetch(await toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    } catch {
      outgoing.writeHead(400, { connection: 'close' }).end();
    }
  };
}

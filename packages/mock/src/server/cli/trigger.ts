import { ArgumentError, type Arguments } from './arguments.ts';

/** The event that a running mock emitted. */
export interface TriggeredEvent {
  readonly id: string;
  readonly type: string;
}

/**
 * Makes a running mock emit a type of event.
 *
 * @throws ArgumentError if no mock responds at the URL, or it refuses
 */
export async function triggerOn({ url, token, event }: Arguments): Promise<TriggeredEvent> {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const init = { method: 'POST', headers, body: JSON.stringify({ type: event }) };
  const response = await fetch(new URL('/__mock/webhooks/trigger', url), init).catch((cause) => {
    const message = `no mock responds at ${url}; start one, or set its address with --url`;
    throw new ArgumentError(message, { cause });
  });
  const body = (await response.json().catch(() => ({}))) as TriggeredEvent & {
    readonly message?: string;
  };
  if (response.ok) return body;
  throw new ArgumentError(body.message ?? `the mock at ${url} responded with ${response.status}`);
}

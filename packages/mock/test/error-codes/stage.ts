import { createMock, type Mock, type MockOptions } from '../../src/index.ts';

type Headers = Readonly<Record<string, string>>;

/** A mock for one scenario, and short ways to talk to it. */
export interface Stage {
  readonly mock: Mock;
  send(method: string, path: string, body?: unknown, headers?: Headers): Promise<unknown>;
  /** Sends both legs, with the sandbox's stamp; `between` runs after the challenge. */
  sign(method: string, path: string, body?: unknown, between?: () => void): Promise<void>;
}

/** How an error code of an operation is reached; the last request is the one that is refused. */
export type Scenarios = Readonly<Record<string, (each: Stage) => Promise<unknown>>>;

/** Creates a mock that checks its responses and asks for no credentials. */
export function stage(more: MockOptions = {}): Stage {
  const mock = createMock({ authentication: 'off', checkResponses: true, ...more });
  const send: Stage['send'] = async (method, path, body, headers = {}) => {
    const isForm = body instanceof FormData;
    const response = await mock.fetch(`${mock.connection.baseUrl}${path}`, {
      method,
      headers: { ...(isForm ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    });
    return response.status === 204 ? undefined : response.json();
  };
  return {
    mock,
    send,
    async sign(method, path, body, between) {
      const challenge = (await send(method, path, body)) as { requestId?: string };
      between?.();
      await send(method, path, body, {
        'Request-Id': challenge.requestId ?? '',
        'Service-Wallet-Signature': 'sandbox-valid-signature',
      });
    },
  };
}

import { createWalletRelay, type WalletRelay } from '../src/create-wallet-relay.ts';
import type { ActionSchemas, RelayUser, StandardSchema } from '../src/options/actions.ts';
import type { WalletRelayOptions } from '../src/options/options.ts';
import { type RelayCall, type RelayErrorBody, relayPaths } from '../src/protocol/index.ts';
import { type Answers, fakePlatform } from './fake-platform.ts';

export const SECRET = 'a secret of the relay, for tests only, long enough';
export const ORIGIN = 'https://app.example.com';
export const CLIENT_KEY = `04${'ab'.repeat(64)}`;

/** What a browser is told of Ada: the first half of the SHA-256 of `payments-relay person ada`. */
export const PERSON = '0206360106e867c52096e9c0d134d0c4';

export const ada: RelayUser = { id: 'ada', customerId: 'Customer:ada' };
const eve: RelayUser = { id: 'eve', customerId: 'Customer:eve' };

/** Who a test's cookie says is logged in. */
export function userOfCookie(request: Request): RelayUser | null {
  const name = request.headers.get('cookie');
  return [ada, eve].find(({ id }) => `user=${id}` === name) ?? null;
}

/** What is different about a request. */
export interface CallOptions {
  readonly user?: 'ada' | 'eve' | 'nobody';
  readonly mount?: string;
  readonly headers?: Record<string, string>;
}

/** A request as the wallet sends it. */
export function relayRequest(call: RelayCall, body: unknown, options: CallOptions = {}): Request {
  const { user = 'ada', mount = '/api/wallet', headers } = options;
  return new Request(`${ORIGIN}${mount}${relayPaths[call]}`, {
    method: 'POST',
    headers: {
      origin: ORIGIN,
      'content-type': 'application/json',
      cookie: `user=${user}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export interface RelayResponse<Body> {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Body & Partial<RelayErrorBody>;
}

/** Sends a call and reads the response. */
export async function callRelay<Body = Record<string, unknown>>(
  relay: Pick<WalletRelay, 'fetch'>,
  call: RelayCall,
  body: unknown,
  options?: CallOptions,
): Promise<RelayResponse<Body>> {
  const response = await relay.fetch(relayRequest(call, body, options));
  const { status, headers } = response;
  return { status, headers, body: (await response.json()) as Body & Partial<RelayErrorBody> };
}

/** A schema of one text field, without a library. */
export function textField<Name extends string>(
  name: Name,
): StandardSchema<Record<Name, string>, Record<Name, string>> {
  return {
    '~standard': {
      version: 1,
      vendor: 'test',
      validate: (value) => {
        const text = (value as Record<string, unknown> | null | undefined)?.[name];
        if (typeof text === 'string') return { value: { [name]: text } as Record<Name, string> };
        return { issues: [{ message: 'expected text', path: [name] }] };
      },
    },
  };
}

type Options = Partial<WalletRelayOptions<RelayUser, ActionSchemas, Record<string, unknown>>>;

/** A relay over a fake service, with one action: `freezeCard`. */
export function testRelay(answers: Answers = {}, options: Options = {}) {
  const platform = fakePlatform(answers);
  const { payments, clock } = platform;
  const errors: unknown[] = [];
  const relay = createWalletRelay(payments, {
    secret: SECRET,
    origins: [ORIGIN],
    authenticate: userOfCookie,
    clock,
    onError: (error) => errors.push(error),
    actions: {
      freezeCard: {
        input: textField('cardId'),
        run: ({ input }) => payments.cards.update.begin({ id: input.cardId, state: 'FROZEN' }),
      },
    },
    ...(options as object),
  });
  return { relay, errors, ...platform };
}

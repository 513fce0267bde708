import type { AuthMethod, AuthSession, InternalAccount } from '@org/payments-contract';
import type { PaymentsClientOptions } from '@org/payments-sdk';
import { createPaymentsClient } from '@org/payments-sdk';
import { FakeClock } from '../../sdk/test/fake-clock.ts';
import {
  BASE_URL,
  card,
  challenge,
  json,
  type Received,
  refusal,
} from '../../sdk/test/scripted-service.ts';

const at = '2026-01-05T09:00:00Z';
const times = { createdAt: at, updatedAt: at };

const money = { amount: 0, currency: { code: 'USD', name: 'US Dollar', symbol: '$', decimals: 2 } };

function wallet(id: string, customerId: string): InternalAccount {
  return {
    id: `InternalAccount:${id}`,
    customerId,
    type: 'EMBEDDED_WALLET',
    status: 'ACTIVE',
    balance: money,
    totalBalance: money,
    fundingPaymentInstructions: [],
    ...times,
  };
}

function credential(id: string, account: string, more: Partial<AuthMethod> = {}): AuthMethod {
  return {
    id: `AuthMethod:${id}`,
    accountId: `InternalAccount:${account}`,
    type: 'EMAIL_OTP',
    nickname: `${account}@example.com`,
    ...times,
    ...more,
  };
}

function session(id: string, account: string): AuthSession {
  const { id: _id, ...shared } = credential(id, account);
  return { ...shared, id: `Session:${id}`, expiresAt: '2026-01-05T09:15:00Z' };
}

/** A session that was just opened, with its sealed key. */
export const openedSession = {
  ...session('new', 'ada'),
  encryptedSessionSigningKey: 'sealed',
};

/** Ada and Eve with a wallet each, as the service would list them. */
function platformData() {
  return {
    accounts: [wallet('ada', 'Customer:ada'), wallet('eve', 'Customer:eve')],
    credentials: [
      credential('ada-otp', 'ada'),
      credential('ada-key', 'ada', { type: 'PASSKEY', nickname: 'Phone', credentialId: 'a2V5' }),
      credential('ada-oidc', 'ada', { type: 'OAUTH' }),
      credential('eve-otp', 'eve'),
    ],
    sessions: [session('ada-1', 'ada'), session('eve-1', 'eve')],
    cards: [
      { ...card, last4: '4242', id: 'Card:ada', cardholderId: 'Customer:ada' },
      { ...card, id: 'Card:eve', cardholderId: 'Customer:eve' },
    ],
  };
}

type Data = ReturnType<typeof platformData>;

/** What a test lets the service respond to one method and path. */
export type Answers = Record<string, (request: Received) => Response | Error>;

/** Responds to leg 1 with a challenge, and to the signed request as a test says. */
export const twoLegs =
  (respond: Answers[string]): Answers[string] =>
  (request) =>
    request.headers.has('service-wallet-signature') ? respond(request) : json(202, challenge);

function listed(url: URL, data: Data): Response | undefined {
  const accountId = url.searchParams.get('accountId');
  const customerId = url.searchParams.get('customerId');
  const ofAccount = (one: { accountId: string }) => one.accountId === accountId;
  const path = url.pathname.slice(new URL(BASE_URL).pathname.length);
  const found = data.cards.find(({ id }) => path === `/cards/${id}`);
  if (found !== undefined) return json(200, found);
  if (path === '/auth/credentials') return json(200, { data: data.credentials.filter(ofAccount) });
  if (path === '/auth/sessions') return json(200, { data: data.sessions.filter(ofAccount) });
  if (path !== '/customers/internal-accounts') return undefined;
  const own = data.accounts.filter((account) => account.customerId === customerId);
  return json(200, { data: own, hasMore: false, totalCount: own.length });
}

/** A service that lists {@link platformData} and responds to the rest as a test says, and its client. */
export function fakePlatform(answers: Answers = {}, options: PaymentsClientOptions = {}) {
  const received: Received[] = [];
  const data = platformData();
  const clock = new FakeClock();
  const fetch = async (request: Request): Promise<Response> => {
    const { method, url, headers } = request;
    const seen = { method, url, headers, body: await request.text() };
    received.push(seen);
    const path = new URL(url).pathname.slice(new URL(BASE_URL).pathname.length);
    const scripted = answers[`${method} ${path}`]?.(seen);
    if (scripted instanceof Error) throw scripted;
    const reply = scripted ?? (method === 'GET' ? listed(new URL(url), data) : undefined);
    return reply ?? refusal(404, 'NOT_FOUND');
  };
  const credentials = { tokenId: 'token', clientSecret: 'upstream-client-secret' };
  const payments = createPaymentsClient({
    baseUrl: BASE_URL,
    ...credentials,
    fetch,
    clock,
    retry: 0,
    ...options,
  });
  /** Requests other than reads. */
  const writes = () => received.filter(({ method }) => method !== 'GET');
  return { payments, clock, received, writes, data };
}

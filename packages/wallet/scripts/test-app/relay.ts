import {
  ApiError,
  type Begun,
  OutcomeUnknownError,
  type PaymentsClient,
  type PendingStep,
  UnauthorizedError,
} from '@org/payments-sdk';
import type {
  BeginResponse,
  RelayCall,
  RelayCalls,
  RelayCredential,
  RelayErrorBody,
  RelayOpenedSession,
  RelaySession,
} from '../../src/relay-protocol.ts';
import { relayPaths } from '../../src/relay-protocol.ts';

/** What the relay of the tests serves: one account, no login, tickets in memory. */
export interface TestAccount {
  readonly payments: PaymentsClient;
  readonly accountId: string;
  /** The service's time. */
  readonly now: () => number;
}

type Handlers = {
  readonly [Call in RelayCall]: (
    request: RelayCalls[Call]['request'],
    origin: string,
  ) => Promise<RelayCalls[Call]['response']>;
};

/** A refusal of the relay itself. */
class RelayRefusal extends Error {
  readonly status: number;
  readonly body: RelayErrorBody;

  constructor(status: number, body: RelayErrorBody) {
    super(body.code);
    this.status = status;
    this.body = body;
  }
}

const LIFE = 5 * 60_000;

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function refusalOf(error: unknown): { status: number; body: RelayErrorBody } {
  if (error instanceof RelayRefusal) return error;
  if (error instanceof UnauthorizedError) {
    return { status: 401, body: { code: 'UNAUTHORIZED', reason: error.failedCheck } };
  }
  if (error instanceof ApiError) {
    const { status, code, message, retryAfter } = error;
    const wait = retryAfter === undefined ? {} : { retryAfter: Math.ceil(retryAfter / 1000) };
    return { status, body: { code, message, ...wait } };
  }
  if (error instanceof OutcomeUnknownError) return { status: 502, body: { code: error.code } };
  return { status: 500, body: { code: 'INTERNAL_ERROR', message: String(error) } };
}

function createHandlers({ payments, accountId, now }: TestAccount): Handlers {
  const tickets = new Map<string, { call: string; value: unknown }>();
  const iso = (time: number) => new Date(time).toISOString();

  function ticketFor(call: string, value: unknown): string {
    const ticket = base64url(crypto.getRandomValues(new Uint8Array(24)));
    tickets.set(ticket, { call, value });
    return ticket;
  }

  function redeem<T>(call: string, ticket: string): T {
    const found = tickets.get(ticket);
    if (found?.call !== call) throw new RelayRefusal(400, { code: 'TICKET_INVALID' });
    tickets.delete(ticket);
    return found.value as T;
  }

  function begun<T>(call: string, step: Begun<T>): BeginResponse<T> {
    if (step.status === 'done') return step;
    const { payloadToSign, expiresAt } = step;
    const requestId = step.requestId ?? step.operation;
    const ticket = ticketFor(call, step.toJSON());
    const issuedAt = iso(now());
    return { status: 'challenge', ticket, payloadToSign, requestId, expiresAt, issuedAt };
  }

  const passkeys = async () =>
    (await payments.credentials.list({ accountId })).data
      .filter(({ type }) => type === 'PASSKEY')
      .map(({ credentialId }) => ({ type: 'public-key', id: credentialId ?? '' }) as const);

  return {
    async account() {
      const credentials = await payments.credentials.list({ accountId });
      const sessions = await payments.sessions.list({ accountId });
      const issuedAt = iso(now());
      return {
        accountId,
        credentials: credentials.data as RelayCredential[],
        sessions: sessions.data as RelaySession[],
        issuedAt,
      };
    },
    async challenge({ id, clientPublicKey }) {
      if (clientPublicKey === undefined) {
        const { nickname } = (await payments.credentials.challenge({ id })) as { nickname: string };
        return { type: 'EMAIL_OTP', nickname };
      }
      const { data } = await payments.credentials.list({ accountId });
      const passkey = data.find((credential) => credential.id === id);
      const issued = await payments.credentials.challenge({ id, clientPublicKey });
      const { challenge, requestId, expiresAt } = issued as Record<string, string>;
      return {
        type: 'PASSKEY',
        options: {
          challenge: challenge ?? '',
          rpId: 'localhost',
          allowCredentials: [{ type: 'public-key', id: passkey?.credentialId ?? '' }],
        },
        ticket: ticketFor('verify', requestId),
        expiresAt: expiresAt ?? '',
        issuedAt: iso(now()),
      };
    },
    async verify(request) {
      const { id, ...rest } = request;
      const opened =
        rest.type === 'PASSKEY'
          ? await payments.credentials.verify({
              id,
              type: 'PASSKEY',
              requestId: redeem<string>('verify', rest.ticket),
              assertion: rest.assertion,
            })
          : await payments.credentials.verify({ id, ...rest });
      return { ...opened, issuedAt: iso(now()) } as RelayOpenedSession;
    },
    async passkeyOptions({ nickname }) {
      const challenge = base64url(crypto.getRandomValues(new Uint8Array(32)));
      return {
        options: {
          challenge,
          rp: { id: 'localhost', name: 'Test' },
          user: {
            id: base64url(new TextEncoder().encode(accountId).slice(0, 64)),
            name: nickname,
            displayName: nickname,
          },
          pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
          excludeCredentials: await passkeys(),
          authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
          attestation: 'none',
        },
        ticket: ticketFor('passkeyBegin', challenge),
        expiresAt: iso(now() + LIFE),
        issuedAt: iso(now()),
      };
    },
    async passkeyBegin({ ticket, nickname, attestation }) {
      const challenge = redeem<string>('passkeyBegin', ticket);
      const step = await payments.credentials.create.begin({
        type: 'PASSKEY',
        accountId,
        challenge,
        nickname,
        attestation: attestation as typeof attestation & { transports: ('internal' | 'usb')[] },
      });
      return begun('passkeyComplete', step as Begun<RelayCredential>);
    },
    passkeyComplete: async ({ ticket, stamp }) => ({
      result: (await payments.credentials.create.complete(
        redeem('passkeyComplete', ticket),
        stamp,
      )) as RelayCredential,
    }),
    refreshBegin: async (request) =>
      begun(
        'refreshComplete',
        (await payments.sessions.refresh.begin(request)) as Begun<RelayOpenedSession>,
      ),
    async refreshComplete({ ticket, stamp }) {
      const step = redeem<PendingStep>('refreshComplete', ticket);
      const opened = await payments.sessions.refresh.complete(step, stamp);
      return { result: { ...opened, issuedAt: iso(now()) } as RelayOpenedSession };
    },
    revokeBegin: async ({ id }) =>
      begun('revokeComplete', (await payments.sessions.revoke.begin({ id })) as Begun<null>),
    async revokeComplete({ ticket, stamp }) {
      await payments.sessions.revoke.complete(redeem('revokeComplete', ticket), stamp);
      return { result: null };
    },
    async actionBegin({ action, input }) {
      const { cardId } = input as { cardId: string };
      const states: Readonly<Record<string, 'FROZEN' | 'ACTIVE'>> = {
        freezeCard: 'FROZEN',
        unfreezeCard: 'ACTIVE',
      };
      const state = states[action];
      if (state === undefined) throw new RelayRefusal(404, { code: 'UNKNOWN_ACTION' });
      return begun('actionComplete', await payments.cards.update.begin({ id: cardId, state }));
    },
    actionComplete: async ({ ticket, stamp }) => ({
      result: await payments.cards.update.complete(redeem('actionComplete', ticket), stamp),
    }),
  };
}

/** The relay protocol in the plainest form that can test a wallet; not a relay to deploy. */
export function createTestRelay(account: TestAccount): (request: Request) => Promise<Response> {
  const handlers = createHandlers(account);
  const headers = { 'cache-control': 'no-store' };
  return async (request) => {
    const { pathname, origin } = new URL(request.url);
    const found = Object.entries(relayPaths).find(([, path]) => pathname.endsWith(path));
    if (found === undefined || request.method !== 'POST')
      return new Response(null, { status: 404 });
    const handle = handlers[found[0] as RelayCall] as (
      body: unknown,
      origin: string,
    ) => Promise<unknown>;
    try {
      return Response.json(await handle(await request.json(), origin), { headers });
    } catch (error) {
      const { status, body } = refusalOf(error);
      return Response.json(body, { status, headers });
    }
  };
}

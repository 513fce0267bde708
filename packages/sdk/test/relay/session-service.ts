import { challenge, json } from '../scripted-service.ts';
import { CLIENT_KEY, callRelay, testRelay } from './call-relay.ts';
import type { Answers } from './fake-platform.ts';

/** A session as the relay returns it. */
export interface Opened {
  readonly id: string;
  readonly lineage?: string | undefined;
  readonly siblings?: readonly string[];
}

const stamp = 'c3RhbXA';
const SESSION = /^(POST|DELETE) \/auth\/sessions\/(Session:\d+)(?:\/refresh)?$/;

/** A relay before a service that opens `Session:1`, `Session:2` and so on, and ends and lists them. */
export function relayOfSessions(options: object = {}) {
  let count = 0;
  const session = () => {
    count += 1;
    const opened = {
      id: `Session:${count}`,
      accountId: 'InternalAccount:ada',
      type: 'EMAIL_OTP',
      nickname: 'ada@example.com',
      createdAt: '2026-01-05T09:00:00Z',
      updatedAt: '2026-01-05T09:00:00Z',
      expiresAt: '2026-01-05T09:15:00Z',
    };
    setup.data.sessions.push(opened as (typeof setup.data.sessions)[number]);
    return { ...opened, encryptedSessionSigningKey: 'sealed' };
  };
  const end = (id: string) => {
    const { sessions } = setup.data;
    sessions.splice(
      sessions.findIndex((other) => other.id === id),
      1,
    );
    return new Response(null, { status: 204 });
  };
  const verified: Answers = {
    'POST /auth/credentials/AuthMethod:ada-otp/verify': () => json(200, session()),
  };
  const answers = new Proxy(verified, {
    get(target, request: string) {
      const [, method, id] = SESSION.exec(request) ?? [];
      if (id === undefined) return target[request];
      return ({ headers }: { readonly headers: Headers }) => {
        if (!headers.has('service-wallet-signature')) return json(202, challenge);
        return method === 'POST' ? json(201, session()) : end(id);
      };
    },
  });
  const setup = testRelay(answers, { cacheLifetime: 0, ...options });
  const { relay } = setup;
  const signIn = async (attempt?: string) => {
    const request = { type: 'EMAIL_OTP', id: 'AuthMethod:ada-otp', otp: '1' };
    const sent = { ...request, clientPublicKey: CLIENT_KEY, attempt };
    return (await callRelay<Opened>(relay, 'verify', sent)).body;
  };
  /** Sends both legs of a change of a session, or the first alone if that is refused. */
  const change = async (name: 'refresh' | 'revoke', request: object) => {
    const begun = await callRelay<{ ticket: string }>(relay, `${name}Begin`, request);
    const { status, body } = begun;
    if (status !== 200) return { status, code: body.code };
    const sent = { ticket: body.ticket, stamp };
    const ended = await callRelay<{ result: Opened }>(relay, `${name}Complete`, sent);
    return { status: ended.status, opened: ended.body.result };
  };
  const refresh = ({ id, lineage }: Opened) =>
    change('refresh', { id, clientPublicKey: CLIENT_KEY, lineage });
  const revoke = (id: string, lineage?: string) => change('revoke', { id, lineage });
  return { ...setup, signIn, refresh, revoke };
}

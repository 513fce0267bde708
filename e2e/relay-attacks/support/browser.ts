import {
  type ClientKey,
  generateClientKey,
  openSealedKey,
  type SessionKey,
} from '@org/payments-crypto';
import {
  type RelayCall,
  type RelayCalls,
  type RelayErrorBody,
  type RelayOpenedSession,
  relayPaths,
} from '@org/payments-relay/protocol';
import { MOUNT, ORIGIN } from './processes.ts';

/** A session whose key the browser holds. */
export interface BrowserSession {
  readonly id: string;
  readonly key: SessionKey;
  /** The lineage that a refresh sends back. */
  readonly lineage: string;
}

/** The session that a response opened, with its key. */
export async function sessionOf(
  { id, encryptedSessionSigningKey, lineage = '' }: RelayOpenedSession,
  clientKey: ClientKey,
): Promise<BrowserSession> {
  return { id, lineage, key: await openSealedKey(encryptedSessionSigningKey, clientKey) };
}

/** A challenge as the browser receives it. */
export interface BrowserChallenge {
  readonly ticket: string;
  readonly payloadToSign: string;
  readonly requestId: string;
}

/** The browser of one user, which sends the wallet's requests. */
export class Browser {
  readonly #url: string;
  readonly #user: string;

  constructor(url: string, user: string) {
    this.#url = url;
    this.#user = user;
  }

  /** Sends a request, which the relay may refuse. */
  send(call: RelayCall, body: unknown): Promise<Response> {
    return fetch(`${this.#url}${MOUNT}${relayPaths[call]}`, {
      method: 'POST',
      headers: {
        origin: ORIGIN,
        'content-type': 'application/json',
        cookie: `session=${this.#user}`,
      },
      body: JSON.stringify(body),
    });
  }

  /**
   * Sends a request as the wallet does.
   *
   * @throws Error when the relay refuses
   */
  async call<Call extends RelayCall>(
    call: Call,
    body: RelayCalls[Call]['request'],
  ): Promise<RelayCalls[Call]['response']> {
    const sent = await this.send(call, body);
    const { status } = sent;
    const response: unknown = await sent.json();
    if (status === 200) return response as RelayCalls[Call]['response'];
    throw new Error(`${call}: ${status} ${(response as RelayErrorBody).code}`);
  }

  /** Signs in by e-mail code. */
  async signIn(id: string, codeOf: () => string | undefined): Promise<BrowserSession> {
    await this.call('challenge', { id });
    const key = await generateClientKey();
    const otp = codeOf() ?? '';
    const clientPublicKey = key.publicKey;
    const opened = await this.call('verify', { type: 'EMAIL_OTP', id, otp, clientPublicKey });
    return sessionOf(opened, key);
  }

  /** Sends leg 1 of a call that must require a stamp. */
  async begin<Call extends 'actionBegin' | 'refreshBegin' | 'revokeBegin' | 'passkeyBegin'>(
    call: Call,
    body: RelayCalls[Call]['request'],
  ): Promise<BrowserChallenge> {
    const response = await this.call(call, body);
    if (response.status === 'challenge') return response;
    throw new Error(`${call} did not ask for a stamp.`);
  }
}

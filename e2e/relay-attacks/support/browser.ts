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
import { MOUNT, ORIGIN } from './relay-server.ts';

/** A response as it came over the wire. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The differences of a request from the wallet's. */
export interface Unusual {
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly method?: string;
  readonly path?: string;
}

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

/** The browser of one user: sends the wallet's requests, and any others. */
export class Browser {
  readonly #url: string;
  readonly #user: string;
  readonly #mount: string;

  constructor(url: string, user: string, mount: string = MOUNT) {
    this.#url = url;
    this.#user = user;
    this.#mount = mount;
  }

  /** Sends anything. */
  async send(call: RelayCall, body: unknown, unusual: Unusual = {}): Promise<WireResponse> {
    const { method = 'POST', path = `${this.#mount}${relayPaths[call]}` } = unusual;
    const headers = new Headers({
      origin: ORIGIN,
      'content-type': 'application/json',
      cookie: `session=${this.#user}`,
    });
    for (const [name, value] of Object.entries(unusual.headers ?? {})) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const hasBody = method !== 'GET' && method !== 'HEAD';
    const init = { method, headers, ...(hasBody && { body: text }) };
    const response = await fetch(`${this.#url}${path}`, init);
    return { status: response.status, headers: response.headers, text: await response.text() };
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
    const { status, text } = await this.send(call, body);
    const response: unknown = JSON.parse(text);
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

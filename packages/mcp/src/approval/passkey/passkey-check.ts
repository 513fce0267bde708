import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import type { McpClock } from '../../options.ts';
import type { PasskeyStore } from './passkey-store.ts';

/** Loaded on first use: most servers need no passkey. */
const library = () => import('@simplewebauthn/server');

/** Where the browser shows the page. */
export interface PageOrigin {
  /** `https://approvals.example.com` */
  readonly origin: string;
  /** Its name without a port: passkeys are bound to it. */
  readonly host: string;
}

/** Challenges that wait at once; the oldest is dropped. */
const MAX_CHALLENGES = 1_000;

/** What a browser's response shows; nothing of one that is not valid. A store that fails is another matter. */
const ifValid = <Found extends object>(verified: Promise<Found>): Promise<Partial<Found>> =>
  verified.catch(() => ({}));

/** The response in a form; undefined if it is not JSON. */
function responseIn<Response>(text: string): Response | undefined {
  try {
    return JSON.parse(text) as Response;
  } catch {
    return undefined;
  }
}

/**
 * Registers the passkeys of the people who approve, and has one confirm a call. Every challenge is for
 * one person and one call, and is used once.
 */
export class PasskeyCheck {
  readonly #store: PasskeyStore;
  readonly #clock: McpClock;
  readonly #challenges = new Map<string, string>();
  readonly #checking = new Map<string, Promise<string | undefined>>();

  constructor(store: PasskeyStore, clock: McpClock) {
    this.#store = store;
    this.#clock = clock;
  }

  async isRegistered(person: string): Promise<boolean> {
    return (await this.#store.list(person)).length > 0;
  }

  async registrationOptions(person: string, { host }: PageOrigin): Promise<object> {
    const { generateRegistrationOptions } = await library();
    const options = await generateRegistrationOptions({
      rpName: 'Payments approvals',
      rpID: host,
      userName: person,
      attestationType: 'none',
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
      ...this.#expected(`register ${person}`),
    });
    this.#expect(`register ${person}`, options.challenge);
    return options;
  }

  /** Registers the first passkey of a person; false if it does not verify, or they have one. */
  async register(person: string, text: string, { origin, host }: PageOrigin): Promise<boolean> {
    const challenge = this.#use(`register ${person}`);
    if (challenge === undefined || (await this.isRegistered(person))) return false;
    const { verifyRegistrationResponse } = await library();
    const response = responseIn<RegistrationResponseJSON>(text);
    if (response === undefined) return false;
    const { registrationInfo } = await ifValid(
      verifyRegistrationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
      }),
    );
    if (registrationInfo === undefined) return false;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    const key = Buffer.from(publicKey).toString('base64url');
    const createdAt = new Date(this.#clock.now()).toISOString();
    await this.#store.put({ id, person, publicKey: key, counter, transports, createdAt });
    return true;
  }

  /** What the browser needs to have a passkey of the person confirm a call. */
  async confirmationOptions(person: string, callId: string, { host }: PageOrigin): Promise<object> {
    const { generateAuthenticationOptions } = await library();
    const passkeys = await this.#store.list(person);
    const options = await generateAuthenticationOptions({
      rpID: host,
      userVerification: 'required',
      allowCredentials: passkeys.map(({ id, transports }) => ({
        id,
        transports: transports as AuthenticatorTransport[],
      })),
      ...this.#expected(`confirm ${callId} ${person}`),
    });
    this.#expect(`confirm ${callId} ${person}`, options.challenge);
    return options;
  }

  /** The id of the person's passkey that confirmed a call; undefined if none did. A form that is sent twice is checked once. */
  confirm(person: string, callId: string, text: string, origin: PageOrigin) {
    const sent = `${person} ${callId} ${text}`;
    const checking = this.#checking.get(sent) ?? this.#confirm(person, callId, text, origin);
    this.#checking.set(sent, checking);
    return checking.finally(() => this.#checking.delete(sent));
  }

  async #confirm(
    person: string,
    callId: string,
    text: string,
    { origin, host }: PageOrigin,
  ): Promise<string | undefined> {
    const challenge = this.#use(`confirm ${callId} ${person}`);
    if (challenge === undefined) return undefined;
    const { verifyAuthenticationResponse } = await library();
    const passkeys = await this.#store.list(person);
    const response = responseIn<AuthenticationResponseJSON>(text);
    const passkey = passkeys.find(({ id }) => id === response?.id);
    if (response === undefined || passkey === undefined) return undefined;
    const { verified, authenticationInfo } = await ifValid(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        requireUserVerification: true,
        credential: {
          id: passkey.id,
          publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
          counter: passkey.counter,
        },
      }),
    );
    if (!verified || authenticationInfo === undefined) return undefined;
    await this.#store.put({ ...passkey, counter: authenticationInfo.newCounter });
    return passkey.id;
  }

  /** The challenge that waits already: of a page in two windows, neither makes the other one invalid. */
  #expected(purpose: string) {
    const challenge = this.#challenges.get(purpose);
    return challenge && { challenge: Buffer.from(challenge, 'base64url') };
  }

  #expect(purpose: string, challenge: string): void {
    const [oldest] = this.#challenges.keys();
    if (this.#challenges.size >= MAX_CHALLENGES && oldest !== undefined) {
      this.#challenges.delete(oldest);
    }
    this.#challenges.set(purpose, challenge);
  }

  #use(purpose: string): string | undefined {
    const challenge = this.#challenges.get(purpose);
    this.#challenges.delete(purpose);
    return challenge;
  }
}

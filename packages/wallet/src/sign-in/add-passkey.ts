import type {
  CreationOptionsJSON,
  RelayAttestation,
  RelayCredential,
} from '@org/payments-relay/protocol';
import { startRegistration } from '@simplewebauthn/browser';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import { ownOptions } from '../platform/page-input.ts';
import { challengeLifetime } from '../session/lifetime.ts';
import { lineageOf } from '../session/live-session.ts';
import { signedBySession } from '../signing/signed-retry.ts';
import { type CeremonyOptions, runCeremony } from './ceremony.ts';
import { requirePasskeys, signalAccepted } from './passkey-support.ts';

/**
 * The transports that the service accepts, in the order in which the relay sends them; browsers may
 * name others, such as `smart-card`.
 */
const TRANSPORTS = ['usb', 'nfc', 'ble', 'internal', 'hybrid'] as const;

/**
 * Creates a passkey. Calls `navigator.credentials.create` synchronously.
 *
 * @param isConditional without a dialog, if the person agreed to that in the browser
 */
async function requestAttestation(
  options: CreationOptionsJSON,
  isConditional: boolean,
): Promise<RelayAttestation> {
  const { rawId, response } = await startRegistration({
    optionsJSON: {
      ...options,
      pubKeyCredParams: [...options.pubKeyCredParams],
      excludeCredentials: [...options.excludeCredentials],
    },
    useAutoRegister: isConditional,
  });
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    credentialId: rawId,
    clientDataJson: clientDataJSON,
    attestationObject,
    transports: TRANSPORTS.filter((name) => (transports as readonly string[]).includes(name)),
  };
}

/** A passkey to create. */
export interface NewPasskey {
  /** The name under which the person will see it: 1 to 100 letters, digits, spaces or `. _ - ' ( )`. */
  readonly nickname: string;
}

/** The options of a new passkey. */
export interface NewPasskeyOptions extends CeremonyOptions {
  /**
   * Lets the browser create the passkey without a dialog, right after a sign-in with a saved
   * password or code, if the person agreed to that in the browser. Rejects with `CANCELLED` if it
   * does not: do not show an error.
   */
  readonly conditional?: boolean | undefined;
}

/** A registration that waits for the click. */
export interface PreparedNewPasskey {
  /** Milliseconds until the challenge expires; then prepare another. */
  timeLeft(): number;
  /**
   * Creates the passkey and registers it, signed by the session. Reaches the browser's dialog
   * before it awaits anything.
   *
   * @throws WalletError `CANCELLED`, `ABORTED`, `PASSKEY_EXISTS`, `CHALLENGE_EXPIRED`,
   * `BLOCKED_IN_FRAME`, `CLICK_REQUIRED`, `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `REFUSED_BY_PERSON`, `OUTCOME_UNKNOWN`
   */
  confirm(options?: NewPasskeyOptions): Promise<RelayCredential>;
}

/** Fetches the options of a registration, for the account of the live session. */
export async function createRegistrationChallenge(context: WalletContext, passkey: NewPasskey) {
  const { keeper, transport, clock } = context;
  // Phones type another apostrophe than the one that the service accepts.
  const nickname = ownOptions(passkey).nickname.replace(/[‘’]/g, "'");
  await keeper.start();
  const asking = keeper.require();
  const { accountId } = asking.info;
  const response = await transport.passkeyOptions({ accountId, nickname, ...lineageOf(asking) });
  const { options, ticket } = response;
  const lifetime = challengeLifetime(clock, response);
  let isUsed = false;
  return {
    options,
    timeLeft: () => (isUsed ? 0 : lifetime.left()),
    register(attestation: RelayAttestation): Promise<RelayCredential> {
      if (isUsed) return Promise.reject(new WalletError('CHALLENGE_EXPIRED'));
      isUsed = true;
      return signedBySession(context, {
        begin: () => {
          const lineage = lineageOf(keeper.require());
          return transport.passkeyBegin({ ticket, nickname, attestation, ...lineage });
        },
        complete: (request) => transport.passkeyComplete(request),
        expected: {
          kind: 'add_passkey',
          accountId,
          nickname,
          challenge: options.challenge,
          attestation,
        },
      });
    },
  };
}

/** The options of a registration from the relay, and the function that completes it. */
export type RegistrationChallenge = Awaited<ReturnType<typeof createRegistrationChallenge>>;

/** Creates a passkey; must reach the browser before anything is awaited. */
export type AttestationRequest = (
  options: CreationOptionsJSON,
  how: NewPasskeyOptions,
) => Promise<RelayAttestation>;

/** In the browser's dialog, on this page. */
export const createHere: AttestationRequest = (options, { signal, conditional = false }) =>
  runCeremony('registration', 'modal', { signal }, () => requestAttestation(options, conditional));

/** Wraps a registration in the browser's ceremony, by default on this page. */
export function toPreparedNewPasskey(
  challenge: RegistrationChallenge,
  create: AttestationRequest = createHere,
): PreparedNewPasskey {
  requirePasskeys();
  const { options, timeLeft, register } = challenge;
  return {
    timeLeft,
    confirm(ceremony) {
      if (timeLeft() === 0) return Promise.reject(new WalletError('CHALLENGE_EXPIRED'));
      return create(options, ownOptions(ceremony)).then(async (attestation) => {
        const credential = await register(attestation);
        const known = options.excludeCredentials.map(({ id }) => id);
        void signalAccepted(options, [...known, attestation.credentialId]);
        return credential;
      });
    },
  };
}

/**
 * Fetches the options of a registration, ahead of the click.
 *
 * @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `PASSKEYS_UNSUPPORTED`, `INVALID_INPUT`
 */
export async function prepareNewPasskey(
  context: WalletContext,
  passkey: NewPasskey,
): Promise<PreparedNewPasskey> {
  requirePasskeys();
  return toPreparedNewPasskey(await createRegistrationChallenge(context, passkey));
}

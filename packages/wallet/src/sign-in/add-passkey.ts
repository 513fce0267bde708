import type { RegistrationResponseJSON } from '@simplewebauthn/browser';
import type { WalletContext } from '../context.ts';
import { WalletError } from '../errors/wallet-error.ts';
import type { LazyChunk } from '../load-lazy.ts';
import type {
  PasskeyOptionsResponse,
  RelayAttestation,
  RelayCredential,
} from '../relay-protocol.ts';
import { challengeLifetime } from '../session/lifetime.ts';
import { signedBySession } from '../signing/signed-retry.ts';
import { type CeremonyOptions, runCeremony } from './ceremony.ts';
import { loadPasskeys } from './passkey-support.ts';

/** A passkey to be. */
export interface NewPasskey {
  /** What the person will know it by: 1 to 100 letters, digits, spaces or `. _ - ' ( )`. */
  readonly nickname: string;
}

/** A registration that waits for the click. */
export interface PreparedNewPasskey {
  /** Milliseconds until the challenge expires; then prepare another. */
  timeLeft(): number;
  /**
   * Makes the passkey and registers it, signed by the session. Reaches the browser's dialog before
   * it awaits anything.
   *
   * @throws WalletError `CANCELLED`, `ABORTED`, `PASSKEY_EXISTS`, `CHALLENGE_EXPIRED`,
   * `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `REVIEW_REFUSED`, `OUTCOME_UNKNOWN`
   */
  confirm(options?: CeremonyOptions): Promise<RelayCredential>;
}

/** The transports the service knows; browsers may name others, such as `smart-card`. */
const TRANSPORTS: readonly string[] = ['usb', 'nfc', 'ble', 'internal', 'hybrid'];

function toAttestation({ rawId, response }: RegistrationResponseJSON): RelayAttestation {
  const { clientDataJSON, attestationObject, transports = [] } = response;
  return {
    credentialId: rawId,
    clientDataJson: clientDataJSON,
    attestationObject,
    transports: transports.filter((transport) => TRANSPORTS.includes(transport)),
  };
}

function register(
  context: WalletContext,
  nickname: string,
  ticket: string,
  response: RegistrationResponseJSON,
): Promise<RelayCredential> {
  const { transport } = context;
  const attestation = toAttestation(response);
  return signedBySession(context, {
    begin: () => transport.passkeyBegin({ ticket, nickname, attestation }),
    complete: (request) => transport.passkeyComplete(request),
    action: { kind: 'add_passkey', nickname },
  });
}

function createPrepared(
  context: WalletContext,
  lazy: LazyChunk,
  nickname: string,
  answer: PasskeyOptionsResponse,
): PreparedNewPasskey {
  const { options, ticket } = answer;
  const lifetime = challengeLifetime(context.clock, answer);
  let isUsed = false;
  const timeLeft = () => (isUsed ? 0 : lifetime.left());

  function confirm(ceremony: CeremonyOptions = {}): Promise<RelayCredential> {
    if (timeLeft() === 0) return Promise.reject(new WalletError('CHALLENGE_EXPIRED'));
    const { pubKeyCredParams, excludeCredentials, ...rest } = options;
    const optionsJSON = {
      ...rest,
      pubKeyCredParams: [...pubKeyCredParams],
      excludeCredentials: [...excludeCredentials],
    };
    return runCeremony(lazy, 'registration', 'modal', ceremony, () =>
      lazy.startRegistration({ optionsJSON }),
    ).then((response) => {
      isUsed = true;
      return register(context, nickname, ticket, response);
    });
  }

  return { timeLeft, confirm };
}

/**
 * Fetches the options of a registration, ahead of the click.
 *
 * @throws WalletError `NOT_SIGNED_IN`, `SESSION_EXPIRED`, `INSECURE_CONTEXT`,
 * `PASSKEYS_UNSUPPORTED`, `INVALID_INPUT`
 */
export async function prepareNewPasskey(
  context: WalletContext,
  { nickname }: NewPasskey,
): Promise<PreparedNewPasskey> {
  const { keeper, transport } = context;
  const lazy = await loadPasskeys();
  await keeper.start();
  const { accountId } = keeper.require().info;
  const answer = await transport.passkeyOptions({ accountId, nickname });
  return createPrepared(context, lazy, nickname, answer);
}

import { startRegistration } from '@simplewebauthn/browser';
import type { CreationOptionsJSON, RelayAttestation } from '../relay-protocol.ts';

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
export async function requestAttestation(
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

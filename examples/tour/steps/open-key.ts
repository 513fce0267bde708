import { openSealedKey } from '@org/payments-crypto';
import { TourFailure } from '../expect.ts';
import type { Stage } from '../stage.ts';

/** Opens the sealed session key with the client key of the sign-in; nothing is sent. */
export async function openKey({ device, print }: Stage): Promise<string> {
  const { sealedKey, clientKey } = device;
  if (sealedKey === undefined || clientKey === undefined) {
    throw new TourFailure('The sign-in returned nothing to open.');
  }
  print.note(
    'sealed',
    `${sealedKey.slice(0, 24)}… (${sealedKey.length} characters of base58check)`,
  );
  device.sessionKey = await openSealedKey(sealedKey, clientKey);
  print.note('opened', `session key ${device.sessionKey.publicKey.slice(0, 24)}…, not extractable`);
  return 'only the device holds the session key';
}

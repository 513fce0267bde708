import { expect, it } from 'vitest';
import { convertPoint, open, verifyStampByOpenssl } from '../../test/independent.ts';
import { describeOnBothEngines, namedScalar } from '../../test/material.ts';
import { HPKE_INFO } from '../constants.ts';
import { publicKeyFromScalar } from '../scalar.ts';
import {
  createCodeTarget,
  generateHeldKey,
  heldSessionKey,
  importHeldKey,
  openSealedCode,
} from './held-key.ts';
import { sealCode } from './seal-code.ts';

const [scalar, signingScalar] = [namedScalar('target'), namedScalar('quorum')];
const pinnedKey = publicKeyFromScalar(signingScalar);
const hex = (text: string) => Buffer.from(text, 'hex');

describeOnBothEngines('a code and the key of a session', () => {
  it('are sealed as the service opens them, which another implementation confirms', async () => {
    const { publicKey } = await generateHeldKey();
    const target = await createCodeTarget(scalar, signingScalar);
    const sealed = await sealCode(target, { code: '012345', publicKey }, { pinnedKey });
    const { encappedPublic, ciphertext } = JSON.parse(sealed);
    const recipient = convertPoint(hex(publicKeyFromScalar(scalar)), 'uncompressed');
    const aad = Buffer.concat([hex(encappedPublic), recipient]);
    const message = { info: Buffer.from(HPKE_INFO), aad };
    const text = open(hex(encappedPublic), hex(ciphertext), scalar, message).toString();
    const uncompressed = convertPoint(hex(publicKey), 'uncompressed').toString('hex');
    expect(JSON.parse(text)).toEqual({ otp_code: '012345', public_key: uncompressed });
    expect(await openSealedCode(sealed, scalar)).toEqual({ code: '012345', publicKey });
    await expect(openSealedCode(sealed, namedScalar('other'))).rejects.toMatchObject({
      code: 'SEALED_CODE_UNOPENED',
    });
  });

  const same = (target: string) => target;
  it.each<[string, string, (target: string) => string, string]>([
    ['that another key signed', 'thief', same, 'UNTRUSTED'],
    ['whose data were changed', 'quorum', (text) => text.replace('7b22', '7b20'), 'UNTRUSTED'],
    ['without a signature', 'quorum', (text) => text.replace(/"30[^"]*"/, '""'), 'UNTRUSTED'],
    ['that is not an envelope', 'quorum', () => '{}', 'MALFORMED'],
  ])('are not sealed to a target %s', async (_what, signer, change, code) => {
    const target = await createCodeTarget(scalar, namedScalar(signer));
    const attempt = { code: '012345', publicKey: (await generateHeldKey()).publicKey };
    const sealing = sealCode(change(target), attempt, { pinnedKey });
    await expect(sealing).rejects.toMatchObject({ code: `CODE_TARGET_${code}` });
  });

  it('has a key that signs and is restored, and never leaves WebCrypto', async () => {
    const key = await generateHeldKey();
    expect(key.keyPair.privateKey.extractable).toBe(false);
    const restored = await importHeldKey(key.keyPair);
    expect(restored.publicKey).toBe(key.publicKey);
    const session = await heldSessionKey(restored);
    expect(verifyStampByOpenssl(await session.stamp('text'), 'text')).toBe(true);
    const { privateKey } = (await generateHeldKey()).keyPair;
    const mixed = importHeldKey({ privateKey, publicKey: key.keyPair.publicKey });
    await expect(mixed).rejects.toMatchObject({ code: 'SELF_CHECK_FAILED' });
  });
});

import { generateClientKey, openWalletExport } from '@org/payments-crypto';
import { validateMnemonic } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import { expect, test } from 'vitest';
import { rules } from '../../../test/lab/doors.ts';
import {
  expectInvalid,
  expectRefused,
  expectUnauthorized,
  type Lab,
  openLab,
  type SignedIn,
} from '../../../test/lab/lab.ts';

async function exported(lab: Lab, { account, sessionKey }: SignedIn) {
  const clientKey = await generateClientKey();
  const body = { clientPublicKey: clientKey.publicKey };
  const path = `/internal-accounts/${account.id}/export`;
  const reply = await lab.signed('POST', path, body, sessionKey);
  return { reply, clientKey, envelope: String(reply.body.encryptedWalletCredentials) };
}

rules('wallet export', (door) => {
  test('rule 89: an export takes both legs, and its phrase opens with the client key alone', async () => {
    const lab = await openLab(door);
    const signedIn = await lab.signIn();
    const { reply, clientKey, envelope } = await exported(lab, signedIn);
    expect(reply.status).toBe(200);
    expect(reply.body.id).toBe(signedIn.account.id);
    expect(JSON.parse(envelope)).toMatchObject({
      version: 'v1.0.0',
      dataSignature: '',
      enclaveQuorumPublic: '',
    });
    const phrase = await openWalletExport(envelope, clientKey);
    expect(validateMnemonic(phrase.mnemonic(), wordlist)).toBe(true);
    expect(phrase.mnemonic().split(' ')).toHaveLength(24);
    const other = await generateClientKey();
    await expect(openWalletExport(envelope, other)).rejects.toMatchObject({
      code: 'WALLET_EXPORT_UNOPENED',
    });
  });

  test('rule 89: a wallet has one phrase, sealed again each time, and wallets have different ones', async () => {
    const lab = await openLab(door);
    const one = await lab.signIn();
    const two = await lab.signIn();
    const results = [];
    for (const each of [one, one, two]) results.push(await exported(lab, each));
    const phrases = results.map(async ({ envelope, clientKey }) =>
      (await openWalletExport(envelope, clientKey)).mnemonic(),
    );
    const [first, again, other] = await Promise.all(phrases);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
    expect(new Set(results.map(({ envelope }) => envelope)).size).toBe(3);
  });

  test('rule 89: by option the envelope is signed by the key of the mock', async () => {
    const lab = await openLab(door, { walletExportSignature: 'signed' });
    const { envelope, clientKey } = await exported(lab, await lab.signIn());
    const pinnedKey = lab.mock.walletExportKey;
    const phrase = await openWalletExport(envelope, clientKey, { pinnedKey });
    expect(phrase.isVerified).toBe(true);
    const stranger = (await generateClientKey()).publicKey;
    const opened = openWalletExport(envelope, clientKey, { pinnedKey: stranger });
    await expect(opened).rejects.toMatchObject({ code: 'WALLET_EXPORT_UNTRUSTED' });
  });

  test('rule 87: logs, snapshots and challenges do not contain the phrase', async () => {
    const lab = await openLab(door);
    const { envelope, clientKey } = await exported(lab, await lab.signIn());
    const mnemonic = (await openWalletExport(envelope, clientKey)).mnemonic();
    const traces = JSON.stringify([lab.mock.requests, lab.mock.snapshot(), lab.mock.events]);
    expect(traces).not.toContain(mnemonic);
    expect(traces).not.toContain(mnemonic.split(' ').slice(0, 3).join(' '));
    expect(traces).not.toContain(JSON.parse(envelope).data);
  });

  test('rule 10: another account, a bad key and an unknown id are refused before a challenge', async () => {
    const lab = await openLab(door);
    const { account, customer } = await lab.signIn();
    const { publicKey: clientPublicKey } = await generateClientKey();
    const send = (id: string, body: object) =>
      lab.send('POST', `/internal-accounts/${id}/export`, body);
    expectInvalid(await send(account.id, {}), 'clientPublicKey');
    expectInvalid(await send(account.id, { clientPublicKey: '04' }), 'clientPublicKey');
    const offCurve = { clientPublicKey: `04${'a'.repeat(128)}` };
    expectInvalid(await send(account.id, offCurve), 'clientPublicKey');
    const fiat = lab.mock.add.internalAccount({ customerId: customer.id });
    expectInvalid(await send(fiat.id, { clientPublicKey }), 'id');
    expectRefused(await send('InternalAccount:x', { clientPublicKey }), 404, 'NOT_FOUND');
    expect(lab.mock.snapshot().tables.challenges.rows).toEqual([]);
  });

  test("rule 20: another wallet's session does not export, and another key on leg 2 is refused", async () => {
    const lab = await openLab(door);
    const { account, sessionKey } = await lab.signIn();
    const stranger = await lab.signIn();
    const path = `/internal-accounts/${account.id}/export`;
    const keys = await Promise.all([generateClientKey(), generateClientKey()]);
    const [body, changed] = keys.map(({ publicKey }) => ({ clientPublicKey: publicKey }));
    const challenge = await lab.challenge('POST', path, body);
    const foreign = await lab.answer('POST', path, body, challenge, stranger.sessionKey);
    expectUnauthorized(foreign, 'foreignSession');
    expectUnauthorized(
      await lab.answer('POST', path, changed, challenge, sessionKey),
      'bodyChanged',
    );
    expect((await lab.answer('POST', path, body, challenge, sessionKey)).status).toBe(200);
  });
});

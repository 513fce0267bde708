import { createPublicKey, verify } from 'node:crypto';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { convertPoint, seal } from '../../test/independent.ts';
import { describeOnBothEngines, namedScalar } from '../../test/material.ts';
import { generateClientKey } from '../client-key.ts';
import { HPKE_INFO } from '../constants.ts';
import { CryptoError, type CryptoErrorCode } from '../crypto-error.ts';
import { bytesToHex, hexToBytes } from '../hex.ts';
import { publicKeyFromScalar } from '../scalar.ts';
import { type OpenWalletExportOptions, openWalletExport } from './open-wallet-export.ts';
import { sealWalletExport } from './seal-wallet-export.ts';

const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const signingScalar = namedScalar('quorum');
const pinnedKey = publicKeyFromScalar(signingScalar);

interface Fields {
  version: string;
  data: string;
  dataSignature: string;
  enclaveQuorumPublic: string;
}

async function signedExport() {
  const clientKey = await generateClientKey();
  const envelope = await sealWalletExport(mnemonic, clientKey.publicKey, { signingScalar });
  return { clientKey, envelope, fields: JSON.parse(envelope) as Fields };
}

async function codeOf(work: Promise<unknown>): Promise<CryptoErrorCode | undefined> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error === undefined) return undefined;
  if (!(error instanceof CryptoError)) throw new Error('Expected a CryptoError.');
  expect(`${error.message}${error.stack}${JSON.stringify(error)}`).not.toContain('legal winner');
  expect(error.action).not.toBe('');
  return error.code;
}

describeOnBothEngines('an exported wallet', () => {
  it('opens with the client key, and is verified against the pinned key in either form', async () => {
    const { clientKey, envelope } = await signedExport();
    const long = convertPoint(hexToBytes(pinnedKey), 'uncompressed').toString('hex');
    for (const key of [pinnedKey, long, long.toUpperCase()]) {
      const phrase = await openWalletExport(envelope, clientKey, { pinnedKey: key });
      expect(phrase.mnemonic()).toBe(mnemonic);
      expect(phrase.isVerified).toBe(true);
    }
    expect((await openWalletExport(envelope, clientKey)).isVerified).toBe(false);
  });

  it('opens a bundle of an independent sealer, in the documented layout', async () => {
    const clientKey = await generateClientKey();
    const recipient = hexToBytes(clientKey.publicKey);
    const scalar = namedScalar('sender');
    const sender = convertPoint(hexToBytes(publicKeyFromScalar(scalar)), 'uncompressed');
    const aad = Buffer.concat([sender, recipient]);
    const info = Buffer.from(HPKE_INFO, 'ascii');
    const { enc, ciphertext } = seal(Buffer.from(mnemonic), recipient, scalar, { info, aad });
    const data = JSON.stringify({
      encappedPublic: enc.toString('hex'),
      ciphertext: ciphertext.toString('hex'),
      organizationId: 'org',
    });
    const envelope = JSON.stringify({
      version: 'v1.0.0',
      data: Buffer.from(data).toString('hex'),
      dataSignature: '',
      enclaveQuorumPublic: '',
    });
    expect((await openWalletExport(envelope, clientKey)).mnemonic()).toBe(mnemonic);
  });

  it('has a signature over its data, which OpenSSL verifies', async () => {
    const { fields } = await signedExport();
    const point = Buffer.from(fields.enclaveQuorumPublic, 'hex');
    const key = createPublicKey({
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
      format: 'jwk',
    });
    const [data, signature] = [fields.data, fields.dataSignature].map((text) =>
      Buffer.from(text, 'hex'),
    ) as [Buffer, Buffer];
    expect(verify('sha256', data, key, signature)).toBe(true);
  });

  it.each<[string, (fields: Fields) => Partial<Fields>, OpenWalletExportOptions]>([
    ['no signature', () => ({ dataSignature: '', enclaveQuorumPublic: '' }), { pinnedKey }],
    ['no key', () => ({ enclaveQuorumPublic: '' }), { pinnedKey }],
    ['a signature that is not hex', () => ({ dataSignature: 'zz' }), { pinnedKey }],
    ['a key that is not a point', () => ({ enclaveQuorumPublic: '04ab' }), { pinnedKey }],
    ['another pinned key', () => ({}), { pinnedKey: publicKeyFromScalar(namedScalar('other')) }],
  ])('is not trusted with %s', async (_name, change, options) => {
    const { clientKey, fields } = await signedExport();
    const envelope = JSON.stringify({ ...fields, ...change(fields) });
    expect(await codeOf(openWalletExport(envelope, clientKey, options))).toBe(
      'WALLET_EXPORT_UNTRUSTED',
    );
  });

  it('is not trusted when signed by another key that claims to be the pinned one', async () => {
    const { clientKey, fields } = await signedExport();
    const forged = JSON.parse(
      await sealWalletExport('attacker phrase', clientKey.publicKey, {
        signingScalar: namedScalar('attacker'),
      }),
    ) as Fields;
    const { enclaveQuorumPublic } = fields;
    for (const envelope of [forged, { ...forged, enclaveQuorumPublic }]) {
      const opened = openWalletExport(JSON.stringify(envelope), clientKey, { pinnedKey });
      expect(await codeOf(opened)).toBe('WALLET_EXPORT_UNTRUSTED');
    }
  });

  it('does not open after any bit of the data was flipped', async () => {
    const { clientKey, fields } = await signedExport();
    await fc.assert(
      fc.asyncProperty(
        fc.nat({ max: fields.data.length / 2 - 1 }),
        fc.integer({ min: 0, max: 7 }),
        async (at, bit) => {
          const bytes = hexToBytes(fields.data);
          bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
          const envelope = JSON.stringify({ ...fields, data: bytesToHex(bytes) });
          const pinned = await codeOf(openWalletExport(envelope, clientKey, { pinnedKey }));
          expect(pinned).toBe('WALLET_EXPORT_UNTRUSTED');
        },
      ),
      { numRuns: 50 },
    );
  });

  it('does not open with another client key, another info or a damaged ciphertext', async () => {
    const { clientKey, envelope, fields } = await signedExport();
    const other = await generateClientKey();
    expect(await codeOf(openWalletExport(envelope, other))).toBe('WALLET_EXPORT_UNOPENED');
    const info = new Uint8Array(1);
    expect(await codeOf(openWalletExport(envelope, clientKey, { info }))).toBe(
      'WALLET_EXPORT_UNOPENED',
    );
    const inner = JSON.parse(Buffer.from(fields.data, 'hex').toString()) as Record<string, string>;
    const { encappedPublic = '', ciphertext = '' } = inner;
    const damaged = (hex: string) => `${hex.slice(0, -2)}${hex.endsWith('00') ? '01' : '00'}`;
    const changes = [
      { ciphertext: damaged(ciphertext) },
      { ciphertext: 'ab' },
      { encappedPublic: damaged(encappedPublic) },
      { encappedPublic: '04' },
    ];
    for (const change of changes) {
      const data = Buffer.from(JSON.stringify({ ...inner, ...change })).toString('hex');
      const opened = openWalletExport(JSON.stringify({ ...fields, data }), clientKey);
      expect(await codeOf(opened)).toBe('WALLET_EXPORT_UNOPENED');
    }
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['a number', 7],
    ['a string', 'legal winner'],
    ['a list', '[]'],
    ['null', 'null'],
    ['no version', '{}'],
    ['another version', '{"version":"v2.0.0","data":"00"}'],
    ['a field that is missing', '{"version":"v1.0.0","data":"00","dataSignature":""}'],
    [
      'data that is not hex',
      '{"version":"v1.0.0","data":"xyz","dataSignature":"","enclaveQuorumPublic":""}',
    ],
    [
      'data that is not JSON',
      '{"version":"v1.0.0","data":"00","dataSignature":"","enclaveQuorumPublic":""}',
    ],
    [
      'data without a ciphertext',
      '{"version":"v1.0.0","data":"7b7d","dataSignature":"","enclaveQuorumPublic":""}',
    ],
    ['a very long text', ' '.repeat(20_000)],
  ])('is refused when it is %s', async (_name, text) => {
    const clientKey = await generateClientKey();
    expect(await codeOf(openWalletExport(text as string, clientKey))).toBe(
      'WALLET_EXPORT_MALFORMED',
    );
  });

  it('arbitrary text is refused with a typed error', async () => {
    const clientKey = await generateClientKey();
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.string(), fc.json()), async (text) => {
        expect(await codeOf(openWalletExport(text, clientKey))).toBe('WALLET_EXPORT_MALFORMED');
      }),
    );
  });

  it('refuses a pinned key that is not a key', async () => {
    const { clientKey, envelope } = await signedExport();
    for (const key of ['', 'zz', '04', `02${'f'.repeat(64)}`]) {
      const opened = openWalletExport(envelope, clientKey, { pinnedKey: key });
      expect(await codeOf(opened)).toBe('INVALID_POINT');
    }
  });

  it('returns its phrase only on request, and not after it was wiped', async () => {
    const { clientKey, envelope } = await signedExport();
    const phrase = await openWalletExport(envelope, clientKey, { pinnedKey });
    const shown = [
      inspect(phrase, { showHidden: true, depth: null, getters: true }),
      JSON.stringify({ phrase }),
      String(phrase),
      `${phrase}`,
    ].join('\n');
    expect(shown).not.toContain('legal');
    expect(shown).not.toContain(Buffer.from('legal').toString('hex'));
    expect(shown).not.toContain('108, 101, 103, 97, 108');
    const { bytes } = phrase;
    phrase.wipe();
    phrase.wipe();
    expect(bytes.every((byte) => byte === 0)).toBe(true);
    expect(() => phrase.mnemonic()).toThrow(CryptoError);
    expect(() => phrase.bytes).toThrow('overwritten');
  });

  it('refuses to show bytes that are not UTF-8', async () => {
    const { clientKey } = await signedExport();
    const recipient = hexToBytes(clientKey.publicKey);
    const scalar = namedScalar('sender');
    const sender = convertPoint(hexToBytes(publicKeyFromScalar(scalar)), 'uncompressed');
    const { enc, ciphertext } = seal(Buffer.of(0xff, 0xfe), recipient, scalar, {
      info: Buffer.from(HPKE_INFO, 'ascii'),
      aad: Buffer.concat([sender, recipient]),
    });
    const data = Buffer.from(
      JSON.stringify({ encappedPublic: bytesToHex(enc), ciphertext: bytesToHex(ciphertext) }),
    ).toString('hex');
    const fields = { version: 'v1.0.0', data, dataSignature: '', enclaveQuorumPublic: '' };
    const phrase = await openWalletExport(JSON.stringify(fields), clientKey);
    expect(() => phrase.mnemonic()).toThrow('not UTF-8');
  });
});

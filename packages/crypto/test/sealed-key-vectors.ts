import { CURVE_ORDER } from '../src/constants.ts';
import { bytesToHex, hexToBytes } from '../src/hex.ts';
import { publicKeyFromScalar } from '../src/scalar.ts';
import { sealSessionKey } from '../src/seal-session-key.ts';
import { decodeSealedText } from '../src/sealed-text.ts';
import { clientPublicKeyOf } from './client-key-vectors.ts';
import { convertPoint, encodeBase58, encodeBase58check, seal } from './independent.ts';
import {
  bytesOfNumber,
  flipBit,
  HIGHEST_SCALAR,
  join,
  LOWEST_SCALAR,
  namedScalar,
} from './material.ts';

const client = namedScalar('client');
const recipient = hexToBytes(clientPublicKeyOf(client));
const INFO = new TextEncoder().encode('turnkey_hpke');

interface Opened {
  readonly name: string;
  readonly sessionScalar: Uint8Array;
  readonly info?: Uint8Array;
  readonly aad?: Uint8Array;
}

async function opened({ name, sessionScalar, ...bindings }: Opened) {
  const ephemeralScalar = namedScalar(`ephemeral of ${name}`);
  const sealed = await sealSessionKey(sessionScalar, clientPublicKeyOf(client), {
    ...bindings,
    ephemeralScalar,
  });
  return {
    name,
    clientScalar: bytesToHex(client),
    ephemeralScalar: bytesToHex(ephemeralScalar),
    ...(bindings.info === undefined ? {} : { info: bytesToHex(bindings.info) }),
    ...(bindings.aad === undefined ? {} : { aad: bytesToHex(bindings.aad) }),
    sealed,
    sessionScalar: bytesToHex(sessionScalar),
    sessionPublicKey: publicKeyFromScalar(sessionScalar),
  };
}

/**
 * A sealed text created outside the package, which may contain data that the package does not seal.
 */
function foreign(
  name: string,
  change: {
    plaintext?: Uint8Array;
    info?: Uint8Array;
    aad?: (enc: Uint8Array, compressed: Uint8Array) => Uint8Array;
  },
): string {
  const ephemeral = namedScalar(`ephemeral of ${name}`);
  const { enc } = seal(new Uint8Array(32), recipient, ephemeral, { info: INFO, aad: INFO });
  const compressed = convertPoint(enc, 'compressed');
  const aad = change.aad?.(enc, compressed) ?? join(enc, recipient);
  const plaintext = change.plaintext ?? namedScalar('session');
  const { ciphertext } = seal(plaintext, recipient, ephemeral, { info: change.info ?? INFO, aad });
  return encodeBase58check(join(compressed, ciphertext));
}

function unopened() {
  const sealed = foreign('whole', {});
  const { enc, ciphertext } = decodeSealedText(sealed);
  const whole = join(enc, ciphertext);
  const withPrefix = (prefix: number) => join(Uint8Array.of(prefix), whole.subarray(1));
  const noPoint = join(Uint8Array.of(2), new Uint8Array(31), Uint8Array.of(1), ciphertext);
  const texts: Record<string, string> = {
    'flipped bit in the encapsulated key': encodeBase58check(flipBit(whole, 100)),
    'flipped bit in the ciphertext': encodeBase58check(flipBit(whole, 8 * 40)),
    'flipped bit in the tag': encodeBase58check(flipBit(whole, 8 * 81 - 1)),
    'other parity of the encapsulated key': encodeBase58check(flipBit(whole, 7)),
    'prefix 04': encodeBase58check(withPrefix(4)),
    'prefix 00': encodeBase58check(withPrefix(0)),
    'no point with this x': encodeBase58check(noPoint),
    'x above the field prime': encodeBase58check(
      join(Uint8Array.of(2), new Uint8Array(32).fill(255), ciphertext),
    ),
    'scalar zero': foreign('zero', { plaintext: new Uint8Array(32) }),
    'scalar n': foreign('n', { plaintext: bytesOfNumber(CURVE_ORDER) }),
    'scalar of ones': foreign('ones', { plaintext: new Uint8Array(32).fill(255) }),
    'empty info': foreign('info', { info: new Uint8Array() }),
    'info of another protocol': foreign('info2', { info: new TextEncoder().encode('turnkey') }),
    'empty aad': foreign('aad', { aad: () => new Uint8Array() }),
    'aad with the compressed encapsulated key': foreign('aad2', {
      aad: (_, compressed) => join(compressed, recipient),
    }),
    'aad in the other order': foreign('aad3', { aad: (enc) => join(recipient, enc) }),
  };
  return Object.entries(texts).map(([name, sealed]) => ({
    name,
    sealed,
    code: 'SEALED_KEY_UNOPENED',
  }));
}

function malformed() {
  const sealed = foreign('whole', {});
  const { enc, ciphertext } = decodeSealedText(sealed);
  const whole = join(enc, ciphertext);
  const last = sealed.endsWith('2') ? '3' : '2';
  const texts: Record<string, string> = {
    empty: '',
    'one character': '1',
    'wrong checksum': `${sealed.slice(0, -1)}${last}`,
    'no checksum': encodeBase58(whole),
    'one byte short': encodeBase58check(whole.subarray(0, -1)),
    'one byte long': encodeBase58check(join(whole, Uint8Array.of(0))),
    'version byte in front': encodeBase58check(join(Uint8Array.of(0), whole)),
    'uncompressed encapsulated key': encodeBase58check(
      join(convertPoint(enc, 'uncompressed'), ciphertext),
    ),
    'character 0': `0${sealed.slice(1)}`,
    'character O': `O${sealed.slice(1)}`,
    'character l': `l${sealed.slice(1)}`,
    'character I': `I${sealed.slice(1)}`,
    'character beyond Latin-1': `\u0142${sealed.slice(1)}`,
    'leading space': ` ${sealed}`,
    'trailing line break': `${sealed}\n`,
    'leading zero byte': `1${sealed}`,
    'hex in place of base58': bytesToHex(whole),
    'too long': 'z'.repeat(129),
  };
  return Object.entries(texts).map(([name, sealed]) => ({
    name,
    sealed,
    code: 'SEALED_KEY_MALFORMED',
  }));
}

/** `sealed-key.json`: sealed keys with their session keys, and strings that must not open. */
export async function sealedKeyVectors() {
  const rows: Opened[] = [
    { name: 'session', sessionScalar: namedScalar('session') },
    { name: 'lowest scalar', sessionScalar: LOWEST_SCALAR },
    { name: 'highest scalar', sessionScalar: HIGHEST_SCALAR },
    {
      name: 'other info',
      sessionScalar: namedScalar('session'),
      info: new TextEncoder().encode('other'),
    },
    {
      name: 'empty info and aad',
      sessionScalar: namedScalar('session'),
      info: new Uint8Array(),
      aad: new Uint8Array(),
    },
  ];
  return {
    about:
      'base58check of compressed encapsulated key, ciphertext and tag; HPKE base mode, ' +
      'P-256, HKDF-SHA256, AES-256-GCM; info and aad in hex where they differ from the default.',
    accepted: await Promise.all(rows.map(opened)),
    refused: [...malformed(), ...unopened()].map((row) => ({
      ...row,
      clientScalar: bytesToHex(client),
    })),
  };
}

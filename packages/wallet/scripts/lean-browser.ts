import { readFileSync } from 'node:fs';
import type { Plugin } from 'esbuild';

/** The replacements in a bundle for browsers: each file and its substitute. */
const replacements: readonly (readonly [file: RegExp, contents: string])[] = [
  // The wallet opens one message per suite, and seals and exports nothing.
  [
    /@hpke[\\/]core[\\/]esm[\\/]src[\\/]mutex\.js$/,
    'export class Mutex { async lock() { return () => {}; } }',
  ],
  [/@hpke[\\/]core[\\/]esm[\\/]src[\\/]senderContext\.js$/, 'export class SenderContextImpl {}'],
  [
    /@hpke[\\/]core[\\/]esm[\\/]src[\\/]exporterContext\.js$/,
    `export class ExporterContextImpl {}
    export class RecipientExporterContextImpl {}
    export class SenderExporterContextImpl {}`,
  ],
  // The encryption context is the wallet's own, over functions captured when the page loaded.
  [
    /@hpke[\\/]core[\\/]esm[\\/]src[\\/]aeads[\\/]aesGcm\.js$/,
    `export class Aes128Gcm { id = 1; keySize = 16; nonceSize = 12; tagSize = 16; }
    export class Aes256Gcm extends Aes128Gcm { id = 2; keySize = 32; }`,
  ],
  // Imports Node's `crypto`, about which Vite and webpack warn; the wallet passes its own keys.
  [
    /@hpke[\\/]common[\\/]esm[\\/]src[\\/]algorithm\.js$/,
    'export class NativeAlgorithm { async _setup() {} }',
  ],
  [
    /@hpke[\\/]common[\\/]esm[\\/]src[\\/]hash[\\/]hmac\.js$/,
    "export { hmac } from 'newest:@noble/hashes/hmac.js';",
  ],
  [/@hpke[\\/]common[\\/]esm[\\/]_dnt\.shims\.js$/, 'export const dntGlobalThis = globalThis;'],
  // bs58check depends on an older copy of the hash library that the other cryptography uses.
  [
    /bs58check[\\/]node_modules[\\/]@noble[\\/]hashes[\\/]esm[\\/]sha256\.js$/,
    "export { sha256 } from 'newest:@noble/hashes/sha2.js';",
  ],
  // The wallet distinguishes errors by their names, which the replacements keep.
  ...['Authentication', 'Registration', 'Signal'].map(
    (kind) =>
      [
        new RegExp(
          `@simplewebauthn[\\\\/]browser[\\\\/]esm[\\\\/]helpers[\\\\/]identify${kind}Error\\.js$`,
        ),
        `export const identify${kind}Error = ({ error }) => error;`,
      ] as const,
  ),
];

/** A field as the compiler of these libraries writes it. */
const definedField =
  /Object\.defineProperty\(this, "(\w+)", \{\s*enumerable: true,\s*configurable: true,\s*writable: true,\s*value: ([^{}]*?),?\s*\}\);/g;

/** A message that is never shown: the cryptography reports each failure with its own code. */
const errorText = /throw new (\w*Error)\([^;\n]*\);/g;

/** Methods that the wallet's KDF and suite do not call. */
const unreached: readonly (readonly [file: RegExp, methods: readonly string[]])[] = [
  [/kdfs[\\/]hkdf\.js$/, ['extract', 'expand', 'extractAndExpand']],
  [
    /kems[\\/]dhkem\.js$/,
    [
      'encap',
      'deriveKeyPair',
      'generateKeyPair',
      'serializePrivateKey',
      'deserializePrivateKey',
      'importKey',
    ],
  ],
  [/src[\\/]cipherSuiteNative\.js$/, ['createSenderContext', 'seal', '_keyScheduleS']],
];

function withoutMethods(source: string, path: string): string {
  const methods = unreached.find(([file]) => file.test(path))?.[1] ?? [];
  return methods.reduce(
    (text, name) =>
      text.replace(new RegExp(`\\n    async ${name}\\([\\s\\S]*?\\n    }(?=\\n)`), ''),
    source,
  );
}

/**
 * The parts of SimpleWebAuthn that the wallet does not need: its messages for developers, because
 * each error also has a code, and the fields of an attestation that repeat the attestation object.
 */
const beyondCeremonies = [
  /\n {4}else if \(signalName === 'currentUserDetails'\) \{[\s\S]*?\n {4}\}(?=\n)/g,
  /\nasync function _callSignalCurrentUserDetails\([\s\S]*?\n\}(?=\n)/g,
  /\n\s*message: [^\n]*(?=\n\s*code:)/g,
  /\n {4}if \(!options\.optionsJSON && options\.challenge\) \{[\s\S]*?\n {4}\}(?=\n)/g,
  /\n {4}if \(typeof response\.get(?:PublicKeyAlgorithm|PublicKey|AuthenticatorData) === 'function'\) \{[\s\S]*?\n {4}\}(?=\n)/g,
];

/** The reasons of an abort, of which the wallet reads the name, and a lack that it tests for first. */
const unreadText = /Error\('(?:Cancelling|Manually cancelling|Browser does not support)[^'\n]*'\)/g;

function onlyCeremonies(source: string): string {
  return beyondCeremonies
    .reduce((text, part) => text.replace(part, ''), source)
    .replace(errorText, 'throw new $1();')
    .replace(unreadText, 'Error()');
}

/** The places where our own modules use OpenSSL, which browsers do not have. */
const ownCryptography = /[\\/]packages[\\/]crypto[\\/]src[\\/][\w-]+\.ts$/;
const openssl = /\b(?:nodeCrypto\(\)|(?:keyObjectOf|importPublicKeyObject)\(\w+\))(?!:)/g;
const opensslTest = /\bopenssl (?=[!=]== undefined)/g;

/** What to do after failures of functions that the wallet does not call. */
const unreachedActions = /\n {2}(?:WALLET_EXPORT_\w+|INVALID_BASE64URL):\s+'[^'\n]*',/g;

function ownReduced(source: string): string {
  return source
    .replace(openssl, 'undefined')
    .replace(opensslTest, 'undefined ')
    .replace(unreachedActions, '');
}

/** Square roots in fields that the wallet does not use: the prime of P-256 is 3 mod 4. */
const squareRoots = /export function FpSqrt\(P\) \{[\s\S]*?\n\}/;
const squareRoot = 'export function FpSqrt() { return sqrt3mod4; }';

/** The functions of base58 besides `decodeUnsafe`, the only one that the wallet calls. */
const beyondDecoding = [
  /\n( +)function (?:encode|decode) ?\([\s\S]*?\n\1\}(?=\n)/g,
  /\n +(?:encode|decode)(?:: (?:encode|decode))?,?(?=\n)/g,
];

/** As `errorText`, in a library that writes no semicolons. */
const bareErrorText = /throw new (\w*Error)\([^)\n]*\)/g;

function onlyDecoding(source: string): string {
  return beyondDecoding
    .reduce((text, part) => text.replace(part, ''), source)
    .replace(bareErrorText, 'throw new $1()');
}

/** Libraries whose modules have no side effects, which their manifests do not declare. */
const withoutSideEffects = /[\\/]@(?:hpke|simplewebauthn)[\\/]/;
const isResolved = Symbol('resolved');

/**
 * Removes code from a browser's bundle that the wallet does not use. Only for bundles that keep
 * these libraries to themselves.
 */
export const leanBrowser: Plugin = {
  name: 'lean-browser',
  setup({ onLoad, onResolve, onEnd, resolve }) {
    const replaced = new Set<RegExp>();
    for (const [file, contents] of replacements) {
      onLoad({ filter: file }, () => {
        replaced.add(file);
        return { contents, loader: 'js' };
      });
    }
    onLoad({ filter: /@(?:hpke|noble)[\\/].*\.js$/ }, ({ path }) => ({
      contents: withoutMethods(readFileSync(path, 'utf8'), path)
        .replace(definedField, 'this.$1 = $2;')
        .replace(errorText, 'throw new $1();')
        .replace(squareRoots, squareRoot),
      loader: 'js',
    }));
    onLoad({ filter: ownCryptography }, ({ path }) => ({
      contents: ownReduced(readFileSync(path, 'utf8')),
      loader: 'ts',
    }));
    onLoad({ filter: /@simplewebauthn[\\/].*\.js$/ }, ({ path }) => ({
      contents: onlyCeremonies(readFileSync(path, 'utf8')).replace(definedField, 'this.$1 = $2;'),
      loader: 'js',
    }));
    onLoad({ filter: /[\\/](?:base-x|bs58check)[\\/]src[\\/]esm[\\/]\w+\.js$/ }, ({ path }) => ({
      contents: onlyDecoding(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
    onResolve(
      { filter: /^\.|^@(?:hpke|simplewebauthn)\// },
      async ({ path, pluginData, ...args }) => {
        if (pluginData === isResolved) return undefined;
        if (!withoutSideEffects.test(`${args.importer} /${path}`)) return undefined;
        const { importer, kind, resolveDir } = args;
        const found = await resolve(path, { importer, kind, resolveDir, pluginData: isResolved });
        return { ...found, sideEffects: false };
      },
    );
    onResolve({ filter: /^newest:/ }, ({ path, kind }) =>
      resolve(path.slice('newest:'.length), { kind, resolveDir: import.meta.dirname }),
    );
    onEnd(() =>
      replaced.size === replacements.length
        ? undefined
        : { errors: [{ text: 'a library has moved its files: update lean-browser.ts' }] },
    );
  },
};

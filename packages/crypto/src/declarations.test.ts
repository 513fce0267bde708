import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCompiler } from '../../../scripts/native-compiler/compiler.ts';

const sources = fileURLToPath(new URL('.', import.meta.url));
const typeRoots = [fileURLToPath(new URL('../../../node_modules/@types', import.meta.url))];

const server = `
import { generateClientKey, importClientKey, openSealedKey, type ClientKey, type SessionKey } from './index.js';
const clientKey: ClientKey = await generateClientKey();
const again: ClientKey = await importClientKey(clientKey.keyPair);
const session: SessionKey = await openSealedKey('sealed', again);
const kind: 'private' | 'public' | 'secret' = session.cryptoKey.type;
const extractable: boolean = clientKey.keyPair.privateKey.extractable;
const stamp: string = await session.stamp('payload');
// @ts-expect-error the keys are typed, not any
session.cryptoKey.missing;
export { extractable, kind, stamp };
`;

const page = `
import { generateClientKey, importClientKey, importSessionKey, sessionKeyFromCryptoKey } from './index.js';
const { keyPair } = await generateClientKey();
const pair: CryptoKeyPair = keyPair;
await importClientKey(pair);
const { cryptoKey, publicKey } = await importSessionKey(new Uint8Array(32));
const key: CryptoKey = cryptoKey;
await sessionKeyFromCryptoKey(key, publicKey);
await importClientKey(await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, false, ['deriveBits']));
export const signature = crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, cryptoKey, new Uint8Array(1));
`;

const node = `
import type { webcrypto } from 'node:crypto';
import { generateClientKey, importClientKey, importSessionKey, sessionKeyFromCryptoKey } from './index.js';
const { keyPair } = await generateClientKey();
const pair: webcrypto.CryptoKeyPair = keyPair;
await importClientKey(pair);
const { cryptoKey, publicKey } = await importSessionKey(new Uint8Array(32));
const key: webcrypto.CryptoKey = cryptoKey;
export const again = sessionKeyFromCryptoKey(key, publicKey);
`;

let folder: string;

/** Writes the declarations of the package, as a build does. */
async function emitDeclarations(): Promise<void> {
  const compilerOptions = {
    declaration: true,
    emitDeclarationOnly: true,
    // What fails to compile is reported by the type check of the repository.
    noCheck: true,
    rootDir: sources,
    outDir: folder,
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2024', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots,
    strict: true,
    rewriteRelativeImportExtensions: true,
  };
  const project = join(folder, 'tsconfig.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [join(sources, 'index.ts')] }));
  const { ok, output } = await runCompiler('--project', project);
  if (!ok) throw new Error(`The declarations were not written: ${output}`);
}

/** Compiles a program that uses the declarations; every file is checked, also those of libraries. */
async function errorsOf(name: string, text: string, options: object): Promise<string> {
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    target: 'es2023',
    module: 'nodenext',
    moduleResolution: 'nodenext',
    types: [],
    ...options,
  };
  const project = join(folder, `tsconfig.${name}.json`);
  writeFileSync(join(folder, `${name}.mts`), text);
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${name}.mts`] }));
  const { ok, output } = await runCompiler('--project', project);
  expect(ok).toBe(output === '');
  return output;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  await emitDeclarations();
}, 240_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the published types compile with skipLibCheck: false', () => {
  it('without the DOM library and without @types/node', async () => {
    expect(await errorsOf('server', server, { lib: ['es2023'] })).toBe('');
  }, 240_000);

  it('in a page, where the keys are of the type CryptoKey', async () => {
    const lib = ['es2023', 'dom', 'dom.iterable'];
    expect(await errorsOf('page', page, { lib })).toBe('');
  }, 240_000);

  it('in Node, where the keys are those of @types/node', async () => {
    const options = { types: ['node'], typeRoots };
    expect(await errorsOf('node', node, { lib: ['es2023'], ...options })).toBe('');
  }, 240_000);

  it('and a name of the DOM library fails the check', async () => {
    const text = 'export declare const pair: CryptoKeyPair;';
    expect(await errorsOf('control', text, { lib: ['es2023'] })).toContain("'CryptoKeyPair'");
  }, 240_000);
});

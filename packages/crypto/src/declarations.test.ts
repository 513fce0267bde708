import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const source = fileURLToPath(new URL('./index.ts', import.meta.url));
const modules = fileURLToPath(new URL('../../../node_modules', import.meta.url));

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
function emitDeclarations(): void {
  const program = ts.createProgram([source], {
    declaration: true,
    emitDeclarationOnly: true,
    outDir: folder,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2024.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: ['node'],
    typeRoots: [join(modules, '@types')],
    strict: true,
    skipLibCheck: true,
    rewriteRelativeImportExtensions: true,
  });
  const { emitSkipped } = program.emit();
  if (emitSkipped) throw new Error('The declarations were not written.');
}

function problemsOf(name: string, text: string, options: ts.CompilerOptions): string[] {
  const file = join(folder, `${name}.mts`);
  writeFileSync(file, text);
  const program = ts.createProgram([file], {
    noEmit: true,
    strict: true,
    skipLibCheck: false,
    exactOptionalPropertyTypes: true,
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    types: [],
    ...options,
  });
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'declarations-'));
  emitDeclarations();
}, 240_000);

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the published types compile with skipLibCheck: false', () => {
  it('without the DOM library and without @types/node', () => {
    expect(problemsOf('server', server, { lib: ['lib.es2023.d.ts'] })).toEqual([]);
  }, 240_000);

  it('in a page, where the keys are of the type CryptoKey', () => {
    const lib = ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'];
    expect(problemsOf('page', page, { lib })).toEqual([]);
  }, 240_000);

  it('in Node, where the keys are those of @types/node', () => {
    const options = { types: ['node'], typeRoots: [join(modules, '@types')] };
    expect(problemsOf('node', node, { lib: ['lib.es2023.d.ts'], ...options })).toEqual([]);
  }, 240_000);

  it('and a name of the DOM library fails the check', () => {
    const text = 'export declare const pair: CryptoKeyPair;';
    expect(problemsOf('control', text, { lib: ['lib.es2023.d.ts'] })).not.toEqual([]);
  }, 240_000);
});

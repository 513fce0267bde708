import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../scripts/lib/run.ts';
import { root } from '../../scripts/lib/workspace.ts';
import type { Consumer } from './layout.ts';

/** The compilers of consumers: the workspace's, and the oldest one the packages support. */
const compilers = {
  'TypeScript 6': join(root, 'node_modules/typescript/bin/tsc'),
  'TypeScript 5.9': join(root, 'e2e/consumers/node_modules/typescript/bin/tsc'),
} as const;

const modes = {
  nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
  bundler: { module: 'esnext', moduleResolution: 'bundler' },
  // Reads no exports; TypeScript 6 resolves as bundlers do.
  commonjs: { module: 'commonjs', esModuleInterop: true },
} as const;
type Mode = keyof typeof modes;

/** How programs resolve with each compiler; none is checked twice. */
const modesOf: Readonly<Record<keyof typeof compilers, readonly Mode[]>> = {
  'TypeScript 6': ['nodenext', 'bundler'],
  'TypeScript 5.9': ['nodenext', 'bundler', 'commonjs'],
};

/** What a project compiles, and with which options. */
interface Project {
  readonly name: string;
  readonly specifiers: readonly string[];
  readonly options: object;
  readonly modes: readonly Mode[];
}

const shared = {
  target: 'es2023',
  types: ['node'],
  strict: true,
  exactOptionalPropertyTypes: true,
  noEmit: true,
};

const browserPackages = ['@org/payments-wallet', '@org/payments-mock/inspector'];

function projects(specifiers: readonly string[], all: readonly Mode[]): Project[] {
  const isForBrowsers = (specifier: string) =>
    browserPackages.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  const server = specifiers.filter((specifier) => !isForBrowsers(specifier));
  return [
    {
      name: 'everywhere',
      specifiers,
      options: { ...shared, lib: ['es2023', 'dom', 'dom.iterable'], skipLibCheck: true },
      modes: all,
    },
    {
      // Peers bring declarations that need more than this; the packages' own must not.
      name: 'server',
      specifiers: server.filter((specifier) => !specifier.endsWith('/msw')),
      options: { ...shared, lib: ['es2023'], skipLibCheck: false },
      // Both formats are resolved in one program.
      modes: ['nodenext'],
    },
  ];
}

/** A program that fails to compile if a module has no types, or the types are `any`. */
function everyModule(specifiers: readonly string[]): string {
  const lines = specifiers.flatMap((specifier, index) => [
    `import * as module${index} from '${specifier}';`,
    `export const typed${index}: IsAny<typeof module${index}> = false;`,
  ]);
  return ['type IsAny<T> = 0 extends 1 & T ? true : false;', ...lines, ''].join('\n');
}

/** A program in which the keys of the cryptography are those of the DOM, or those of Node. */
const keysOf = (types: string) => `
import { generateClientKey, importClientKey, importSessionKey, sessionKeyFromCryptoKey } from '@org/payments-crypto';
import type { webcrypto } from 'node:crypto';
export async function keys(): Promise<webcrypto.CryptoKey> {
  const { keyPair } = await generateClientKey();
  const pair: ${types}CryptoKeyPair = keyPair;
  await importClientKey(pair);
  const { cryptoKey, publicKey } = await importSessionKey(new Uint8Array(32));
  const key: ${types}CryptoKey = cryptoKey;
  await sessionKeyFromCryptoKey(key, publicKey);
  // @ts-expect-error the keys are typed, not any
  cryptoKey.missing;
  return cryptoKey;
}
`;

/** Two compilers use the same projects. */
function writeProject(folder: string, modules: string, mode: Mode, project: Project) {
  const endings = mode === 'nodenext' ? ['mts', 'cts'] : ['ts'];
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  symlinkSync(modules, join(folder, 'node_modules'), 'junction');
  for (const ending of endings) {
    writeFileSync(join(folder, `every-module.${ending}`), everyModule(project.specifiers));
    const types = project.name === 'server' ? 'webcrypto.' : '';
    writeFileSync(join(folder, `keys.${ending}`), keysOf(types));
    const program = join(root, 'e2e/consumers/programs/signed-change.ts');
    copyFileSync(program, join(folder, `signed-change.${ending}`));
  }
  const compilerOptions = { ...project.options, ...modes[mode] };
  const files = endings.map((ending) => `*.${ending}`);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: files }));
}

/**
 * Type-checks a program and every export, as Node resolves them and as bundlers do, with one of
 * the supported compilers: all packages with the DOM, and those for servers without it and with the
 * declarations themselves checked.
 */
export async function typeCheck(
  { folder }: Consumer,
  specifiers: readonly string[],
  compiler: keyof typeof compilers,
): Promise<string[]> {
  const checks = projects(specifiers, modesOf[compiler]).flatMap((project) =>
    project.modes.map(async (mode) => {
      const place = join(folder, `${project.name}-${mode}`);
      writeProject(place, join(folder, 'node_modules'), mode, project);
      const { ok, output } = await run(process.execPath, [compilers[compiler], '-p', place]);
      const title = `types of ${project.name} under ${mode} with ${compiler}`;
      return ok ? [] : [`${title}:\n${output.trimEnd()}`];
    }),
  );
  return (await Promise.all(checks)).flat();
}

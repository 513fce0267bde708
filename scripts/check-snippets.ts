import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NamedOperation, operations } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import ts from 'typescript';
import { callOf, exampleProgram } from './docs/examples/program.ts';
import { walletForm } from './docs/examples/wallet-calls.ts';
import { eventExample } from './docs/pages/events.ts';
import { operationSlug } from './docs/pages/slug.ts';
import { problemsOf } from './native-compiler/problems.ts';

/** A block of code of a generated page, with the declarations it needs to compile. */
interface GeneratedSnippet {
  readonly name: string;
  readonly text: string;
}

const server = `import { createAgentClient, createPaymentsClient, type Stamper } from '@org/payments-sdk';
declare const stamper: Stamper;
const payments = createPaymentsClient();
const agent = createAgentClient({ accessToken: 'token' });
`;

function relaySnippets(operation: NamedOperation): GeneratedSnippet[] {
  const form = walletForm(operation);
  if (form === undefined) return [];
  const name = operationSlug(operation.name);
  const browser = `import type { Wallet } from '@org/payments-wallet';\ndeclare const wallet: Wallet;\n${form.browser}`;
  const action = `${server}import { createWalletRelay } from '@org/payments-sdk/relay';
import * as z from 'zod';
export const relay = createWalletRelay(payments, {
  secret: process.env.RELAY_SECRET,
  origins: ['https://app.example.com'],
  authenticate: () => null,
  actions: { ${form.action ?? ''} },
});`;
  return [
    { name: `${name}-browser`, text: browser },
    ...(form.action === undefined ? [] : [{ name: `${name}-relay`, text: action }]),
  ];
}

/** Every block of TypeScript on the pages of operations and events. */
function generatedSnippets(): GeneratedSnippet[] {
  const ofOperations = operations().flatMap((operation) => {
    const name = operationSlug(operation.name);
    return [
      { name: `${name}-call`, text: `${server}${callOf(operation)}` },
      { name: `${name}-program`, text: exampleProgram(operation.name).program },
      ...relaySnippets(operation),
    ];
  });
  const ofEvents = eventRows()
    .flatMap(({ types }) => types)
    .map((type) => ({ name: `event-${type}`, text: eventExample(type) }));
  return [...ofOperations, ...ofEvents];
}

const root = fileURLToPath(new URL('..', import.meta.url));

interface Snippet {
  /** The name of a file that only the compiler sees. */
  readonly file: string;
  readonly page: string;
  /** The line of the page that is the first line of the file. */
  readonly first: number;
  readonly text: string;
}

/**
 * A `ts` or `tsx` block, and the declarations a comment `<!-- with: … -->` before it adds. A block whose
 * tab names a file is a file of an example, which is compiled with its project.
 */
const block =
  /(?:<!-- with: (?<given>[\s\S]*?) -->\s*)?^```(?<language>tsx?)(?: \[(?![^\]]*\.tsx?\])[^\]]+\])?\n(?<code>[\s\S]*?)^```/gm;

function snippetsOf(file: string): Snippet[] {
  const text = readFileSync(resolve(root, file), 'utf8');
  return [...text.matchAll(block)].map((match) => {
    const { given = '', language = 'ts', code = '' } = match.groups ?? {};
    const start = match.index + match[0].length - '```'.length - code.length;
    const first = text.slice(0, start).split('\n').length - 1;
    const name = `${file.replaceAll('/', '-')}-${first}.snippet.${language}`;
    // What is given is on one line, in place of the line before the code.
    const program = `${given.replaceAll('\n', ' ')}\n${code}\nexport {};\n`;
    return { file: name, page: file, first, text: program };
  });
}

/** The `js` blocks of a file that are not JavaScript. They are parsed only: most are excerpts. */
function unparsable(file: string): string[] {
  const text = readFileSync(resolve(root, file), 'utf8');
  return [...text.matchAll(/^```js\n([\s\S]*?)^```/gm)].flatMap((match) => {
    const line = text.slice(0, match.index).split('\n').length;
    const source = ts.transpileModule(match[1] ?? '', {
      fileName: 'block.js',
      reportDiagnostics: true,
      compilerOptions: { allowJs: true, target: ts.ScriptTarget.ESNext },
    });
    return (source.diagnostics ?? []).map(({ messageText }) => {
      return `${file}:${line}: ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`;
    });
  });
}

function check(snippets: readonly Snippet[]): string[] {
  const byPath = new Map(snippets.map((snippet) => [`${root}${snippet.file}`, snippet]));
  const problems = problemsOf({
    folder: root,
    extend: './tsconfig.json',
    options: { noUnusedLocals: false, noUnusedParameters: false },
    written: new Map([...byPath].map(([path, { text }]) => [path, text])),
    checked: [...byPath.keys()],
  });
  return problems.map(({ file = 'tsconfig.json', line, text }) => {
    const snippet = byPath.get(file);
    const place = snippet === undefined ? file : `${snippet.page}:${snippet.first + line - 1}`;
    return `${place}: ${text}`;
  });
}

function everyPage(): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', '*.md'];
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
}

function everyGenerated(): Snippet[] {
  return generatedSnippets().map(({ name, text }) => ({
    file: `${name}.snippet.ts`,
    page: name,
    first: 1,
    text: `${text}\nexport {};\n`,
  }));
}

/** Checks the pages named on the command line, or all of them and what is generated. */
const given = process.argv.slice(2);
const files = given.length > 0 ? given : everyPage();
const snippets = [...files.flatMap(snippetsOf), ...(given.length > 0 ? [] : everyGenerated())];
const problems = [...check(snippets), ...files.flatMap(unparsable)];
for (const problem of problems) console.error(problem);
console.log(`${snippets.length} documented examples, ${problems.length} problems`);
process.exitCode = problems.length === 0 && snippets.length > 0 ? 0 : 1;

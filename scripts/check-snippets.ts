import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type NamedOperation, operations } from '@org/payments-contract';
import ts from 'typescript';
import { type Block, blocksOf } from './docs/blocks.ts';
import { callOf } from './docs/examples/program.ts';
import { walletForm } from './docs/examples/wallet-calls.ts';
import { eventExamples } from './docs/pages/events.ts';
import { operationSlug } from './docs/pages/markdown.ts';
import { problemsOf } from './native-compiler/compiler.ts';

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
  const action = `${server}import { createWalletRelay } from '@org/payments-relay';
import * as z from 'zod';
export const relay = createWalletRelay(payments, {
  secret: process.env.RELAY_SECRET,
  origins: ['https://app.example.com'],
  authenticate: (): null | { id: string; customerId: string } => null,
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
      ...relaySnippets(operation),
    ];
  });
  const ofEvents = eventExamples().map(([type, text]) => ({ name: `event-${type}`, text }));
  return [...ofOperations, ...ofEvents];
}

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that pages import and that are not installed here: `e2e/consumers` runs the pages with them. */
const foreign = `declare module '@codegenie/serverless-express' {
  export function configure(options: { app: unknown }): unknown;
}`;

interface Snippet {
  /** The name of a file that only the compiler sees. */
  readonly file: string;
  readonly page: string;
  /** The line of the page that is the first line of the file. */
  readonly first: number;
  readonly text: string;
}

/** A page and its blocks. */
interface Page {
  readonly file: string;
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly problems: readonly string[];
}

function pageOf(file: string): Page {
  const text = readFileSync(resolve(root, file), 'utf8');
  const { blocks, problems } = blocksOf(text);
  return { file, text, blocks, problems: problems.map((problem) => `${file}:${problem}`) };
}

/** The `ts` and `tsx` blocks of a page, other than files of examples. */
function snippetsOf({ file, blocks }: Page): Snippet[] {
  return blocks
    .filter(({ language, file: shown }) => /^tsx?$/.test(language) && shown === undefined)
    .map(({ language, first, code, given }) => ({
      file: `${file.replaceAll('/', '-')}-${first}.snippet.${language}`,
      page: file,
      first: first - 1,
      // What is given is on one line, in place of the line before the code.
      text: `${given}\n${code}\nexport {};\n`,
    }));
}

/** The blocks of a page that name a file of an example, and are not its text. */
function notTheFile({ file, blocks }: Page): string[] {
  return blocks
    .filter(
      ({ file: shown = '', code }) => shown !== '' && !exampleFiles(shown).has(code.trimEnd()),
    )
    .map(
      ({ file: shown, first }) => `${file}:${first - 1}: is not the text of a ${shown} in examples`,
    );
}

/** What is in the files below `examples` whose path ends so. */
function exampleFiles(path: string): ReadonlySet<string> {
  const args = ['ls-files', '-co', '--exclude-standard', 'examples'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const found = listed.filter((each) => each.endsWith(`/${path}`));
  return new Set(found.map((each) => readFileSync(resolve(root, each), 'utf8').trimEnd()));
}

/** The `js` blocks of a page that are not JavaScript. They are parsed only: most are excerpts. */
function unparsable({ file, blocks }: Page): string[] {
  return blocks
    .filter(({ language }) => language === 'js')
    .flatMap(({ first, code }) => {
      const source = ts.transpileModule(code, {
        fileName: 'block.js',
        reportDiagnostics: true,
        compilerOptions: { allowJs: true, target: ts.ScriptTarget.ESNext },
      });
      return (source.diagnostics ?? []).map(({ messageText }) => {
        return `${file}:${first - 1}: ${ts.flattenDiagnosticMessageText(messageText, '\n  ')}`;
      });
    });
}

/** A package that a line of a program imports. */
const importing = /^(?:import|export|const|\}) .*?(?:from |require\()'((?:@[\w-]+\/)?[\w-]+)/gm;
/** What an entry of ours needs besides its package. */
const peerOf = { '/undici': 'undici', '/opentelemetry': '@opentelemetry/api', '/msw': 'msw' };

/** The packages that a page's code imports and it does not install: ours only if it installs one of them. */
function notInstalled({ file, blocks, text }: Page): string[] {
  const commands = text.match(/npm install [^`\n]*/g) ?? [];
  const installed = new Set(['node', ...commands.join(' ').split(/[\s()]+/)]);
  const isOurs = (name: string) => name.startsWith('@org/');
  const imported = blocks
    .filter(({ language, file: shown }) => /^(?:tsx?|js)$/.test(language) && shown === undefined)
    .flatMap(({ code }) => [...code.matchAll(importing)])
    .map(([, name = '']) => name);
  for (const [entry, peer] of Object.entries(peerOf)) {
    if (blocks.some(({ code }) => code.includes(`${entry}'`))) imported.push(peer);
  }
  return [...new Set(imported)]
    .filter((name) => !installed.has(name) && (!isOurs(name) || [...installed].some(isOurs)))
    .map((name) => `${file}: imports ${name}, which no \`npm install\` of the page names`);
}

/** The names that a page declares unseen, and that neither its words nor a line of its code explains. */
function unexplained({ file, blocks, text }: Page): string[] {
  const lines = blocks.map(({ code }) => code).join('');
  const words = blocks.reduce(
    (left, { code }) => left.replace(code, ''),
    text.replaceAll(/<!--[\s\S]*?-->/g, ''),
  );
  const isExplained = (name: string) =>
    new RegExp(`\\b${name}\\b`, 'i').test(words) ||
    new RegExp(`(?://.*|\\b(?:const|let|function|import|class)\\b[^;=\\n]*)\\b${name}\\b`).test(
      lines,
    );
  return blocks.flatMap(({ given, first }) =>
    [...given.matchAll(/\bdeclare (?:const|let|function|class) (\w+)/g)]
      .filter(([, name = '']) => !isExplained(name))
      .map(([, name]) => `${file}:${first - 1}: uses ${name}, which the page does not explain`),
  );
}

const clientCall = /^(?:payments|agent|client)(?:\.\w+){1,2}\.(?!complete$)\w+$/;

/** The lines at which a program hands a whole object to a call of a client, which names no fields. */
function spreadLines(text: string): number[] {
  const source = ts.createSourceFile('program.tsx', text, ts.ScriptTarget.ESNext);
  const lines: number[] = [];
  /** Whether an input names its fields: there, or where the constant is made. */
  const isNamed = (input: ts.Node): boolean =>
    ts.isObjectLiteralExpression(input) || text.includes(`const ${input.getText(source)} = {`);
  const visit = (node: ts.Node, isInput: boolean): void => {
    // `...(isKnown ? { field } : {})` names its fields.
    const isForeign =
      ts.isSpreadAssignment(node) && !/^\.{3}\([^()]*[{]/.test(node.getText(source));
    if (isInput && isForeign)
      lines.push(source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1);
    if (!ts.isCallExpression(node)) {
      ts.forEachChild(node, (each) => visit(each, isInput));
      return;
    }
    const isCall = clientCall.test(node.expression.getText(source));
    visit(node.expression, false);
    for (const [at, each] of node.arguments.entries()) {
      const isCallInput = isCall && at === 0;
      if (isCallInput && !isNamed(each))
        lines.push(source.getLineAndCharacterOfPosition(each.getStart(source)).line + 1);
      visit(each, isCallInput);
    }
  };
  visit(source, false);
  return lines;
}

/** What is in a program could have come from a client: an id of another customer, for example. */
function spreads(page: string, text: string, first = 1): string[] {
  return spreadLines(text).map(
    (line) => `${page}:${first + line - 1}: hands a whole object to a call; name each field`,
  );
}

/** The programs below `examples`, without their tests. */
function spreadsInExamples(): string[] {
  const args = ['ls-files', '-co', '--exclude-standard', 'examples/*.ts', 'examples/*.tsx'];
  const listed = execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return listed
    .filter((file) => !file.endsWith('.test.ts'))
    .flatMap((file) => spreads(file, readFileSync(resolve(root, file), 'utf8')));
}

function check(snippets: readonly Snippet[]): string[] {
  if (snippets.length === 0) return [];
  const byPath = new Map(snippets.map((snippet) => [`${root}${snippet.file}`, snippet]));
  const modules = `${root}modules.snippet.d.ts`;
  const problems = problemsOf({
    folder: root,
    extend: './tsconfig.json',
    options: { noUnusedLocals: false, noUnusedParameters: false },
    written: new Map([...byPath].map(([path, { text }]) => [path, text])).set(modules, foreign),
    checked: [...byPath.keys(), modules],
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
const pages = (given.length > 0 ? given : everyPage()).map(pageOf);
const snippets = [...pages.flatMap(snippetsOf), ...(given.length > 0 ? [] : everyGenerated())];
const problems = [
  ...pages.flatMap((page) => page.problems),
  ...check(snippets),
  ...pages.flatMap((page) => [
    ...notTheFile(page),
    ...unparsable(page),
    ...unexplained(page),
    ...notInstalled(page),
  ]),
  ...pages.flatMap(({ file, blocks }) =>
    blocks
      .filter(({ language }) => /^(?:tsx?|js)$/.test(language))
      .flatMap(({ code, first }) => spreads(file, code, first)),
  ),
  ...(given.length > 0 ? [] : spreadsInExamples()),
];
for (const problem of problems) console.error(problem);
console.log(`${snippets.length} documented examples, ${problems.length} problems`);
process.exitCode = problems.length === 0 && snippets.length > 0 ? 0 : 1;

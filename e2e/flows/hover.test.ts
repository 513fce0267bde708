import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const source = `
import { createPaymentsClient, type Stamper } from '@org/payments-sdk';
declare const stamper: Stamper;
const payments = createPaymentsClient();
export const card = payments.cards./*a*/update({ id: 'Card:1', state: 'FROZEN' }, { stamper });
export const verify = payments.credentials./*b*/verify;
export const list = payments.documents./*c*/list;
`;

/** What an editor shows for the identifier behind each marker. */
function hovers(text: string): Map<string, string> {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const file = `${root}hover-probe.ts`;
  const config = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, root);
  const service = ts.createLanguageService({
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: (compiler) => ts.getDefaultLibFilePath(compiler),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? text : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  });
  const errors = service.getSemanticDiagnostics(file);
  expect(errors.map(({ messageText }) => messageText)).toEqual([]);
  return new Map(
    [...text.matchAll(/\/\*(\w+)\*\//g)].map((match) => {
      const info = service.getQuickInfoAtPosition(file, match.index + match[0].length);
      const doc = ts.displayPartsToString(info?.documentation);
      return [match[1] ?? '', `${ts.displayPartsToString(info?.displayParts)}\n${doc}`];
    }),
  );
}

test('an editor shows the doc comment and a readable type of a derived method', () => {
  const shown = hovers(source);
  expect(shown.get('a')).toContain('Freezes, unfreezes or closes a card');
  expect(shown.get('a')).toContain('ApiCall<Card>');
  expect(shown.get('a')).toContain('state?: "ACTIVE" | "FROZEN" | "CLOSED" | undefined');
  expect(shown.get('b')).toContain('Completes a sign-in and opens a session');
  expect(shown.get('c')).toContain('ListMethod');
  expect(shown.get('c')).toContain('PaymentsDocument');
  for (const text of shown.values()) {
    expect(text).not.toMatch(/Zod|OperationRow|\bany\b/);
    expect(text.split('\n').length).toBeLessThan(60);
  }
}, 60_000);

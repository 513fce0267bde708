import { join } from 'node:path';
import { operations } from '@org/payments-contract';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publishedPackages } from '../../scripts/lib/workspace.ts';
import { stagePackage } from '../../scripts/pack.ts';
import { type Consumer, installConsumer, installPeers } from '../consumers/layout.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  types: ['node'],
  strict: true,
  skipLibCheck: true,
};

/** Parses each declaration once for all programs. */
const registry = ts.createDocumentRegistry();
let opened = 0;

/** Opens a program in a consumer's project as an editor does, with the language service. */
function openInEditor(folder: string, text: string) {
  opened += 1;
  const file = join(folder, `program-${opened}.mts`);
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (compiler) => ts.getDefaultLibFilePath(compiler),
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: (name) => (name === file ? text : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
    ...(ts.sys.realpath === undefined ? {} : { realpath: ts.sys.realpath }),
  };
  const service = ts.createLanguageService(host, registry);
  const after = (mark: string) => {
    const start = text.indexOf(`/*${mark}*/`);
    if (start < 0) throw new Error(`The program does not have the mark ${mark}`);
    return start + mark.length + 4;
  };
  return {
    /** The names offered at the mark written as a comment, each with its documentation. */
    completions(mark: string) {
      const position = after(mark);
      const { entries = [] } = service.getCompletionsAtPosition(file, position, undefined) ?? {};
      return new Map(
        entries.map(({ name, source }) => {
          const details = service.getCompletionEntryDetails(
            file,
            position,
            name,
            undefined,
            source,
            undefined,
            undefined,
          );
          return [name, ts.displayPartsToString(details?.documentation)];
        }),
      );
    },
    /** The type and the documentation of the expression after the mark. */
    hover(mark: string) {
      const info = service.getQuickInfoAtPosition(file, after(mark));
      const documentation = ts.displayPartsToString(info?.documentation);
      return `${ts.displayPartsToString(info?.displayParts)}\n${documentation}`;
    },
    /** Every compile error, with its related information. */
    errors: () =>
      service
        .getSemanticDiagnostics(file)
        .map(({ messageText, relatedInformation = [] }) =>
          [messageText, ...relatedInformation.map((related) => related.messageText)]
            .map((message) => ts.flattenDiagnosticMessageText(message, '\n'))
            .join('\n'),
        ),
  };
}

const resources = [...new Set(operations().map(({ name }) => name.replace(/\.\w+$/, '')))];

const clients = `
import { platform as rows } from '@org/payments-contract';
import { createAgentClient, createPaymentsClient } from '@org/payments-sdk';
import type { ApiError, Begun, Done, RecoveredWrite, Stamper } from '@org/payments-sdk';
import type { WebhookEvent } from '@org/payments-sdk/webhooks';
import { createMock, type Gap, type LoggedRequest } from '@org/payments-mock';
import { createWallet, WalletError } from '@org/payments-wallet';
import type { CryptoError } from '@org/payments-crypto';
import { createPaymentsMcp } from '@org/payments-mcp';
import { createWalletRelay, type RelayRefusal } from '@org/payments-relay';
import { createWebhookHandler, memoryStore } from '@org/payments-sdk/webhooks';
declare const stamper: Stamper;
const payments = createPaymentsClient();
const bound = createPaymentsClient({ stamper });
const agent = createAgentClient({ accessToken: 'x' });
const mock = createMock();
`;

/** Whether a member is one of every function or every error, which are TypeScript's to document. */
function isInherited(name: string): boolean {
  return name in Function || ['message', 'stack', 'cause'].includes(name);
}

/** What is offered at the mark of each text, among it one name. */
const offers = [
  ['the fields of cards.update', 'payments.cards.update({ /*here*/ }, { stamper });', 'state'],
  ['the options of a signed call', "payments.cards.update({ id: 'x' }, { /*here*/ });", 'stamper'],
  ['the options of createPaymentsClient', 'createPaymentsClient({ /*here*/ });', 'baseUrl'],
  ['the options of createAgentClient', 'createAgentClient({ /*here*/ });', 'accessToken'],
  ['the options of createMock', 'createMock({ /*here*/ });', 'seed'],
  ['the fixtures of a mock', 'mock.add./*here*/;', 'customer'],
  ['the options of createWallet', 'createWallet({ /*here*/ });', 'relay'],
  ['the methods of a wallet', 'createWallet({})./*here*/;', 'run'],
  ['an error of the wallet', '({} as WalletError)./*here*/;', 'docs'],
  ['the details of such an error', "new WalletError('NETWORK', { /*here*/ });", 'serviceCode'],
  ['an error of the cryptography', '({} as CryptoError)./*here*/;', 'docs'],
  ['a refusal of the relay', '({} as RelayRefusal)./*here*/;', 'docs'],
  ['the resources of a client', 'payments./*here*/;', 'cards'],
  ["the contract's resources", 'rows./*here*/;', 'cards'],
  ['what a client waits for', 'payments.waitFor({ /*here*/ });', 'transactionId'],
  ['a recovered write', '({} as RecoveredWrite)./*here*/;', 'because'],
  ['the units of time', 'mock.clock.advance({ /*here*/ });', 'minutes'],
  ['the options of createWalletRelay', 'createWalletRelay(payments, { /*here*/ });', 'origins'],
  ['the options of createWebhookHandler', 'createWebhookHandler({ /*here*/ });', 'publicKeys'],
  ['the options of a store', 'memoryStore({ /*here*/ });', 'clock'],
  ['the options of createPaymentsMcp', 'createPaymentsMcp({ agent, /*here*/ });', 'secondCall'],
  ['the resources of an agent', 'agent./*here*/;', 'quotes'],
  ['a request beyond the contract', 'payments.request({ /*here*/ });', 'method'],
  ['a refusal of the service', '({} as ApiError)./*here*/;', 'status'],
  ['the result of a first leg', '({} as Begun<string>)./*here*/;', 'status'],
  ['a pending step', '({} as Exclude<Begun<1>, Done<1>>)./*here*/;', 'operation'],
  ['a webhook event', '({} as WebhookEvent)./*here*/;', 'data'],
  ['a mock', 'mock./*here*/;', 'clock'],
  ['the faults of a mock', 'mock.faults./*here*/;', 'clear'],
  ['a fault', 'mock.faults.add({ /*here*/ });', 'effect'],
  ['a payment to add', 'mock.add.transaction({ /*here*/ });', 'movesMoney'],
  ['a request of the log', '({} as LoggedRequest)./*here*/;', 'changes'],
  ['a point left open', '({} as Gap)./*here*/;', 'question'],
  ['the legs of a signed operation', 'payments.cards.update./*here*/;', 'begin'],
] as const;

let consumer: Consumer;

beforeAll(async () => {
  // The tarballs themselves are checked by `npm run test:packages`.
  const packages = publishedPackages().map((pkg) => ({
    pkg,
    put: (folder: string) => stagePackage(pkg, folder),
  }));
  consumer = await installConsumer(packages);
  installPeers(consumer);
});

afterAll(() => consumer?.remove());

function edit(text: string) {
  return openInEditor(consumer.folder, `${clients}${text}\n`);
}

/** The names offered at a mark that have no documentation. */
function undocumented(offered: ReadonlyMap<string, string>): string[] {
  return [...offered].filter(([, text]) => text.trim() === '').map(([name]) => name);
}

describe('an editor with the installed packages', () => {
  test('documents every operation where it is completed', () => {
    const lines = resources.map((resource) => {
      const object = resource.startsWith('agent.') ? resource : `payments.${resource}`;
      return `${object}./*${resource}*/;`;
    });
    const { completions } = edit(lines.join('\n'));
    const found = resources.flatMap((resource) => {
      const offered = completions(resource);
      expect(undocumented(offered), resource).toEqual([]);
      return [...offered.keys()].map((verb) => `${resource}.${verb}`);
    });
    expect(found.sort()).toEqual(
      operations()
        .map(({ name }) => name)
        .sort(),
    );
  });

  test('documents each member that it offers', () => {
    // One program for all: each is a statement.
    const marked = offers.map(([, text], at) => text.replace('here', `here${at}`));
    const { completions } = edit(marked.join('\n'));
    for (const [at, [what, , expected]] of offers.entries()) {
      const offered = completions(`here${at}`);
      expect([...offered.keys()], what).toContain(expected);
      const own = new Map([...offered].filter(([name]) => !isInherited(name)));
      expect(undocumented(own), what).toEqual([]);
    }
  });

  test('shows a readable type and the doc comment of a method', () => {
    const { hover, errors } = edit(`
export const card = payments.cards./*a*/update({ id: 'Card:1', state: 'FROZEN' }, { stamper });
export const verify = payments.credentials./*b*/verify;
export const list = payments.documents./*c*/list;
export const input: Parameters<typeof payments.cards.update>[0] = { /*d*/state: 'FROZEN', id: '' };
export const update = bound.cards./*e*/update({ id: 'Card:1', state: 'FROZEN' });`);
    expect(errors()).toEqual([]);
    expect(hover('a')).toContain('Freezes, unfreezes or closes a card');
    expect(hover('a')).toContain('ApiCall<Card>');
    expect(hover('a')).toContain('input: CardsUpdateInput');
    expect(hover('b')).toContain('CredentialsVerifyInput');
    expect(hover('c')).toContain(
      'ListMethod<DocumentsListInput, PaymentsDocument, Page<PaymentsDocument>>',
    );
    for (const state of ['ACTIVE', 'FROZEN', 'CLOSED']) expect(hover('d')).toContain(`"${state}"`);
    expect(hover('e')).toContain('options?: CallOptions');
    for (const text of ['a', 'b', 'c', 'd', 'e'].map(hover)) {
      expect(text).not.toMatch(/Zod|OperationRow|\bany\b/);
      expect(text.split('\n').length).toBeLessThan(30);
    }
  });

  test('exports inputs and results by name', () => {
    const { errors } = edit(`
import type { AuthMethod, Card, CardsUpdateInput, Page, WholeList } from '@org/payments-sdk';
export const input: CardsUpdateInput = { id: 'Card:1', state: 'FROZEN' };
export const page: Page<Card> = await payments.cards.list();
export const listed: WholeList<AuthMethod> = await payments.credentials.list({ accountId: 'x' });
export const id: \`Card:\${string}\` = (await payments.cards.get({ id: 'x' })).id;`);
    expect(errors()).toEqual([]);
  });
});

test("the contract's rows are documented and name their types", () => {
  const { hover, errors } = edit(`
import { Card as CardSchema, platform } from '@org/payments-contract';
import type { InputOf, OperationRow, ResultOf } from '@org/payments-contract';
import type { Card, CardsUpdateInput } from '@org/payments-sdk';
export const input: InputOf<typeof platform.cards.update> = { id: 'Card:1', state: 'FROZEN' };
export const same: CardsUpdateInput = input;
export const id: Card['id'] = {} as ResultOf<typeof platform.cards.update>['id'];
export const row = platform.cards./*row*/update;
// @ts-expect-error not a state that can be asked for
export const wrong: InputOf<typeof platform.cards.update> = { id: 'Card:1', state: 'LOST' };
interface Own extends OperationRow { readonly responses: { readonly 200: typeof CardSchema } }
export const inferred: Card['id'] = ({} as ResultOf<Own>).id;`);
  expect(errors()).toEqual([]);
  expect(hover('row')).toMatch(/Operation<CardsUpdateInput, Card(?:Schema)?>/);
  expect(hover('row')).toContain('Freezes, unfreezes or closes a card');
});

describe('a compile error', () => {
  test('names the stamper that a signed call lacks', () => {
    const missing = edit("payments.cards.update({ id: 'Card:1', state: 'FROZEN' });").errors();
    expect(missing).toEqual([
      "Expected 2 arguments, but got 1.\nArguments for the rest parameter 'optionsWithStamper' were not provided.",
    ]);
    const [other] = edit("payments.cards.update({ id: 'Card:1' }, { timeout: 1 });").errors();
    expect(other).toContain("Property 'stamper' is missing in type '{ timeout: number; }'");
    expect(other).toContain("required in type 'SigningCallOptions'");
  });

  test('names a misspelt option of a client, and the right one', () => {
    const [first, ...further] = edit("createPaymentsClient({ baseurl: 'x' });").errors();
    expect(further).toEqual([]);
    expect(first?.split('\n')[0]).toBe(
      "Object literal may only specify known properties, but 'baseurl' does not exist in type 'PaymentsClientOptions<undefined, undefined>'. Did you mean to write 'baseUrl'?",
    );
    expect(edit("createPaymentsClient({ stamper, tokenID: 'x' });").errors()[0]).toContain(
      "'tokenID' does not exist in type 'PaymentsClientOptions<Stamper, undefined>'. Did you mean to write 'tokenId'?",
    );
    expect(edit("createAgentClient({ accesToken: 'x' });").errors()[0]).toContain("'accessToken'");
    expect(edit("createWallet({ relai: '/x' });").errors()[0]).toContain("'relay'");
    expect(edit("createMock({ sed: 'x' });").errors()[0]).toContain("'seed'");
    expect(edit('payments.withOptions({ timeOut: 1 });').errors()[0]).toContain("'timeout'");
  });

  test('names a key that an operation does not take', () => {
    const text = "payments.customers.get({ customerId: 'x' }, { idempotencyKey: 'k' });";
    expect(edit(text).errors()[0]).toContain("'idempotencyKey' does not exist");
    expect(
      edit(
        "payments.customers.createKycLink({ customerId: 'x' }, { idempotencyKey: 'k' });",
      ).errors(),
    ).toEqual([]);
  });
});

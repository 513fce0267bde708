import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCodes } from '@org/payments-contract';
import { expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from '../docs/openapi/document.ts';
import { root } from '../lib/workspace.ts';
import { changesBetween } from './changes.ts';
import type { Effect } from './field-changes.ts';
import { type Absence, inOwnWords, obligations } from './register.ts';
import { reportOn, wordsReport } from './report.ts';
import { contradicted, digestOf, saidChanges, sentencesOf } from './sentences.ts';
import { DocumentError, surfaceOf } from './surface.ts';

/** An object of an OpenAPI document that a test edits. */
type Part = Record<string, unknown>;

const at = (from: Part, names: readonly string[]) =>
  names.reduce<unknown>((value, name) => (value as Part | undefined)?.[name], from);

/** The object, or the list, at a place that a test knows: an edit of another one throws. */
const part = (from: Part, ...names: readonly string[]) => at(from, names) as Part;
const list = (from: Part, ...names: readonly string[]) => at(from, names) as unknown[];

/** The part of the contract's own document that the tests edit. */
const whole = openApiDocument() as Part;
const only = (names: readonly string[], from: string) =>
  Object.fromEntries(names.map((name) => [name, part(whole, from, name)]));
const own = {
  ...whole,
  paths: only(
    [
      '/agents/{agentId}',
      '/cards/{id}',
      '/quotes/{quoteId}/execute',
      '/customers/external-accounts',
    ],
    'paths',
  ),
  webhooks: only(['CARD.STATE_CHANGE'], 'webhooks'),
};
const contract = surfaceOf(own);

/** The changes of the contract's own document after an edit. */
function changesAfter(edit: (document: Part) => unknown) {
  const document: Part = structuredClone(own);
  edit(document);
  return changesBetween(contract, surfaceOf(document));
}

const agent = (d: Part) => part(d, 'paths', '/agents/{agentId}', 'patch');
const schemaOf = (d: Part, name: string) => part(d, 'components', 'schemas', name);
const fieldsOf = (d: Part, name: string) => part(schemaOf(d, name), 'properties');
const addColour = (d: Part, name: string) =>
  Object.assign(fieldsOf(d, name), { colour: { type: 'string' } });
const set = (object: Part, name: string, value: unknown) =>
  Object.assign(object, { [name]: value });
const without = (from: Part, name: string, value: unknown) =>
  set(
    from,
    name,
    list(from, name).filter((each) => each !== value),
  );
const body = 'agents.update.body';
const header = { name: 'Tenant', in: 'header', required: true, schema: { type: 'string' } };
const quoteBody = { type: 'object', properties: { scaFactor: { type: 'string' } } };

function limitLastVariant(d: Part) {
  const options = list(fieldsOf(d, 'externalAccounts.create.body'), 'accountInfo', 'oneOf');
  const properties = part(options.at(-1) as Part, 'properties');
  part(properties, Object.keys(properties)[1] ?? '').maxLength = 3;
}

const agentMedia = (d: Part) => part(agent(d), 'requestBody', 'content', 'application/json');

function requireInLastVariant(d: Part) {
  const options = list(fieldsOf(d, 'externalAccounts.create.body'), 'accountInfo', 'oneOf');
  list(options.at(-1) as Part, 'required').push('platformAccountId');
}

function addWebhook(d: Part) {
  const copy = structuredClone(part(d, 'webhooks', 'CARD.STATE_CHANGE'));
  const schema = part(copy, 'post', 'requestBody', 'content', 'application/json', 'schema');
  part(schema, 'properties').type = { const: 'CARD.UNKNOWN' };
  part(d, 'webhooks')['CARD.UNKNOWN'] = copy;
}

test.each<[key: string, effect: Effect, edit: (d: Part) => unknown]>([
  ['PATCH /agents/{} 200 colour: field added', 'adds', (d) => addColour(d, 'Agent')],
  ['PATCH /agents/{} request colour: field added', 'adds', (d) => addColour(d, body)],
  [
    'PATCH /agents/{} request colour: required field added',
    'breaks',
    (d) => [addColour(d, body), set(schemaOf(d, body), 'required', ['colour'])],
  ],
  [
    'PATCH /agents/{} request name: required now',
    'breaks',
    (d) => set(schemaOf(d, body), 'required', ['name']),
  ],
  [
    'PATCH /agents/{} 200 name: optional now',
    'breaks',
    (d) => without(schemaOf(d, 'Agent'), 'required', 'name'),
  ],
  ['PATCH /agents/{} 200 name: field removed', 'breaks', (d) => delete fieldsOf(d, 'Agent').name],
  [
    'GET /cards/{} 200 state: enum widened',
    'adds',
    (d) => list(fieldsOf(d, 'Card'), 'state', 'x-known-values').push('MELTED'),
  ],
  [
    'PATCH /cards/{} request state: enum narrowed',
    'breaks',
    (d) => without(part(fieldsOf(d, 'cards.update.body'), 'state'), 'enum', 'CLOSED'),
  ],
  [
    'PATCH /agents/{} 200 isPaused: type changed',
    'breaks',
    (d) => set(fieldsOf(d, 'Agent'), 'isPaused', { type: 'string' }),
  ],
  [
    'PATCH /agents/{} request name: limit changed',
    'breaks',
    (d) => set(part(fieldsOf(d, body), 'name'), 'maxLength', 10),
  ],
  [
    'POST /customers/external-accounts request accountInfo.address: limit changed',
    'breaks',
    limitLastVariant,
  ],
  [
    'POST /quotes/{}/execute request: field added',
    'adds',
    (d) =>
      set(part(d, 'paths', '/quotes/{quoteId}/execute', 'post'), 'requestBody', {
        content: { 'application/json': { schema: quoteBody } },
      }),
  ],
  [
    'PATCH /agents/{} parameter header tenant: required field added',
    'breaks',
    (d) => list(agent(d), 'parameters').push(header),
  ],
  [
    'PATCH /agents/{} 203: status added',
    'breaks',
    (d) => set(part(agent(d), 'responses'), '203', part(agent(d), 'responses', '200')),
  ],
  [
    'PATCH /agents/{} 418: status added',
    'adds',
    (d) => set(part(agent(d), 'responses'), '418', { description: 'Refused.' }),
  ],
  [
    'error 404 AGENT_UNKNOWN: code added',
    'adds',
    (d) => list(agent(d), 'responses', '404', 'x-codes').push('AGENT_UNKNOWN'),
  ],
  [
    'POST /agents/{}/unknown: operation added',
    'adds',
    (d) => set(part(d, 'paths'), '/agents/{agentId}/unknown', { post: agent(d) }),
  ],
  [
    'PATCH /agents/{}: operation removed',
    'breaks',
    (d) => delete part(d, 'paths', '/agents/{agentId}').patch,
  ],
  ['event CARD.UNKNOWN: event added', 'adds', addWebhook],
  [
    'event CARD.STATE_CHANGE: event removed',
    'breaks',
    (d) => delete part(d, 'webhooks')['CARD.STATE_CHANGE'],
  ],
  [
    'PATCH /agents/{} 200 name: null allowed now',
    'breaks',
    (d) => set(fieldsOf(d, 'Agent'), 'name', { type: ['string', 'null'] }),
  ],
  [
    'PATCH /agents/{} 200 name: deprecated now',
    'adds',
    (d) => set(part(fieldsOf(d, 'Agent'), 'name'), 'deprecated', true),
  ],
  ['PATCH /agents/{}: deprecated changed', 'breaks', (d) => set(agent(d), 'deprecated', true)],
  ['PATCH /agents/{}: auth changed', 'breaks', (d) => set(agent(d), 'security', [{ agent: [] }])],
  [
    'PATCH /agents/{}: request media changed',
    'breaks',
    (d) => set(part(agent(d), 'requestBody'), 'content', { 'text/csv': agentMedia(d) }),
  ],
  [
    'POST /customers/external-accounts request accountInfo.platformAccountId: required now',
    'breaks',
    requireInLastVariant,
  ],
])('%s, which %s', (key, effect, edit) => {
  const found = changesAfter(edit);
  const own = found.find((change) => change.key === key);
  expect(own).toMatchObject({ key, effect });
  expect(found.filter(({ kind }) => kind !== own?.kind)).toEqual([]);
});

test('a code of the contract that no operation returns is not new', () => {
  const responses = part(agent(own), 'responses');
  const codes = Object.entries(errorCodes).filter(([code, { status }]) => {
    const shown = [...(contract.codes.get(String(status)) ?? [])];
    return responses[status] !== undefined && !shown.includes(code);
  });
  expect(codes.map(([code]) => code)).toEqual(
    expect.arrayContaining(['CERT_CHAIN_EXPIRED', 'SERVICE_SWITCH_ERROR']),
  );
  const found = changesAfter((d) => {
    for (const [code, { status }] of codes)
      list(agent(d), 'responses', `${status}`, 'x-codes').push(code);
  });
  expect(found).toEqual([]);
});

test('the same interface written in another way has no change, and nothing is left to decide', () => {
  const found = changesAfter((d) => {
    const { id, ...rest } = fieldsOf(d, 'Agent');
    const required = list(schemaOf(d, 'Agent'), 'required').filter((name) => name !== 'id');
    const child = { type: 'object', properties: rest, required };
    Object.assign(part(d, 'components', 'schemas'), {
      WithId: { type: 'object', properties: { id }, required: ['id'] },
      Agent: { allOf: [{ $ref: '#/components/schemas/WithId' }, child] },
    });
    // Both parts hold: the wider list, and the marks of the first, add nothing.
    const policy = part(rest as Part, 'isPaused');
    (rest as Part).isPaused = { allOf: [{ type: ['boolean', 'null'] }, policy] };
    const state = part(fieldsOf(d, 'Card'), 'state');
    state.enum = list(state, 'x-known-values').toReversed();
    delete state['x-known-values'];
    const paths = part(d, 'paths');
    paths['/agents/{name}'] = paths['/agents/{agentId}'];
    delete paths['/agents/{agentId}'];
    const accountInfo = part(fieldsOf(d, 'externalAccounts.create.body'), 'accountInfo');
    accountInfo.oneOf = list(accountInfo, 'oneOf').toReversed();
  });
  expect(found).toEqual([]);
  expect(reportOn(found).open).toEqual([]);
});

test('the report names one change of a schema once', () => {
  const added = changesAfter((d) => {
    Object.assign(fieldsOf(d, 'Agent'), { colour: { type: 'string' } });
    list(fieldsOf(d, 'Card'), 'state', 'x-known-values').push('PROCESSING');
  });
  const { text, open } = reportOn(added);
  expect(text.match(/Agent\.colour: field added/g)).toHaveLength(1);
  expect(open.some(({ key }) => key.includes('state: enum widened'))).toBe(false);
});

test('a decision covers the values that it names, and no other', () => {
  const found = changesAfter((d) =>
    list(fieldsOf(d, 'Card'), 'state', 'x-known-values').push('MELTED'),
  );
  expect(reportOn(found).open).toEqual(found);
});

test('the words of the reference are read as the contract’s own, save the names that it keeps', () => {
  expect(inOwnWords('X-Grid-Signature gridFee GRID_ERROR CLOSED_BY_GRID gridded')).toBe(
    'X-Service-Signature serviceFee SERVICE_ERROR CLOSED_BY_GRID gridded',
  );
});

test('a changed sentence is reported once it is not the one that was read, with who cites it', () => {
  const said = sentencesOf(own);
  const kept = new Map(
    [...Map.groupBy(said, ({ owner }) => owner)].map(([owner, each]) => [
      owner,
      new Set(each.map(({ text }) => digestOf(text))),
    ]),
  );
  expect(wordsReport(saidChanges(said, kept), [])).toEqual([]);
  const document = structuredClone(own) as Part;
  set(part(fieldsOf(document, 'Card'), 'state'), 'description', 'It melts.');
  const [news = ''] = wordsReport(saidChanges(sentencesOf(document), kept), []);
  expect(news).toContain('Card.state: It melts.');
  const place = 'POST /tokens';
  const added = [{ owner: place, place, text: 'It melts.' }];
  const cited = wordsReport({ added, removed: new Map([[place, 2]]) }, []);
  expect(cited).toEqual([
    expect.stringMatching(
      / {2}POST \/tokens \(obligations 96, 97, 98\)\n {4}POST \/tokens: It melts\./,
    ),
    expect.stringMatching(/POST \/tokens \(obligations 96, 97, 98\): 2$/),
  ]);
});

test('what the register calls absent is looked for', () => {
  const [first] = obligations;
  const asks = (absent: Absence) =>
    contradicted(own, first ? [{ ...first, id: 'X', absent: [absent] }] : []);
  expect(asks({ words: 'fundingSources', in: 'Agent' })).toEqual([]);
  expect(asks({ words: 'isPaused', in: 'Agent' })).toEqual(['X: isPaused is in Agent']);
  expect(asks({ words: 'isPaused', in: 'Agent', except: ['Agent'] })).toEqual([
    'X: nothing is called Agent',
  ]);
});

test('the exit code tells open changes from a file that cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'follow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const statusOf = (text: string) => {
    const file = join(folder, 'document.json');
    writeFileSync(file, text);
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
    return spawnSync(process.execPath, [...flags, 'scripts/follow.ts', file], { cwd: root }).status;
  };
  expect(statusOf(JSON.stringify(own))).toBe(1);
  expect(statusOf('{')).toBe(2);
  expect(() => surfaceOf({ swagger: '2.0' })).toThrow(DocumentError);
});

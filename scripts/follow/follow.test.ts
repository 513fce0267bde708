import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempDisposableSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { errorCodes } from '@org/payments-contract';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { openApiDocument } from '../docs/openapi/document.ts';
import { root } from '../lib/workspace.ts';
import { changesBetween } from './changes.ts';
import type { Effect } from './field-changes.ts';
import { type Absence, inOwnWords, obligations } from './register.ts';
import { reportOn, wordsReport } from './report.ts';
import { contradicted, digestOf, guideSentences, saidChanges, sentencesOf } from './sentences.ts';
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
      '/quotes/{quoteId}/authorize',
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
const set = (object: Part, name: string, value: unknown) =>
  Object.assign(object, { [name]: value });

interface Case {
  readonly says: string;
  readonly effect: Effect;
  readonly edits: readonly { readonly at: string; set?: Part; push?: unknown; drop?: string }[];
}

const cases = parse(readFileSync(join(import.meta.dirname, 'cases.yaml'), 'utf8')) as Case[];

test.each(cases)('$says, which $effect', ({ says, effect, edits }) => {
  const found = changesAfter((document) => {
    for (const { at, set, push, drop = '' } of edits) {
      const place = part(document, ...at.split(' > '));
      Object.assign(place, set);
      if (Array.isArray(place)) place.splice(place.indexOf(drop), place.includes(drop) ? 1 : 0);
      else delete place[drop];
      if (push !== undefined) (place as unknown as unknown[]).push(push);
    }
  });
  const own = found.find((change) => change.key === says);
  expect(own).toMatchObject({ key: says, effect });
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
    expect.stringMatching(/ {2}POST \/tokens \(obligations 97\)\n {4}POST \/tokens: It melts\./),
    expect.stringMatching(/POST \/tokens \(obligations 97\): 2$/),
  ]);
});

test('a sentence of a guide has its page and heading; without guides, theirs are not missed', () => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'guides-'));
  const lines = [
    '---',
    'title: A',
    '---',
    'Ice is cold.',
    '```',
    'melt()',
    '```',
    '## Heat',
    'Grid melts it.',
  ];
  writeFileSync(
    join(folder.path, 'ice.mdx'),
    [...lines, '<Tab title="Later">', 'It is gone.'].join('\n'),
  );
  mkdirSync(join(folder.path, 'legal'));
  for (const other of ['AGENTS.md', 'legal/terms.mdx']) {
    writeFileSync(join(folder.path, other), 'It is cold.');
  }
  const said = guideSentences(folder.path);
  const owner = `guide ${basename(folder.path)}/ice.mdx`;
  expect(said.map(({ place, text }) => [place, text])).toEqual([
    [owner, 'Ice is cold.'],
    ...['Heat', 'Service melts it.'].map((text) => [`${owner}, Heat`, text]),
    ...['Later', 'It is gone.'].map((text) => [`${owner}, Later`, text]),
  ]);
  const kept = new Map([[owner, new Set(['1234567'])]]);
  expect(saidChanges(said, kept).added).toEqual(said);
  expect(saidChanges(said, kept).removed).toEqual(new Map([[owner, 1]]));
  expect(saidChanges([], kept)).toEqual({ added: [], removed: new Map() });
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
  using folder = mkdtempDisposableSync(join(tmpdir(), 'follow-'));
  const statusOf = (text: string) => {
    const file = join(folder.path, 'document.json');
    writeFileSync(file, text);
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
    return spawnSync(process.execPath, [...flags, 'scripts/follow.ts', file], { cwd: root }).status;
  };
  expect(statusOf(JSON.stringify(own))).toBe(1);
  expect(statusOf('{')).toBe(2);
  expect(() => surfaceOf({ swagger: '2.0' })).toThrow(DocumentError);
});

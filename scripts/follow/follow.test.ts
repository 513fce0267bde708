import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errorCodes } from '@org/payments-contract';
import { expect, onTestFinished, test } from 'vitest';
import { openApiDocument } from '../docs/openapi/document.ts';
import { root } from '../lib/workspace.ts';
import { changesBetween, type Effect } from './changes.ts';
import { addWebhook, list, type Part, part } from './document-part.ts';
import { reportOn } from './report.ts';
import { DocumentError, surfaceOf } from './surface.ts';

const own = openApiDocument();
const contract = surfaceOf(own);

/** The changes of the contract's own document after an edit. */
function changesAfter(edit: (document: Part) => void) {
  const document: Part = structuredClone(own);
  edit(document);
  return changesBetween(contract, surfaceOf(document));
}

const agent = (document: Part) => part(document, 'paths', '/agents/{agentId}', 'patch');
const schemaOf = (document: Part, name: string) => part(document, 'components', 'schemas', name);
const fieldsOf = (document: Part, name: string) => part(schemaOf(document, name), 'properties');

type Planted = readonly [edit: (document: Part) => void, key: string, effect: Effect];

const planted: Readonly<Record<string, Planted>> = {
  'a field of a result': [
    (d) => Object.assign(fieldsOf(d, 'Agent'), { colour: { type: 'string' } }),
    'PATCH /agents/{} 200 colour: field added',
    'adds',
  ],
  'a field of a request': [
    (d) => Object.assign(fieldsOf(d, 'agents.update.body'), { colour: { type: 'string' } }),
    'PATCH /agents/{} request colour: field added',
    'adds',
  ],
  'a required field of a request': [
    (d) => {
      Object.assign(fieldsOf(d, 'agents.update.body'), { colour: { type: 'string' } });
      schemaOf(d, 'agents.update.body').required = ['colour'];
    },
    'PATCH /agents/{} request colour: required field added',
    'breaks',
  ],
  'a field of a request that is required now': [
    (d) => {
      schemaOf(d, 'agents.update.body').required = ['name'];
    },
    'PATCH /agents/{} request name: required now',
    'breaks',
  ],
  'a field of a result that may be missing now': [
    (d) => {
      const agentSchema = schemaOf(d, 'Agent');
      agentSchema.required = list(agentSchema, 'required').filter((name) => name !== 'name');
    },
    'PATCH /agents/{} 200 name: optional now',
    'breaks',
  ],
  'a field that was removed': [
    (d) => {
      delete fieldsOf(d, 'Agent').name;
    },
    'PATCH /agents/{} 200 name: field removed',
    'breaks',
  ],
  'a value of an enum in a result': [
    (d) => list(fieldsOf(d, 'Card'), 'state', 'x-known-values').push('MELTED'),
    'GET /cards/{} 200 state: enum widened',
    'adds',
  ],
  'an enum in a request with fewer values': [
    (d) => {
      const state = part(fieldsOf(d, 'cards.update.body'), 'state');
      state.enum = list(state, 'enum').filter((value) => value !== 'CLOSED');
    },
    'PATCH /cards/{} request state: enum narrowed',
    'breaks',
  ],
  'a field of another type': [
    (d) => {
      fieldsOf(d, 'Agent').isPaused = { type: 'string' };
    },
    'PATCH /agents/{} 200 isPaused: type changed',
    'breaks',
  ],
  'a shorter text': [
    (d) => {
      part(fieldsOf(d, 'agents.update.body'), 'name').maxLength = 10;
    },
    'PATCH /agents/{} request name: limit changed',
    'breaks',
  ],
  'a limit in one variant alone': [
    (d) => {
      const accountInfo = part(fieldsOf(d, 'externalAccounts.create.body'), 'accountInfo');
      const last = list(accountInfo, 'oneOf').length - 1;
      const properties = part(accountInfo, 'oneOf', String(last), 'properties');
      part(properties, Object.keys(properties)[1] ?? '').maxLength = 3;
    },
    'POST /customers/external-accounts request accountInfo.address: limit changed',
    'breaks',
  ],
  'a body that may be left out': [
    (d) => {
      const schema = { type: 'object', properties: { scaFactor: { type: 'string' } } };
      const post = part(d, 'paths', '/quotes/{quoteId}/execute', 'post');
      post.requestBody = { content: { 'application/json': { schema } } };
    },
    'POST /quotes/{}/execute request: field added',
    'adds',
  ],
  'a parameter': [
    (d) => {
      const schema = { type: 'string' };
      list(agent(d), 'parameters').push({ name: 'Tenant', in: 'header', required: true, schema });
    },
    'PATCH /agents/{} parameter header tenant: required field added',
    'breaks',
  ],
  'a status of success': [
    (d) => {
      Object.assign(part(agent(d), 'responses'), { 203: part(agent(d), 'responses', '200') });
    },
    'PATCH /agents/{} 203: status added',
    'breaks',
  ],
  'a status of a rejection': [
    (d) => {
      Object.assign(part(agent(d), 'responses'), { 418: { description: 'Refused.' } });
    },
    'PATCH /agents/{} 418: status added',
    'adds',
  ],
  'an error code': [
    (d) => list(agent(d), 'responses', '404', 'x-codes').push('AGENT_UNKNOWN'),
    'error 404 AGENT_UNKNOWN: code added',
    'adds',
  ],
  'an operation': [
    (d) => {
      part(d, 'paths')['/agents/{agentId}/unknown'] = { post: agent(d) };
    },
    'POST /agents/{}/unknown: operation added',
    'adds',
  ],
  'an operation that was removed': [
    (d) => {
      delete part(d, 'paths', '/agents/{agentId}').patch;
    },
    'PATCH /agents/{}: operation removed',
    'breaks',
  ],
  'an event': [
    (d) => {
      addWebhook(d, 'CARD.UNKNOWN');
    },
    'event CARD.UNKNOWN: event added',
    'adds',
  ],
  'an event that was removed': [
    (d) => {
      delete part(d, 'webhooks')['CARD.STATE_CHANGE'];
    },
    'event CARD.STATE_CHANGE: event removed',
    'breaks',
  ],
};

test.each(Object.entries(planted))('%s is found and classified', (_name, [edit, key, effect]) => {
  const found = changesAfter(edit);
  expect(found.map((change) => change.key)).toContain(key);
  expect(found.find((change) => change.key === key)?.effect).toBe(effect);
  const kinds = new Set(found.map(({ kind }) => kind));
  expect([...kinds]).toEqual([found.find((change) => change.key === key)?.kind]);
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

test("the contract's own document has no change", () => {
  expect(changesAfter(() => undefined)).toEqual([]);
});

test('the same interface written in another way has no change', () => {
  const found = changesAfter((d) => {
    const { id, ...rest } = fieldsOf(d, 'Agent');
    const required = list(schemaOf(d, 'Agent'), 'required').filter((name) => name !== 'id');
    const child = { type: 'object', properties: rest, required };
    Object.assign(part(d, 'components', 'schemas'), {
      WithId: { type: 'object', properties: { id }, required: ['id'] },
      Agent: { allOf: [{ $ref: '#/components/schemas/WithId' }, child] },
    });
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
});

test('the report names the place to edit, and one change of a schema once', () => {
  const added = changesAfter((d) => {
    Object.assign(fieldsOf(d, 'Agent'), { colour: { type: 'string' } });
    list(fieldsOf(d, 'Card'), 'state', 'x-known-values').push('PROCESSING');
  });
  const { text, open } = reportOn(added, root);
  expect(text.match(/Agent\.colour: field added/g)).toHaveLength(1);
  expect(text).toContain('packages/contract/src/areas/agents/operations.ts, schema Agent');
  expect(open.some(({ key }) => key.includes('state: enum widened'))).toBe(false);
});

test('a decision covers the values that it names, and no other', () => {
  const found = changesAfter((d) =>
    list(fieldsOf(d, 'Card'), 'state', 'x-known-values').push('MELTED'),
  );
  expect(reportOn(found, root).open).toEqual(found);
});

test('the exit code tells open changes from none, and both from a file that cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'follow-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const run = (name: string, text: string) => {
    const file = join(folder, name);
    writeFileSync(file, text);
    const flags = ['--conditions=source', '--disable-warning=ExperimentalWarning'];
    return spawnSync(process.execPath, [...flags, 'scripts/follow.ts', file], {
      cwd: root,
      encoding: 'utf8',
    });
  };
  expect(run('own.json', JSON.stringify(own)).status).toBe(0);
  const changed: Part = structuredClone(own);
  delete part(changed, 'webhooks')['CARD.STATE_CHANGE'];
  expect(run('changed.json', JSON.stringify(changed)).status).toBe(1);
  expect(run('none.json', '{').status).toBe(2);
  expect(() => surfaceOf({ swagger: '2.0' })).toThrow(DocumentError);
});

import { describe, expect, it, test } from 'vitest';
import * as z from 'zod';
import { findOperation, type SignedOperationName } from '../index.ts';
import { factsOf, signedFields } from './facts.ts';

interface Schema {
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

function pathsIn({ oneOf, items, properties }: Schema, path = ''): readonly string[] {
  if (oneOf !== undefined) return oneOf.flatMap((one) => pathsIn(one, path));
  if (items !== undefined) return pathsIn(items, path);
  if (properties === undefined) return [path];
  return Object.entries(properties).flatMap(([name, child]) =>
    pathsIn(child, path === '' ? name : `${path}/${name}`),
  );
}

function fieldsOf(name: string): ReadonlySet<string> {
  const { params, body } = findOperation(name)?.row ?? {};
  const schemas = [params, body].filter((one) => one !== undefined);
  return new Set(
    schemas.flatMap((schema) => {
      const json = z.toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' });
      return pathsIn(json as Schema);
    }),
  );
}

const signed: Readonly<Record<SignedOperationName, string>> = signedFields;

test.each(Object.entries(signed))('%s can show the fields of its row', (name, all) => {
  const fields = all.split(' ');
  const known = fieldsOf(name);
  const asked = name === 'quotes.execute' ? fieldsOf('quotes.create') : [];
  expect([...known, ...asked].filter((field) => !fields.includes(field))).toEqual([]);
  if (name !== 'quotes.execute') expect(fields.filter((field) => !known.has(field))).toEqual([]);
});

describe('the facts of a change', () => {
  const freeze = { id: 'Card:1', state: 'FROZEN' };
  const of = (input: object, signed: Readonly<Record<string, unknown>> = {}) =>
    factsOf({ operation: 'cards.update', input, signed });

  it('have a row for each field, which says who says it', () => {
    const more = { ...freeze, fundingSources: ['InternalAccount:1', 'InternalAccount:2'] };
    expect(of(more, { state: 'FROZEN' })).toEqual({
      heading: 'cards.update',
      rows: [
        { label: 'id', value: { kind: 'text', text: 'Card:1' }, origin: 'request' },
        { label: 'state', value: { kind: 'word', word: 'FROZEN' }, origin: 'payload' },
        ...['InternalAccount:1', 'InternalAccount:2'].map((text, at) => ({
          label: 'fundingSources',
          number: at + 1,
          value: { kind: 'text', text },
          origin: 'request',
        })),
      ],
    });
  });

  it('are called by what they change, if that is all that they change', () => {
    expect(of(freeze).heading).toBe('card.FROZEN');
    expect(of({ ...freeze, fundingSources: [] }).heading).toBe('cards.update');
    expect(of(freeze, { 'fundingSources/0': 'InternalAccount:1' }).heading).toBe('cards.update');
    expect(of({ ...freeze, state: 'CLOSED', fundingSources: [] }).heading).toBe('card.CLOSED');
    expect(of({ id: 'Card:1', state: ['FROZEN'] }).heading).toBe('cards.update');
    expect(of({ id: 'Card:1', state: 'GIFT' }).heading).toBe('cards.update');
  });

  it('show what is emptied', () => {
    const { rows } = of({ id: 'Card:1', fundingSources: [], state: null });
    expect(rows.slice(1).map(({ label, value }) => [label, value])).toEqual([
      ['fundingSources', { kind: 'word', word: 'nothing' }],
      ['state', { kind: 'word', word: 'nothing' }],
    ]);
  });

  it('show what the text to sign has besides the request', () => {
    const { rows } = of(freeze, { 'fundingSources/0': 'InternalAccount:9' });
    expect(rows.at(-1)).toMatchObject({ label: 'fundingSources', origin: 'payload' });
  });

  it.each<[string, object, Readonly<Record<string, unknown>>]>([
    ['a field of the request', { ...freeze, to: 'your own account' }, {}],
    ['a field of all objects', JSON.parse('{"id":"Card:1","__proto__":"x"}') as object, {}],
    ['a field of the text to sign', freeze, { constructor: 'x' }],
    ['a field below one', { ...freeze, state: { now: 'FROZEN' } }, {}],
    ['more than a person reads', { fundingSources: Array(81).fill('InternalAccount:1') }, {}],
  ])('refuse %s that has no row', (_what, input, signed) => {
    expect(() => of(input, signed)).toThrow(RangeError);
  });

  it('have one row for what nobody can read of a new passkey', () => {
    const attestation = { credentialId: 'a', clientDataJson: 'b', attestationObject: 'c' };
    const input = { type: 'PASSKEY', nickname: 'Phone', attestation, challenge: 'd' };
    const { heading, rows } = factsOf({ operation: 'credentials.create', input, signed: {} });
    expect(heading).toBe('passkey');
    expect(rows.map(({ label }) => label)).toEqual(['type', 'nickname', 'attestation']);
    expect(rows.at(-1)?.value).toEqual({ kind: 'text', text: 'a b c d' });
  });

  it('give a change that nobody declared the words of the page as values only', () => {
    const called = { name: 'Send money', input: { to: 'Ada', 'Freeze card': true } };
    const { heading, rows } = factsOf({
      operation: undefined,
      input: undefined,
      called,
      signed: {},
      loose: { 'a/b': 1, '': 'text' },
    });
    expect(heading).toBe('unknown');
    expect(rows.map(({ label, value }) => [label, 'text' in value && value.text])).toEqual([
      ['called', 'Send money'],
      ['sent', 'to: Ada'],
      ['sent', 'Freeze card: true'],
      ['signed', 'a/b: 1'],
      ['signed', 'text'],
    ]);
  });
});

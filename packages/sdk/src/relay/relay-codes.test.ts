import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { RelayRefusal } from './refusal.ts';
import { relayErrorCodes } from './relay-codes.ts';

const codes = Object.keys(relayErrorCodes).sort();
const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');
const unique = (found: Iterable<RegExpMatchArray>) =>
  [...new Set([...found].map(([, code = '']) => code))].sort();

it('lists each code that the relay refuses with, and no other', () => {
  const sources = readdirSync(new URL('.', import.meta.url), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => read(name))
    .join('\n');
  expect(unique(sources.matchAll(/new RelayRefusal\(\d{3}, '(\w+)'/g))).toEqual(codes);
});

it('is in step with the table of the protocol and that of the documentation', () => {
  const protocol = read('../../../contract/src/relay/errors.ts');
  expect(unique(protocol.matchAll(/^ \* \| \d{3} \| `(\w+)`/gm))).toEqual(codes);
  for (const [, status, code] of protocol.matchAll(/^ \* \| (\d{3}) \| `(\w+)`/gm)) {
    expect(relayErrorCodes[code as 'FORBIDDEN'].status).toBe(Number(status));
  }
  const [, table = ''] = read('../../../../docs/relay.md').split('## Refusals');
  const rows = [...table.matchAll(/^\| [\d, ]+ \| (.+?) \|/gm)].map(([, cell]) => cell).join(' ');
  expect(unique(rows.matchAll(/`(\w+)`/g))).toEqual(codes);
});

it('leads to the page of a code of the relay or the service, and of no other', () => {
  const page = 'https://org.github.io/payments-sdk/errors/TICKET_EXPIRED';
  const refusal = new RelayRefusal(400, 'TICKET_EXPIRED');
  expect(refusal.docs).toBe(page);
  expect(refusal.toJSON()).toEqual({ code: 'TICKET_EXPIRED', docs: page });
  expect(new RelayRefusal(409, 'CARD_NOT_MUTABLE').docs).toContain('/errors/CARD_NOT_MUTABLE');
  expect(new RelayRefusal(409, 'TOO_MANY_SOURCES').toJSON()).toEqual({ code: 'TOO_MANY_SOURCES' });
  expect(new RelayRefusal(409, 'constructor').docs).toBeUndefined();
});

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { inspect } from 'node:util';
import {
  type InputOf,
  type OperationName,
  type OperationRow,
  operations,
  REDACTED,
  redact,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { responseSchemas } from '@org/payments-contract/internal/schema';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { EagerClock } from '../../test/fake-clock.ts';
import { BASE_URL, json, type Reply, scriptedService } from '../../test/scripted-service.ts';
import { isPaymentsError } from '../errors/payments-error.ts';
import { DIAGNOSTICS_CHANNEL } from '../observe/diagnostics.ts';
import { createAgentClient } from './agent-client.ts';
import { createPaymentsClient } from './payments-client.ts';

const marker = (name: string) => `SECRET-${name}-0123456789`;

type Schemas = Parameters<typeof redact> extends [unknown, ...infer Rest] ? Rest : never;

function replaced(value: unknown, masked: unknown, name: string): unknown {
  if (masked === REDACTED) return marker(name);
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const fields = masked as Readonly<Record<string, unknown>>;
  const entries = Object.entries(value).map(
    ([key, child]) => [key, replaced(child, fields[key], key)] as const,
  );
  return Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}

/** The example with a marked secret wherever its schemas have one. */
function marked(value: unknown, ...schemas: Schemas): unknown {
  return replaced(value, redact(value, ...schemas), '');
}

function inputSchemas({ params, query, headers, body }: OperationRow): Schemas {
  return [params, query, headers, body].filter((schema) => schema !== undefined);
}

const ownerExample = exampleOf('beneficialOwners.create').input as { personalInfo: object };

/** An owner whose number may be any string. */
const owner = marked({
  ...ownerExample,
  personalInfo: { ...ownerExample.personalInfo, idType: 'NON_US_TAX_ID', countryOfIssuance: 'GB' },
}) as object;

/** Inputs that hold every secret a request can hold, besides the examples. */
const secretInputs: Readonly<Record<string, object>> = {
  'beneficialOwners.create': owner,
  'credentials.create': {
    type: 'OAUTH',
    accountId: 'InternalAccount:1',
    oidcToken: marker('oidcToken'),
  },
  'credentials.verify': {
    id: 'AuthMethod:1',
    type: 'OAUTH',
    oidcToken: marker('oidcToken'),
    clientPublicKey: `04${'a'.repeat(128)}`,
  },
  'customers.update': { customerId: 'Customer:1', taxIdentifier: marker('taxIdentifier') },
} satisfies Record<string, InputOf<OperationRow>>;

let events: unknown[] = [];
const hear = (event: unknown) => events.push(event);
beforeEach(() => {
  events = [];
  subscribe(DIAGNOSTICS_CHANNEL, hear);
});
afterEach(() => unsubscribe(DIAGNOSTICS_CHANNEL, hear));

/** The responses and failures that may quote the request. */
const replies = {
  fine: (row: OperationRow, _sent: string, name: OperationName) => {
    const [status = '200'] = Object.keys(row.responses);
    const body = exampleOf(name).result;
    return body === undefined
      ? new Response(null, { status: 204 })
      : json(Number(status), marked(body, ...responseSchemas(row)));
  },
  echo: (_row: OperationRow, sent: string) =>
    json(400, {
      status: 400,
      code: 'INVALID_INPUT',
      message: sent,
      reason: sent,
      details: { errors: [{ field: sent, message: sent }] },
    }),
  html: (_row: OperationRow, sent: string) =>
    new Response(`<html>${sent}`, { status: 500, headers: { 'content-type': 'text/html' } }),
  garbage: (_row: OperationRow, sent: string) =>
    new Response(`{"x": ${sent}`, { headers: { 'content-type': 'application/json' } }),
  mismatch: (_row: OperationRow, sent: string) => json(200, { [sent]: sent, id: 7, otp: sent }),
  thrown: (_row: OperationRow, sent: string) =>
    Object.assign(new Error(`could not send ${sent}`), { config: { data: sent } }),
  challenge: (_row: OperationRow) =>
    json(202, {
      payloadToSign: 'payload',
      requestId: 'Request:1',
      expiresAt: '2026-01-05T09:05:00Z',
    }),
};

/** Text that is only searched does not need columns, which take most of the time of `inspect`. */
const searched = { compact: false } as const;

async function outputsOf(
  name: OperationName,
  row: OperationRow,
  input: object,
  kind: keyof typeof replies,
): Promise<string> {
  const lines: unknown[] = [];
  const write = (...line: unknown[]) => lines.push(line);
  const logger = { error: write, warn: write, info: write, debug: write };
  const reply: Reply = async (request: { headers: Headers; body: string }) => {
    const sent = `${request.body} ${[...request.headers.values()].join(' ')}`;
    return replies[kind](row, sent, name);
  };
  const { fetch } = scriptedService(reply, reply, reply, reply);
  const shared = {
    baseUrl: BASE_URL,
    fetch,
    logger,
    logLevel: 'debug' as const,
    clock: new EagerClock(),
    onDrift: write,
    observers: [write],
    stamper: { stamp: async () => marker('stamp') },
  };
  const [verb = '', resource = '', prefix] = name.split('.').reverse();
  const clientSecret = marker('clientSecret');
  const client =
    prefix === undefined
      ? createPaymentsClient({ ...shared, tokenId: 'token', clientSecret })
      : createAgentClient({ ...shared, accessToken: marker('accessToken') });
  type Method = ((input: object) => Promise<unknown>) & {
    dryRun(input: object): { toCurl(): string };
  };
  const resources = client as unknown as Record<string, Record<string, Method>>;
  const method = resources[resource]?.[verb] as Method;
  const dry = method.dryRun(input);
  const outcome = await method(input).catch((error: unknown) => error);
  if (outcome instanceof Error) {
    expect(isPaymentsError(outcome), inspect(outcome)).toBe(true);
    lines.push(
      String(outcome),
      JSON.stringify(outcome),
      inspect(outcome, { ...searched, depth: 12, showHidden: true }),
    );
  }
  lines.push(events, dry, dry.toCurl());
  // What a client holds of its secrets does not depend on the responses.
  if (kind === 'fine') lines.push(inspect(client, { ...searched, depth: 12, showHidden: true }));
  return inspect(lines, { ...searched, depth: 20, maxStringLength: null, maxArrayLength: null });
}

const kinds = Object.keys(replies) as (keyof typeof replies)[];

test.each(kinds)(
  'no secret field of any operation reaches an output (%s)',
  async (kind) => {
    for (const { name, row } of operations()) {
      const input =
        secretInputs[name] ?? (marked(exampleOf(name).input, ...inputSchemas(row)) as object);
      expect(await outputsOf(name, row, input, kind), name).not.toMatch(/SECRET-/);
    }
  },
  120_000,
);

test('a credential in a further header reaches no output, and other headers are shown', async () => {
  const headers = {
    'x-api-key': 'SECRET-key',
    'x-gateway-token': 'SECRET-token',
    Cookie: 'SECRET-cookie',
    'Proxy-Authorization': 'SECRET-proxy',
    'X-Trace': 'trace-1',
  };
  const { fetch } = scriptedService((request) =>
    json(500, { status: 500, code: 'X', message: [...request.headers.values()].join(' ') }),
  );
  const payments = createPaymentsClient({
    baseUrl: BASE_URL,
    fetch,
    retry: 0,
    tokenId: 't',
    clientSecret: 'client-secret',
    headers,
  });
  const dry = payments.customers.get.dryRun({ customerId: 'Customer:1' });
  expect(dry.headers).toMatchObject({ 'x-trace': 'trace-1', cookie: '[redacted]' });
  const error = await payments.customers.get({ customerId: 'Customer:1' }).catch((one) => one);
  expect(String(error)).toContain('trace-1');
  const shown = [dry, dry.toCurl(), String(error), JSON.stringify(error), payments];
  expect(inspect(shown, { depth: 12, showHidden: true })).not.toContain('SECRET-');
});

test('the marked secrets reach the service and the caller', async () => {
  const seen: string[] = [];
  const { fetch } = scriptedService(({ headers, body }) => {
    seen.push(`${headers.get('authorization')} ${body}`);
    return json(200, {
      kycUrl: marker('kycUrl'),
      expiresAt: '2026-01-05T09:05:00Z',
      provider: 'P',
    });
  });
  const payments = createPaymentsClient({
    baseUrl: BASE_URL,
    fetch,
    tokenId: 't',
    clientSecret: marker('clientSecret'),
  });
  const link = await payments.customers.createKycLink({ customerId: 'Customer:1' });
  expect(link.kycUrl).toBe(marker('kycUrl'));
  expect(seen[0]).toContain(btoa(`t:${marker('clientSecret')}`));
});

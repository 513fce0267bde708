import { assess } from '@org/payments-contract';
import { eventRows } from '@org/payments-contract/events';
import { exampleOf } from '@org/payments-contract/examples';
import { createWebhookHandler } from '@org/payments-sdk/webhooks';
import { generateWebhookKeys, signEvent } from '@org/payments-sdk/webhooks/testing';
import { expect, test } from 'vitest';
import { allChanged, allNull, changed, type Sample, samples } from './schema-sites.ts';
import { fuzzedClient, type Subject, subjects } from './subject.ts';

/**
 * Each sample unchanged, with one place changed at a time, with null in all optional fields, and
 * with all places changed.
 */
function* variantsOf(all: readonly Sample[]): Generator<readonly [what: string, value: unknown]> {
  const seen = new Set<string>();
  for (const sample of all) {
    yield ['nothing', sample.value];
    for (const site of sample.sites) {
      // A whole response is not left out, and an array item cannot be.
      if (site.what === 'absent' && typeof site.path.at(-1) !== 'string') continue;
      const where = `${site.what} ${site.path.join('.')}`;
      const isRepeated = site.what === 'absent' || site.what === 'extra field';
      if (isRepeated && seen.has(where)) continue;
      seen.add(where);
      yield [`${site.what} at ${site.path.join('.')}`, changed(sample, site)];
    }
    yield ['null in each optional field', allNull(sample)];
    yield ['everything', allChanged(sample)];
  }
}

/** Responds to the operation with the current value, and to others with the contract's examples. */
function service({ row }: Subject, current: () => readonly [status: number, value: unknown]) {
  const own = new RegExp(`/2025-10-13${row.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  return async (request: Request): Promise<Response> => {
    const isOwn = own.test(new URL(request.url).pathname) && request.method === row.method;
    if (!isOwn) return Response.json(exampleOf('quotes.get').result);
    const isSigned = request.headers.has('service-wallet-signature');
    if (row.signing === 'required' && !isSigned) {
      const challenge = { payloadToSign: 'payload', requestId: 'Request:1' };
      return Response.json({ ...challenge, expiresAt: '2126-01-05T09:05:00Z' }, { status: 202 });
    }
    const [status, value] = current();
    return Response.json(value, { status });
  };
}

/** A stopped clock: nothing here waits, and no deadline passes. */
const still = { now: () => Date.parse('2026-01-05T09:00:00Z'), setTimeout: () => () => undefined };

function inputOf({ name }: Subject): Readonly<Record<string, unknown>> {
  return exampleOf(name).input;
}

type Input = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The kind of a reference to a resource, such as `Card`. */
function kindOf(value: unknown): string | undefined {
  return typeof value === 'string' ? /^([A-Z]\w*):./.exec(value)?.[1] : undefined;
}

/** A result that names the resources that the request names, where it names them at all. */
function withReferences(result: Input, input: Input): Input {
  const repeated = Object.entries(input).flatMap(([name, wanted]) => {
    const shown = result[name];
    if (isObject(shown) && isObject(wanted)) return [[name, withReferences(shown, wanted)]];
    const kind = kindOf(wanted);
    return kind !== undefined && kind === kindOf(shown) ? [[name, wanted]] : [];
  });
  return { ...result, ...Object.fromEntries(repeated) };
}

/** A result that names what the request names: otherwise it would be that of another one. */
function ownResult({ row }: Subject, value: unknown, input: Input): unknown {
  if (!isObject(value) || row.retry === 'safe') return value;
  const inside = row.result?.in;
  const { id: _id, ...others } = input;
  const found = withReferences(inside === undefined ? value : (value[inside] as Input), others);
  const ownId = row.reconcile?.by === 'list' ? (row.reconcile.ownId ?? '') : '';
  const isChosen = ownId in input && (found[ownId] ?? null) !== null;
  const own = isChosen ? { ...found, [ownId]: input[ownId] } : found;
  return inside === undefined ? own : { ...value, [inside]: own };
}

/** A response that repeats what the path names: with another id it would not be this operation's. */
function ownResponse({ row }: Subject, value: unknown, input: Input) {
  if (typeof value !== 'object' || value === null) return value;
  const found: Record<string, unknown> = { ...value };
  const parameters = Object.keys(row.params?.shape ?? {});
  for (const name of parameters) {
    const given = String(input[name]);
    if (name in found && name !== 'id') found[name] = input[name];
    const isSameKind = String(found.id).split(':', 1)[0] === given.split(':', 1)[0];
    if (isSameKind && given.includes(':')) found.id = given;
  }
  for (const [field, name] of Object.entries(row.result?.same ?? {})) found[field] = input[name];
  return found;
}

const count = { responses: 0, data: 0 };

test('a compatible response of a later version is never an error, for any operation', async () => {
  const failures: string[] = [];
  for (const subject of subjects) {
    for (const [status, schema] of Object.entries(subject.row.responses)) {
      if (schema === null) continue;
      let value: unknown;
      const client = fuzzedClient(
        service(subject, () => [Number(status), value]),
        still,
      );
      const call = client.method(subject);
      const input = inputOf(subject);
      for (const [what, variant] of variantsOf(samples(schema))) {
        value = ownResult(subject, ownResponse(subject, variant, input), input);
        // A response without any of the fields that identify it could be anybody's.
        const { someOf } = subject.row.result ?? {};
        if (someOf?.every((name) => (Object(value)[name] ?? null) === null)) continue;
        count.responses += 1;
        try {
          const result = await call(input);
          if (JSON.stringify(result) === undefined) throw new Error('no value');
        } catch (error) {
          failures.push(`${subject.name} ${status}, ${what}: ${String(error).slice(0, 200)}`);
        }
        client.written.length = 0;
      }
    }
  }
  console.log(`${count.responses} responses of later versions`);
  expect(failures).toEqual([]);
  expect(count.responses).toBeGreaterThan(2_000);
});

test('a compatible event of a later version is always usable, for any type', async () => {
  const failures: string[] = [];
  for (const { types, data } of eventRows()) {
    if (data === null) continue;
    for (const [what, variant] of variantsOf(samples(data))) {
      // The type of the event determines the constant; it is delivered with another one too.
      if (what.startsWith('constant') || what === 'everything') continue;
      count.data += 1;
      const [problem] = assess(data, JSON.parse(JSON.stringify(variant))).unusable;
      if (problem !== undefined) failures.push(`${types[0]}, ${what}: ${problem.path}`);
    }
  }
  expect(failures).toEqual([]);
  expect(count.data).toBeGreaterThan(500);
});

test('an event with everything changed reaches the handler of its type', async () => {
  const { publicKey, privateKey } = await generateWebhookKeys();
  for (const { types, data } of eventRows()) {
    const [sample] = data === null ? [] : samples(data);
    const body = sample === undefined ? undefined : allChanged(sample);
    for (const type of types) {
      const seen: unknown[] = [];
      const webhooks = createWebhookHandler({ publicKeys: publicKey, onDrift: () => undefined });
      webhooks.on('*', (event) => void seen.push(event.data));
      const { request } = await signEvent({ type, data: body }, privateKey);
      const expected = type === 'INCOMING_PAYMENT.PENDING' ? 202 : 200;
      expect((await webhooks.fetch(request())).status, type).toBe(expected);
      expect(seen, type).toEqual([body]);
    }
  }
});

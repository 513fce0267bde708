import { describe, expect, test } from 'vitest';
import {
  type OneStep,
  oneStepChanges,
  sampled,
} from '../../../../contract/test/one-step-changes.ts';
import { type AnyOperation, anyOperations, methodOf } from '../../../test/any-operation.ts';
import { challenge } from '../../../test/scripted-service.ts';
import { isPaymentsError } from '../../errors/payments-error.ts';

const STAMP = 'Service-Wallet-Signature';

/** Bodies with which a gateway responds in the service's place. */
const foreignBodies = {
  'success-false': '{"success":false}',
  message: '{"message":"Request blocked"}',
  errors: '{"errors":[{"message":"Upstream timed out"}]}',
  'empty-object': '{}',
  'empty-array': '[]',
  'other-id': '{"id":"Customer:1"}',
  html: '<!doctype html><title>Sign in to the network</title>',
  'no-body': '',
} as const;
type ForeignForm = keyof typeof foreignBodies;
const foreignForms = Object.keys(foreignBodies) as ForeignForm[];

function foreignResponse(form: ForeignForm, status: number): Reply {
  const type = form === 'html' ? 'text/html' : 'application/json';
  return { status, type, body: foreignBodies[form] };
}

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

const statusOf = ({ row }: AnyOperation) => Number(Object.keys(row.responses)[0]);

function toResponse({ status, type, body }: Reply): Response {
  const isEmpty = body === '' || status === 204 || status === 205;
  return new Response(isEmpty ? null : body, { status, headers: { 'content-type': type } });
}

/** Calls an operation whose last request gets a reply; what comes before it goes well. */
async function callWith(operation: AnyOperation, reply: Reply): Promise<unknown> {
  const { row, input, result } = operation;
  const fetch = async ({ method, headers }: Request) => {
    if (method !== row.method) return Response.json(quote);
    if (row.signing === 'required' && !headers.has(STAMP)) {
      return Response.json(challenge, { status: 202 });
    }
    return toResponse(reply);
  };
  const quote = anyOperations.find(({ name }) => name === row.payload?.read)?.result ?? result;
  try {
    return { value: await methodOf(operation, fetch)(input) };
  } catch (error) {
    if (!isPaymentsError(error)) throw error;
    return error.name === 'ContractError' && 'accepted' in error && error.accepted
      ? 'accepted'
      : error.name;
  }
}

const json = (operation: AnyOperation, body: string, status = statusOf(operation)): Reply => ({
  status,
  type: 'application/json',
  body,
});

const single = anyOperations.filter(({ row }) => row.list === undefined);
const reads = single.filter(({ row }) => row.method === 'GET');
const writes = single.filter(({ row }) => row.method !== 'GET');
const withBody = writes.filter(({ result }) => result !== undefined);
const withId = withBody.filter(({ result }) => 'id' in (result as object));

/** Whether the row itself names what identifies the result, in place of the kind of its id. */
const isNamed = ({ row }: AnyOperation) =>
  row.result?.fields !== undefined || row.result?.someOf !== undefined;

/** A result that any of several fields identifies keeps its identity without its id. */
const hasOtherMarks = ({ row }: AnyOperation) => row.result?.someOf !== undefined;

/**
 * The step changes the id of the result: to that of another resource, where the path has the id, or
 * to none. A new resource may have any id of its kind.
 */
function isOtherResource(operation: AnyOperation, { path, kind }: OneStep): boolean {
  if (path !== 'id' || kind === 'order' || kind === 'twice') return false;
  if (hasOtherMarks(operation)) return false;
  if (kind === 'other kind') return !isNamed(operation);
  if (kind !== 'other id') return true;
  const { row, input, result } = operation;
  const inPath = [...row.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => input[name]);
  return inPath.includes((result as { readonly id: unknown }).id);
}

const unknown = (operation: AnyOperation) =>
  operation.row.method === 'GET' ? 'ContractError' : 'OutcomeUnknownError';

test('there are writes and reads whose result has an id', () => {
  expect(withId.length).toBeGreaterThan(30);
  expect(reads.length).toBeGreaterThan(15);
});

/**
 * Harmless by rule: any field but the id, which is what identifies the result; another order; a
 * field twice, of which JSON keeps the last.
 */
describe.each(withId)('the response to $name', (operation) => {
  const steps = oneStepChanges(operation.result);

  test('is that of the resource, or the outcome is unknown', async () => {
    const ids = steps.filter((step) => isOtherResource(operation, step));
    if (!hasOtherMarks(operation)) expect(ids.length).toBeGreaterThan(2);
    for (const { name, text } of ids) {
      expect([name, await callWith(operation, json(operation, text))]).toEqual([
        name,
        unknown(operation),
      ]);
    }
  });

  test('with one other thing changed is returned, or accepted, or unknown: never a failure', async () => {
    const others = steps.filter((step) => !isOtherResource(operation, step));
    for (const { name, text } of sampled(others, 12)) {
      const end = await callWith(operation, json(operation, text));
      const isReturned = typeof end === 'object' || end === 'accepted';
      expect([name, isReturned ? 'returned' : end]).toEqual([
        name,
        expect.stringMatching(/^(?:returned|OutcomeUnknownError)$/),
      ]);
    }
  });

  test('with a field that this version does not know is returned', async () => {
    const later = { ...(operation.result as object), later: { amount: 1 } };
    const end = await callWith(operation, json(operation, JSON.stringify(later)));
    expect(end).toEqual({ value: later });
  });
});

describe.each(writes)('a gateway that responds to $name', (operation) => {
  const declared = statusOf(operation);
  // Nothing tells a new customer from the one whose id the gateway sends.
  const id = String((operation.result as { id?: unknown } | undefined)?.id);
  const forms = foreignForms.filter((form) => {
    if (form === 'no-body') return operation.result !== undefined;
    return form !== 'other-id' || !id.startsWith('Customer:');
  });
  const cases = forms.flatMap((form) =>
    [200, 201, 202, 204, 206].map((status) => [form, status] as const),
  );
  // No body and the declared status is all that an operation without a result responds with.
  const foreign = cases.filter(
    ([, status]) => operation.result !== undefined || status !== 204 || declared !== 204,
  );

  test('is not taken for the service', async () => {
    for (const [form, status] of sampled(foreign, 8)) {
      const end = await callWith(operation, foreignResponse(form, status));
      expect([form, status, end]).toEqual([form, status, 'OutcomeUnknownError']);
    }
  });

  test.each([300, 302, 304, 307])('with %i and no body is not taken for done', async (status) => {
    const end = await callWith(operation, { status, type: 'text/html', body: '' });
    expect(end).toBe('OutcomeUnknownError');
  });
});

describe.each(reads)('the response to $name', (operation) => {
  test('is not that of a gateway', async () => {
    for (const form of foreignForms) {
      const end = await callWith(operation, foreignResponse(form, 200));
      expect([form, end]).toEqual([form, 'ContractError']);
    }
  });
});

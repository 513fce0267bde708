import type { SignedOperationName } from '@org/payments-contract';
import { parseForeignJson, valuesIn } from '@org/payments-contract/internal';
import { type FlatOperation, operations } from '../signing/payload/templates.ts';

type Values = Readonly<Record<string, unknown>>;

/** What a person is shown of a text to sign. */
export interface PayloadFields {
  /** What the text says that the change is. */
  readonly operation?: SignedOperationName;
  /** The values that are fields of the operation, by their path. */
  readonly signed: Values;
  /** The values that no field of an operation has: they are shown with their path. */
  readonly loose: Values;
  /** The account that the text names. */
  readonly account?: string;
}

/** Values that the service adds to every text, and that say nothing of the change. */
const HEAD =
  /^(?:organizationId|requestId|timestampMs|type|operation|resource|credentialIds\/\d+)$/;

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(payload: string): unknown {
  try {
    return parseForeignJson(payload);
  } catch {
    return undefined;
  }
}

/** The templates of an activity's type; digests have the same one for several operations. */
function templatesOf(type: unknown, declared: string | undefined) {
  return Object.entries(operations)
    .filter(([name]) => declared === undefined || declared === name)
    .flatMap(([name, { activities }]) => activities.map((activity) => ({ name, activity })))
    .filter(({ activity }) => activity.type === type);
}

function ofActivity(text: Values, declared: string | undefined): PayloadFields {
  const [found, other] = templatesOf(text.type, declared);
  const signed: Record<string, unknown> = {};
  const loose: Record<string, unknown> = {};
  for (const [path, value] of valuesIn(text)) {
    const slot = found?.activity.slots[path];
    if (HEAD.test(path) || path === found?.activity.beside) continue;
    if (slot?.startsWith('s=') === true) signed[slot.slice(2)] = value;
    // What the service sets says nothing, unless it is all that is known.
    else if (slot === undefined || other !== undefined) loose[path] = value;
  }
  if (found === undefined || other !== undefined) return { signed, loose };
  return { operation: found.name as SignedOperationName, signed, loose };
}

function ofDescription(text: Values, { resource: [before, id, after] }: FlatOperation) {
  const { operation, resource, fields, accountId } = text;
  const path = String(resource);
  const signed: Record<string, unknown> =
    id === '' ? {} : { [id]: path.slice(before.length, path.length - after.length) };
  // Long and secret texts are there as their digest, which was compared with the request.
  for (const [name, value] of valuesIn(fields)) signed[name.replace(/\/sha256$/, '')] = value;
  const account = typeof accountId === 'string' ? { account: accountId } : {};
  return { operation: operation as SignedOperationName, signed, loose: {}, ...account };
}

/**
 * Reads what a text to sign says, in each of its forms.
 *
 * @param declared the operation that the platform declared the change to be
 */
export function payloadFields(payload: string, declared: string | undefined): PayloadFields {
  const text = parsed(payload);
  // Only the service can read it: nothing of it says what a declared change is.
  if (!isObject(text)) return { signed: {}, loose: declared === undefined ? { '': payload } : {} };
  if (isObject(text.parameters)) return ofActivity(text, declared);
  const template = operations[String(text.operation)];
  if (template !== undefined) return ofDescription(text, template);
  return { signed: {}, loose: Object.fromEntries(valuesIn(text)) };
}

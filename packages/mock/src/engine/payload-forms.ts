import { secretFieldNames } from '@org/payments-contract';
import { canonicalJson } from '@org/payments-contract/internal';
import { bytesToHex } from '@org/payments-crypto';
import { digest } from '../digest.ts';
import type { World } from '../world.ts';

const LONGEST_TEXT = 256;

/** A change in the form of the service's signing backend, as its public examples print it. */
export interface Activity {
  /** Such as `ACTIVITY_TYPE_DELETE_API_KEYS`. */
  readonly type: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly beside?: Readonly<Record<string, unknown>>;
}

export interface BoundFacts {
  readonly operation: string;
  readonly resource: string;
  readonly requestId: string;
  readonly fields: unknown;
  readonly binds: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly time: number;
  /** The change as the signing backend names it; a digest of it when left out. */
  readonly activity: Activity | undefined;
}

/** Returns the backend's id of a resource: a UUID of the seed and the resource, which tells a client nothing. */
export function backendId({ random }: World, kind: string, id = ''): string {
  const hex = bytesToHex(random.fixed(`${kind}/${id}`));
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5');
}

/** Replaces secrets and long strings by their digest, because a payload is shown to people. */
function presentable(value: unknown, field?: string): unknown {
  if (typeof value === 'string') {
    const hidden = secretFieldNames().has(field ?? '') || value.length > LONGEST_TEXT;
    return hidden ? { sha256: digest(value) } : value;
  }
  if (Array.isArray(value)) return value.map((item) => presentable(item, field));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, presentable(child, name)]),
  );
}

function described(_world: World, facts: BoundFacts): string {
  const { operation, resource, requestId, fields, binds, time } = facts;
  return canonicalJson({
    ...binds,
    fields: presentable(fields ?? {}),
    operation,
    requestId,
    resource,
    timestampMs: String(time),
  });
}

function digestActivity(world: World, facts: BoundFacts): Activity {
  return {
    type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2',
    parameters: {
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
      payload: digest(described(world, facts)),
      signWith: backendId(world, 'signing-key'),
    },
  };
}

function activity(world: World, facts: BoundFacts): string {
  const { beside, parameters, type } = facts.activity ?? digestActivity(world, facts);
  return canonicalJson({
    ...beside,
    organizationId: `org_${backendId(world, 'organization')}`,
    parameters,
    timestampMs: String(facts.time),
    type,
  });
}

/** A token of three parts that only the service can read. */
function opaque(world: World, facts: BoundFacts): string {
  const text = described(world, facts);
  const part = (name: string) =>
    btoa(digest(`${name}/${backendId(world, 'organization')}/${text}`))
      .replaceAll('=', '')
      .replaceAll('/', '_');
  return ['head', 'body', 'tag'].map(part).join('.');
}

const forms = { activity, described, opaque } as const;

/** Returns the text to stamp, in the form that the option `payloads` chooses (rule 119). */
export function payloadToSign(world: World, facts: BoundFacts): string {
  return forms[world.settings.choices.payloads](world, facts);
}

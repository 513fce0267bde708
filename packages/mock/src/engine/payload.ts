import { sha256 } from '@noble/hashes/sha2.js';
import { secretFieldNames } from '@org/payments-contract';
import { bytesToHex } from '@org/payments-crypto';
import { canonicalJson } from './canonical-json.ts';

const LONGEST_TEXT = 256;

/** Returns the hex SHA-256 of a string. */
export function digest(text: string): string {
  return bytesToHex(sha256(new TextEncoder().encode(text)));
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

/** The facts that a payload to sign binds. */
export interface BoundFacts {
  readonly operation: string;
  readonly resource: string;
  readonly requestId: string;
  readonly fields: unknown;
  readonly binds: Readonly<Record<string, unknown>>;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/** Returns the text to stamp: JSON with sorted keys. Clients treat it as opaque. */
export function payloadToSign(facts: BoundFacts): string {
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

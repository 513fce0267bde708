import {
  isFields,
  type NamedOperation,
  operations,
  secretFieldNames,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import {
  type CallOptions,
  createAgentClient,
  createPaymentsClient,
  type FetchFunction,
} from '@org/payments-sdk';
import { fastClock } from '../faults/run-fault.ts';

/** An operation under test. */
export type Subject = NamedOperation;

/** Every operation of the contract. */
export const subjects: readonly Subject[] = operations();

/** The text in every secret, by which a secret in an output is found. */
export const MARK = 'S3CR3T';

const secret = (name: string) => `${MARK}-${name}-0123456789`;

/** A JSON value with a marked text in every secret field. */
export function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked);
  // A file stays as it is.
  if (!isFields(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
  const names = secretFieldNames();
  const entries = Object.entries(value).map(([key, child]) => [
    key,
    names.has(key) && typeof child === 'string' ? secret(key) : marked(child),
  ]);
  return Object.fromEntries(entries);
}

/** Inputs that contain secrets, for operations whose example contains none. */
const secretInputs: Readonly<Record<string, object>> = {
  'customers.update': { customerId: 'Customer:91ab', taxIdentifier: secret('taxIdentifier') },
};

/** Operations whose example has a secret of a form that no mark has, such as the number of a person. */
const formed: readonly string[] = ['beneficialOwners.create'];

/** A valid input of an operation, with marked secrets. */
export function validInput({ name }: Subject): object {
  const { input } = exampleOf(name);
  return secretInputs[name] ?? ((formed.includes(name) ? input : marked(input)) as object);
}

type Method = (input?: unknown, options?: CallOptions) => Promise<unknown>;

/** A client of a service, on a fast clock, and what the client logged. */
export function fuzzedClient(fetch: FetchFunction) {
  const written: unknown[] = [];
  const write = (...line: unknown[]) => void written.push(line);
  const shared = {
    baseUrl: 'https://api.example.com/2025-10-13',
    fetch,
    clock: fastClock(3_000),
    maxResponseBytes: 200_000,
    logger: { error: write, warn: write, info: write, debug: write },
    logLevel: 'debug',
    onDrift: write,
    stamper: { stamp: async () => secret('stamp') },
  } as const;
  const secrets = {
    platform: { tokenId: 'token', clientSecret: secret('clientSecret') },
    agent: { accessToken: secret('accessToken') },
  };
  const method = ({ name }: Subject): Method => {
    const path = name.split('.');
    const client =
      path[0] === 'agent'
        ? { agent: createAgentClient({ ...shared, ...secrets.agent }) }
        : createPaymentsClient({ ...shared, ...secrets.platform });
    const found = path.reduce<unknown>(
      (value, part) => (value as Record<string, unknown>)[part],
      client,
    );
    return found as Method;
  };
  return { method, written };
}

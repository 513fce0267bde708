import type * as z from 'zod/mini';
import * as agent from './agent.ts';
import type { OperationRow } from './format/operation.ts';
import type { SignedRequestChallenge } from './format/service-bodies.ts';
import * as platform from './platform.ts';
import * as service from './service.ts';

/**
 * The name of a dialect: operations and behaviours that differ from the specification's. Client, relay,
 * wallet and mock are given the same; the specification has no name.
 */
export type DialectName = '2026-08';

/** Resources a platform's server calls, each a namespace of operations. */
export type PlatformResources = typeof platform;
/** Resources an agent calls with its own token. */
export type AgentResources = typeof agent;

type Names<Resources> = {
  [Resource in keyof Resources & string]: `${Resource}.${keyof Resources[Resource] & string}`;
}[keyof Resources & string];

/** The name of an operation: `cards.update`, `agent.transactions.list`. */
export type OperationName = Names<PlatformResources> | `agent.${Names<AgentResources>}`;

type NamesOf<Resources, Part> = {
  [Resource in keyof Resources & string]: {
    [Verb in keyof Resources[Resource] & string]: Resources[Resource][Verb] extends Part
      ? `${Resource}.${Verb}`
      : never;
  }[keyof Resources[Resource] & string];
}[keyof Resources & string];

interface Grave {
  readonly risk: 'moves-money' | 'raises-authority' | 'irreversible';
}
interface Signed {
  readonly signing: 'conditional' | 'required' | 'inline';
}

/** The name of an operation that a person should approve; see `needsApproval`. */
export type ApprovedOperationName =
  | NamesOf<PlatformResources, Grave>
  | `agent.${NamesOf<AgentResources, Grave>}`;

/** The name of an operation that a wallet's session signs. */
export type SignedOperationName = NamesOf<PlatformResources, Signed>;

/** The name of an operation that takes two signatures, one after the other. */
export type TwiceSignedOperationName = NamesOf<PlatformResources, { readonly legs: 3 }>;

/** One operation with its name. */
export interface NamedOperation {
  readonly name: OperationName;
  readonly row: OperationRow;
}

type Resources = Readonly<Record<string, Readonly<Record<string, OperationRow>>>>;

function named(resources: Resources, prefix: string): NamedOperation[] {
  return Object.entries(resources).flatMap(([resource, rows]) =>
    Object.entries(rows).map(([verb, row]) => ({
      name: `${prefix}${resource}.${verb}` as OperationName,
      row,
    })),
  );
}

let all: readonly NamedOperation[] | undefined;

/** Returns every operation of the contract. */
export function operations(): readonly NamedOperation[] {
  all ??= [...named(platform, ''), ...named(agent, 'agent.')];
  return all;
}

/** Returns the operation with a name; undefined for an unknown name. */
export function findOperation(name: string): NamedOperation | undefined {
  return operations().find((operation) => operation.name === name);
}

/** Returns the schema of a challenge, the 202 body of a signed operation. */
export function challengeSchema(): z.ZodMiniType<SignedRequestChallenge> {
  return service.bodies.SignedRequestChallenge;
}

export { agent, platform };

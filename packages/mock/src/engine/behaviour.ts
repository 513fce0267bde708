import type {
  AgentResources,
  InputOf,
  NamedOperation,
  OperationName,
  OperationRow,
  PlatformResources,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { FaultEffect } from '../faults/fault-list.ts';
import type { Scene } from '../world.ts';
import type { Activity } from './payload-forms.ts';

type RowIn<Resources, Resource, Verb> = Resource extends keyof Resources
  ? Verb extends keyof Resources[Resource]
    ? Resources[Resource][Verb] extends OperationRow
      ? Resources[Resource][Verb]
      : never
    : never
  : never;

export type RowOf<Name extends OperationName> = Name extends `agent.${infer Resource}.${infer Verb}`
  ? RowIn<AgentResources, Resource, Verb>
  : Name extends `${infer Resource}.${infer Verb}`
    ? RowIn<PlatformResources, Resource, Verb>
    : never;

/** How a query text becomes the value its schema expects. */
export type QueryKind = 'text' | 'number' | 'boolean' | 'list';

/** An operation with everything that is computed once, before its first request. */
export interface CompiledOperation extends NamedOperation {
  readonly behaviour: AnyBehaviour;
  readonly queryKinds: ReadonlyMap<string, QueryKind>;
  /** The lowest success status. */
  readonly successStatus: number;
}

/** One request, checked against the contract. */
export interface Call<Input = Readonly<Record<string, unknown>>> extends Scene {
  readonly operation: CompiledOperation;
  /** Path below the base URL, decoded. */
  readonly path: string;
  /** Path, query, header and body fields in one object. */
  readonly input: Input;
  /** The body alone, as it was sent; undefined when there was none. */
  readonly body: unknown;
  /** The body's fields that are in the contract; empty if the body is not an object. */
  readonly known: Readonly<Record<string, unknown>>;
  /** On a later leg of a signed operation: the facts that the challenge bound. */
  readonly bound?: Readonly<Record<string, unknown>>;
  /** Once what takes time was checked: what the plan's `prove` returned. */
  readonly proved?: unknown;
  readonly headers: Headers;
  readonly faults: readonly FaultEffect[];
  /** Id of the agent that calls, on operations for agents. */
  readonly agentId: string | undefined;
  /** Id of the API token that calls; undefined for agents, and for the token of the connection. */
  readonly tokenId: string | undefined;
  /** Adds a note for the developer to the request log, without refusing the request. */
  note(text: string): void;
}

export interface Result {
  /** The operation's success status when left out. */
  readonly status?: number;
  readonly body: unknown;
}

export interface Signers {
  /** Sessions of these accounts, or of any account. */
  readonly accountIds: readonly string[] | 'any';
  /** Only this key, which no session has yet: compressed SEC1, hex. */
  readonly publicKey?: string;
  readonly sessionId?: string;
  /** Not a session that this credential opened. */
  readonly exceptAuthMethodId?: string;
}

/** The planned change of a signed operation. Making a plan changes nothing. */
export interface Plan {
  /** Who may sign, or `none` if this input needs no signature. */
  readonly signers: Signers | 'none';
  /** Facts the payload binds besides operation, resource and body. */
  readonly binds?: Readonly<Record<string, unknown>>;
  /** The change as the signing backend names it; a digest of the change when left out. */
  readonly activity?: Activity;
  /** The text to stamp, if it does not describe the change. */
  readonly payload?: string;
  /** Fields the 202 body has besides the common ones. */
  readonly challengeFields?: Readonly<Record<string, unknown>>;
  /** Refuses with 400, 401 or 409; runs before a challenge is created and again before `apply`. */
  check?(): void;
  /**
   * Checks what takes time, such as a signature. The change is then planned again, with the result in
   * `proved`, because other requests may have been applied in the meantime.
   */
  prove?(): Promise<unknown>;
  /** With three legs: changes what the first stamp allows. Returns the facts that the second payload binds. */
  prepare?(): Pick<Plan, 'activity' | 'binds'>;
  /** Applies the change. All writes come before the first `await`. */
  apply(): Result | Promise<Result>;
}

/** The payload an inline stamp must cover, and the sessions that may sign it. */
export interface InlineSignature {
  readonly payloadToSign: string;
  readonly signers: Signers;
}

/** The planned change of an operation that is signed inline. Making a plan changes nothing. */
export interface InlinePlan {
  /** Left out if this input needs no signature. */
  readonly signature?: InlineSignature;
  /** Refuses with 400, 403 or 409; runs before the stamp is checked and again before `apply`. */
  check(): void;
  /** Applies the change, without waiting. */
  apply(): Result;
}

export type CallOf<Name extends OperationName> = Call<InputOf<RowOf<Name>>>;

type OutcomeOf<Name extends OperationName> =
  RowOf<Name> extends { readonly signing: infer Signing }
    ? Signing extends 'never'
      ? Result | Promise<Result>
      : Signing extends 'inline'
        ? InlinePlan
        : Plan
    : never;

/**
 * How the mock carries out operations, by name: what does it or, for an operation whose row is signed,
 * what plans it; the engine does the legs.
 */
export type Operations = {
  readonly [Name in OperationName]?: (call: CallOf<Name>) => OutcomeOf<Name>;
};

/** How the mock carries out an operation; the signing of its row says what it returns. */
export type AnyBehaviour = ((call: never) => unknown) & {
  readonly isLenient?: true;
  readonly fieldChecks?: (call: never) => readonly (() => void)[];
};

/**
 * Adds the checks that a behaviour makes of what single fields mean. They are also made of the valid
 * fields of a request that has invalid ones, so that one response names all (rule 4).
 */
export function withFieldChecks<Behaviour extends AnyBehaviour>(
  behaviour: Behaviour,
  fieldChecks: (call: Parameters<Behaviour>[0]) => readonly (() => void)[],
) {
  return Object.assign(behaviour, { fieldChecks });
}

/**
 * Declares that unknown body fields are dropped and noted, regardless of the option `unknownFields`, and
 * that the behaviour itself checks the contract's rules over the whole input.
 */
export function lenient<Behaviour extends AnyBehaviour>(behaviour: Behaviour) {
  return Object.assign(behaviour, { isLenient: true } as const);
}

function exampleResult(call: Call): Result {
  call.note("The mock does not implement this operation; the response is the contract's example.");
  return { body: exampleOf(call.operation.name).result };
}

/** The contract's example, for any live session if the operation has to be signed. */
export function exampleBehaviour({ row: { signing } }: NamedOperation): AnyBehaviour {
  if (signing === 'never') return exampleResult;
  return (call: Call) => ({
    signers: { accountIds: 'any' },
    check: () => undefined,
    apply: () => exampleResult(call),
  });
}

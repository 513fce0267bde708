import type {
  AgentResources,
  AuthSession,
  CodeAuthMethod,
  InputOf,
  OperationName,
  OperationRow,
  Page,
  PasskeyAuthChallenge,
  PlatformResources,
  ResultOf,
  SealedVerifyInput,
  WholeList,
} from '@org/payments-contract';
import type { CalledOperation, ClientContext } from '../call/context.ts';
import { type Begun, begin, complete, execute } from '../call/execute.ts';
import type {
  AnyCallOptions,
  CallOptions,
  KeyedCallOptions,
  Stamper,
  UploadOptions,
} from '../call/options.ts';
import { type DryRun, dryRun } from '../call/request/dry-run.ts';
import { prepare } from '../call/request/prepare.ts';
import type { ApiCall, WithResponse } from '../call/result.ts';
import type { PendingStepInput } from '../call/signing/pending-step.ts';
import { type ListCall, listCall } from '../list/list-call.ts';

function list(
  context: ClientContext,
  operation: CalledOperation,
  input: Readonly<Record<string, unknown>> | undefined,
  options?: AnyCallOptions,
): ListCall<unknown> {
  return listCall(operation.name, (cursor) => {
    const query = cursor === undefined ? input : { ...input, cursor };
    const call = execute(context, operation, query, options);
    return call.withResponse() as Promise<WithResponse<Page<unknown>>>;
  });
}

type AnyMethod = ((input?: never, options?: AnyCallOptions) => unknown) & {
  dryRun(input?: unknown): DryRun;
};

function method(context: ClientContext, name: OperationName, row: OperationRow): AnyMethod {
  const operation: CalledOperation = { name, row };
  const start = row.list === undefined ? execute : list;
  const call = (input?: Readonly<Record<string, unknown>>, options?: AnyCallOptions) =>
    start(context, operation, input, options);
  const { dialect } = context;
  const preview = {
    dryRun: (input?: unknown) =>
      dryRun(context, prepare(dialect?.operation(operation) ?? operation, input)),
  };
  if (row.signing === 'never' && !dialect) return Object.assign(call, preview);
  return Object.assign(call, preview, {
    begin: (input: unknown, options?: AnyCallOptions) => begin(context, operation, input, options),
    complete: (step: PendingStepInput, stamp: string, options?: AnyCallOptions) =>
      complete(context, operation, step, stamp, options),
  });
}

type Rows = Readonly<Record<string, OperationRow>>;
type Resources = Readonly<Record<string, Rows>>;
type AnyMethods = Record<string, AnyMethod>;

function methodsOf(context: ClientContext, prefix: string, rows: Rows): AnyMethods {
  return Object.fromEntries(
    Object.entries(rows).map(([verb, row]) => [
      verb,
      method(context, `${prefix}.${verb}` as OperationName, row),
    ]),
  );
}

/**
 * Adds the methods of a set of resources, derived from their rows, to a client. A resource is
 * built when it is first used.
 */
export function addMethods(
  client: object,
  context: ClientContext,
  resources: Resources,
  prefix: '' | 'agent.',
): void {
  for (const resource of Object.keys(resources)) {
    Object.defineProperty(client, resource, {
      enumerable: true,
      configurable: true,
      get() {
        const value = methodsOf(context, `${prefix}${resource}`, resources[resource] ?? {});
        Object.defineProperty(client, resource, { enumerable: true, value });
        return value;
      },
    });
  }
}

/** Options of a call that must sign, if the client does not have a stamper. */
export interface SigningCallOptions extends CallOptions {
  /** Stamps the payload that the service asks to sign: a session key, a remote signer. */
  readonly stamper: Stamper;
}

/** The same, for a call that also accepts an idempotency key. */
export interface KeyedSigningCallOptions extends KeyedCallOptions {
  /** Stamps the payload that the service asks to sign: a session key, a remote signer. */
  readonly stamper: Stamper;
}

/**
 * The arguments after the input of a call that must sign. The compiler shows the label when the
 * argument is missing.
 */
export type SigningArguments<Bound extends boolean> = Bound extends true
  ? [options?: CallOptions]
  : [optionsWithStamper: SigningCallOptions];

/** The same, for a call that also accepts an idempotency key. */
export type KeyedSigningArguments<Bound extends boolean> = Bound extends true
  ? [options?: KeyedCallOptions]
  : [optionsWithStamper: KeyedSigningCallOptions];

export type { Begun };

type InputArguments<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input];

/** An operation without a signature. */
export interface PlainMethod<Input, Value, Options extends CallOptions = CallOptions> {
  (...args: [...InputArguments<Input>, options?: Options]): ApiCall<Value>;
  /** Shows what the call would send, with secrets masked. Nothing is sent. */
  dryRun(...input: InputArguments<Input>): DryRun;
}

/** An operation that returns a list, in pages or as a whole. */
export interface ListMethod<Input, Item, First = Page<Item>> {
  (...args: [...InputArguments<Input>, options?: CallOptions]): ListCall<Item, First>;
  /** Shows what the call would send, with secrets masked. Nothing is sent. */
  dryRun(...input: InputArguments<Input>): DryRun;
}

/**
 * An operation that may need, or always needs, a signature: by the signed retry, or inline, over a
 * payload that another resource carries.
 */
export interface SignedMethod<
  Input,
  Value,
  Arguments extends unknown[],
  Options extends CallOptions = CallOptions,
  Completed = Value,
> {
  (input: Input, ...optionsWithStamper: Arguments): ApiCall<Value>;
  /**
   * Sends the first leg only, or reads the payload of an inline signature: for a signature created
   * elsewhere. The step is JSON-safe; complete it in this or another process before its
   * `expiresAt`. If no signature is required, the operation is carried out at once (`done`).
   */
  begin(input: Input, options?: Options): Promise<Begun<Value>>;
  /**
   * Sends a step, or its JSON, with a stamp created elsewhere. An operation that takes two stamps
   * returns the next step, or the result as `done`.
   */
  complete(step: PendingStepInput, stamp: string, options?: Options): ApiCall<Completed>;
  /** Shows what would be sent without the stamp, with secrets masked. Nothing is sent. */
  dryRun(input: Input): DryRun;
}

/** Only operations that accept an idempotency key, or that upload a file, have these options. */
type OptionsOf<Row extends OperationRow> = Row extends { retry: 'keyed' }
  ? KeyedCallOptions
  : Row extends { media: 'multipart' }
    ? UploadOptions
    : CallOptions;

type SignedArguments<
  Row extends OperationRow,
  Bound extends boolean,
> = Row['signing'] extends 'required'
  ? Row['retry'] extends 'keyed'
    ? KeyedSigningArguments<Bound>
    : SigningArguments<Bound>
  : [options?: OptionsOf<Row>];

type Method<Row extends OperationRow, Bound extends boolean> = [ResultOf<Row>] extends [
  Page<infer Item>,
]
  ? ListMethod<InputOf<Row>, Item>
  : [ResultOf<Row>] extends [WholeList<infer Item>]
    ? ListMethod<InputOf<Row>, Item, WholeList<Item>>
    : Row['signing'] extends 'never'
      ? PlainMethod<InputOf<Row>, ResultOf<Row>, OptionsOf<Row>>
      : SignedMethod<
          InputOf<Row>,
          ResultOf<Row>,
          SignedArguments<Row, Bound>,
          OptionsOf<Row>,
          Row extends { legs: 3 } ? Begun<ResultOf<Row>> : ResultOf<Row>
        >;

type Methods<Rows, Bound extends boolean> = {
  readonly [Verb in keyof Rows]: Rows[Verb] extends OperationRow
    ? Method<Rows[Verb], Bound>
    : never;
};

/** Every operation a platform's server can call, by resource. */
export type PlatformMethods<Bound extends boolean> = {
  readonly [Resource in keyof PlatformResources]: Methods<PlatformResources[Resource], Bound>;
};

type Optional = [options?: CallOptions];
type UpdateRow = PlatformResources['cards']['update'];
type RefreshRow = PlatformResources['sessions']['refresh'];
type ChallengeRow = PlatformResources['credentials']['challenge'];
type CreateRow = PlatformResources['credentials']['create'];

/** The methods in which the dialect `2026-08` differs, by resource. */
interface Changed202608<Bound extends boolean> {
  readonly cards: {
    /** Freezes, unfreezes or closes a card, or replaces its funding sources; nobody signs. */
    readonly update: SignedMethod<InputOf<UpdateRow>, ResultOf<UpdateRow>, Optional>;
  };
  readonly credentials: {
    /** Registers a further credential on an account; see the specification's method. */
    readonly create: SignedMethod<InputOf<CreateRow>, CodeAuthMethod, SigningArguments<Bound>>;
    /** Starts a sign-in: the response to a code names the key to seal it to. */
    readonly challenge: PlainMethod<InputOf<ChallengeRow>, PasskeyAuthChallenge | CodeAuthMethod>;
    /** Completes a sign-in. With a sealed code, the key sealed with it signs. */
    readonly verify: SignedMethod<SealedVerifyInput, AuthSession, Optional>;
  };
  readonly sessions: {
    /** Opens a new session, signed by a live one, for the compressed key that the client keeps. */
    readonly refresh: SignedMethod<InputOf<RefreshRow>, AuthSession, SigningArguments<Bound>>;
  };
}

/** The operations of a platform's server in a dialect. */
export type DialectMethods<Bound extends boolean> = {
  readonly [Resource in keyof PlatformMethods<Bound>]: Resource extends keyof Changed202608<Bound>
    ? Omit<PlatformMethods<Bound>[Resource], keyof Changed202608<Bound>[Resource]> &
        Changed202608<Bound>[Resource]
    : PlatformMethods<Bound>[Resource];
};

/** Every operation an agent can call with its own token, by resource. */
export type AgentMethods = {
  readonly [Resource in keyof AgentResources]: Methods<AgentResources[Resource], false>;
};

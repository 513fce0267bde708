import type { Begun } from '@org/payments-sdk';
import type { RelayActionTypes } from '../protocol/index.ts';

/**
 * The part of Standard Schema version 1 that the relay uses, so that a schema of any library that
 * follows it (zod, valibot, arktype...) can describe an action's input.
 *
 * @see https://standardschema.dev
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output> | Promise<StandardResult<Output>>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** A schema's result for a value. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** One issue of a value. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined;
}

/** The type that a schema accepts. */
export type SchemaInput<Schema> =
  Schema extends StandardSchema<infer Input, infer _Output> ? Input : never;

/** The type that a schema returns. */
export type SchemaOutput<Schema> =
  Schema extends StandardSchema<infer _Input, infer Output> ? Output : never;

/** The platform's own user, as `authenticate` returns it. */
export interface RelayUser {
  /** Part of tickets and of the keys of rate limits: never reuse it for another person. */
  readonly id: string;
  /** The customer whose accounts the user may act on: `Customer:...`. */
  readonly customerId: string;
  /** The user's name in a passkey prompt. Default: the e-mail address of the account. */
  readonly name?: string | undefined;
  /** The name that the passkey prompt shows to the person. */
  readonly displayName?: string | undefined;
}

/** What an action is run with. */
export interface ActionContext<Input, User> {
  /** The browser's input, as the action's schema returns it. */
  readonly input: Input;
  /** The platform's own user, as `authenticate` returned it. */
  readonly user: User;
  /** `InternalAccount:...`: the account the browser named, or the only one. It is the user's. */
  readonly accountId: string;
  /**
   * Checks an id that is not in the input: account, card, customer, credential or session.
   *
   * @throws RelayRefusal 403 unless it is the user's own
   */
  requireOwned(id: string): Promise<void>;
}

/**
 * One of the platform's own signed actions. `run` sends leg 1; the relay sends leg 2 when the
 * browser's stamp arrives. Every id in the input, and every resource of leg 1, must be the user's
 * own.
 */
export interface RelayAction<Schema extends StandardSchema, Result, User> {
  /** Any Standard Schema: zod, valibot, arktype... */
  readonly input: Schema;
  /**
   * The input may have ids that are not the user's, such as the receiver of a payment. `run` then
   * checks ownership itself, with `requireOwned`. The resources of leg 1 must still be the user's.
   */
  readonly allowForeignIds?: boolean | undefined;
  /**
   * Kinds of ids that the relay cannot check and the input may hold, such as `ExternalAccount`.
   * `run` checks them. Ids of all other unknown kinds are refused.
   */
  readonly allowKinds?: readonly string[] | undefined;
  /** Usually `payments.<resource>.<operation>.begin(...)`. */
  run(context: ActionContext<SchemaOutput<Schema>, User>): Promise<Begun<Result>>;
}

/** The inputs of actions, by name. */
export type ActionSchemas = Readonly<Record<string, StandardSchema>>;

/**
 * Actions by name. Two type parameters, so that the compiler infers the schemas from `input` first
 * and the results from `run` after that.
 */
export type ActionsOf<Schemas extends ActionSchemas, Results, User> = {
  readonly [Name in keyof Results]: RelayAction<Schemas[Name & keyof Schemas], Results[Name], User>;
} & { readonly [Name in keyof Schemas]: { readonly input: Schemas[Name] } };

/** The part of the actions that the browser's types read. */
export type ActionTypes<Schemas extends ActionSchemas, Results> = {
  readonly [Name in keyof Schemas & keyof Results & string]: {
    readonly input: SchemaInput<Schemas[Name]>;
    readonly result: Results[Name] extends undefined ? null : Results[Name];
  };
} extends infer Types extends RelayActionTypes
  ? Types
  : never;

/** An action without its types, as the relay runs it. */
export type AnyAction = RelayAction<StandardSchema, unknown, RelayUser>;

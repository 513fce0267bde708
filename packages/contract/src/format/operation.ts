import type * as z from 'zod/mini';
import type { ErrorCode } from '../errors/error-codes.ts';
import type { Fields } from './fields.ts';
import type { ListKind } from './page.ts';
import type { Reconcile } from './reconcile.ts';
import type { Echoes } from './result/echoes.ts';
import type { ResultIdentity } from './result/identity.ts';
import { type DeclaredRisk, type Risk, usualRisk } from './risk.ts';
import { metaOf } from './schema-meta.ts';
import type { StateMachine } from './state-machine.ts';

export type HttpMethod = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/**
 * The credential of the operation: the platform's Basic token, an agent's bearer token, or none.
 */
export type AuthScheme = 'platform' | 'agent' | 'none';

/**
 * Whether a stamp is needed: never; for some inputs, or always, by the signed retry; or `inline`,
 * on the only request, over a payload that another resource carries.
 */
export type Signing = 'never' | 'conditional' | 'required' | 'inline';

/**
 * Whether the request may be sent twice: a read (`safe`), a write that carries an idempotency key
 * (`keyed`), or nothing (`never`).
 */
export type RetryRule = 'safe' | 'keyed' | 'never';

/** The permission an API token needs. */
export type Permission = 'VIEW' | 'TRANSACT' | 'MANAGE';

/** The permission that an agent's policy must have. */
export type AgentPermission =
  | 'VIEW_TRANSACTIONS'
  | 'CREATE_TRANSFERS'
  | 'CREATE_QUOTES'
  | 'EXECUTE_QUOTES'
  | 'MANAGE_EXTERNAL_ACCOUNTS';

/** One problem with an input: the field, and what is expected. */
export interface InputIssue {
  readonly path: string;
  readonly message: string;
}

/** The source of the payload of an inline signature. */
export interface InlinePayload {
  /** Name of the operation that reads the resource with the payload. */
  readonly read: string;
  /** Input of the read, from the input of the call. */
  readonly input: (call: Fields) => Fields;
  /** The payload to stamp; undefined if this resource needs no signature. */
  readonly pick: (resource: Fields) => string | undefined;
  /** When the payload expires, ISO 8601; undefined if the resource does not show it. */
  readonly until: (resource: Fields) => string | undefined;
}

/**
 * The states a write moves a resource between: the state named by a field of the input or, for a
 * verb such as approve or cancel, fixed states.
 */
export type Moves =
  | { readonly field: string; readonly machine: StateMachine<string> }
  | {
      readonly field: string;
      readonly machine: StateMachine<string>;
      readonly to: readonly string[];
      readonly from: readonly string[];
    };

/**
 * One operation as declared. Fields that can be derived, or have their usual value, are left out.
 */
export interface OperationInput {
  /** Default `platform`. */
  readonly auth?: AuthScheme;
  /** Default `never`. */
  readonly signing?: Signing;
  /**
   * How many requests a signed change takes, with a stamp on each but the first. Default 2. Before
   * the last one, nothing that counts has been changed.
   */
  readonly legs?: 3;
  /** Where the payload comes from; present exactly with `signing: 'inline'`. */
  readonly payload?: InlinePayload;
  /** Path parameters. */
  readonly params?: z.ZodMiniObject;
  readonly query?: z.ZodMiniObject;
  /** Header fields of the input, named as in the input; `headerNames` returns the wire names. */
  readonly headers?: z.ZodMiniObject;
  readonly body?: z.ZodMiniType;
  /** How the body is sent. Default JSON. */
  readonly media?: 'multipart';
  /**
   * Success responses by status; `null` is a response without a body. The 202 of a signed operation
   * is implied.
   */
  readonly responses: { readonly [status: number]: z.ZodMiniType | null };
  /** What identifies the result, where the schema's id does not say it; see `mismatchReason`. */
  readonly result?: ResultIdentity;
  /** Where the result shows fields of the request under other names; see `echoesOf`. */
  readonly echoes?: Echoes;
  /** Error codes besides those that follow from the rest; `errorCodesOf` returns all. */
  readonly errors?: readonly ErrorCode[];
  /** Error statuses that are documented without a code of their own. */
  readonly statuses?: readonly number[];
  /** The states the write moves the resource between. */
  readonly moves?: Moves;
  /** How to find out whether a write whose response was lost has been applied. */
  readonly reconcile?: Reconcile;
  /** Rules that involve several parts of the input. */
  readonly rules?: (input: Fields) => readonly InputIssue[];
  /** A rate limit in addition to the platform's own: one-time codes, payments. */
  readonly rate?: 'codes' | 'payments';
  /** The permission an API token needs, if it does not follow from the method. */
  readonly permission?: Permission;
  /** What a call can do at worst, if it does not follow from the method and the permission. */
  readonly risk?: Risk;
  /** Whether an input has the row's risk, or which smaller one; if it is left out, every input has. */
  readonly isRisk?: (input: Fields) => boolean | Risk;
  /**
   * The permission that the agent's policy must have, for the operations of agents that need one.
   */
  readonly agentPermission?: AgentPermission;
  /** The day the operation was added, if that is later than the specification. */
  readonly since?: string;
  /** Why the operation is deprecated, and its replacement. */
  readonly deprecated?: string;
}

/** The complete description of one operation, from which everything else derives. */
export interface OperationRow extends OperationInput {
  readonly method: HttpMethod;
  /** Path template below the base URL, with `{name}` for each path parameter. */
  readonly path: `/${string}`;
  readonly auth: AuthScheme;
  readonly signing: Signing;
  /** Derived from the method and the idempotency header. */
  readonly retry: RetryRule;
  readonly errors: readonly ErrorCode[];
  /** Derived from the response's schema. */
  readonly list: ListKind | undefined;
  /** VIEW for reads, MANAGE for writes, unless the row says otherwise. */
  readonly permission: Permission;
  /** What a call can do at worst. Derived from the permission and the method, unless given. */
  readonly risk: Risk;
}

type Usual<Row, Name extends string, Value> = Row extends { readonly [Key in Name]: infer Given }
  ? Given
  : Value;

/** The method and the path of an operation, such as `GET /cards/{id}`. */
type Route = `${HttpMethod} /${string}`;

type PartsOf<Given extends Route> =
  Given extends `${infer Method extends HttpMethod} ${infer Path extends `/${string}`}`
    ? { readonly method: Method; readonly path: Path }
    : never;

/** The complete row of a declared operation. */
export type Completed<Given extends Route, Row extends OperationInput> = Omit<
  Row,
  'auth' | 'signing' | 'errors' | 'permission' | 'risk'
> &
  PartsOf<Given> & {
    readonly auth: Usual<Row, 'auth', 'platform'>;
    readonly signing: Usual<Row, 'signing', 'never'>;
    readonly retry: Given extends `GET ${string}`
      ? 'safe'
      : Row extends { readonly headers: z.ZodMiniObject<{ idempotencyKey: z.ZodMiniType }> }
        ? 'keyed'
        : 'never';
    readonly errors: readonly ErrorCode[];
    readonly list: ListKind | undefined;
    readonly permission: Permission;
    readonly risk: DeclaredRisk<Row & PartsOf<Given>>;
  };

function listKind(responses: OperationInput['responses']): ListKind | undefined {
  const [schema] = Object.values(responses);
  return schema ? metaOf(schema)?.list : undefined;
}

/**
 * Declares one operation, by its method and path. Defaults: `auth` is `platform`, `signing` is `never`, `errors` is empty;
 * `retry`, `list`, `permission` and `risk`
 * are derived from the rest.
 *
 * @example
 * ```ts
 * export const get = operation('GET /cards/{id}', {
 *   params: z.strictObject({ id: requestId('Card') }),
 *   responses: { 200: Card },
 * });
 * ```
 */
export function operation<const Given extends Route, const Row extends OperationInput>(
  route: Given,
  row: Row & { readonly [Key in Exclude<keyof Row, keyof OperationInput>]: never },
): Completed<Given, Row> {
  const [method, path] = route.split(' ') as [HttpMethod, `/${string}`];
  const { auth = 'platform', signing = 'never', errors = [], headers, responses } = row;
  const isKeyed = 'idempotencyKey' in (headers?.shape ?? {});
  const permission = row.permission ?? (method === 'GET' ? 'VIEW' : 'MANAGE');
  const completed: OperationRow = {
    ...row,
    method,
    path,
    auth,
    signing,
    errors,
    retry: method === 'GET' ? 'safe' : isKeyed ? 'keyed' : 'never',
    list: listKind(responses),
    permission,
    risk: row.risk ?? usualRisk({ method, permission, responses }),
  };
  return completed as OperationRow & Completed<Given, Row>;
}

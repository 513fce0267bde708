import {
  type NamedOperation,
  needsApproval,
  type OperationRow,
  type Risk,
} from '@org/payments-contract';
import { KEY_HOURS } from '@org/payments-sdk';
import comments from './comments.json' with { type: 'json' };
import { inputSchemaOf } from './json-schema.ts';
import { hasAmounts } from './row-facts.ts';
import type { ObjectSchema } from './schema-types.ts';

/** The comments of the contract on an operation, and about each field of its input by path. */
interface OperationComments {
  readonly text: string;
  readonly fields: Readonly<Record<string, string>>;
}

const all: Readonly<Record<string, OperationComments>> = comments as Record<
  string,
  OperationComments
>;

const none: OperationComments = { text: '', fields: {} };

function commentsOf(name: string): OperationComments {
  return Object.hasOwn(all, name) ? (all[name] ?? none) : none;
}

/** What an operation does, in the words of the contract. */
export function purposeOf(name: string): string {
  return commentsOf(name).text;
}

/** What it means that a field of the input is null or not there, such as `no limit`. */
export function absenceOf(name: string, path: readonly string[]): string {
  const comment = commentsOf(name).fields[path.filter((part) => !/^\d+$/.test(part)).join('.')];
  const [, meaning] = /(?:null|left out) for ([^.;,]+)/.exec(comment ?? '') ?? [];
  return meaning?.replaceAll('`', '') ?? 'none';
}

/** What a tool does to the world, in the words of the protocol. */
export interface ToolAnnotations {
  /** Its name for people. */
  readonly title: string;
  /** Whether it changes nothing. */
  readonly readOnlyHint: boolean;
  /** Whether it moves money, changes or deletes. */
  readonly destructiveHint: boolean;
  /** Whether a second call with the same arguments changes nothing more. */
  readonly idempotentHint: boolean;
  /** Whether it reaches parties outside the service. */
  readonly openWorldHint: boolean;
}

/** One operation of the contract as a tool. */
export interface PaymentsTool {
  /** `agent_transfers_create_out` for `agent.transfers.createOut`. */
  readonly name: string;
  /** Its name for people. */
  readonly title: string;
  /** What it does, for the model. */
  readonly description: string;
  /** JSON Schema of its arguments. */
  readonly inputSchema: ObjectSchema;
  /** Hints for the client. */
  readonly annotations: ToolAnnotations;
  /** The operation that it calls. */
  readonly operation: NamedOperation;
}

/** What a tool must be called with besides the operation's input, if it asks for confirmation. */
const CONFIRMATION_ID = 'confirmationId';

export function isRead({ risk }: OperationRow): boolean {
  return risk === 'reads';
}

function isDestructive({ risk }: OperationRow): boolean {
  return risk !== 'reads' && risk !== 'adds';
}

/**
 * A keyed write is: its key is required. So is a change to given values, a deletion, a move from one
 * state to another, and what the row says may be repeated.
 */
function isIdempotent(row: OperationRow): boolean {
  if (isRead(row) || row.retry === 'keyed') return true;
  return row.method !== 'POST' || row.moves !== undefined || row.reconcile?.by === 'repeat';
}

function snakeCase(name: string): string {
  return name
    .replaceAll('.', '_')
    .replaceAll(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

/** Providers accept 64 characters, of which clients use some for a prefix. */
const MAX_NAME = 48;

/** `agent_transfers_create_out`; a verb that repeats its resource is left out of a long name. */
function toolName(name: string): string {
  const whole = snakeCase(name);
  return whole.length <= MAX_NAME ? whole : whole.replace('_simulate_', '_');
}

/**
 * What a tool does, as a label, from the first sentence of the contract: `Freeze, unfreeze or close a
 * card` for what freezes, unfreezes or closes one.
 */
function titleOf(text: string): string {
  const [sentence = ''] = text.split(/\.(?:\s|$)/);
  const [verbs = ''] = /^\w+s(?:, \w+s)*(?: (?:and|or) \w+s)?(?= )/.exec(sentence) ?? [];
  const [rest = ''] = sentence.slice(verbs.length).split(/[,;:]/);
  const others = rest.replace(/ and (\w+)s (?=(?:a|its|the) )/, ' and $1 ');
  return `${verbs.replaceAll(/s\b/g, '')}${others}`;
}

const dangers: Readonly<Partial<Record<Risk, string>>> = {
  'moves-money': 'moves money',
  'raises-authority': 'raises authority',
  irreversible: 'cannot be undone',
};

/** ` if it moves money`, after words that a person is asked; nothing if they always are. */
export function whenAsked({ risk, isRisk }: OperationRow): string {
  if (isRisk === undefined) return '';
  return ` if it ${risk === 'irreversible' ? 'raises authority or ' : ''}${dangers[risk]}`;
}

const unitOf = (row: OperationRow) =>
  row.path.startsWith('/stablecoin')
    ? 'Amounts are digits of the smallest unit: of a stablecoin with 6 decimals, "15000000" is 15.'
    : 'Amounts are whole numbers of the smallest unit: 15000 is 150.00 USD.';

function describe(text: string, row: OperationRow): string {
  // In a dialect nobody may have to sign.
  const parts = [row.signing === 'never' ? text.replace(/ Signed: .*/, '') : text];
  if (row.list === 'paged') {
    parts.push('Returns one page.');
  }
  if (hasAmounts(row)) parts.push(unitOf(row));
  const why = whenAsked(row) || `: it ${dangers[row.risk]}`;
  if (needsApproval(row.risk)) parts.push(`A person approves it first${why}.`);
  return parts.join(' ');
}

function withExtras(schema: ObjectSchema, row: OperationRow, asks: boolean): ObjectSchema {
  // A person approves known amounts, so a quote is executed by a call of its own.
  const { idempotencyKey, immediatelyExecute: _, ...plain } = schema.properties;
  const file = {
    type: 'string',
    description:
      'Path of a PDF, JPEG or PNG of at most 10 MB, in a folder that the server may read.',
  };
  const others = row.media === undefined ? plain : { ...plain, file };
  const isKeyed = row.retry === 'keyed' && idempotencyKey !== undefined;
  // Without it, a limit could not be checked, and a person would not know what to confirm.
  const { amount } = schema.properties;
  const lacksAmount =
    row.risk === 'moves-money' && amount !== undefined && !schema.required.includes('amount');
  const key = {
    ...idempotencyKey,
    description: `Names this payment, such as its invoice's number. Repeating a call with it within ${KEY_HOURS} hours does not pay again.`,
  };
  const confirmation = {
    type: 'string',
    description:
      'Only on the second call: the id from the first one, after the person has agreed. All other arguments must be the same.',
  };
  return {
    ...schema,
    properties: {
      ...others,
      ...(isKeyed && { idempotencyKey: key }),
      ...(asks && { [CONFIRMATION_ID]: confirmation }),
    },
    required: [
      ...schema.required,
      ...(lacksAmount ? ['amount'] : []),
      ...(isKeyed ? ['idempotencyKey'] : []),
    ],
  };
}

/** Derives the tool of an operation from its row. `asks` is true if calls may need confirmation. */
export function toolOf(operation: NamedOperation, asks: boolean): PaymentsTool {
  const { name, row } = operation;
  const { text, fields } = commentsOf(name);
  const title = titleOf(text);
  return {
    name: toolName(name),
    title,
    description: describe(text, row),
    inputSchema: withExtras(inputSchemaOf(row, fields), row, asks),
    annotations: {
      title,
      readOnlyHint: isRead(row),
      destructiveHint: isDestructive(row),
      idempotentHint: isIdempotent(row),
      openWorldHint: true,
    },
    operation,
  };
}

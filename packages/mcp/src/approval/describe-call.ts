import { type Currency, findOperation, type OperationRow, riskOf } from '@org/payments-contract';
import { ToolError } from '../errors/tool-error.ts';
import type { AllowedPayment } from '../policy/check-policy.ts';
import { amountText } from '../policy/payment.ts';
import { maskedInput } from '../run/masks.ts';
import type { PaymentsTool } from '../tools/tool.ts';
import type { Lookup } from './lookup.ts';
import { type Description, type Fact, references } from './references.ts';
import { quotedText, visibleText } from './visible-text.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Facts about one thing, under a heading. */
export interface Section {
  readonly heading: string;
  readonly facts: readonly Fact[];
}

/** What a person is shown before a call is sent. */
export interface CallDescription {
  /** What the call does, in one line. */
  readonly title: string;
  /** What it can do at worst, in one sentence. */
  readonly warning: string;
  /** Read from the service. */
  readonly facts: readonly Section[];
  /** The arguments, as the model wrote them. */
  readonly words: readonly Fact[];
}

const warnings = {
  reads: 'This reads data.',
  adds: 'This adds something.',
  changes: 'This changes something.',
  'moves-money': 'This moves money.',
  'raises-authority': 'This lets somebody do more than before.',
  irreversible: 'This cannot be undone.',
} as const;

/** Fields with an id that the platform chose, or that names no resource. */
const ownIds = /^(?:platform\w*Id|lookupId|requestId|credentialId)$/;
const referenceField = /^(?:id|\w+Ids?|documentHolder|fundingSources)$/;
const idPattern = /^([A-Z][A-Za-z]+):\S+$/;
const tokenField = 'tokenId';

interface Reference {
  readonly role: string;
  readonly id: string;
  readonly kind: string;
}

const roles: Readonly<Record<string, string>> = {
  'source.accountId': 'From',
  'destination.accountId': 'To',
};

function roleOf(path: string, kind: string): string {
  const known = roles[path];
  return known ?? kind.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
}

/** The resources that an input refers to, in the order of its fields. */
function referencesIn(input: unknown, path = '', field = ''): Reference[] {
  if (typeof input === 'string') {
    if (!referenceField.test(field) || ownIds.test(field)) return [];
    const kind = idPattern.exec(input)?.[1] ?? (field === tokenField ? 'Token' : undefined);
    return kind === undefined ? [] : [{ role: roleOf(path, kind), id: input, kind }];
  }
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    Array.isArray(input)
      ? referencesIn(value, path, field)
      : referencesIn(value, path === '' ? name : `${path}.${name}`, name),
  );
}

function leaves(value: unknown, path: string): Fact[] {
  if (typeof value === 'string') return [{ label: path, value: quotedText(value) }];
  if (typeof value !== 'object' || value === null) return [{ label: path, value: String(value) }];
  return Object.entries(value).flatMap(([name, child]) => {
    const shown = visibleText(name).slice(0, 60);
    const label = /^\w+$/.test(shown) ? shown : quotedText(shown);
    return leaves(child, path === '' ? label : `${path}.${label}`);
  });
}

const MAX_REFERENCES = 20;

/** Reads all that a call refers to, and what that refers to. @throws ToolError */
async function resolve(lookup: Lookup, input: Fields) {
  const waiting = referencesIn(input);
  const sections: Section[] = [];
  const found = new Map<string, Description>();
  for (const { role, id, kind } of waiting) {
    if (found.has(id)) continue;
    const describe = references[kind];
    // An agent reads only its own customer.
    if (kind === 'Customer' && lookup.isAgent) continue;
    if (describe === undefined || found.size >= MAX_REFERENCES) {
      throw new ToolError(
        'REFERENCE_UNRESOLVED',
        `${visibleText(id)} cannot be shown to a person.`,
      );
    }
    const description = await describe(lookup, id, input);
    found.set(id, description);
    sections.push({ heading: role, facts: description.facts });
    for (const [part, other] of description.refers ?? []) {
      const prefix = idPattern.exec(other)?.[1] ?? '';
      waiting.push({ role: part === 'Owner' ? `${role}: owner` : part, id: other, kind: prefix });
    }
  }
  return { sections, found };
}

/** The currency of the account that is on the service's side of a transfer. */
function currencyOf(found: ReadonlyMap<string, Description>): Currency | undefined {
  for (const [id, { resource }] of found) {
    const { currency } = (resource.balance ?? {}) as { readonly currency?: Currency };
    if (id.startsWith('InternalAccount:') && currency !== undefined) return currency;
  }
  return undefined;
}

function at(resource: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (Object(value) as Fields)[name], resource);
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none';
  return typeof value === 'string'
    ? quotedText(value)
    : quotedText(JSON.stringify(value)).slice(1, -1);
}

function givenPaths(value: unknown, path: readonly string[]): (readonly string[])[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [path];
  return Object.entries(value).flatMap(([name, child]) => givenPaths(child, [...path, name]));
}

/** Each field that an update names, before and after. The row names the read that shows the resource. */
async function changes(lookup: Lookup, row: OperationRow, input: Fields): Promise<Section[]> {
  const rule = row.reconcile;
  if ((row.method !== 'PATCH' && row.method !== 'PUT') || rule?.by !== 'read') return [];
  if (findOperation(rule.read) === undefined) return [];
  const now = await lookup.get(rule.read, rule.input(input), 'what the call changes');
  const parameters = Object.keys(row.params?.shape ?? {});
  const body = Object.fromEntries(
    Object.entries(input).filter(([name]) => !parameters.includes(name)),
  );
  const facts = givenPaths(body, []).map((path) => {
    const before = at(now, path) ?? at(now.policy, path);
    const label = path.map(visibleText).join('.');
    return { label, value: `${textOf(before)} becomes ${textOf(at(body, path))}` };
  });
  return [{ heading: 'Changes', facts }];
}

function limits(allowed: AllowedPayment | undefined): Section[] {
  if (allowed === undefined) return [];
  const facts = allowed.remaining.map(({ name, text }) => ({ label: name, value: text }));
  const waiting = { label: 'Then', value: 'it waits for the approval of the platform' };
  const all = allowed.waits ? [...facts, waiting] : facts;
  return all.length === 0 ? [] : [{ heading: 'Limits of the agent', facts: all }];
}

/**
 * Describes a call for the person who decides: what the service says of everything it refers to,
 * apart from what the model wrote.
 *
 * @throws ToolError if something it refers to cannot be read: then nothing is asked and nothing sent
 */
export async function describeCall(
  { title, operation }: PaymentsTool,
  input: Fields,
  lookup: Lookup,
  allowed: AllowedPayment | undefined,
): Promise<CallDescription> {
  const { row } = operation;
  const { sections, found } = await resolve(lookup, input);
  const { amount } = input;
  const currency = currencyOf(found);
  const moved = typeof amount === 'number' ? `: ${amountText(amount, currency)}` : '';
  return {
    title: `${title}${moved}`,
    warning: warnings[riskOf(row, input)],
    facts: [...sections, ...(await changes(lookup, row, input)), ...limits(allowed)],
    words: leaves(maskedInput(row, input), ''),
  };
}

/** The description as lines of text, for a client that asks its person. */
export function descriptionText({ title, warning, facts, words }: CallDescription): string {
  const lines = (all: readonly Fact[]) => all.map(({ label, value }) => `  ${label}: ${value}`);
  return [
    `${title}. ${warning}`,
    ...facts.flatMap(({ heading, facts: own }) => [
      '',
      `${heading}, as the service says:`,
      ...lines(own),
    ]),
    '',
    'Written by the assistant, not checked:',
    ...lines(words),
    '',
    'If you refuse, nothing is sent.',
  ].join('\n');
}

import { type Fields, operations } from '@org/payments-contract';
import { idPrefixes, visibleText } from '@org/payments-contract/internal';
import type { ApiError } from '@org/payments-sdk';
import { ToolError } from '../../errors/mcp-errors.ts';
import { type Description, plain, type Reference, type Section } from './facts.ts';
import { causeOfUnread, type Lookup } from './lookup.ts';
import { references } from './references.ts';

/** Fields with an id that the platform chose, or that names no resource. */
const ownIds = /^(?:platform\w*Id|lookupId|requestId|challengeId)$/;
const referenceField = /^(?:id|\w+Ids?|documentHolder|fundingSources)$/;
/** How an id begins; whatever follows, one that cannot be read is not skipped. */
const idPattern = /^([A-Z][A-Za-z]+):/;

/** What an operation reads or deletes: `Token` for `tokens.get`, `ScaReset` for `scaFactors.getReset`. */
function kindOfOperation(name: string): string {
  const [, resource = '', part] = /^(\w+)s\.(?:get|delete)([A-Z]\w*)?$/.exec(name) ?? [];
  const own = part === undefined ? resource : resource.replace(/(?<=[a-z])[A-Z]\w*$/, part);
  return own.charAt(0).toUpperCase() + own.slice(1);
}

/** Whether ids of a kind begin with its name. */
const hasPrefix = (kind: string) => idPrefixes.some((prefix) => prefix === kind);

/**
 * Arguments whose value has another form than ids have, and what it names: the parameters of the rows
 * that read or delete it, and the address of an inviter.
 */
const kindsByPath: Readonly<Record<string, string>> = {
  inviterUma: 'Inviter',
  ...Object.fromEntries(
    operations().flatMap(({ name, row: { path } }) => {
      const kind = kindOfOperation(name);
      const parameter = /\{(\w+)\}$/.exec(path)?.[1];
      const isKnown = Object.hasOwn(references, kind) && !hasPrefix(kind);
      return parameter !== undefined && isKnown ? [[parameter, kind] as const] : [];
    }),
  ),
};

const sides = ['From', 'To'];
/** The side of a payment on which an account is, by the field around it. */
const sidePattern = /^(?:(source|fundingSource)|destination)\.(?:account|externalAccount)Id$/;

function sideOf(path: string): string | undefined {
  const found = sidePattern.exec(path);
  return found === null ? undefined : found[1] === undefined ? 'To' : 'From';
}

function kindOf(id: string, path = ''): string | undefined {
  return kindsByPath[path] ?? idPattern.exec(id)?.[1];
}

interface InputReference extends Reference {
  readonly kind: string;
  readonly path: string;
}

function referencesIn(input: unknown, path = '', field = ''): InputReference[] {
  if (typeof input === 'string') {
    const isReference = referenceField.test(field) || Object.hasOwn(kindsByPath, path);
    if (!isReference || ownIds.test(field)) return [];
    const kind = kindOf(input, path);
    if (kind === undefined) return [];
    const role = sideOf(path) ?? kind.replaceAll(/([a-z])([A-Z])/g, '$1 $2');
    return [{ role, id: input, kind, path }];
  }
  if (typeof input !== 'object' || input === null) return [];
  return Object.entries(input).flatMap(([name, value]) =>
    Array.isArray(input)
      ? referencesIn(value, path, field)
      : referencesIn(value, path === '' ? name : `${path}.${name}`, name),
  );
}

/**
 * The same for the same input, whatever the order of its fields: both sides of a payment first, then what the
 * call is about.
 */
function orderedReferences(input: Fields): InputReference[] {
  const rank = ({ role, path }: InputReference) =>
    sides.includes(role) ? sides.indexOf(role) : sides.length + Number(path.includes('.'));
  return referencesIn(input).sort(
    (left, right) => rank(left) - rank(right) || (left.path < right.path ? -1 : 1),
  );
}

const MAX_REFERENCES = 20;

/** A resource that was read, and the part it plays in the call. */
export interface Resolved extends Description {
  readonly role: string;
  readonly id: string;
}

/** Reads a resource and what it belongs to, so that both are shown together. */
async function resolveOne(
  lookup: Lookup,
  { role, id, kind, isOptional = false }: Reference & { readonly kind: string | undefined },
  input: Fields,
  found: Map<string, Resolved>,
): Promise<void> {
  // An agent reads only its own customer.
  if (kind === 'Customer' && lookup.isAgent) return;
  const earlier = found.get(id);
  if (earlier !== undefined) {
    // An account that is on both sides is described once.
    if (sides.includes(role)) found.set(`${role} ${id}`, { ...earlier, role, facts: [] });
    return;
  }
  const describe = references[kind ?? ''];
  if (describe === undefined || found.size >= MAX_REFERENCES) {
    throw new ToolError('REFERENCE_UNRESOLVED', `${visibleText(id)} cannot be shown to a person.`);
  }
  const unreadable: Description = {
    resource: {},
    name: 'an account that is not yours to read',
    facts: [{ label: 'Account', value: `${plain(id)}, which is not yours to read` }],
  };
  const description = await describe(lookup, id, input).catch((error: unknown) => {
    const unread: Partial<ApiError> | undefined = causeOfUnread(error);
    const isHidden = unread === undefined || unread.status === 403;
    // That an account is not theirs is not said of one that an outage hides.
    if (isOptional && isHidden) return unreadable;
    throw error;
  });
  found.set(id, { ...description, role, id });
  for (const part of description.refers ?? []) {
    const heading = part.role === 'Owner' ? `${role}: owner` : part.role;
    await resolveOne(lookup, { ...part, role: heading, kind: kindOf(part.id) }, input, found);
  }
}

/** Reads all that a call refers to, and what that refers to. @throws ToolError */
export async function resolve(lookup: Lookup, input: Fields): Promise<readonly Resolved[]> {
  const found = new Map<string, Resolved>();
  for (const reference of orderedReferences(input))
    await resolveOne(lookup, reference, input, found);
  return [...found.values()];
}

export function sectionsOf(found: readonly Resolved[]): Section[] {
  return found
    .filter(({ facts }) => facts.length > 0)
    .map(({ role, facts }) => ({ heading: role, facts }));
}

/** When the quote of a call expires, or that of an agent's action; undefined of one that does not wait. */
export function expiryOf(found: readonly Resolved[]): number | undefined {
  const own = found.find(({ id }) => /^(?:Quote|AgentAction):/.test(id))?.resource ?? {};
  const { expiresAt } = Object(own.quote ?? own) as Fields;
  const isWaiting = /^PENDING/.test(String(own.status)) && typeof expiresAt === 'string';
  return isWaiting ? Date.parse(expiresAt) : undefined;
}

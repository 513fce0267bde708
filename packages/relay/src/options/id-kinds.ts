import { type IdPrefix, idPrefixes } from '@org/payments-contract/internal';

/** The kinds of ids whose owner the relay can look up. */
export const checkableKinds: ReadonlySet<string> = new Set<IdPrefix>([
  'InternalAccount',
  'AuthMethod',
  'Session',
  'Card',
  'Customer',
  'Quote',
]);

const uuid = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F-]{4,}';
/** A string that is an id of any kind, known or not. */
const whole = /^[A-Z][A-Za-z]*:\S+$/;
/** Ids within text: of a kind of the service, or of any kind with a UUID behind it. */
const within = new RegExp(
  `(?<![A-Za-z0-9])(?:(?:${idPrefixes.join('|')}):[\\w.~:=-]+|[A-Z][A-Za-z]*:${uuid})`,
  'g',
);

/**
 * The ids in a string: the whole string, or the parts of a list, if they have the form of an id;
 * otherwise every id within it of one of the service's kinds. The colon may be percent-encoded,
 * also repeatedly.
 */
export function idsInText(text: string): readonly string[] {
  const plain = text.replace(/%(?:25)*3a/gi, ':');
  const parts = plain.split(/[,;|]/).map((part) => part.trim());
  if (parts.every((part) => whole.test(part))) return parts;
  return (plain.match(within) ?? []).map((id) => id.replace(/[.:]+$/, ''));
}

/** The kind of an id: the text before its colon. */
export function kindOf(id: string): string {
  return id.slice(0, id.indexOf(':'));
}

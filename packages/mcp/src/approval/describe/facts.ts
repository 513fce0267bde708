import {
  type Currency,
  type CurrencyAmount,
  decimalsOf,
  type Fields,
} from '@org/payments-contract';
import {
  strangerText as foreignText,
  mixedAlphabets,
  visibleText,
} from '@org/payments-contract/internal';
import { fieldWords } from '@org/payments-contract/internal/question';
import { formatAmount } from '@org/payments-sdk';
import { quotedText, shortText } from '../../quoted-text.ts';
import type { Lookup } from './lookup.ts';

/** One line that a person is shown: what it is about, and what the service says. */
export interface Fact {
  readonly label: string;
  readonly value: string;
  /** The row of a question that it is, such as `sends`, which the pages show larger; or `notice`, which stands out. */
  readonly row?: string;
}

export interface Section {
  readonly heading: string;
  readonly facts: readonly Fact[];
}

export interface PaymentAmounts {
  readonly sends?: string | undefined;
  readonly receives?: string | undefined;
  readonly fees?: string | undefined;
}

/** A further resource that belongs to one, by the part it plays. */
export interface Reference {
  readonly role: string;
  readonly id: string;
  /** Whether the person can decide without it: it belongs to somebody else's platform. */
  readonly isOptional?: boolean;
}

/** A resource that a call refers to, as the service describes it. */
export interface Description {
  readonly facts: readonly Fact[];
  /** What whoever calls wrote of it earlier, which the service does not show. */
  readonly words?: readonly Fact[];
  /** Who or what it is, for a sentence; undefined if its owner's name is enough. */
  readonly name?: string | undefined;
  readonly refers?: readonly Reference[];
  readonly resource: Fields;
  readonly amounts?: PaymentAmounts;
  /** The name of the receiver or the sender, where that is not an account. */
  readonly parties?: { readonly from?: string | undefined; readonly to?: string | undefined };
}

/** Describes the resource of an id, by reading it. */
export type Describe = (lookup: Lookup, id: string, input: Fields) => Promise<Description>;

export function factsOf(entries: Readonly<Record<string, string | undefined>>): Fact[] {
  return Object.entries(entries).flatMap(([label, value]) =>
    value === undefined || value === '' ? [] : [{ label, value }],
  );
}

const MAX_HOST = 253;

/** The host of an address that would otherwise be hidden: behind a cut, or behind the name of a user. */
function hostNote(text: string, isCut: boolean): string {
  if (!/^https?:/i.test(text) || !URL.canParse(text)) return '';
  const { hostname, host, username, password } = new URL(text);
  if (!isCut && username === '' && password === '') return '';
  return `its host is ${hostname.length > MAX_HOST ? 'not a valid one' : quotedText(host)}`;
}

/**
 * Words of a stranger, in quotes: a name, a memo or an address. It points out what a person does not
 * see: letters of other alphabets that look alike, an unusual address, and the host of a long one.
 */
export function strangerText(text: string): string {
  const shown = quotedText(text);
  // The same marks as a wallet's question has.
  const { marks, domain } = foreignText(text);
  const host = hostNote(text, !shown.endsWith('"'));
  const notes = marks.flatMap((mark) => {
    if (mark === 'mixed') {
      return [`one word mixes ${mixedAlphabets(text).join(' and ')} letters, which look alike`];
    }
    if (mark === 'lookalike') return ['it has letters that only look like Latin ones'];
    if (domain === undefined || mark !== 'address') return [];
    return [`an unusual address${host === '' ? `, whose domain is ${quotedText(domain)}` : ''}`];
  });
  const all = [...notes, host].filter(Boolean);
  return all.length === 0 ? shown : `${shown} (${all.join('; ')})`;
}

/** The same for a value that may be missing. */
export function quoted(value: unknown): string | undefined {
  return typeof value === 'string' ? strangerText(value) : undefined;
}

/** A value that the service chose from a list, such as a status. */
export function plain(value: unknown): string | undefined {
  return value === undefined || value === null ? undefined : shortText(String(value));
}

/** A time as a person reads it: `2026-01-05 09:05:00 UTC`. */
export function time(value: unknown): string | undefined {
  const utc = typeof value === 'string' ? /^(.{10})T(.{8})(?:\.\d+)?Z$/.exec(value) : null;
  return utc === null ? plain(value) : plain(`${utc[1]} ${utc[2]} UTC`);
}

/** An amount as a person reads it: `1,150.00 USD`. */
export function amountText(amount: number, currency: Currency | undefined): string {
  if (currency === undefined) return `${amount} in the smallest unit of the currency`;
  const code = visibleText(currency.code);
  const isKnown = (currency.decimals ?? decimalsOf(currency.code)) !== undefined;
  if (!isKnown || !Number.isSafeInteger(amount)) return `${amount} of the smallest unit of ${code}`;
  return `${formatAmount({ amount, currency }, { display: 'none' })} ${code}`;
}

export function money(value: unknown): string | undefined {
  const { amount, currency } = (value ?? {}) as Partial<CurrencyAmount>;
  return typeof amount === 'number' ? amountText(amount, currency) : undefined;
}

export function nameOf({ fullName, businessInfo, legalName }: Fields): string | undefined {
  const name = fullName ?? (businessInfo as Fields | undefined)?.legalName ?? legalName;
  return quoted(name);
}

export function referTo(role: string, id: unknown): Reference[] {
  return typeof id === 'string' && id !== '' ? [{ role, id }] : [];
}

/** `accountNumber` as `Account number`, and `iban` as `IBAN`. */
export function labelOf(field: string): string {
  const words = fieldWords(field);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

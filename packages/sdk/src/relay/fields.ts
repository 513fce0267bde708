import { invalidInput } from './refusal.ts';

/** A request's body: a JSON object. Fields nobody asks for are ignored. */
export type Body = Readonly<Record<string, unknown>>;

/** The longest ticket that is given out or taken back, in characters. */
export const MAX_TICKET = 16_384;

const MAX_ID = 200;
const MAX_NICKNAME = 200;
const MAX_STAMP = 4_096;
const MAX_CODE = 64;

const ticketForm = /^[\w-]+(?:\.[\w-]*){4}$/;

const own = (body: Body, name: string) => (Object.hasOwn(body, name) ? body[name] : undefined);

/**
 * A text of a body.
 *
 * @throws RelayRefusal 400 when it is none, empty, too long or not of the form
 */
export function text(body: Body, name: string, max: number, form?: RegExp): string {
  const value = own(body, name);
  const isText = typeof value === 'string' && value !== '' && value.length <= max;
  if (!isText || (form !== undefined && !form.test(value))) {
    throw invalidInput(`${name}: missing or not of the expected form`);
  }
  return value;
}

type Prefix = 'AuthMethod' | 'Session' | 'InternalAccount';

const idForms: Readonly<Record<Prefix, RegExp>> = {
  AuthMethod: /^AuthMethod:[\w.~:=-]+$/,
  Session: /^Session:[\w.~:=-]+$/,
  InternalAccount: /^InternalAccount:[\w.~:=-]+$/,
};

/** The `id` of a body, with its prefix and nothing that has a meaning in a path. */
export function id(body: Body, ...prefixes: [Prefix, ...Prefix[]]): string {
  const value = text(body, 'id', MAX_ID);
  if (prefixes.some((prefix) => idForms[prefix].test(value))) return value;
  throw invalidInput(`id: expected ${prefixes.join(' or ')}:...`);
}

/** The `accountId` of a body, which may be left out. */
export function optionalAccountId(body: Body): string | undefined {
  return own(body, 'accountId') === undefined
    ? undefined
    : text(body, 'accountId', MAX_ID, idForms.InternalAccount);
}

export const clientPublicKey = (body: Body): string =>
  text(body, 'clientPublicKey', 130, /^04[0-9a-fA-F]{128}$/);

export const ticketText = (body: Body): string => text(body, 'ticket', MAX_TICKET, ticketForm);

/** What the browser was given with the session, which may be left out. */
export const optionalLineage = (body: Body): string | undefined =>
  own(body, 'lineage') === undefined ? undefined : text(body, 'lineage', MAX_TICKET, ticketForm);

export const stamp = (body: Body): string => text(body, 'stamp', MAX_STAMP, /^[\w-]+$/);

export const nickname = (body: Body): string => text(body, 'nickname', MAX_NICKNAME);

export const otp = (body: Body): string => text(body, 'otp', MAX_CODE, /^[\x21-\x7e]+$/);

/** Bytes as base64url text. */
export const base64url = (body: Body, name: string, max: number): string =>
  text(body, name, max, /^[\w-]+$/);

/** An object within a body. */
export function object(body: Body, name: string): Body {
  const value = own(body, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Body;
  throw invalidInput(`${name}: expected an object`);
}

/** A list of texts within a body. */
export function texts(body: Body, name: string, max: number): string[] {
  const value = own(body, name);
  const isList = Array.isArray(value) && value.length <= max;
  if (isList && value.every((item) => typeof item === 'string')) return value;
  throw invalidInput(`${name}: expected a list of texts`);
}

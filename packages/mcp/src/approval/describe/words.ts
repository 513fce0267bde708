import type { Fields } from '@org/payments-contract';
import { visibleText } from '@org/payments-contract/internal';
import { quotedText } from '../../quoted-text.ts';
import { type Fact, strangerText } from './facts.ts';

/** Whom a provider's token names, which is masked itself; undefined for any other secret. */
function tokenOwner(secret: unknown): string | undefined {
  const [, claims = ''] = typeof secret === 'string' ? secret.split('.') : [];
  try {
    const { iss, sub, email = sub } = JSON.parse(Buffer.from(claims, 'base64url').toString());
    if (typeof iss !== 'string' || typeof email !== 'string') return undefined;
    return `${strangerText(email)} at ${strangerText(iss)}`;
  } catch {
    return undefined;
  }
}

/**
 * Each argument by its path, as the model wrote it; nothing in a list or an object is a value too.
 *
 * @param value the arguments with their secrets masked
 * @param given the arguments themselves
 */
export function wordsOf(value: unknown, given: unknown, path = ''): Fact[] {
  if (typeof value === 'string') {
    const owner = value === given ? undefined : tokenOwner(given);
    const whose = owner === undefined ? '' : `, a token that names ${owner}`;
    return [{ label: path, value: `${strangerText(value)}${whose}` }];
  }
  if (typeof value !== 'object' || value === null) return [{ label: path, value: String(value) }];
  const entries = Object.entries(value);
  if (entries.length === 0 && path !== '') {
    return [{ label: path, value: Array.isArray(value) ? 'an empty list' : 'nothing' }];
  }
  return entries.flatMap(([name, child]) => {
    const shown = visibleText(name).slice(0, 60);
    const label = /^\w+$/.test(shown) ? shown : quotedText(shown);
    const own = (Object(given) as Fields)[name];
    return wordsOf(child, own, path === '' ? label : `${path}.${label}`);
  });
}

import type { Fields } from '@org/payments-contract';
import { pathParams } from './path.ts';
import { isKnownField, type PreparedRequest } from './prepare.ts';

/** The input of a change, read back from its request, without fields the contract does not have. */
export function changeOf({ operation, path, search, body, form }: PreparedRequest): Fields {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (form ?? {});
  const fields: Fields = {
    ...pathParams(operation.row.path, path),
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(typeof parsed === 'object' ? parsed : {}),
  };
  if (operation.name === 'request') return fields;
  const known = Object.entries(fields).filter(([name]) => isKnownField(operation.row, name));
  return Object.fromEntries(known);
}

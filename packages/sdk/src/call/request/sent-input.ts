import { knownFields } from './extra.ts';
import { pathParams } from './path.ts';
import type { PreparedRequest } from './prepare.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The input of a change, read back from its request, without fields the contract does not have. */
export function changeOf({ operation, path, search, body, form }: PreparedRequest): Fields {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (form ?? {});
  return knownFields(operation, {
    ...pathParams(operation.row.path, path),
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(typeof parsed === 'object' ? parsed : {}),
  });
}

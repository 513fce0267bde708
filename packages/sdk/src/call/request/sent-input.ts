import { pathParams } from './path.ts';
import type { PreparedRequest } from './prepare.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The input of a change, read back from its request. */
export function changeOf({ operation, path, search, body, form }: PreparedRequest): Fields {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (form ?? {});
  return {
    ...pathParams(operation.row.path, path),
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(typeof parsed === 'object' ? parsed : {}),
  };
}

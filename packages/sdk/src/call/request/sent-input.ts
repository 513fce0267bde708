import type { PreparedRequest } from './prepare.ts';

type Fields = Readonly<Record<string, unknown>>;

function pathFields(template: string, path: string): Fields {
  const values = path.split('/');
  return Object.fromEntries(
    template.split('/').flatMap((segment, index) => {
      const name = /^\{(\w+)\}$/.exec(segment)?.[1];
      return name === undefined ? [] : [[name, decodeURIComponent(values[index] ?? '')]];
    }),
  );
}

/** The input of a change, read back from its request. */
export function changeOf({ operation, path, search, body, form }: PreparedRequest): Fields {
  const parsed: unknown = typeof body === 'string' ? JSON.parse(body) : (form ?? {});
  return {
    ...pathFields(operation.row.path, path),
    ...Object.fromEntries(new URLSearchParams(search)),
    ...(typeof parsed === 'object' ? parsed : {}),
  };
}

import {
  agentPermissions,
  type Fields,
  type NamedOperation,
  type OperationRow,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import type { Mock } from '../../src/index.ts';
import { basicOf } from './open-mock.ts';

/** A request of an operation, taken from its example; the mock has none of the resources it names. */
interface Sent {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: BodyInit | undefined;
}

function credentialsFor({ auth }: OperationRow, mock: Mock): Record<string, string> {
  if (auth === 'none') return {};
  if (auth === 'platform') return { authorization: basicOf(mock.connection) };
  const { accessToken } = mock.add.agent({ policy: { permissions: [...agentPermissions] } });
  return { authorization: `Bearer ${accessToken}` };
}

function pick(input: Fields, shape: object = {}): Fields {
  return Object.fromEntries(Object.entries(input).filter(([name]) => name in shape));
}

export function formOf(fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.set(name, value);
  }
  form.set('file', new Blob(['%PDF-1.7'], { type: 'application/pdf' }), 'document.pdf');
  return form;
}

function bodyOf(row: OperationRow, input: Fields): BodyInit | undefined {
  if (row.body === undefined) return undefined;
  const others = { ...row.params?.shape, ...row.query?.shape, ...row.headers?.shape };
  const fields = Object.fromEntries(Object.entries(input).filter(([name]) => !(name in others)));
  return row.media === 'multipart' ? formOf(fields) : JSON.stringify(fields);
}

function itemPath({ name, row }: NamedOperation): string {
  const { input } = exampleOf(name);
  return row.path.replaceAll(/\{(\w+)\}/g, (_, field) => encodeURIComponent(String(input[field])));
}

export function exampleRequest(operation: NamedOperation, mock: Mock): Sent {
  const { name, row } = operation;
  const { input } = exampleOf(name);
  const path = itemPath(operation);
  const query = new URLSearchParams(
    Object.entries(pick(input, row.query?.shape)).map(([key, value]) => [key, String(value)]),
  );
  const isForm = row.media === 'multipart';
  return {
    path: query.size === 0 ? path : `${path}?${query}`,
    headers: {
      ...credentialsFor(row, mock),
      ...(row.body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    body: bodyOf(row, input),
  };
}

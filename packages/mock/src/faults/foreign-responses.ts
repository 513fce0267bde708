import type { OperationRow } from '@org/payments-contract';
import { mismatchReason } from '@org/payments-contract/internal/schema';

export interface ForcedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  /** Its JSON value and error code for the log, if it stands for a response of the service. */
  readonly logged?: { readonly value: unknown; readonly code: string | undefined };
  /** Header fields, in place of those that would be sent. */
  readonly headers?: Readonly<Record<string, string>>;
}

const JSON_TYPE = 'application/json';
const HTML_TYPE = 'text/html; charset=utf-8';

/** Ids of two kinds: for each operation, at least one is not of the kind of its result. */
const otherIds = [{ id: 'Customer:1' }, { id: 'Card:1' }];

function otherId(row: OperationRow): string {
  const [status = '200'] = Object.keys(row.responses);
  const isForeign = (value: object) =>
    mismatchReason(row, { status: Number(status), value, params: {} }) !== undefined;
  return JSON.stringify(otherIds.find(isForeign));
}

/** Bodies of a gateway, a firewall or a captive portal, by name. None of them is the response of the operation. */
const bodies = {
  'success-false': [JSON_TYPE, '{"success":false}'],
  message: [JSON_TYPE, '{"message":"Request blocked"}'],
  errors: [JSON_TYPE, '{"errors":[{"message":"Upstream timed out"}]}'],
  'empty-object': [JSON_TYPE, '{}'],
  'empty-array': [JSON_TYPE, '[]'],
  'other-id': [JSON_TYPE, otherId],
  html: [HTML_TYPE, '<!doctype html><title>Sign in to the network</title>'],
  'no-body': [JSON_TYPE, ''],
} as const satisfies Readonly<
  Record<string, readonly [type: string, body: string | typeof otherId]>
>;

/** The name of a body of a gateway. */
export type ForeignForm = keyof typeof bodies;

export const foreignForms = Object.keys(bodies) as ForeignForm[];

export function foreignResponse(
  form: ForeignForm,
  status: number,
  row: OperationRow,
): ForcedResponse {
  const [type, body] = bodies[form];
  return { status, type, body: typeof body === 'string' ? body : body(row) };
}

const emptyStatuses: readonly number[] = [204, 205, 304];

/** Returns whether an operation itself responds with a status and no body, as the gateway would. */
export function isOwnResponse(
  { responses }: OperationRow,
  form: ForeignForm | undefined,
  status: number,
): boolean {
  const hasBody = form !== 'no-body' && !emptyStatuses.includes(status);
  return !hasBody && (responses as Readonly<Record<number, unknown>>)[status] === null;
}

export function htmlResponse(html: string, status: number): ForcedResponse {
  return { status, type: HTML_TYPE, body: html };
}

export function anyJsonResponse(value: unknown, status: number): ForcedResponse {
  return { status, type: JSON_TYPE, body: JSON.stringify(value) };
}

export function toResponse({ status, type, body, headers = {} }: ForcedResponse): Response {
  if (body === '' || emptyStatuses.includes(status)) return new Response(null, { status, headers });
  const fields = new Headers(headers);
  if (!fields.has('Content-Type')) fields.set('Content-Type', type);
  return new Response(body, { status, headers: fields });
}

/** A response that is sent in place of that of the operation. */
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

/**
 * Bodies with which a gateway, a firewall or a captive portal responds in the service's place, by
 * name. None of them is the response of an operation.
 */
const bodies = {
  'success-false': [JSON_TYPE, '{"success":false}'],
  message: [JSON_TYPE, '{"message":"Request blocked"}'],
  errors: [JSON_TYPE, '{"errors":[{"message":"Upstream timed out"}]}'],
  'empty-object': [JSON_TYPE, '{}'],
  'empty-array': [JSON_TYPE, '[]'],
  'other-id': [JSON_TYPE, '{"id":"Customer:1"}'],
  html: [HTML_TYPE, '<!doctype html><title>Sign in to the network</title>'],
  'no-body': [JSON_TYPE, ''],
} as const satisfies Readonly<Record<string, readonly [type: string, body: string]>>;

/** The name of a body of a gateway. */
export type ForeignForm = keyof typeof bodies;

/** All names of bodies of gateways. */
export const foreignForms = Object.keys(bodies) as ForeignForm[];

/** Returns the response of a gateway. */
export function foreignResponse(form: ForeignForm, status: number): ForcedResponse {
  const [type, body] = bodies[form];
  return { status, type, body };
}

/** Returns a response of HTML. */
export function htmlResponse(html: string, status: number): ForcedResponse {
  return { status, type: HTML_TYPE, body: html };
}

/** Returns a response of any JSON value. */
export function anyJsonResponse(value: unknown, status: number): ForcedResponse {
  return { status, type: JSON_TYPE, body: JSON.stringify(value) };
}

/** The statuses whose responses have no body. */
const emptyStatuses: readonly number[] = [204, 205, 304];

/** Returns the response as it is sent. */
export function toResponse({ status, type, body, headers = {} }: ForcedResponse): Response {
  if (body === '' || emptyStatuses.includes(status)) return new Response(null, { status, headers });
  const fields = new Headers(headers);
  if (!fields.has('Content-Type')) fields.set('Content-Type', type);
  return new Response(body, { status, headers: fields });
}

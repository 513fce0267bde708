/** A response that is sent in place of that of the operation. */
export interface ForcedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
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

/** Returns the response as it is sent. */
export function toResponse({ status, type, body }: ForcedResponse): Response {
  if (body === '') return new Response(null, { status });
  return new Response(body, { status, headers: { 'Content-Type': type } });
}

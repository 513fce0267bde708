/** Responses of a gateway in front of the service, which did not act. */
export const foreignResponses: readonly (readonly [status: number, body: string])[] = [
  [200, '{"success":false}'],
  [200, '{"message":"Request blocked"}'],
  [201, '{"errors":[{"message":"Request blocked"}]}'],
  [201, '{}'],
  [200, '[]'],
  [200, '{"id":"Other:1"}'],
  [200, ''],
  [202, '{"state":"queued"}'],
  [302, ''],
  [403, '{"message":"Forbidden"}'],
  [403, '{"status":403,"code":"Forbidden","message":"Request blocked"}'],
  [403, '{"status":403,"code":"FORBIDDEN"}'],
  [404, '{"code":"NOT_FOUND"}'],
  [404, '{"error":{"status":404,"code":"NOT_FOUND","message":"no such route"}}'],
  [409, '{"status":404,"code":"CONFLICT","message":"no"}'],
  [429, '{"code":"RATE_LIMITED","message":"slow down"}'],
  [503, '{"status":"503","code":"SERVICE_UNAVAILABLE","message":"no"}'],
  [404, '<html>not here</html>'],
];

/** An id in a path, of any kind. */
const idInPath = /\/([A-Z]\w*:[^/?]+)/;

/** Bodies of a gateway that has seen nothing but the request: the id of its path, a copy of its body. */
export const copies: readonly (readonly [
  what: string,
  copy: (path: string, body: string) => string,
])[] = [
  ['the id of the path', (path) => JSON.stringify({ id: idInPath.exec(path)?.[1] })],
  [
    'the id of the path, and a message',
    (path) => JSON.stringify({ id: idInPath.exec(path)?.[1], message: 'Request blocked' }),
  ],
  ['a copy of the body', (_path, body) => JSON.stringify(fieldsOf(body))],
  [
    'a copy of the body, with the id of the path',
    (path, body) => JSON.stringify({ ...fieldsOf(body), id: idInPath.exec(path)?.[1] }),
  ],
];

function fieldsOf(body: string): object {
  return body.startsWith('{') ? JSON.parse(body) : {};
}

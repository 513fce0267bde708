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
  [404, '<html>not here</html>'],
];

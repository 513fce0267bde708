/** Where a response keeps its text. A WeakMap would cost each response as much as its headers do. */
const TEXT = Symbol('text');

/** Returns the text of a JSON response, so that transports that write it themselves need not read it back. */
export function jsonTextOf(response: Response & { readonly [TEXT]?: string }): string | undefined {
  return response[TEXT];
}

export function jsonResponse(
  body: unknown,
  status: number,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const text = JSON.stringify(body);
  const response = new Response(text, {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return Object.defineProperty(response, TEXT, { value: text });
}

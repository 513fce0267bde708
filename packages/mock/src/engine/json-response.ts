const texts = new WeakMap<Response, string>();

/**
 * Returns the text of a JSON response, so that doors that write it themselves need not read it back.
 */
export function jsonTextOf(response: Response): string | undefined {
  return texts.get(response);
}

/** Creates a response with a JSON body. */
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
  texts.set(response, text);
  return response;
}

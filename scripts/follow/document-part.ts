/** An object of an OpenAPI document that a test edits. */
export type Part = Record<string, unknown>;

function valueAt(from: Part, names: readonly string[]): unknown {
  return names.reduce<unknown>((value, name) => (value as Part | undefined)?.[name], from);
}

/** Returns the object at a place that a test knows. @throws Error if the document does not have it */
export function part(from: Part, ...names: readonly string[]): Part {
  const found = valueAt(from, names);
  if (typeof found !== 'object' || found === null) throw new Error(`no object ${names.join(' ')}`);
  return found as Part;
}

/** Returns the list at a place that a test knows. @throws Error if the document does not have it */
export function list(from: Part, ...names: readonly string[]): unknown[] {
  const found = valueAt(from, names);
  if (!Array.isArray(found)) throw new Error(`no list ${names.join(' ')}`);
  return found;
}

/** Adds a webhook that differs from that of `CARD.STATE_CHANGE` only by its type. */
export function addWebhook(document: Part, type: string): void {
  const copy = structuredClone(part(document, 'webhooks', 'CARD.STATE_CHANGE'));
  const body = part(copy, 'post', 'requestBody', 'content', 'application/json', 'schema');
  part(body, 'properties').type = { const: type };
  part(document, 'webhooks')[type] = copy;
}

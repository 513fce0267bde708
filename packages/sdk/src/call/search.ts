/** Query fields as `?name=value`, or nothing. Fields without a value are left out; lists repeat. */
export function search(query: Readonly<Record<string, unknown>> = {}): string {
  if (Object.keys(query).length === 0) return '';
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const item of Array.isArray(value) ? value : [value]) {
      parameters.append(name, String(item));
    }
  }
  return parameters.size === 0 ? '' : `?${parameters}`;
}

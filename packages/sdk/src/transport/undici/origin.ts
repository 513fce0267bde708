/** A URL in the two parts a dispatcher takes. */
export function parseOrigin(url: string): { readonly origin: string; readonly path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: pathname + search };
}

/** Returns the ids of a page's records. */
export function idsOf({ body }: { readonly body: Readonly<Record<string, unknown>> }): string[] {
  return (body.data as readonly { readonly id: string }[]).map(({ id }) => id);
}

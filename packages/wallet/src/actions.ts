/**
 * A record of actions: names to `{ input, result }`. Accepts interfaces too, which
 * `RelayActionTypes` alone does not.
 */
export type ActionMap<Actions> = {
  readonly [Name in keyof Actions]: { readonly input: unknown; readonly result: unknown };
};

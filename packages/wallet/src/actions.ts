/**
 * A record of actions: names to `{ input, result }`. Takes interfaces too, which
 * `RelayActionTypes` alone would not.
 */
export type ActionMap<Actions> = {
  readonly [Name in keyof Actions]: { readonly input: unknown; readonly result: unknown };
};

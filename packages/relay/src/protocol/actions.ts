/** The types of a relay's own actions, for the browser. Types only. @module */

/**
 * A relay's own actions, by name: the input the browser sends, and the result it receives once the
 * action is signed.
 */
export type RelayActionTypes = Readonly<
  Record<string, { readonly input: unknown; readonly result: unknown }>
>;

/** The part of a relay that the browser's types read. It does not exist at run time. */
export interface TypedRelay<Actions extends RelayActionTypes> {
  readonly '~actions'?: Actions;
}

/**
 * The actions of a relay, from a type-only import of it: `RelayActions<typeof relay>` is
 * `{ freezeCard: { input: { cardId: string }; result: Card } }`.
 */
export type RelayActions<Relay extends TypedRelay<RelayActionTypes>> = NonNullable<
  Relay['~actions']
>;

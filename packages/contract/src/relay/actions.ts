/** What the browser knows of a relay's own actions. Types only. @module */

/** A relay's own actions, by name: what the browser sends and what it gets, once it is signed. */
export type RelayActionTypes = Readonly<
  Record<string, { readonly input: unknown; readonly result: unknown }>
>;

/** The part of a relay that the browser's types read. Nothing of it exists at run time. */
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

/** Input and result of one action of the relay. */
export interface ActionTypes {
  readonly input: unknown;
  readonly result: unknown;
}

/** Some record of actions: names to input and result types. */
export type ActionMap<Actions> = { readonly [Name in keyof Actions]: ActionTypes };

/** Any action, for a wallet that was not told which there are. */
export interface AnyActions {
  readonly [name: string]: ActionTypes;
}

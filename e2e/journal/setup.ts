/** The configuration of a writer: the service, its journal, and the resources it may change. */
export interface WriterSetup {
  /** Unique for each process; markers start with it. */
  readonly name: string;
  readonly connection: {
    readonly baseUrl: string;
    readonly tokenId: string;
    readonly clientSecret: string;
  };
  /** The address of the database in which the writers keep their journal. */
  readonly database: string;
  readonly secret: string;
  /** The file in which the writer records the outcomes of its writes. */
  readonly known: string;
  /** The customer whose money it moves. */
  readonly wallet: {
    readonly customerId: `Customer:${string}`;
    readonly accountId: `InternalAccount:${string}`;
    readonly externalAccountId: `ExternalAccount:${string}`;
  };
  /** The customer who gets its external accounts. */
  readonly holder: `Customer:${string}`;
  /** Resources without other writers, each for one write. */
  readonly agents: readonly `Agent:${string}`[];
  readonly cards: readonly `Card:${string}`[];
}

import { createMock, type Mock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';

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

/** Resources of each kind that a writer may change once each. */
const FOR_EACH = 8;
const HOUR_AGO = 3_600_000;

type Resources = Pick<WriterSetup, 'wallet' | 'holder' | 'agents' | 'cards'>;

/** The service that the writers call, and the changes it applied. */
export interface Service {
  readonly connection: WriterSetup['connection'];
  /** How often it applied the write of each marker. */
  readonly applied: ReadonlyMap<string, number>;
  /** Resources for one more writer. */
  resources(): Resources;
  /** Lets what is on its way arrive, then moves the service's clock, in milliseconds. */
  advance(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

const REPEATED = 'The idempotency key was seen before';

type Logged = Mock['requests'][number];

/** The marker of a write that the service applied for a request. */
function markerOf({ operation, requestBody, path, leg, status, notes }: Logged) {
  const body = (requestBody ?? {}) as Readonly<Record<string, string | undefined>>;
  if (status < 200 || status > 299 || status === 202) return undefined;
  if (notes.some((note) => note.startsWith(REPEATED))) return undefined;
  if (operation === 'cards.update') return leg === 2 ? path.split('/').at(-1) : undefined;
  if (operation === 'customers.createKycLink') return body.redirectUri?.split('/').at(-1);
  if (operation === 'agents.update') return body.name;
  if (operation === 'externalAccounts.create') return body.platformAccountId;
  return operation === 'transfers.createOut' ? body.remittanceInformation : undefined;
}

/** Starts the service over HTTP. */
export async function startService(): Promise<Service> {
  const mock = createMock({ seed: 'journal', now: Date.now, eventLimit: 100 });
  const earlier = new Date(Date.now() - HOUR_AGO).toISOString();
  const then = { createdAt: earlier, updatedAt: earlier };
  const customer = mock.add.customer();
  const holderOf = () => mock.add.customer().id as `Customer:${string}`;
  const { account: signing } = mock.add.wallet({ customerId: customer.id });
  const account = mock.add.internalAccount({ customerId: customer.id, available: 1_000_000_000 });
  const external = mock.add.externalAccount({ customerId: customer.id, currency: 'USD' });
  const applied = new Map<string, number>();
  mock.onRequest((request) => {
    const marker = markerOf(request);
    if (marker !== undefined) applied.set(marker, (applied.get(marker) ?? 0) + 1);
  });
  const server = await listen(mock);
  const wallet = {
    customerId: customer.id as `Customer:${string}`,
    accountId: account.id as `InternalAccount:${string}`,
    externalAccountId: external.id as `ExternalAccount:${string}`,
  };
  const many = <T>(make: () => T): T[] => Array.from({ length: FOR_EACH }, make);
  return {
    connection: server.connection,
    applied,
    resources: () => ({
      wallet,
      holder: holderOf(),
      agents: many(
        () => mock.add.agent({ customerId: customer.id, ...then }).agent.id as `Agent:${string}`,
      ),
      cards: many(
        () => mock.add.card({ fundingSources: [signing.id], ...then }).id as `Card:${string}`,
      ),
    }),
    async advance(milliseconds) {
      // Connections are served in their order: what a killed process had sent comes before these.
      for (let round = 0; round < 3; round += 1) {
        await (await fetch(server.connection.baseUrl, { headers: { connection: 'close' } })).text();
      }
      mock.clock.advance({ milliseconds });
    },
    async close() {
      await server.close();
    },
  };
}

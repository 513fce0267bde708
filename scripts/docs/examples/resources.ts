import { createMock } from '@org/payments-mock';

/**
 * The lines of a program that add each resource of the contract's examples to the mock, by the id
 * in the examples. A line may use what the lines of its `needs` declare.
 */
export interface Preparation {
  readonly needs?: readonly string[];
  readonly lines: readonly string[];
  /** The expression that replaces the id, if the mock chooses the id. */
  readonly expression?: string;
}

const customer = "customerId: 'Customer:91ab'";

/**
 * The preparations by id, if an id is not enough to add its resource, or its resource has to be
 * added before another. Their order is the order of the lines in a program.
 */
export const preparations: Readonly<Record<string, Preparation>> = {
  'Customer:91ab': {
    lines: [
      "mock.add.customer({ id: 'Customer:91ab', platformCustomerId: 'ada', fullName: 'Ada Byron' });",
    ],
  },
  'InternalAccount:40de': {
    needs: ['Customer:91ab'],
    lines: [`mock.add.wallet({ id: 'InternalAccount:40de', ${customer}, available: 2_500_00 });`],
  },
  'AuthMethod:77b2': {
    needs: ['Customer:91ab'],
    lines: [`const { credential } = mock.add.wallet({ id: 'InternalAccount:40de', ${customer} });`],
    expression: 'credential.id',
  },
  'AuthMethod:5f0a': {
    needs: ['InternalAccount:40de'],
    lines: [
      "mock.add.credential({ id: 'AuthMethod:5f0a', accountId: 'InternalAccount:40de', type: 'SMS_OTP' });",
    ],
  },
  'Session:c3d9': {
    needs: ['InternalAccount:40de'],
    lines: [
      "const { session, sessionKey: stamper } = await mock.add.session({ accountId: 'InternalAccount:40de' });",
    ],
    expression: 'session.id',
  },
  stamper: {
    needs: ['InternalAccount:40de'],
    lines: [
      "const { sessionKey: stamper } = await mock.add.session({ accountId: 'InternalAccount:40de' });",
    ],
  },
  'Card:7c1e': {
    needs: ['InternalAccount:40de'],
    lines: ["mock.add.card({ id: 'Card:7c1e', fundingSources: ['InternalAccount:40de'] });"],
  },
  'ExternalAccount:9d2f': {
    needs: ['Customer:91ab'],
    lines: [`mock.add.externalAccount({ id: 'ExternalAccount:9d2f', ${customer} });`],
  },
  'Agent:e811': {
    needs: ['Customer:91ab'],
    lines: [`mock.add.agent({ id: 'Agent:e811', ${customer} });`],
  },
  'Document:1a2b': {
    needs: ['Customer:91ab'],
    lines: ["mock.add.document({ id: 'Document:1a2b', documentHolder: 'Customer:91ab' });"],
  },
  'INV-3f9c': { lines: ["mock.add.invitation({ code: 'INV-3f9c' });"] },
  'Transaction:b0c4': {
    needs: ['Customer:91ab'],
    lines: [`mock.add.transaction({ id: 'Transaction:b0c4', ${customer} });`],
  },
};

const fixtures: ReadonlySet<string> = new Set(Object.keys(createMock().add));

/** Returns the preparation of an id; undefined if `mock.add` has no function for its type. */
export function preparationOf(id: string): Preparation | undefined {
  if (Object.hasOwn(preparations, id)) return preparations[id];
  const [type = ''] = id.split(':');
  const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  return fixtures.has(name) ? { lines: [`mock.add.${name}({ id: '${id}' });`] } : undefined;
}

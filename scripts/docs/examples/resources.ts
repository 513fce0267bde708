import { createMock } from '@org/payments-mock';

/** What a program adds to the mock for an id of the contract's examples, as code. */
export type Resources = Readonly<Record<string, string>>;

/** What the example of an operation needs besides the resources of the ids that it names. */
export interface Scene {
  /** The options of the mock, as code. */
  readonly options?: string;
  /** Resources in place of, or besides, the usual ones. */
  readonly add?: Resources;
  /** Earlier calls of a flow, as code; the resources of their ids are added too. */
  readonly before?: string;
  /** Expressions in place of strings of the example. */
  readonly use?: Readonly<Record<string, string>>;
  /** Imports by module, besides the client and the mock. */
  readonly imports?: Readonly<Record<string, string>>;
  /** An input in place of the example's, if the example's needs a party outside the mock. */
  readonly input?: Readonly<Record<string, unknown>>;
}

const customer = "customerId: 'Customer:91ab'";
const wallet = "accountId: 'InternalAccount:40de'";

/**
 * The lines by id, where an id alone is not enough. Those of the ids that they name come before them.
 */
const resources: Resources = {
  'Customer:91ab':
    "mock.add.customer({ id: 'Customer:91ab', platformCustomerId: 'ada', fullName: 'Ada Byron' });",
  'InternalAccount:40de': `mock.add.wallet({ id: 'InternalAccount:40de', ${customer}, available: 2_500_00 });`,
  'AuthMethod:77b2': `const { credential } = mock.add.wallet({ id: 'InternalAccount:40de', ${customer} });`,
  'AuthMethod:5f0a': `mock.add.credential({ id: 'AuthMethod:5f0a', ${wallet}, type: 'SMS_OTP' });`,
  'Session:c3d9': `const { session, sessionKey: stamper } = await mock.add.session({ ${wallet} });`,
  stamper: `const { sessionKey: stamper } = await mock.add.session({ ${wallet} });`,
  'Card:7c1e': "mock.add.card({ id: 'Card:7c1e', fundingSources: ['InternalAccount:40de'] });",
  'ExternalAccount:9d2f': `mock.add.externalAccount({ id: 'ExternalAccount:9d2f', ${customer} });`,
  'Agent:e811': `mock.add.agent({ id: 'Agent:e811', ${customer} });`,
  'Document:1a2b': "mock.add.document({ id: 'Document:1a2b', documentHolder: 'Customer:91ab' });",
  'INV-3f9c': "mock.add.invitation({ code: 'INV-3f9c' });",
  'Transaction:b0c4': `mock.add.transaction({ id: 'Transaction:b0c4', ${customer} });`,
  'Token:8b1d': "const token = mock.add.token({ name: 'Back office' });",
};

/** The expressions in place of ids and codes that the mock chooses. */
export const expressions: Readonly<Record<string, string>> = {
  'AuthMethod:77b2': 'credential.id',
  'Session:c3d9': 'session.id',
  'Token:8b1d': 'token.id',
};

const fixtures: ReadonlySet<string> = new Set(Object.keys(createMock().add));

/** The line that adds the resource of an id; undefined if `mock.add` has no function for its type. */
function lineOf(id: string, own: Resources): string | undefined {
  const [type = ''] = id.split(':');
  const name = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  return (
    own[id] ??
    (Object.hasOwn(resources, id) ? resources[id] : undefined) ??
    (fixtures.has(name) ? `mock.add.${name}({ id: '${id}' });` : undefined)
  );
}

/** The ids of resources in a text. */
export function idsIn(text: string): string[] {
  const known = [...text.matchAll(/['"](\w+:\w+|INV-\w+)['"]/g)].map(([, id = '']) => id);
  return [...new Set(known)];
}

/** The lines that add the resources of some ids, each once, after those of the ids they name. */
export function linesFor(ids: readonly string[], own: Resources): string[] {
  const lines: string[] = [];
  // A wallet is added together with its first credential, and a signer with its session.
  const done = new Set<string>();
  if (ids.includes('AuthMethod:77b2')) done.add('InternalAccount:40de');
  if (ids.includes('Session:c3d9')) done.add('stamper');
  const add = (id: string) => {
    const line = lineOf(id, own);
    if (line === undefined || done.has(id)) return;
    done.add(id);
    for (const need of idsIn(line)) add(need);
    lines.push(line);
  };
  // Its wallet has the id that others name.
  for (const id of ids.toSorted(
    (one, two) => Number(two === 'AuthMethod:77b2') - Number(one === 'AuthMethod:77b2'),
  ))
    add(id);
  return lines;
}

import { createMock } from '@org/payments-mock';

const ada = "customerId: 'Customer:91ab'";
const ofAccount = "accountId: 'InternalAccount:40de'";
const agent = `${ada}, policy: { permissions: [
  'VIEW_TRANSACTIONS', 'CREATE_TRANSFERS', 'CREATE_QUOTES', 'EXECUTE_QUOTES', 'MANAGE_EXTERNAL_ACCOUNTS',
]`;

/** The fields of the resources that programs add, besides their ids, as source text. */
const usual: Readonly<Record<string, string>> = {
  'Customer:91ab': "platformCustomerId: 'ada', fullName: 'Ada Byron'",
  'InternalAccount:40de': `${ada}, available: 2_500_00`,
  'InternalAccount:77aa': "currency: 'USDB', available: 90_000_000",
  'AuthMethod:5f0a': `${ofAccount}, type: 'SMS_OTP'`,
  'Card:7c1e': "fundingSources: ['InternalAccount:40de']",
  'ExternalAccount:9d2f': ada,
  'Agent:e811': `${agent} }`,
  'Document:1a2b': "documentHolder: 'Customer:91ab'",
  'Transaction:b0c4': `${ada}, status: 'PENDING'`,
  'Stablecoin:6e1f': "symbol: 'USDB'",
};

/** Fields in place of the usual ones for the examples of some operations, which add the resource. */
const special: readonly (readonly [operations: RegExp, id: string, fields: string])[] = [
  [/^agent\./, 'Agent:e811', `${agent} }`],
  [/^agents\.\w+Action$/, 'Agent:e811', `${agent}, defaultExecutionMode: 'APPROVAL_REQUIRED' }`],
  [/^agents\.createDeviceCode/, 'Agent:e811', `${ada}, isConnected: false`],
  [/^beneficialOwners\.(?:create|list)/, 'Customer:91ab', "customerType: 'BUSINESS'"],
  [/^verifications\./, 'Customer:91ab', "kycStatus: 'UNVERIFIED'"],
  [
    /^contactVerification/,
    'Customer:91ab',
    "phoneNumber: '+14155550123', contactVerification: { email: 'PENDING', phone: 'PENDING' }",
  ],
  [
    /^sca|[tT]rust$|^quotes\.(?:authorize|resend)/,
    'Customer:91ab',
    "region: 'DE', phoneNumber: '+4915112345678'",
  ],
  [/^credentials\.create/, 'InternalAccount:40de', `${ada}, type: 'EMBEDDED_WALLET'`],
  [/^credentials\.create/, 'AuthMethod:5f0a', `${ofAccount}, type: 'SMS_OTP'`],
  [/^invitations\.create/, 'Customer:91ab', "umaAddress: '$ada@pay.example.com'"],
  [/^platformAccounts|^stablecoins/, 'ExternalAccount:9d2f', 'isPlatformAccount: true'],
  [/^externalAccounts\.\w+Ownership/, 'ExternalAccount:9d2f', unproven(ada)],
  [/^platformAccounts\.\w+Ownership/, 'ExternalAccount:9d2f', unproven('isPlatformAccount: true')],
  [/^quotes\.estimate/, 'InternalAccount:40de', `${ada}, currency: 'USDC', available: 40_000_000`],
  [/^receivers\.lookUpUma/, 'Customer:3c5d', "umaAddress: '$grace@wallet.example.com'"],
  [/^sandbox\.receive/, 'InternalAccount:40de', `${ada}, available: 100_00`],
  [/^stablecoins\.(?:mint|burn)/, 'InternalAccount:40de', 'available: 500_00'],
  [/^stablecoins\.register/, 'StablecoinProviderAccount:2c7d', ''],
  [/^transactions\.cancel/, 'Transaction:b0c4', `${ada}, type: 'OUTGOING'`],
];

/** The fields of an account whose owner has to be proven. */
function unproven(owner: string): string {
  const accountInfo =
    "{ accountType: 'SOLANA_WALLET', address: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU' }";
  return `${owner}, ownershipType: 'FIRST_PARTY', status: 'PENDING', currency: 'USDC',\n  accountInfo: ${accountInfo}`;
}

const fixtures: ReadonlySet<string> = new Set(Object.keys(createMock().add));

/** The line that adds a resource; undefined if `mock.add` has no function for its type. */
function lineOf(id: string, fields: string | undefined, isWallet: boolean): string | undefined {
  if (id.startsWith('INV-')) return `mock.add.invitation({ code: '${id}' });`;
  if (id.startsWith('Token:')) return "const token = mock.add.token({ name: 'Back office' });";
  // That of the wallet.
  if (id === 'AuthMethod:77b2') return undefined;
  if (id.startsWith('Session:')) {
    return `const { session, sessionKey: stamper } = await mock.add.session({ ${ofAccount} });`;
  }
  const [type = ''] = id.replace('AuthMethod', 'credential').split(':');
  const fixture = `${type.charAt(0).toLowerCase()}${type.slice(1)}`;
  const more = fields ?? usual[id] ?? '';
  const all = `{ id: '${id}'${more === '' ? '' : `, ${more}`} }`;
  if (fixture === 'agent') return `const { accessToken } = mock.add.agent(${all});`;
  if (id === 'InternalAccount:40de' && isWallet && fields === undefined) {
    return `const { credential } = mock.add.wallet(${all});`;
  }
  return fixtures.has(fixture) ? `mock.add.${fixture}(${all});` : undefined;
}

/** The ids of resources in a text. */
export function idsIn(text: string): string[] {
  const known = [...text.matchAll(/['"](\w+:\w+|INV-\w+)['"]/g)].map(([, id = '']) => id);
  return [...new Set(known)];
}

/** The resources that a program adds, by their ids: each after those that it names. */
export function addedFor(
  name: string,
  ids: readonly string[],
  isWallet: boolean,
): ReadonlyMap<string, string> {
  const matching = special.filter(([operations]) => operations.test(name));
  const own = new Map(matching.map(([, id, fields]) => [id, fields]));
  const added = new Map<string, string>();
  const add = (id: string) => {
    const line = lineOf(id, own.get(id), isWallet);
    if (line === undefined || added.has(id)) return;
    for (const need of idsIn(line)) if (need !== id) add(need);
    added.set(id, line);
  };
  for (const id of [...own.keys(), ...ids]) add(id);
  return added;
}

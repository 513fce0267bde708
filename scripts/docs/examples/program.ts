import { type NamedOperation, operations } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { literal } from './curl.ts';
import { addedFor, idsIn } from './resources.ts';

type Expressions = ReadonlyMap<string, string>;

/** The longest line of a call. */
const MAX_LINE = 76;

/** The operations whose examples follow that of another one. */
const after: Readonly<Record<string, readonly string[]>> = {
  'agent.quotes.create': ['agent.quotes.execute', 'agent.quotes.get'],
  'agent.transfers.createOut': ['agent.actions.get', 'agents.approveAction', 'agents.rejectAction'],
  'agents.create': ['agents.getDeviceCodeStatus', 'agents.redeemDeviceCode'],
  'contactVerification.sendEmailCode': ['contactVerification.confirmEmail'],
  'contactVerification.sendPhoneCode': ['contactVerification.confirmPhone'],
  'credentials.challenge': ['credentials.verify'],
  'customerImports.upload': ['customerImports.get'],
  'externalAccounts.challengeOwnership': ['externalAccounts.verifyOwnership'],
  'externalAccounts.confirmTrust': ['externalAccounts.startUntrust'],
  'externalAccounts.startTrust': ['externalAccounts.confirmTrust'],
  'externalAccounts.startUntrust': ['externalAccounts.confirmUntrust'],
  'platformAccounts.challengeOwnership': ['platformAccounts.verifyOwnership'],
  'quotes.create': ['quotes.execute', 'quotes.get', 'sandbox.send'],
  'quotes.execute': ['quotes.authorize', 'quotes.resendAuthorizationCode'],
  'sandbox.simulateAuthorization': [
    'cardSimulations.simulateAuthorizationAdvice',
    'sandbox.simulateClearing',
  ],
  'sandbox.simulateClearing': ['sandbox.simulateReturn'],
  'sandbox.simulateReturn': ['cardSimulations.simulateReturnReversal'],
  'scaFactors.confirmEnrollment': ['scaFactors.startReset'],
  'scaFactors.list': ['scaFactors.delete'],
  'scaFactors.startEnrollment': ['scaFactors.confirmEnrollment'],
  'scaFactors.startReset': ['scaFactors.completeReset', 'scaFactors.getReset'],
  'scaLogin.complete': ['quotes.authorize'],
  'scaLogin.start': ['scaLogin.complete'],
  'verifications.create': ['verifications.get'],
};

/** The operations that need an embedded wallet, although they are not signed. */
const aboutWallets = /^(?:credentials|sessions|delegatedKeys)\./;

/** Inputs in place of the contract's, by example: where a party outside the mock would take part. */
const inputs: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  'credentials.create': {
    'credentials.create': { type: 'EMAIL_OTP', accountId: 'InternalAccount:40de' },
  },
  'sandbox.send': {
    'quotes.create': {
      ...exampleOf('quotes.create').input,
      source: { sourceType: 'REALTIME_FUNDING', currency: 'USD', customerId: 'Customer:91ab' },
    },
  },
};

/** Adds a passkey, which an authenticator in software stands for. */
const passkeyLines: readonly string[] = [
  "const factor = { customerId: 'Customer:91ab', type: 'PASSKEY' };",
  'const { options } = await payments.scaFactors.startEnrollment(factor);',
  'const passkey = await createAuthenticator().register(options);',
  'const { credentialId: id, clientDataJson: clientDataJSON, attestationObject } = passkey;',
  'const credential = { id, response: { clientDataJSON, attestationObject } };',
  "const origin = 'http://localhost:3000';",
  'await payments.scaFactors.confirmEnrollment({ ...factor, origin, credential });',
];

/** Source text in place of strings that a mock or a program finds out. */
const foundOut: Expressions = new Map([
  ['AuthMethod:77b2', 'credential.id'],
  ['Session:c3d9', 'session.id'],
  ['Token:8b1d', 'token.id'],
  ['H8Yk3n5cVQ', "'sandbox-valid-signature'"],
  ['SEPA', "'ACH'"],
]);

function operationNamed(name: string): NamedOperation {
  const operation = operations().find((one) => one.name === name);
  if (operation === undefined) throw new Error(`${name} is not an operation`);
  return operation;
}

/** One call of an example. */
interface Step {
  readonly operation: NamedOperation;
  readonly input: object;
}

function namesBefore(name: string): readonly string[] {
  const direct = Object.keys(after).filter((one) => after[one]?.includes(name));
  return direct.flatMap((one) => [...namesBefore(one), one]);
}

/** The calls of an example: the operation after those that it follows, each once. */
function chainOf(name: string): readonly Step[] {
  return [...new Set([...namesBefore(name), name])].map((one) => {
    const operation = operationNamed(one);
    return { operation, input: inputs[name]?.[one] ?? exampleOf(operation.name).input };
  });
}

/** Where a result has a string at a field of a name, as source text: `.scaChallenge.id`. */
function pathTo(result: unknown, text: string, field: string): string | undefined {
  if (typeof result !== 'object' || result === null) return undefined;
  for (const [name, value] of Object.entries(result)) {
    const step = Array.isArray(result) ? '.at(-1)' : `.${name}`;
    if (value === text && (name === field || name === 'id')) return step;
    const below = pathTo(value, text, field);
    if (below !== undefined) return `${step}${below}`;
  }
  return undefined;
}

/** The call of an example: with its stamper if the operation is signed. */
export function callOf(
  operation: NamedOperation,
  input: object = exampleOf(operation.name).input,
  expressions: Expressions = new Map(),
  result = 'result',
): string {
  const { name, row } = operation;
  const hasResult = Object.values(row.responses).some((schema) => schema !== null);
  const method = name.startsWith('agent.') ? name : `payments.${name}`;
  const start = `${hasResult ? `const ${result} = ` : ''}await ${method}`;
  if (Object.keys(input).length === 0) return `${start}();`;
  const text = literal(input, expressions);
  if (row.signing !== 'required') return `${start}(${text});`;
  const line = `${start}(${text}, { stamper });`;
  const isLong = line.length > MAX_LINE || line.includes('\n');
  return isLong ? `${start}(\n  ${literal(input, expressions, '  ')},\n  { stamper },\n);` : line;
}

/** The variable of an earlier result: `quote`, `startResetResult`. */
function variableOf({ name }: NamedOperation): string {
  const [verb = '', resource = ''] = name.split('.').reverse();
  return verb === 'create' ? resource.replace(/s$/, '') : `${verb}Result`;
}

/** The calls of a chain. What an earlier result has, the calls after it take from there. */
function callsOf(chain: readonly Step[], known: ReadonlyMap<string, string>): string[] {
  const expressions = new Map(foundOut);
  return chain.map(({ operation, input }, index) => {
    for (const [field, text] of Object.entries(input)) {
      // Not what a fixture adds, and not the value of an enum.
      if (typeof text !== 'string' || known.has(text) || /^[A-Z_]+$/.test(text)) continue;
      if (field === 'clientPublicKey') expressions.set(text, 'clientKey.publicKey');
      for (const { operation: earlier } of chain.slice(0, index)) {
        const path = pathTo(exampleOf(earlier.name).result, text, field);
        if (path !== undefined) expressions.set(text, `${variableOf(earlier)}${path}`);
      }
    }
    const isLast = index === chain.length - 1;
    return callOf(operation, input, expressions, isLast ? 'result' : variableOf(operation));
  });
}

/** Lines without the constants that no later line reads. */
function withoutUnread(lines: readonly string[]): string[] {
  return lines.map((line, index) => {
    const [start = '', name] = /^const (?:\{ )?(\w+)(?: \})? = /.exec(line) ?? [];
    const isRead = lines.slice(index + 1).some((later) => new RegExp(`\\b${name}\\b`).test(later));
    return isRead ? line : line.slice(start.length);
  });
}

function when(isNeeded: boolean, line: string): readonly string[] {
  return isNeeded ? [line] : [];
}

/**
 * The example of an operation as a program in JavaScript, which creates a mock with the resources that
 * it needs, makes the calls that come before it, and calls the operation.
 *
 * @throws Error for an operation that does not exist
 */
export function exampleProgram(name: string): string {
  const chain = chainOf(name);
  const rows = chain.map(({ operation }) => operation.row);
  const text = JSON.stringify(chain.map(({ input }) => input));
  const named = idsIn(text);
  const hasSession =
    named.includes('Session:c3d9') || rows.some(({ signing }) => signing === 'required');
  const isWallet = hasSession || aboutWallets.test(name);
  const needs = [
    ...when(isWallet, 'InternalAccount:40de'),
    ...when(hasSession, 'Session:c3d9'),
    ...named,
  ];
  const added = addedFor(name, needs, isWallet);
  const isStrong = added.get('Customer:91ab')?.includes("region: 'DE'") === true;
  const isAgent = rows.some(({ auth }) => auth === 'agent');
  const isPlatform = rows.some(({ auth }) => auth !== 'agent');
  const hasPasskey = name === 'scaFactors.delete';
  const hasKey = text.includes('"clientPublicKey"');
  const clients = [
    ...when(isAgent, 'createAgentClient'),
    ...when(isPlatform, 'createPaymentsClient'),
  ];
  const calls = callsOf(chain, added);
  const call = calls.at(-1) ?? '';
  const steps = [
    ...added.values(),
    ...when(
      isAgent,
      'const agent = createAgentClient({ baseUrl: mock.connection.baseUrl, accessToken, fetch: mock.fetch });',
    ),
    ...when(
      isPlatform,
      'const payments = createPaymentsClient({ ...mock.connection, fetch: mock.fetch });',
    ),
    ...when(hasKey, 'const clientKey = await generateClientKey();'),
    ...(hasPasskey ? passkeyLines : []),
    ...calls.slice(0, -1),
    // The person is recognized within a minute.
    ...when(name === 'scaFactors.completeReset', 'mock.clock.advance({ minutes: 1 });'),
    ...when(name === 'sandbox.sendTestWebhook', "mock.deliverTo(() => new Response('ok'));"),
    '',
    call,
    `console.log(${call.startsWith('const') ? 'result' : "'done'"});`,
  ];
  const program = [
    "import { createMock } from '@org/payments-mock';",
    ...when(hasPasskey, "import { createAuthenticator } from '@org/payments-mock/testing';"),
    `import { ${clients.join(', ')} } from '@org/payments-sdk';`,
    ...when(hasKey, "import { generateClientKey } from '@org/payments-crypto';"),
    '',
    `const mock = createMock(${isStrong ? "{ strongAuthenticationRegions: ['DE'] }" : ''});`,
    ...withoutUnread(steps),
  ];
  return `${program.join('\n')}\n`;
}

import type { NamedOperation } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { literal } from './literal.ts';

/** The code by which a customer's browser calls an operation through the relay. */
export interface WalletForm {
  /** On the server, if the operation is one of your actions. */
  readonly action?: string;
  /** In the browser. */
  readonly browser: string;
}

/** The operations that the relay supports without an action. */
const builtIn: Readonly<Record<string, string>> = {
  'credentials.list': 'const { credentials } = await wallet.account();',
  'credentials.challenge': "const otp = await wallet.emailOtp('AuthMethod:77b2').send();",
  'credentials.verify':
    "const otp = await wallet.emailOtp('AuthMethod:77b2').send();\nawait otp.verify('123456'); // what the person typed",
  'credentials.create': "await wallet.addPasskey({ nickname: 'Laptop' });",
  'credentials.revoke': "await wallet.removeCredential('AuthMethod:5f0a');",
  'sessions.list': 'const { sessions } = await wallet.account();',
  'sessions.refresh': 'await wallet.refresh();',
  'sessions.revoke': 'await wallet.signOut();',
};

/** The operations that are an action of the relay, with the name that it has and its input. */
const actions: Readonly<Record<string, readonly [name: string, fields: string]>> = {
  'cards.update': ['updateCard', "id: z.string(), state: z.enum(['ACTIVE', 'FROZEN'])"],
  'internalAccounts.update': ['updateAccount', 'id: z.string(), privateEnabled: z.boolean()'],
  'customers.update': ['updateContact', 'customerId: z.string(), email: z.string()'],
  'quotes.execute': ['executeQuote', 'quoteId: z.string()'],
};

/**
 * The form of an operation that goes through the relay; undefined if the wallet is not involved,
 * because the operation is neither signed nor about credentials and sessions.
 */
export function walletForm({ name }: NamedOperation): WalletForm | undefined {
  const browser = builtIn[name];
  if (browser !== undefined) return { browser };
  const [action, fields] = actions[name] ?? [];
  if (action === undefined) return undefined;
  return {
    action: `// In the relay's \`actions\`\n${action}: {\n  input: z.object({ ${fields} }),\n  run: ({ input }) => payments.${name}.begin(input),\n},`,
    browser: `const result = await wallet.run('${action}', ${literal(exampleOf(name).input)});`,
  };
}

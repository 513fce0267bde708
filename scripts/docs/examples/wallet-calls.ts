import type { NamedOperation } from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { literal } from './curl.ts';

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

/** An action of the relay. Ids of the customer come from the session, and not from the browser. */
interface ActionForm {
  readonly name: string;
  readonly fields: Readonly<Record<string, string>>;
  /** What `run` takes. */
  readonly context: string;
  /** The fields of the call. */
  readonly call: string;
}

/** The operations that are an action of the relay. */
const actions: Readonly<Record<string, ActionForm>> = {
  'cards.update': {
    name: 'updateCard',
    fields: { id: 'z.string()', state: "z.enum(['ACTIVE', 'FROZEN'])" },
    context: 'input',
    call: 'id: input.id, state: input.state',
  },
  'internalAccounts.update': {
    name: 'updateAccount',
    fields: { privateEnabled: 'z.boolean()' },
    context: 'input, accountId',
    call: 'id: accountId, privateEnabled: input.privateEnabled',
  },
  'customers.update': {
    name: 'updateContact',
    fields: { email: 'z.string()' },
    context: 'input, user',
    call: 'customerId: user.customerId, email: input.email',
  },
  'quotes.execute': {
    name: 'executeQuote',
    fields: { quoteId: 'z.string()' },
    context: 'input',
    call: 'quoteId: input.quoteId',
  },
};

/**
 * The form of an operation that goes through the relay; undefined if the wallet is not involved,
 * because the operation is neither signed nor about credentials and sessions.
 */
export function walletForm({ name }: NamedOperation): WalletForm | undefined {
  const browser = builtIn[name];
  if (browser !== undefined) return { browser };
  const form = actions[name];
  if (form === undefined) return undefined;
  const { name: action, fields, context, call } = form;
  const schema = Object.entries(fields).map(([field, type]) => `${field}: ${type}`);
  const example = Object.entries(exampleOf(name).input as object);
  const input = Object.fromEntries(example.filter(([field]) => field in fields));
  return {
    action: `// In the relay's \`actions\`\n${action}: {\n  input: z.object({ ${schema.join(', ')} }),\n  run: ({ ${context} }) => payments.${name}.begin({ ${call} }),\n},`,
    browser: `const result = await wallet.run('${action}', ${literal(input)});`,
  };
}

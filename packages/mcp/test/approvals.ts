import {
  agentPermissions,
  type Fields,
  type NamedOperation,
  needsApproval,
  operations,
} from '@org/payments-contract';
import { exampleOf } from '@org/payments-contract/examples';
import { createPaymentsMcp, type PaymentsMcp } from '@org/payments-mcp';
import { createAuthenticator } from '@org/payments-mock/testing';
import { possibleWrites } from '../src/tools/offered.ts';
import { addFrida, stage } from './stage.ts';

const platformWrites = new Set<string>(possibleWrites({ canSign: true, canUpload: false }));
/** The operations that a person approves, in at least some calls. */
export const approvedOperations = operations().filter(
  ({ name, row }) =>
    needsApproval(row.risk) &&
    (row.auth === 'agent' || platformWrites.has(name)) &&
    // A quote moves money only if it is executed at once, which a tool does not accept.
    !name.endsWith('quotes.create'),
);

/** What makes the example of an operation one that a person approves, where only some inputs are. */
const risky: Readonly<Record<string, Fields>> = {
  'agents.update': { isPaused: false },
  'cards.update': { state: 'CLOSED' },
  'customers.create': { kycStatus: 'APPROVED' },
  'customers.update': { email: undefined, phoneNumber: '+14155550199' },
  'invitations.create': { amountToSend: 5_00 },
  'scaLogin.complete': { endUserIpAddress: '203.0.113.7' },
  'scaLogin.recordEvent': { eventType: 'RESET_PASSWORD_COMPLETED' },
};

/** A customer who has to confirm payments, with a passkey that is being reset. */
async function guardedCustomer({ mock, payments, quoteOf }: ReturnType<typeof stage>) {
  const { id: customerId } = mock.add.customer({ region: 'DE', phoneNumber: '+4915112345678' });
  const code = '123456';
  const { challengeId } = await payments.scaLogin.start({ customerId, factor: 'SMS_OTP' });
  const endUserIpAddress = '203.0.113.7';
  const login = { customerId, factor: 'SMS_OTP', endUserIpAddress, challengeId, code } as const;
  await payments.scaLogin.complete(login);
  const passkey = { customerId, type: 'PASSKEY' } as const;
  const begun = await payments.scaFactors.startEnrollment(passkey);
  const { options } = begun as { readonly options: object };
  const { credentialId, ...made } = await createAuthenticator().register(
    options as { challenge: string },
  );
  const response = { ...made, clientDataJSON: made.clientDataJson };
  const proof = { origin: 'http://localhost:3000', credential: { id: credentialId, response } };
  await payments.scaFactors.confirmEnrollment({ ...passkey, ...proof });
  const { resetId } = await payments.scaFactors.startReset({ customerId, factor: 'PASSKEY' });
  const { id: accountId } = mock.add.internalAccount({ customerId, available: 500_00 });
  const quote = quoteOf(100_00, addFrida(mock, customerId), accountId);
  const { id: quoteId } = await payments.quotes.create(quote);
  await payments.quotes.execute({ quoteId });
  return { customerId, credentialId, resetId, quoteId };
}

/** A world with a resource of each kind, and how the service names it. */
export async function approvalWorld() {
  const setting = stage({ strongAuthenticationRegions: ['DE'] });
  const { mock, payments, agent, agentId, customerId, accountId, payTo, transfer } = setting;
  mock.add.customer({ umaAddress: '$ada@example.com', fullName: 'Ada Lovelace' });
  const promise = { inviterUma: '$ada@example.com', amountToSend: 5_00 };
  const invitation = await payments.invitations.create(promise);
  const wallet = mock.add.internalAccount({ customerId, type: 'EMBEDDED_WALLET' });
  const credential = mock.add.credential({ accountId: wallet.id, nickname: 'Phone of Ada' });
  const { session } = await mock.add.session({ accountId: wallet.id, authMethodId: credential.id });
  const card = mock.add.card({ cardholderId: customerId });
  const document = mock.add.document({ documentHolder: customerId, fileName: 'deed.pdf' });
  const coin = mock.add.stablecoin({ symbol: 'ACMEUSD', decimals: 6 });
  const key = mock.add.delegatedKey({ cardId: card.id, nickname: 'Groceries' });
  const token = await payments.tokens.create({ name: 'Ledger', permissions: ['VIEW'] });
  const asked = { ...setting.quoteOf(100_00), lockedCurrencySide: 'RECEIVING' } as const;
  const quote = await payments.quotes.create(asked);
  const agentQuote = await agent.quotes.create(asked);
  const transaction = mock.add.transaction({ customerId, status: 'PENDING' });
  await payments.agents.updatePolicy({
    agentId,
    permissions: [...agentPermissions],
    defaultExecutionMode: 'APPROVAL_REQUIRED',
  });
  const action = await agent.transfers.createOut({ ...transfer, amount: 20_00 });
  const guarded = await guardedCustomer(setting);
  const known: Readonly<Record<string, readonly [id: string, shown: string]>> = {
    Customer: [customerId, '"Customer 1"'],
    InternalAccount: [accountId, '1,000.00 USD'],
    ExternalAccount: [payTo, '"Grace Hopper"'],
    Agent: [agentId, '"Agent 1"'],
    AgentAction: [action.id, '20.00 USD'],
    Card: [card.id, `ending ${card.last4}`],
    AuthMethod: [credential.id, '"Phone of Ada"'],
    Session: [session.id, '"Phone of Ada"'],
    Document: [document.id, '"deed.pdf"'],
    Stablecoin: [coin.id, '"ACMEUSD"'],
    DelegatedKey: [key.id, '"Groceries"'],
    Token: [token.id, '"Ledger"'],
    Quote: [quote.id, '100.00 USD'],
    Invitation: [invitation.code, '"Ada Lovelace"'],
    Transaction: [transaction.id, '10.00 USD'],
    ScaFactor: [guarded.credentialId, 'PASSKEY'],
    ScaReset: [guarded.resetId, 'PASSKEY'],
  };
  return { ...setting, known, guarded, agentQuote };
}

type World = Awaited<ReturnType<typeof approvalWorld>>;

/** An example whose ids are those of the world. */
function inWorld(value: unknown, known: World['known']): unknown {
  if (typeof value === 'string') {
    return known[/^([A-Z]\w+):/.exec(value)?.[1] ?? '']?.[0] ?? value;
  }
  if (Array.isArray(value)) return value.map((one) => inWorld(one, known));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, inWorld(one, known)]);
  return Object.fromEntries(entries);
}

/** A call of the operation about which a person is asked. */
export function callOf(
  { name, row }: NamedOperation,
  { known, guarded, agentQuote }: World,
): Fields {
  const example = inWorld(exampleOf(name).input, known) as Fields;
  const others = {
    tokenId: known.Token?.[0],
    inviterUma: '$ada@example.com',
    invitationCode: known.Invitation?.[0],
    ...((name.startsWith('sca') || name === 'quotes.authorize') && guarded),
    ...(row.auth === 'agent' && { quoteId: agentQuote.id }),
  };
  const own = Object.entries(others).filter(([field]) => field in example);
  const key = row.retry === 'keyed' && { idempotencyKey: 'key-1' };
  const input = { ...example, ...Object.fromEntries(own), ...key, ...risky[name] };
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
}

/** The server that offers an operation: a platform's with all writes, or an agent's. */
export function serverFor(
  { row }: NamedOperation,
  { payments, agent }: World,
  pageOnly = false,
): PaymentsMcp {
  if (row.auth === 'agent') return createPaymentsMcp({ agent, pageOnly });
  return createPaymentsMcp({
    platform: payments,
    allowWrites: true,
    permissions: ['VIEW', 'TRANSACT', 'MANAGE'],
    signingLink: () => 'https://wallet.example.com/sign',
    pageOnly,
  });
}

import { agentScene } from '../support/agents.ts';
import { cardScene } from '../support/cards.ts';
import { payer } from '../support/payers.ts';
import { invalid, type Statement, updatedCard, updatedCustomer } from './statement.ts';

const text = { description: 'Prizes' };

function otherNeedsText(field: string, description: string, value: unknown): Statement {
  return {
    source: 'Specification 2, individual customer fields',
    rule: `${description} is required when ${field} includes OTHER`,
    accepted: (lab) => updatedCustomer(lab, { [field]: value, [description]: text.description }),
    refused: (lab) => updatedCustomer(lab, { [field]: value }),
    as: invalid(description),
    about: [`customers.update ${description}`],
  };
}

/** Statements on customers, cards, agents and lists. */
export const accountStatements: readonly Statement[] = [
  otherNeedsText('sourceOfFundsCategories', 'sourceOfFundsOtherDescription', ['OTHER']),
  otherNeedsText('sourceOfWealthCategories', 'sourceOfWealthOtherDescription', ['OTHER']),
  otherNeedsText('purposeOfAccount', 'purposeOfAccountOtherDescription', 'OTHER'),
  {
    source: 'Specification 2, Customer, taxIdCountryOfIssuance',
    rule: 'the country of issuance is required when the tax id is not from the US',
    accepted: (lab) =>
      updatedCustomer(lab, { taxIdType: 'NON_US_TAX_ID', taxIdCountryOfIssuance: 'DE' }),
    refused: (lab) => updatedCustomer(lab, { taxIdType: 'NON_US_TAX_ID' }),
    as: invalid('taxIdCountryOfIssuance'),
    about: ['customers.update taxIdCountryOfIssuance'],
  },
  {
    source: 'Specification 2, individual customer fields',
    rule: 'an SSN must be written ###-##-####',
    accepted: (lab) => updatedCustomer(lab, { taxIdType: 'SSN', taxIdentifier: '123-45-6789' }),
    refused: (lab) => updatedCustomer(lab, { taxIdType: 'SSN', taxIdentifier: '123456789' }),
    as: invalid('taxIdentifier'),
  },
  {
    source: 'Specification 2, Customer, phoneNumber',
    rule: 'a phone number must be strict E.164',
    accepted: (lab) => updatedCustomer(lab, { phoneNumber: '+15550123' }),
    refused: (lab) => updatedCustomer(lab, { phoneNumber: '+05550123' }),
    as: invalid('phoneNumber'),
  },
  {
    source: 'Specification 4, PATCH /customers/{customerId}, rule 2',
    rule: 'e-mail and phone number must be updated in separate calls',
    accepted: (lab) => updatedCustomer(lab, { email: 'ada@example.org' }),
    refused: (lab) => updatedCustomer(lab, { email: 'a@example.org', phoneNumber: '+15550123' }),
    as: invalid('phoneNumber'),
    about: ['customers.update email'],
  },
  {
    source: 'Specification 2, individual customer fields',
    rule: 'a list of currencies with one that is not supported is refused',
    accepted: (lab) => updatedCustomer(lab, { currencies: ['USD'] }),
    refused: (lab) => updatedCustomer(lab, { currencies: ['USD', 'XXX'] }),
    as: invalid('currencies.1'),
  },
  {
    source: 'Specification 4, PATCH /cards/{id}, body',
    rule: 'a card update must have at least one of state and fundingSources',
    accepted: (lab) => updatedCard(lab, { state: 'FROZEN' }),
    refused: (lab) => updatedCard(lab, {}),
    as: invalid('body'),
  },
  {
    source: 'Specification 8, card funding sources',
    rule: 'a card must keep at least one funding source',
    accepted: (lab) => updatedCard(lab, { state: 'FROZEN' }),
    refused: (lab) => updatedCard(lab, { fundingSources: [] }),
    as: invalid('fundingSources'),
  },
  {
    source: 'Specification 4, PATCH /cards/{id}, rule 2',
    rule: 'a funding source must belong to the cardholder',
    accepted(lab) {
      const { account, card } = cardScene(lab);
      const { customerId = '' } = account;
      const own = lab.mock.add.internalAccount({ customerId: customerId as 'Customer:1' });
      return lab.send('PATCH', `/cards/${card.id}`, { fundingSources: [own.id] });
    },
    refused(lab) {
      const { card } = cardScene(lab);
      const foreign = lab.mock.add.wallet().account;
      return lab.send('PATCH', `/cards/${card.id}`, { fundingSources: [foreign.id] });
    },
    as: invalid('fundingSources.0'),
  },
  {
    source: 'Specification 4, PATCH /cards/{id}, rule 3',
    rule: 'CLOSED must not be combined with fundingSources',
    accepted: (lab) => updatedCard(lab, { state: 'CLOSED' }),
    refused(lab) {
      const { account, card } = cardScene(lab);
      const both = { state: 'CLOSED', fundingSources: [account.id] };
      return lab.send('PATCH', `/cards/${card.id}`, both);
    },
    as: [400, 'INVALID_INPUT'],
    about: ['cards.update state'],
  },
  {
    source: 'Specification 3, Card state',
    rule: 'only ACTIVE and FROZEN cards change their state',
    accepted: (lab) => updatedCard(lab, { state: 'ACTIVE' }, 'FROZEN'),
    refused: (lab) => updatedCard(lab, { state: 'ACTIVE' }, 'CLOSED'),
    as: [409, 'INVALID_STATE_TRANSITION'],
  },
  {
    source: 'Specification 4, PATCH /agents/{agentId}',
    rule: 'an agent update must have at least one field',
    accepted: (lab) => lab.send('PATCH', agentScene(lab).path, { name: 'Clerk' }),
    refused: (lab) => lab.send('PATCH', agentScene(lab).path, {}),
    as: invalid('body'),
  },
  {
    source: 'Specification 2, Agent, isPaused',
    rule: 'only an agent that is not paused starts a payment',
    accepted: (lab) => agentScene(lab).out(100),
    async refused(lab) {
      const scene = agentScene(lab);
      await scene.setPaused(true);
      return scene.out(100);
    },
    as: [403, 'FORBIDDEN'],
    about: ['agents.update'],
  },
  {
    source: 'Specification 4, GET /agents/me/transactions; 5, schemes',
    rule: "an agent's operations must be called with its own token",
    accepted: (lab) => agentScene(lab).asAgent('GET', '/transactions'),
    refused: (lab) => lab.send('GET', '/agents/me/transactions'),
    as: [401, 'UNAUTHORIZED'],
  },
  {
    source: 'Specification 8, page size',
    rule: 'a page must have at most 100 items',
    accepted: (lab) => lab.send('GET', '/documents?limit=100'),
    refused: (lab) => lab.send('GET', '/documents?limit=101'),
    as: invalid('limit'),
  },
  {
    source: 'Specification 4, POST /verifications',
    rule: 'a verification must name its customer',
    accepted: (lab) =>
      lab.send('POST', '/verifications', {
        customerId: lab.mock.add.customer({ kycStatus: 'UNVERIFIED' }).id,
      }),
    refused: (lab) => lab.send('POST', '/verifications', {}),
    as: invalid('customerId'),
  },
  {
    source: 'Specification 4, POST /customers/{customerId}/kyc-link',
    rule: 'redirectUri must start with https://, or http:// for local development',
    accepted: (lab) =>
      lab.send('POST', `/customers/${lab.mock.add.customer().id}/kyc-link`, {
        redirectUri: 'http://localhost:3000/done',
      }),
    refused: (lab) =>
      lab.send('POST', `/customers/${lab.mock.add.customer().id}/kyc-link`, {
        redirectUri: 'http://example.com',
      }),
    as: invalid('redirectUri'),
  },
  {
    source: 'Reference, quotes.create, lockedCurrencyAmount',
    rule: 'a quote must lock at most 9,000,000,000,000,000 units',
    accepted: (lab) => payer(lab).ask({ lockedCurrencyAmount: 10_000 }),
    refused: (lab) => payer(lab).ask({ lockedCurrencyAmount: 9_000_000_000_000_001 }),
    as: invalid('lockedCurrencyAmount'),
  },
  {
    source: 'Reference, quotes.create, remittanceInformation',
    rule: 'the remittance information must have at most 80 characters',
    accepted: (lab) => payer(lab).ask({ remittanceInformation: 'x'.repeat(80) }),
    refused: (lab) => payer(lab).ask({ remittanceInformation: 'x'.repeat(81) }),
    as: invalid('remittanceInformation'),
  },
  {
    source: 'Reference, quotes.create, source.cryptoNetwork',
    rule: 'a network is required when the funds arrive in a currency that is on several',
    accepted: (lab) =>
      payer(lab).ask({
        source: { sourceType: 'REALTIME_FUNDING', currency: 'USDC', cryptoNetwork: 'BASE' },
        lockedCurrencyAmount: 50_000_000,
      }),
    refused: (lab) =>
      payer(lab).ask({ source: { sourceType: 'REALTIME_FUNDING', currency: 'USDC' } }),
    as: invalid('source.cryptoNetwork'),
  },
  {
    source: 'Reference, quotes.execute; Specification 3, Transaction status EXPIRED',
    rule: 'only a quote that has not expired is executed',
    async accepted(lab) {
      const scene = payer(lab);
      return scene.execute((await scene.quote()).id);
    },
    async refused(lab) {
      const scene = payer(lab);
      const { id } = await scene.quote();
      lab.mock.clock.advance({ minutes: 20 });
      return scene.execute(id);
    },
    as: [409, 'CONFLICT'],
    about: ['quotes.execute'],
  },
];

import { defaultOutcomes, type OutcomeTables, type QuoteOutcome } from '../src/options/outcomes.ts';
import { sandboxAddresses, sandboxValues } from '../src/options/sandbox-values.ts';

type Row<Name extends keyof OutcomeTables> = OutcomeTables[Name]['other'];

/** A table of outcomes: its heading, the value whose end counts, the column of results, and a row. */
type TableText<Name extends keyof OutcomeTables> = readonly [
  heading: string,
  value: string,
  result: string,
  text: (row: Row<Name>) => string,
];

const code = (text: string) => `\`${text}\``;
const because = (reason: string | undefined) => (reason === undefined ? '' : ` (${code(reason)})`);

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 120 ? `${seconds} seconds` : `${seconds / 60} minutes`;
}

/** A status at once, or after a time in another one. */
function reached(status: string, after = 0, before = 'PENDING'): string {
  return after === 0
    ? `${code(status)} at once`
    : `${code(before)} for ${duration(after)}, then ${code(status)}`;
}

function quoteText({ status, after, returnedAfter, failureReason, refund }: QuoteOutcome): string {
  return [
    reached(status, after, 'PROCESSING'),
    returnedAfter === undefined ? '' : `, ${code('FAILED')} after ${duration(returnedAfter)}`,
    because(failureReason),
    refund && `; refund ${code(refund.status)} 30 seconds later (${code(refund.reason)})`,
  ].join('');
}

const words: Readonly<Record<string, string>> = {
  APPROVED: 'approved, and its funds pulled',
  PULL_DELAYED: 'approved, and its funds pulled after 30 seconds',
  PULL_FAILED: `approved, then ${code('EXCEPTION')}: its funds cannot be pulled`,
  BOUND: 'bound',
  NO_BALANCE: `400 ${code('INVALID_INPUT')}: it has no balance`,
  ACCOUNT_CLOSED: `400 ${code('INVALID_INPUT')}: it is closed`,
};

const check = (row: string) => (row === 'PENDING' ? `stays ${code(row)}` : code(row));

/** The tables in the order of the page. A table without one does not compile. */
const tables: { readonly [Name in keyof OutcomeTables]: TableText<Name> } = {
  individual: [
    'Verification of a person',
    '`fullName`',
    '`kycStatus`, 30 seconds after `POST /verifications`',
    (row) =>
      check(row) + (row === 'PENDING' ? ': `PENDING_MANUAL_REVIEW` of the verification' : ''),
  ],
  business: [
    'Verification of a business',
    '`businessInfo.registrationNumber`',
    '`kybStatus`, 30 seconds after `POST /verifications`',
    check,
  ],
  beneficialOwner: [
    'Verification of a beneficial owner',
    '`personalInfo.lastName`',
    '`kybStatus` of the business: the worst of its own and its owners',
    check,
  ],
  document: [
    'Documents',
    '`documentNumber`',
    'The upload',
    (row) => (row === 'ACCEPTED' ? 'accepted' : `400 ${code(row)}`),
  ],
  transfer: [
    'Transfers in and out, mints and burns',
    'the number of the external account',
    'The payment',
    ({ status, after, failureReason }) => reached(status, after) + because(failureReason),
  ],
  quote: [
    'Quotes to an external account',
    'the number of the external account',
    'The payment, once the quote is executed',
    quoteText,
  ],
  beneficiaryName: [
    'Check of a payee’s name',
    'the number of the external account',
    '`beneficiaryVerificationStatus`',
    (row) => (row === 'INVALID' ? '400 `INVALID_BANK_ACCOUNT`: not created' : code(row)),
  ],
  cardIssue: [
    'Issued cards',
    '`platformCardId`, or the cardholder’s id without one',
    'The card',
    ({ state, after }) =>
      state === 'PENDING_ISSUE'
        ? `stays ${code(state)}`
        : reached(state, after, 'PENDING_ISSUE') +
          because(state === 'CLOSED' ? 'ISSUER_REJECTED' : undefined),
  ],
  fundingSource: [
    'Funding sources of a card',
    'the id of the internal account',
    'The account',
    (row) => words[row] ?? code(row),
  ],
  authorization: [
    'Uses of a card',
    '`merchant.descriptor` of a simulated authorization',
    'The use',
    (row) => words[row] ?? `declined: ${code(row)}`,
  ],
  stablecoinProvider: [
    'Accounts at providers of stablecoins',
    '`apiClientId`',
    'The link',
    (row) => (row === 'ACCEPTED' ? '`ACTIVE`' : '400 `STABLECOIN_PROVIDER_ACCOUNT_INVALID`'),
  ],
};

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** One table of suffixes. */
function section(name: keyof OutcomeTables): string {
  const [heading, value, result, text] = tables[name] as TableText<keyof OutcomeTables>;
  const { other, ...suffixes } = defaultOutcomes[name];
  const rows = Object.entries(suffixes)
    .sort(([one], [two]) => one.localeCompare(two))
    .map(([suffix, row]) => [/^\d+$/.test(suffix) ? code(suffix) : suffix, text(row as never)]);
  return `## ${heading}

By the end of ${value}. Option: \`outcomes.${name}\`.

${table(['Ends in', result], [...rows, ['any other', text(other as never)]])}`;
}

/** The page of the values that decide what happens in the sandbox. */
export function sandboxValuesPage(): string {
  const { otpDigit, contactCode, signature, passkeySignature } = sandboxValues;
  const addresses = Object.entries(sandboxAddresses).map(([local, { currency, outcome }]) => [
    `\`$${local}@…\``,
    currency,
    quoteText(outcome),
  ]);
  return `# Sandbox values

In the sandbox, and in the mock, the last three characters of a value decide how something ends: a test pays to the account \`…002\` and sees the payment fail. Of a value with a domain, such as \`$ada002@example.com\`, the part before the \`@\` counts. Times are those of the mock’s clock: \`mock.clock.advance({ seconds: 30 })\`. None of this has a meaning in production.

A test replaces a whole table: \`createMock({ outcomes: { individual: { other: 'REJECTED' } } })\`.

${Object.keys(tables)
  .map((name) => section(name as keyof OutcomeTables))
  .join('\n\n')}

## UMA addresses

At any domain. A payment from such an address, which \`POST /sandbox/uma/receive\` simulates, ends in the same status after its approval, without a refund.

${table(['Address', 'Receives', 'A payment to it'], addresses)}

## Codes and signatures

A mock with \`strict: true\` refuses the two signatures, and \`123456\` for an authenticator app.

| Value | Stands for |
| --- | --- |
| \`${otpDigit.repeat(6)}\` | a code by e-mail or text message of a wallet’s credential: as many zeros as \`otpLength\` says. Codes with letters are in the outbox |
| \`${contactCode}\` | a code that proves an e-mail address or a phone number, and every code of strong authentication |
| \`${signature}\` | the stamp of a signed retry, and the signature that proves who owns an external account |
| \`${passkeySignature}\` | \`signature\` of a passkey’s assertion |

## Amounts of a card

| Simulation | Result |
| --- | --- |
| a clearing of 0 | the use ends, and its funds are released |
| a clearing above the authorized amount | the rest is pulled then |
| a return of all that was settled | \`REFUNDED\` |
| a return of a part | stays \`SETTLED\` |
`;
}

import {
  defaultOutcomes,
  type IssueOutcome,
  type OutcomeTables,
  type QuoteOutcome,
  type TransferOutcome,
} from '../../src/options/outcomes.ts';
import { sandboxAddresses, sandboxValues } from '../../src/options/sandbox-values.ts';

type Row<Name extends keyof OutcomeTables> = OutcomeTables[Name]['other'];

/** How a table is introduced, and how its rows read. */
interface TableText<Name extends keyof OutcomeTables> {
  readonly heading: string;
  /** The value whose end counts. */
  readonly value: string;
  /** The column of results. */
  readonly result: string;
  readonly text: (row: Row<Name>) => string;
}

function duration(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return seconds < 120 ? `${seconds} seconds` : `${seconds / 60} minutes`;
}

const code = (text: string) => `\`${text}\``;
const because = (reason: string | undefined) => (reason === undefined ? '' : ` (${code(reason)})`);

/** A status at once, or after a time in another one. */
function reached(status: string, after: number | undefined, before: string): string {
  if (after === undefined || after === 0) return `${code(status)} at once`;
  return `${code(before)} for ${duration(after)}, then ${code(status)}`;
}

function transferText({ status, after, failureReason }: TransferOutcome): string {
  return `${reached(status, after, 'PENDING')}${because(failureReason)}`;
}

function quoteText({ status, after, returnedAfter, failureReason, refund }: QuoteOutcome): string {
  const returned =
    returnedAfter === undefined ? '' : `, ${code('FAILED')} after ${duration(returnedAfter)}`;
  const end =
    refund === undefined
      ? ''
      : `; refund ${code(refund.status)} 30 seconds later (${code(refund.reason)})`;
  return `${reached(status, after, 'PROCESSING')}${returned}${because(failureReason)}${end}`;
}

function issueText({ state, after }: IssueOutcome): string {
  if (state === 'PENDING_ISSUE') return `stays ${code(state)}`;
  const reason = state === 'CLOSED' ? because('ISSUER_REJECTED') : '';
  return `${reached(state, after, 'PENDING_ISSUE')}${reason}`;
}

const uses: Readonly<Record<string, string>> = {
  APPROVED: 'approved, and its funds pulled',
  PULL_DELAYED: 'approved, and its funds pulled after 30 seconds',
  PULL_FAILED: `approved, then ${code('EXCEPTION')}: its funds cannot be pulled`,
};

const sources: Readonly<Record<string, string>> = {
  BOUND: 'bound',
  NO_BALANCE: `400 ${code('INVALID_INPUT')}: it has no balance`,
  ACCOUNT_CLOSED: `400 ${code('INVALID_INPUT')}: it is closed`,
};

const check = (row: string) => (row === 'PENDING' ? `stays ${code(row)}` : code(row));

/** The tables in the order of the page. A table without one does not compile. */
const tables: { readonly [Name in keyof OutcomeTables]: TableText<Name> } = {
  individual: {
    heading: 'Verification of a person',
    value: '`fullName`',
    result: '`kycStatus`, 30 seconds after `POST /verifications`',
    text: (row) =>
      row === 'PENDING'
        ? 'stays `PENDING`: `PENDING_MANUAL_REVIEW` of the verification'
        : code(row),
  },
  business: {
    heading: 'Verification of a business',
    value: '`businessInfo.registrationNumber`',
    result: '`kybStatus`, 30 seconds after `POST /verifications`',
    text: check,
  },
  beneficialOwner: {
    heading: 'Verification of a beneficial owner',
    value: '`personalInfo.lastName`',
    result: '`kybStatus` of the business: the worst of its own and its owners',
    text: check,
  },
  document: {
    heading: 'Documents',
    value: '`documentNumber`',
    result: 'The upload',
    text: (row) => (row === 'ACCEPTED' ? 'accepted' : `400 ${code(row)}`),
  },
  transfer: {
    heading: 'Transfers in and out, mints and burns',
    value: 'the number of the external account',
    result: 'The payment',
    text: transferText,
  },
  quote: {
    heading: 'Quotes to an external account',
    value: 'the number of the external account',
    result: 'The payment, once the quote is executed',
    text: quoteText,
  },
  beneficiaryName: {
    heading: 'Check of a payee’s name',
    value: 'the number of the external account',
    result: '`beneficiaryVerificationStatus`',
    text: (row) => (row === 'INVALID' ? '400 `INVALID_BANK_ACCOUNT`: not created' : code(row)),
  },
  cardIssue: {
    heading: 'Issued cards',
    value: '`platformCardId`, or the cardholder’s id without one',
    result: 'The card',
    text: issueText,
  },
  fundingSource: {
    heading: 'Funding sources of a card',
    value: 'the id of the internal account',
    result: 'The account',
    text: (row) => sources[row] ?? code(row),
  },
  authorization: {
    heading: 'Uses of a card',
    value: '`merchant.descriptor` of a simulated authorization',
    result: 'The use',
    text: (row) => uses[row] ?? `declined: ${code(row)}`,
  },
  stablecoinProvider: {
    heading: 'Accounts at providers of stablecoins',
    value: '`apiClientId`',
    result: 'The link',
    text: (row) => (row === 'ACCEPTED' ? '`ACTIVE`' : '400 `STABLECOIN_PROVIDER_ACCOUNT_INVALID`'),
  },
};

/** One table of suffixes. */
function section(name: keyof OutcomeTables): string {
  const { heading, value, result, text } = tables[name] as TableText<keyof OutcomeTables>;
  const { other, ...suffixes } = defaultOutcomes[name];
  const rows = [
    ...Object.entries(suffixes).sort(([one], [two]) => one.localeCompare(two)),
    ['any other', other] as const,
  ].map(([suffix, row]) => {
    const ends = /^\d+$/.test(suffix) ? code(suffix) : suffix;
    return `| ${ends} | ${text(row as never)} |`;
  });
  return [
    `## ${heading}`,
    '',
    `By the end of ${value}. Option: \`outcomes.${name}\`.`,
    '',
    `| Ends in | ${result} |`,
    '|---|---|',
    ...rows,
  ].join('\n');
}

function addresses(): string {
  const rows = Object.entries(sandboxAddresses).map(
    ([local, { currency, outcome }]) => `| \`$${local}@…\` | ${currency} | ${quoteText(outcome)} |`,
  );
  return [
    '## UMA addresses',
    '',
    'At any domain. A payment from such an address, which `POST /sandbox/uma/receive` simulates, ends in the same status after its approval, without a refund.',
    '',
    '| Address | Receives | A payment to it |',
    '|---|---|---|',
    ...rows,
  ].join('\n');
}

function literals(): string {
  const { otpDigit, contactCode, signature, passkeySignature } = sandboxValues;
  const rows = [
    [
      otpDigit.repeat(6),
      'a code by e-mail or text message of a wallet’s credential: as many zeros as `otpLength` says. Codes with letters are in the outbox',
    ],
    [
      contactCode,
      'a code that proves an e-mail address or a phone number, and every code of strong authentication',
    ],
    [
      signature,
      'the stamp of a signed retry, and the signature that proves who owns an external account',
    ],
    [passkeySignature, '`signature` of a passkey’s assertion'],
  ];
  return [
    '## Codes and signatures',
    '',
    'A mock with `strict: true` refuses the two signatures, and `123456` for an authenticator app.',
    '',
    '| Value | Stands for |',
    '|---|---|',
    ...rows.map(([value = '', meaning]) => `| ${code(value)} | ${meaning} |`),
  ].join('\n');
}

/** The page of the values that decide what happens in the sandbox. */
export function sandboxValuesPage(): string {
  return [
    '# Sandbox values',
    '',
    'In the sandbox, and in the mock, the last three characters of a value decide how something ends: a test pays to the account `…002` and sees the payment fail. Of a value with a domain, such as `$ada002@example.com`, the part before the `@` counts. Times are those of the mock’s clock: `mock.clock.advance({ seconds: 30 })`. None of this has a meaning in production.',
    '',
    "A test replaces a whole table: `createMock({ outcomes: { individual: { other: 'REJECTED' } } })`.",
    '',
    ...(Object.keys(tables) as (keyof OutcomeTables)[]).flatMap((name) => [section(name), '']),
    addresses(),
    '',
    literals(),
    '',
    '## Amounts of a card',
    '',
    '| Simulation | Result |',
    '|---|---|',
    '| a clearing of 0 | the use ends, and its funds are released |',
    '| a clearing above the authorized amount | the rest is pulled then |',
    '| a return of all that was settled | `REFUNDED` |',
    '| a return of a part | stays `SETTLED` |',
    '',
  ].join('\n');
}

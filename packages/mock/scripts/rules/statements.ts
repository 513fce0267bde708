/** Rules that belong together, each with its number and what it says. */
export interface RuleGroup {
  readonly title: string;
  readonly rules: Readonly<Record<number, string>>;
}

/** Every rule the mock enforces, in one line each. */
export const ruleGroups: readonly RuleGroup[] = [
  {
    title: 'Envelope and access',
    rules: {
      1: 'Every path lives below a base that ends in the version of the API; any other is 404.',
      2: 'Errors, ids, times and money have one form everywhere.',
      3: 'A 400 carries one of the 39 listed codes, and only `QUOTE_REQUEST_FAILED` may be retried.',
      4: 'One response names every invalid field, with one entry for each.',
      5: 'A 401 is `UNAUTHORIZED` and says at its top level, in `reason`, which check failed.',
      6: 'An unknown id is 404 and a failure of the mock itself is 500; every request gets a response.',
      7: 'Text that is not JSON, and a body of another type, are 400.',
      8: 'The platform calls with Basic credentials, agents with their bearer token; each is refused in place of the other.',
    },
  },
  {
    title: 'Signed retry',
    rules: {
      9: 'Leg 1 responds with 202 and a challenge, and changes nothing.',
      10: 'Bad bodies, missing resources and forbidden states are refused before a challenge exists.',
      11: 'The payload to sign binds the submitted fields, and challenges stand side by side.',
      12: 'Leg 2 with a good stamp, the same body and in time is applied once.',
      13: 'A request id is valid for one change; its repetition is 401.',
      14: 'One signature header without the other is 401.',
      15: 'A request id of another operation, resource or account, or of none, is 401.',
      16: 'Leg 2 must come before the challenge expires; at that instant it is too late.',
      17: 'Another body on leg 2 is 401 and leaves the challenge open for the right one.',
      18: 'A stamp that is not of the documented form is 401.',
      19: 'A stamp over anything but the exact payload is 401.',
      20: 'The key that stamps must be of a session of the account concerned.',
      21: 'The key of an expired or revoked session does not sign.',
      22: 'A leg 2 that fails leaves everything as it was.',
      23: 'The sandbox literal stands in for the stamp and for no other check.',
      24: 'Where no signature is due, the signature headers are ignored.',
    },
  },
  {
    title: 'Internal accounts',
    rules: {
      25: 'An account update needs a field of the right type; it is a signed change.',
      26: 'Wallet privacy exists on embedded wallets alone.',
      27: 'The balance leaves out what is held or pending, the total balance counts it.',
    },
  },
  {
    title: 'Credentials',
    rules: {
      28: "A new wallet has exactly one EMAIL_OTP credential, named after the customer's e-mail.",
      29: 'Registering a credential is 202, then 201.',
      30: 'Unknown types and missing fields are 400, an unknown account is 404.',
      31: 'An account has one EMAIL_OTP and one SMS_OTP credential at most.',
      32: 'The same passkey is registered once on an account; different ones are accepted.',
      33: 'A registration ceremony is really verified: challenge, type, origin, relying party, presence.',
      34: 'Only passkeys show a credential id, and the nickname follows from the type.',
      35: 'An OIDC token has three segments, the first two JSON; its signature is not checked.',
      36: 'Issuer, audience, subject and times of an OIDC token are checked, each with its own reason.',
      37: 'An OIDC identity is registered once on an account.',
    },
  },
  {
    title: 'Challenge and verify',
    rules: {
      38: 'A one-time code is delivered to the outbox only.',
      39: 'A passkey challenge binds the client key it was asked for with.',
      40: 'OAUTH has no challenge; an unknown credential is 404, a differing type 400.',
      41: 'The code `000000` is right, any other is 401 with `Invalid OTP code`.',
      42: 'A code is valid once, for a limited time, and only after a challenge.',
      43: 'A client key must be 04, 128 hex digits and a point of the curve.',
      44: 'A client key that was used before is logged, and refused in strict mode.',
      45: 'An OIDC sign-in must match the registered identity, and its nonce the client key.',
      46: 'A passkey sign-in must name an open challenge of this credential, by its request id.',
      47: 'Eight things can be wrong with an assertion; each has its own reason.',
      48: 'A client key in a passkey sign-in is ignored, and the user handle may be left out.',
      49: 'The sandbox literal stands in for the assertion and for no other check.',
      50: 'A sign-in opens a session whose sealed key opens with the client key and then signs.',
    },
  },
  {
    title: 'Sessions',
    rules: {
      51: 'The sealed key is shown once, and never in a list.',
      52: 'A refresh returns a new session, sealed to the client key of both legs.',
      53: 'Only the live session itself may refresh; signing in again works at any time.',
      54: 'Removing a session or a credential is a signed change and ends signing at once.',
    },
  },
  {
    title: 'Customers',
    rules: {
      55: 'An update that touches no contact tied to a wallet is done at once.',
      56: 'A changed e-mail or phone number that a credential depends on needs a signature.',
      57: 'E-mail and phone number change in separate requests.',
      58: 'The customer and all tied credentials change together, or none does.',
      59: "A session of any of the customer's wallets may sign, and no other.",
      60: 'Phone numbers, dates, countries, tax numbers and categories have their forms.',
      61: 'A foreign tax id needs its country, and `OTHER` its description.',
      62: 'The list of currencies is replaced as a whole and holds supported ones.',
      63: 'Contact verification exists for customers who need it; for others it is 409.',
    },
  },
  {
    title: 'Cards',
    rules: {
      64: 'A card update needs something to change, of the right form, on a card that exists.',
      65: 'Four of the fifteen pairs of states are moves; the others are 409 and change nothing.',
      66: 'A card is not closed and rebound in one request.',
      67: "Funding sources are the cardholder's own, in the card's currency, and replaced as a whole.",
      68: 'The reason of a state is set on closed cards and null on others.',
      69: 'A frozen card declines new authorizations; what was authorized before still settles and can be returned.',
      70: 'A card is virtual, takes its currency from its sources and shows no full number.',
    },
  },
  {
    title: 'Transactions, agents, lists',
    rules: {
      71: 'A payment is rejected once, with a reason or without.',
      72: 'What a transaction shows depends on its status and on who began it.',
      73: 'A page has 1 to 100 items, 20 where nothing is said.',
      74: 'Walking a list by its cursor returns each item once, also when items are added meanwhile.',
      75: "Lists have filters, and an agent sees its own customer's transactions only.",
      76: 'An agent is renamed, paused and resumed, and is connected once its code is redeemed.',
      77: 'A paused agent cannot start payments, and the limits of its policy hold until the clock resets them.',
    },
  },
  {
    title: 'Verification, KYC link, outcomes',
    rules: {
      78: 'A verification says what is missing, and is submitted again by the same call.',
      79: 'A business needs its identity, a control person, its large owners and its documents.',
      80: 'A KYC link is new with every call, unless the call repeats an idempotency key.',
      81: 'Suffixes of values decide the outcomes of the sandbox, by tables that can be replaced.',
      82: 'An exchange rate stays the same for about five minutes.',
    },
  },
  {
    title: 'The mock itself',
    rules: {
      83: 'The same calls with the same seed give the same bytes.',
      84: 'Snapshots, forks and resets leave no trace in each other, and memory is bounded.',
      85: 'Moving the clock passes every expiry.',
      86: 'A change whose response was lost stays, and its repetition is refused.',
      87: 'No response and no log line holds a secret it need not hold.',
      88: 'Every response is checked against the contract.',
      89: 'Operations that the specification only names exist and do what the reference says, such as the export of a wallet.',
    },
  },
  {
    title: 'Money',
    rules: {
      90: 'Every change of a balance is a double entry: for each currency, money in minus money out equals balances plus holds plus fees.',
      91: 'A hold ends with what it was for: a rejected, failed or expired payment returns its money.',
      92: 'No balance is ever negative, and what was settled can be returned after the rest expired.',
      93: 'Each change of state emits one event of its kind, delivered signed over its raw bytes and repeated on the clock: 30 minutes apart at most, for 7 days, until 2xx or 409, and once only for `TEST` and requests for approval.',
      94: 'A payment that arrives waits until the platform approves or rejects it, also by its response to `INCOMING_PAYMENT.PENDING`: 200 approves, 403 rejects, 422 asks for more, anything else and no response within 5 seconds postpones.',
      95: 'A quote expires, is executed once, and its amounts and fees are what its transaction carries.',
    },
  },
  {
    title: 'Uploads, API tokens and approvals',
    rules: {
      96: 'Uploads are parsed as multipart forms: a missing, empty, too large or wrong file and a broken body are 400 with the field.',
      97: 'An API token does what its permissions say, shows its secret once, and stops at once when it is deleted.',
      98: 'Payments that wait for approval count against the limits; those of a paused agent are not approved.',
    },
  },
  {
    title: 'Hostile input and mistakes of developers',
    rules: {
      99: 'A body of any depth up to the body limit gets a response of the service, never a reset; names such as `constructor` are data.',
      100: 'Typos of a developer are refused with the allowed values: units of time, kinds, legs, operations and fields of faults, options, and fields and values of fixtures.',
      101: 'A cursor belongs to the list and filter that returned it, elsewhere it is 400. A date that does not exist is 400.',
      102: 'The server responds to loopback names and allowed hosts only; off loopback its control API needs the printed token. A snapshot it returned can be restored, whatever its size.',
      103: 'A reset returns to the state the mock was made with, a seeded or demo world included.',
      104: 'Every declared error code can be reached, and every emitted one is declared.',
    },
  },
];

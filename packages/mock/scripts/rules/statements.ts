/** A group of rules, each with its number and its statement. */
export interface RuleGroup {
  readonly title: string;
  readonly rules: Readonly<Record<number, string>>;
}

/** Every rule the mock enforces, in one line each. */
export const ruleGroups: readonly RuleGroup[] = [
  {
    title: 'Envelope and access',
    rules: {
      1: 'Every path is below a base that ends in the version of the API; any other path is refused with 404.',
      2: 'Errors, ids, times and money have the same form everywhere.',
      3: 'A 400 carries one of the 39 listed codes, and only `QUOTE_REQUEST_FAILED` may be retried.',
      4: 'One response names every invalid field, with one entry for each.',
      5: 'A 401 has the code `UNAUTHORIZED` and names the failed check in its top-level `reason`.',
      6: 'An unknown id is refused with 404, a failure of the mock itself is a 500, and every request gets a response.',
      7: 'A body that is not JSON, or of another content type, is refused with 400.',
      8: 'The platform sends Basic credentials, agents send their bearer token; neither is accepted in place of the other.',
    },
  },
  {
    title: 'Signed retry',
    rules: {
      9: 'Leg 1 responds with 202 and a challenge, and changes nothing.',
      10: 'Invalid bodies, missing resources and forbidden states are refused before a challenge is issued.',
      11: 'The payload to sign binds the submitted fields, and several challenges can be open at once.',
      12: 'Leg 2 with a valid stamp and the same body, sent in time, is applied once.',
      13: 'A request id is valid for one change; a repeat is refused with 401.',
      14: 'One signature header without the other is refused with 401.',
      15: 'A request id that is unknown, or belongs to another operation, resource or account, is refused with 401.',
      16: 'Leg 2 must arrive before the challenge expires; at the instant of expiry it is too late.',
      17: 'A different body on leg 2 is refused with 401 and leaves the challenge open for the right one.',
      18: 'A stamp that does not have the documented form is refused with 401.',
      19: 'A stamp over anything but the exact payload is refused with 401.',
      20: 'The stamping key must belong to a session of the account concerned.',
      21: 'The key of an expired or revoked session does not sign.',
      22: 'A leg 2 that fails leaves everything as it was.',
      23: 'The sandbox literal stands in for the stamp and for no other check.',
      24: 'Signature headers are ignored if no signature is required.',
    },
  },
  {
    title: 'Internal accounts',
    rules: {
      25: 'An account update is a signed change and needs at least one field of the right type.',
      26: 'Only embedded wallets have wallet privacy.',
      27: 'The balance excludes held and pending funds; the total balance includes them.',
    },
  },
  {
    title: 'Credentials',
    rules: {
      28: "A new wallet has exactly one EMAIL_OTP credential, named after the customer's e-mail.",
      29: 'Registering a credential responds with 202, then 201.',
      30: 'Unknown types and missing fields are refused with 400, an unknown account with 404.',
      31: 'An account has at most one EMAIL_OTP and one SMS_OTP credential.',
      32: 'The same passkey is registered once on an account; different ones are accepted.',
      33: 'A registration ceremony is really verified: challenge, type, origin, relying party, presence.',
      34: 'Only passkeys show a credential id, and the nickname depends on the type.',
      35: 'An OIDC token has three segments, the first two JSON; its signature is not checked.',
      36: 'Issuer, audience, subject and times of an OIDC token are checked, each with its own reason.',
      37: 'An OIDC identity is registered once on an account.',
    },
  },
  {
    title: 'Challenge and verify',
    rules: {
      38: 'A one-time code is delivered to the outbox only.',
      39: 'A passkey challenge is bound to the client key with which it was requested.',
      40: 'OAUTH has no challenge; an unknown credential is refused with 404, a different type with 400.',
      41: 'The code `000000` is accepted; any other is refused with 401 and the reason `Invalid OTP code`.',
      42: 'A code is valid once, for a limited time, and only after a challenge.',
      43: 'A client key must be 04 and 128 hex digits, and a point of the curve.',
      44: 'A client key that was used before is logged, and refused in strict mode.',
      45: 'An OIDC sign-in must match the registered identity, and its nonce the client key.',
      46: 'A passkey sign-in must name an open challenge of this credential, by its request id.',
      47: 'Eight checks of an assertion can fail, each with its own reason.',
      48: 'A client key in a passkey sign-in is ignored, and the user handle may be left out.',
      49: 'The sandbox literal stands in for the assertion and for no other check.',
      50: 'A sign-in opens a session whose sealed key opens with the client key and then signs.',
    },
  },
  {
    title: 'Sessions',
    rules: {
      51: 'The sealed key is shown once, and never in a list.',
      52: 'A refresh returns a new session, sealed to the client key that both legs carry.',
      53: 'Only the live session itself may refresh; signing in again works at any time.',
      54: 'Removing a session or a credential is a signed change and ends signing at once.',
    },
  },
  {
    title: 'Customers',
    rules: {
      55: 'An update that changes no contact tied to a wallet is applied at once.',
      56: 'A changed e-mail or phone number that a credential depends on needs a signature.',
      57: 'E-mail and phone number change in separate requests.',
      58: 'The customer and all tied credentials change together, or not at all.',
      59: "A session of any of the customer's wallets may sign, and no other.",
      60: 'Phone numbers, dates, countries, tax numbers and categories must have their documented forms.',
      61: 'A foreign tax id needs its country, and `OTHER` needs a description.',
      62: 'The list of currencies is replaced as a whole and can contain supported ones only.',
      63: 'Contact verification is for customers who need it; for others it is refused with 409.',
    },
  },
  {
    title: 'Cards',
    rules: {
      64: 'A card update needs at least one valid field and an existing card.',
      65: 'Four of the fifteen pairs of states are allowed transitions; the others are refused with 409 and change nothing.',
      66: 'One request cannot both close a card and replace its funding sources.',
      67: "Funding sources must be the cardholder's own and in the card's currency, and are replaced as a whole.",
      68: '`stateReason` is set on closed cards and null on others.',
      69: 'A frozen card declines new authorizations; what was authorized before still settles and can be returned.',
      70: 'A card is virtual, takes its currency from its sources and shows no full number.',
    },
  },
  {
    title: 'Transactions, agents, lists',
    rules: {
      71: 'A payment is rejected once, with or without a reason.',
      72: "A transaction's fields depend on its status and on who started it.",
      73: 'A page has 1 to 100 items, 20 by default.',
      74: 'Walking a list by its cursor returns each item once, also when items are added meanwhile.',
      75: "Lists have filters, and an agent sees its own customer's transactions only.",
      76: 'An agent can be renamed, paused and resumed, and is connected once its device code is redeemed.',
      77: 'A paused agent cannot start payments, and the limits of its policy hold until the clock resets them.',
    },
  },
  {
    title: 'Verification, KYC link, outcomes',
    rules: {
      78: 'A verification lists what is missing, and the same call submits it again.',
      79: 'A business needs its identity, a control person, its large owners and its documents.',
      80: 'Every call creates a new KYC link, unless it repeats an idempotency key.',
      81: 'Suffixes of values decide the outcomes of the sandbox, by tables that can be replaced.',
      82: 'An exchange rate stays the same for about five minutes.',
    },
  },
  {
    title: 'The mock itself',
    rules: {
      83: 'The same calls with the same seed produce the same bytes.',
      84: 'Snapshots, forks and resets do not affect each other, and memory is bounded.',
      85: 'Moving the clock passes every expiry.',
      86: 'A change whose response was lost stays applied, and a repeat is refused.',
      87: 'Responses and log lines contain only the secrets they must contain.',
      88: 'Every response is checked against the contract.',
      89: 'Operations that the specification only names, such as the export of a wallet, behave as the reference describes.',
    },
  },
  {
    title: 'Money',
    rules: {
      90: 'Every change of a balance is a double entry: for each currency, money in minus money out equals balances plus holds plus fees.',
      91: 'A hold ends together with its purpose: a rejected, failed or expired payment returns its money.',
      92: 'No balance is ever negative, and a settled amount can be returned after the rest expired.',
      93: 'Each change of state emits one event of its kind. Deliveries are signed over the raw bytes and retried on the clock, at most 30 minutes apart, for 7 days, until 2xx or 409; `TEST` and requests for approval are delivered once.',
      94: 'An incoming payment waits until the platform approves or rejects it, by request or by the response to `INCOMING_PAYMENT.PENDING`: 200 approves, 403 rejects, 422 asks for more information; any other response, or none within 5 seconds, postpones the decision. A transfer that the platform itself requested is not announced as pending and does not wait for a decision.',
      95: 'A quote expires, is executed once, and passes its amounts and fees on to its transaction.',
    },
  },
  {
    title: 'Uploads, API tokens and approvals',
    rules: {
      96: "Uploads are parsed as multipart forms: a missing, empty, too large or wrong file and a broken body are refused with 400 and the field's name.",
      97: 'An API token can do what its permissions allow, shows its secret once, and stops working at once when it is deleted.',
      98: 'Payments that wait for approval count against the limits; those of a paused agent are not approved.',
    },
  },
  {
    title: "Hostile input and developers' mistakes",
    rules: {
      99: 'A body of any depth up to the body limit gets a regular response, never a reset; names such as `constructor` are treated as data.',
      100: "A developer's typos are refused with the allowed values: units of time, kinds, legs, operations and fields of faults, options, and fields and values of fixtures.",
      101: 'A cursor is valid only for the list and filter that returned it; elsewhere it is refused with 400. A date that does not exist is refused with 400.',
      102: 'The server responds to loopback names and allowed hosts only; when it listens beyond loopback, its control API needs the printed token. A snapshot it returned can be restored, whatever its size.',
      103: 'A reset returns to the state the mock was created with, including a seeded or demo world.',
      104: 'Every declared error code can be reached, and every emitted one is declared.',
    },
  },
  {
    title: 'Truth to the reference',
    rules: {
      119: "A payload to sign has the form that the service's public examples print, with its own ids; by option it describes the operation, or is opaque.",
      120: 'Every signed change works under each form of its payload.',
      121: 'Creating a customer opens an internal account for each of its currencies; the platform has one for each supported currency from the start. One in a currency of embedded wallets is a wallet with its e-mail credential.',
      122: 'From an empty world a customer can be created, verified, funded, paid out, and given a card and a wallet session, over HTTP alone.',
    },
  },
];

import type { SignedOperationName } from '@org/payments-contract';
import type { RelayAmount, RelayDescription } from '@org/payments-relay/protocol';
import type { PayloadStrength, ServiceChange } from '../signing/payload/request.ts';
import type { ReviewedAction } from '../signing/review.ts';
import { nameText } from './visible-text.ts';

/** The words of the prompt. */
export interface PromptTexts {
  /** The language of the words, as in `lang`. */
  readonly lang: string;
  /** The heading; `page` is the origin that asks. */
  readonly title: (page: string) => string;
  /**
   * What is to be signed, as a sentence.
   *
   * @param resource what the service says of the resource of the change; undefined if the change does
   * not have one, or if it could not be read
   */
  readonly action: (
    action: ReviewedAction,
    resource: RelayDescription | undefined,
  ) => string | Promise<string>;
  /** What the signed text proves, by the wallet's check of it. */
  readonly proof: Readonly<Record<PayloadStrength, string>>;
  /** Shown while the resource of the change cannot be read: then nothing can be approved. */
  readonly unread: string;
  /** The label of the details. */
  readonly details: string;
  /** The request to type the code, without which nothing is approved. */
  readonly typeCode: (code: string) => string;
  /** Announced after a code that is not the one to type. */
  readonly wrongCode: string;
  /** Announced after the code, while something of the page covers or changes the prompt. */
  readonly covered: string;
  /** Shown while the frame is smaller than the prompt needs. */
  readonly tooSmall: string;
  /** The label of the button that signs. */
  readonly approve: string;
  /** The label of the button that refuses. */
  readonly refuse: string;
}

type Payment = Extract<RelayDescription, { readonly kind: 'payment' }>;

/** The parts of the sentences that name the resource of the change. */
interface Subjects {
  readonly quotes: string;
  /** The card by its last digits. */
  readonly card: (last4: string) => string;
  readonly unknownCard: (id: string) => string;
  readonly pay: (payment: {
    readonly sends: string;
    readonly receives: string | undefined;
    readonly to: string;
  }) => string;
  readonly unknownPayment: (id: string) => string;
  readonly ownAccount: string;
  readonly account: (ending: string) => string;
}

/** What a sentence is made of. */
interface Change {
  readonly id: string;
  /** The new state of a card, and the new privacy of an account, as text. */
  readonly state: string;
  readonly privateEnabled: string;
  readonly isEmail: boolean;
  readonly card: string;
  readonly payment: string;
  /** A new address or number. */
  readonly value: string;
  /** The credential of the change, or of the session, in quotes. */
  readonly credential: string | undefined;
}

/** The sentences of the changes that the platform declared. */
type Sentences = Readonly<Record<SignedOperationName, (change: Change) => string>>;

/** An amount as the language writes it, with all of its decimals. */
function amountText({ amount, currency }: RelayAmount, lang: string): string {
  const digits = amount.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(lang, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  // As text, which is exact; a number is not beyond 15 digits.
  return `${format.format(amount as `${number}`)} ${currency}`;
}

function paymentText({ sends, receives, receiver }: Payment, lang: string, texts: Subjects) {
  const { name, address, ending, isOwn } = receiver;
  const parts = [
    isOwn === true ? texts.ownAccount : undefined,
    name && nameText(name, texts.quotes),
    address && nameText(address, texts.quotes),
    ending && texts.account(ending),
  ];
  const isSame = sends.amount === receives.amount && sends.currency === receives.currency;
  return texts.pay({
    sends: amountText(sends, lang),
    receives: isSame ? undefined : amountText(receives, lang),
    to: parts.filter(Boolean).join(', '),
  });
}

/** The sentence of a declared change; undefined for an operation that this version does not have. */
function sentence(
  { operation, input }: ServiceChange,
  resource: RelayDescription | undefined,
  lang: string,
  sentences: Sentences,
  subjects: Subjects,
): string | undefined {
  const text = (name: string) => (input[name] === undefined ? '' : String(input[name]));
  const id = text('id') || text('quoteId') || text('customerId');
  const { quotes, card, unknownCard, unknownPayment } = subjects;
  if (!Object.hasOwn(sentences, operation)) return undefined;
  return sentences[operation]({
    id,
    state: text('state'),
    privateEnabled: text('privateEnabled'),
    isEmail: text('email') !== '',
    card: resource?.kind === 'card' ? card(resource.last4) : unknownCard(id),
    payment:
      resource?.kind === 'payment' ? paymentText(resource, lang, subjects) : unknownPayment(id),
    value: text('email') || text('phoneNumber'),
    credential:
      resource !== undefined && 'nickname' in resource
        ? nameText(resource.nickname, quotes, true)
        : undefined,
  });
}

function actionWords(
  lang: string,
  sentences: Sentences,
  subjects: Subjects,
  words: {
    readonly add: (nickname: string) => string;
    /** A renewal or the end of the session. */
    readonly session: string;
    readonly undeclared: (name: string) => string;
  },
): PromptTexts['action'] {
  const quoted = (name: string) => nameText(name, subjects.quotes, true);
  const declared = (change: ServiceChange, resource: RelayDescription | undefined) =>
    sentence(change, resource, lang, sentences, subjects);
  return (action, resource) => {
    if (action.kind === 'add_passkey') return words.add(quoted(action.nickname));
    if (action.kind === 'remove_credential') {
      const change = {
        operation: 'credentials.revoke',
        input: { id: action.credentialId },
      } as const;
      return declared(change, resource) ?? words.session;
    }
    if (action.kind !== 'action') return words.session;
    const known = action.change && declared(action.change, resource);
    return known ?? words.undeclared(quoted(action.action));
  };
}

/** English. */
export const englishTexts: PromptTexts = {
  lang: 'en',
  title: (page) => `${page} asks you to sign`,
  action: actionWords(
    'en',
    {
      'cards.update': ({ card, state }) => {
        if (state === 'FROZEN') return `Freeze ${card}`;
        if (state === 'ACTIVE') return `Unfreeze ${card}`;
        return state === 'CLOSED' ? `Close ${card} for good` : `Change ${card}`;
      },
      'quotes.execute': ({ payment }) => payment,
      'internalAccounts.update': ({ privateEnabled }) =>
        `Turn wallet privacy ${privateEnabled === 'true' ? 'on' : 'off'}`,
      'internalAccounts.export': () =>
        'Export the recovery phrase, which is full control of the wallet',
      'customers.update': ({ isEmail, value }) =>
        `Change the ${isEmail ? 'e-mail address' : 'telephone number'} to ${value}`,
      'delegatedKeys.create': () => 'Let a card spend from the wallet without your signature',
      'sessions.refresh': () => 'Keep a session open',
      'sessions.revoke': ({ id, credential }) =>
        credential === undefined
          ? `Sign out a device (${id})`
          : `Sign out a device that signed in with ${credential}`,
      'credentials.create': () => 'Add a way to sign in',
      'credentials.revoke': ({ id, credential }) =>
        credential === undefined
          ? `Remove a way to sign in (${id})`
          : `Remove ${credential} as a way to sign in`,
    },
    {
      quotes: '“”',
      card: (last4) => `card ending ${last4}`,
      unknownCard: (id) => `a card (${id})`,
      pay: ({ sends, receives, to }) =>
        `Send ${sends} to ${to}${receives === undefined ? '' : `; ${receives} will arrive`}`,
      unknownPayment: (id) => `Make a payment (${id})`,
      ownAccount: 'your own account',
      account: (ending) => `account ending ${ending}`,
    },
    {
      add: (nickname) => `Add the passkey ${nickname}`,
      session: 'Keep or end your session',
      undeclared: (name) => `A change that the page calls ${name}`,
    },
  ),
  proof: {
    shown: 'The text to sign says exactly this.',
    kind: 'The text to sign names the kind of change, not everything that is changed.',
    unreadable: 'Only the service can read the text to sign.',
  },
  unread:
    'What exactly would be signed could not be read from the service. You can only refuse; try again later.',
  details: 'What is signed',
  typeCode: (code) => `Type ${code} to approve`,
  wrongCode: 'That is not the code.',
  covered: 'Something covers this question. Wait a moment, or close what covers it.',
  tooSmall: 'Make this window larger to approve.',
  approve: 'Approve',
  refuse: 'Refuse',
};

/** German. */
export const germanTexts: PromptTexts = {
  lang: 'de',
  title: (page) => `${page} bittet um Ihre Unterschrift`,
  action: actionWords(
    'de',
    {
      'cards.update': ({ card, state }) => {
        if (state === 'FROZEN') return `${card} sperren`;
        if (state === 'ACTIVE') return `${card} entsperren`;
        return state === 'CLOSED' ? `${card} endgültig schließen` : `${card} ändern`;
      },
      'quotes.execute': ({ payment }) => payment,
      'internalAccounts.update': ({ privateEnabled }) =>
        `Den Privatmodus der Wallet ${privateEnabled === 'true' ? 'einschalten' : 'ausschalten'}`,
      'internalAccounts.export': () =>
        'Die Wiederherstellungswörter ausgeben, mit denen man über die Wallet verfügt',
      'customers.update': ({ isEmail, value }) =>
        `Die ${isEmail ? 'E-Mail-Adresse' : 'Telefonnummer'} ändern in ${value}`,
      'delegatedKeys.create': () =>
        'Eine Karte ohne Ihre Unterschrift aus der Wallet zahlen lassen',
      'sessions.refresh': () => 'Eine Sitzung fortsetzen',
      'sessions.revoke': ({ id, credential }) =>
        credential === undefined
          ? `Ein Gerät abmelden (${id})`
          : `Ein Gerät abmelden, das mit ${credential} angemeldet ist`,
      'credentials.create': () => 'Eine Anmeldemöglichkeit hinzufügen',
      'credentials.revoke': ({ id, credential }) =>
        credential === undefined
          ? `Eine Anmeldemöglichkeit entfernen (${id})`
          : `${credential} als Anmeldemöglichkeit entfernen`,
    },
    {
      quotes: '„“',
      card: (last4) => `Karte mit den Endziffern ${last4}`,
      unknownCard: (id) => `Eine Karte (${id})`,
      pay: ({ sends, receives, to }) =>
        `${sends} senden an ${to}${receives === undefined ? '' : `; ${receives} kommen an`}`,
      unknownPayment: (id) => `Eine Zahlung ausführen (${id})`,
      ownAccount: 'Ihr eigenes Konto',
      account: (ending) => `Konto mit den Endziffern ${ending}`,
    },
    {
      add: (nickname) => `Den Passkey ${nickname} hinzufügen`,
      session: 'Ihre Sitzung fortsetzen oder beenden',
      undeclared: (name) => `Eine Änderung, die die Seite ${name} nennt`,
    },
  ),
  proof: {
    shown: 'Der zu unterschreibende Text sagt genau das.',
    kind: 'Der zu unterschreibende Text nennt die Art der Änderung, nicht alles, was geändert wird.',
    unreadable: 'Nur der Dienst kann den zu unterschreibenden Text lesen.',
  },
  unread:
    'Was genau unterschrieben würde, war beim Dienst nicht zu lesen. Sie können nur ablehnen; versuchen Sie es später noch einmal.',
  details: 'Was unterschrieben wird',
  typeCode: (code) => `Zum Zustimmen ${code} eingeben`,
  wrongCode: 'Das ist nicht der Code.',
  covered: 'Etwas verdeckt diese Frage. Warten Sie kurz, oder schließen Sie, was sie verdeckt.',
  tooSmall: 'Vergrößern Sie dieses Fenster, um zuzustimmen.',
  approve: 'Zustimmen',
  refuse: 'Ablehnen',
};

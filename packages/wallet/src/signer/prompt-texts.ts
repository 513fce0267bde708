import type { PayloadStrength, ServiceChange } from '../signing/payload/request.ts';
import type { ReviewedAction } from '../signing/review.ts';

/** What the signer itself has read from the relay, for the words of a prompt. */
export interface PromptFacts {
  /** The nickname of the credential to remove. */
  readonly credential?: string;
}

/** The words of the prompt. */
export interface PromptTexts {
  /** The language of the words, as in `lang`. */
  readonly lang: string;
  /** The heading; `page` is the origin that asks. */
  readonly title: (page: string) => string;
  /** What is to be signed, as a sentence. */
  readonly action: (action: ReviewedAction, facts: PromptFacts) => string | Promise<string>;
  /** What the signed text proves, by the wallet's check of it. */
  readonly proof: Readonly<Record<PayloadStrength, string>>;
  /** The label of the details. */
  readonly details: string;
  /** The request to type a code: where a browser cannot detect a covered prompt, and for keyboards. */
  readonly typeCode: (code: string) => string;
  /** Shown while the frame is smaller than the prompt needs. */
  readonly tooSmall: string;
  /** The label of the button that signs. */
  readonly approve: string;
  /** The label of the button that refuses. */
  readonly refuse: string;
}

/** The sentences of the changes that the platform declared, by a short name of the change. */
type Sentences = Readonly<Record<string, (id: string, value: string) => string>>;

/** The sentence of a declared change; undefined if there is none. */
function sentence({ operation, input }: ServiceChange, sentences: Sentences): string | undefined {
  const text = (name: string) => (input[name] === undefined ? '' : String(input[name]));
  const names = [text('state'), text('privateEnabled'), text('email') && 'email'];
  const id = text('id') || text('quoteId') || text('customerId');
  const value = text('email') || text('phoneNumber');
  const found = names.map((name) => sentences[`${operation} ${name}`]).find(Boolean);
  return (found ?? sentences[operation])?.(id, value);
}

function actionWords(
  sentences: Sentences,
  words: {
    readonly add: (nickname: string) => string;
    readonly remove: (nickname: string | undefined) => string;
    readonly own: string;
    readonly undeclared: (name: string) => string;
  },
): PromptTexts['action'] {
  return (action, { credential }) => {
    if (action.kind === 'add_passkey') return words.add(action.nickname);
    if (action.kind === 'remove_credential') return words.remove(credential);
    if (action.kind !== 'action') return words.own;
    const known = action.change && sentence(action.change, sentences);
    return known ?? words.undeclared(action.action);
  };
}

/** English. */
export const englishTexts: PromptTexts = {
  lang: 'en',
  title: (page) => `${page} asks you to sign`,
  action: actionWords(
    {
      'cards.update FROZEN': (id) => `Freeze the card ${id}`,
      'cards.update ACTIVE': (id) => `Unfreeze the card ${id}`,
      'cards.update CLOSED': (id) => `Close the card ${id} for good`,
      'cards.update': (id) => `Change the card ${id}`,
      'quotes.execute': (id) => `Pay as offered in ${id}`,
      'internalAccounts.update true': () => 'Turn wallet privacy on',
      'internalAccounts.update false': () => 'Turn wallet privacy off',
      'internalAccounts.export': () =>
        'Export the recovery phrase, which is full control of the wallet',
      'customers.update email': (_id, value) => `Change the e-mail address to ${value}`,
      'customers.update': (_id, value) => `Change the telephone number to ${value}`,
      'sessions.revoke': (id) => `Sign out another device (${id})`,
      'credentials.create': () => 'Add a way to sign in',
      'credentials.revoke': (id) => `Remove a way to sign in (${id})`,
    },
    {
      add: (nickname) => `Add the passkey “${nickname}”`,
      remove: (nickname) =>
        nickname === undefined
          ? 'Remove a way to sign in'
          : `Remove “${nickname}” as a way to sign in`,
      own: 'Keep or end your session',
      undeclared: (name) => `A change that the page calls “${name}”`,
    },
  ),
  proof: {
    shown: 'The text to sign says exactly this.',
    kind: 'The text to sign names the kind of change, not everything that is changed.',
    unreadable: 'Only the service can read the text to sign.',
  },
  details: 'What is signed',
  typeCode: (code) => `Type ${code} to approve`,
  tooSmall: 'Make this window larger to approve.',
  approve: 'Approve',
  refuse: 'Refuse',
};

/** German. */
export const germanTexts: PromptTexts = {
  lang: 'de',
  title: (page) => `${page} bittet um Ihre Unterschrift`,
  action: actionWords(
    {
      'cards.update FROZEN': (id) => `Die Karte ${id} sperren`,
      'cards.update ACTIVE': (id) => `Die Karte ${id} entsperren`,
      'cards.update CLOSED': (id) => `Die Karte ${id} endgültig schließen`,
      'cards.update': (id) => `Die Karte ${id} ändern`,
      'quotes.execute': (id) => `Zahlen wie in ${id} angeboten`,
      'internalAccounts.update true': () => 'Den Privatmodus der Wallet einschalten',
      'internalAccounts.update false': () => 'Den Privatmodus der Wallet ausschalten',
      'internalAccounts.export': () =>
        'Die Wiederherstellungswörter ausgeben, mit denen man über die Wallet verfügt',
      'customers.update email': (_id, value) => `Die E-Mail-Adresse ändern in ${value}`,
      'customers.update': (_id, value) => `Die Telefonnummer ändern in ${value}`,
      'sessions.revoke': (id) => `Ein anderes Gerät abmelden (${id})`,
      'credentials.create': () => 'Eine Anmeldemöglichkeit hinzufügen',
      'credentials.revoke': (id) => `Eine Anmeldemöglichkeit entfernen (${id})`,
    },
    {
      add: (nickname) => `Den Passkey „${nickname}“ hinzufügen`,
      remove: (nickname) =>
        nickname === undefined
          ? 'Eine Anmeldemöglichkeit entfernen'
          : `„${nickname}“ als Anmeldemöglichkeit entfernen`,
      own: 'Ihre Sitzung fortsetzen oder beenden',
      undeclared: (name) => `Eine Änderung, die die Seite „${name}“ nennt`,
    },
  ),
  proof: {
    shown: 'Der zu unterschreibende Text sagt genau das.',
    kind: 'Der zu unterschreibende Text nennt die Art der Änderung, nicht alles, was geändert wird.',
    unreadable: 'Nur der Dienst kann den zu unterschreibenden Text lesen.',
  },
  details: 'Was unterschrieben wird',
  typeCode: (code) => `Zum Zustimmen ${code} eingeben`,
  tooSmall: 'Vergrößern Sie dieses Fenster, um zuzustimmen.',
  approve: 'Zustimmen',
  refuse: 'Ablehnen',
};

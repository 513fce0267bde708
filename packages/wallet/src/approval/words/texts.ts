import type { FactHeading, FactOrigin, FactWord, TextMark } from '@org/payments-contract/internal';
import type { PayloadStrength } from '../../signing/payload/request.ts';

/** The words of a question: of the signer's prompt and of `<payments-review>`. */
export interface PromptTexts {
  /** The language of the words, as in `lang`. */
  readonly lang: string;
  /** The label of the origin that asks. */
  readonly page: string;
  /** What a change is called, by its operation. */
  readonly headings: Readonly<Record<FactHeading, string>>;
  /** What a person should know before they approve such a change. */
  readonly warnings: Readonly<Partial<Record<FactHeading, string>>>;
  /** The labels of the rows, by the path of the field; a field without one has its name in words. */
  readonly labels: Readonly<Record<string, string>>;
  /** Values that are ours. */
  readonly words: Readonly<Record<FactWord, string>>;
  /** Who says a fact. */
  readonly origins: Readonly<Record<FactOrigin, string>>;
  /** What is odd about a text that somebody else chose. */
  readonly marks: Readonly<Record<TextMark, string>>;
  /** How many characters of such a text are not shown. */
  readonly more: (count: number) => string;
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
  /** Announced when the question was out of sight: the code is then another one. */
  readonly newCode: string;
  /** Announced after the code, while something of the page covers or changes the prompt. */
  readonly covered: string;
  /** Shown until every row was in sight. */
  readonly scroll: string;
  /** Shown where the frame cannot show that every row is in sight. */
  readonly inWindow: string;
  /** The label of the button that opens a window of the signer. */
  readonly openWindow: string;
  /** The heading of a sign-in by passkey. */
  readonly signIn: string;
  /** Shown before the browser's dialog for a passkey. */
  readonly onDevice: string;
  /** Shown while the question is in the window. */
  readonly continueThere: string;
  /** Shown after the browser has not opened the window. */
  readonly blocked: string;
  /** The label of the button that pays an amount. */
  readonly pay: (amount: string) => string;
  /** The label of the button that signs a change without a name; others have theirs. */
  readonly approve: string;
  /** The label of the button that refuses. */
  readonly refuse: string;
}

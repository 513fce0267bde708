import { describedBy } from '../signing/review.ts';
import type { Asked } from '../signing/review-queue.ts';
import { factsOfAction } from './facts-of-action.ts';
import type { QuestionContent } from './question-view.ts';
import { englishTexts } from './words/english.ts';
import { germanTexts } from './words/german.ts';
import type { PromptTexts } from './words/texts.ts';

/** The words of a review: those of its language, and the page's own in place of some. */
export interface ReviewTexts {
  /** The language of the words, as in `lang`. */
  readonly lang: string;
  /** Words in place of those of the language, which are the same as in a signer. */
  readonly review?: Partial<PromptTexts>;
}

/** The words of a language, and those in their place. */
export function wordsOf({ lang, review }: ReviewTexts): PromptTexts {
  return { ...(lang.startsWith('de') ? germanTexts : englishTexts), ...review };
}

/**
 * What a person decides about, with what the service says of it.
 *
 * @throws WalletError `UNSHOWN_FIELD`, and the reasons of the signals that end the question
 */
export async function contentOf(
  { payload, action, describe }: Asked,
  ends: readonly AbortSignal[],
): Promise<QuestionContent> {
  for (const end of ends) end.throwIfAborted();
  const { resource, isUnread } = await describedBy(describe);
  for (const end of ends) end.throwIfAborted();
  const facts = factsOfAction(payload, action, resource);
  return { facts, payload, strength: action.strength, isUnread };
}

import { describedBy } from '../signing/review.ts';
import type { Asked } from '../signing/review-queue.ts';
import { factsOfAction } from './facts-of-action.ts';
import type { QuestionContent } from './question-view.ts';
import { englishTexts } from './words/english.ts';
import type { PromptTexts } from './words/texts.ts';

/** The words of a review. */
export interface ReviewTexts {
  /** Words in place of the English ones, which are the same as in a signer. */
  readonly review?: Partial<PromptTexts>;
}

/** The words of a review. */
export function wordsOf({ review }: ReviewTexts): PromptTexts {
  return { ...englishTexts, ...review };
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

import type { Answer, Call } from './behaviour.ts';
import { storedAnswers } from './tables.ts';

const KEPT_ANSWERS = 10_000;

function slotOf(call: Call): string | undefined {
  const { idempotencyKey } = call.input as { readonly idempotencyKey?: string };
  const isKeyed = call.operation.row.retry === 'keyed' && idempotencyKey !== undefined;
  return isKeyed ? `${call.operation.name} ${call.path} ${idempotencyKey}` : undefined;
}

/** Gives the first answer again where a request repeats an idempotency key; else runs it. */
export async function withIdempotency(
  call: Call,
  run: () => Answer | Promise<Answer>,
): Promise<Answer> {
  const slot = slotOf(call);
  if (slot === undefined) return run();
  const answers = storedAnswers.in(call.world);
  const stored = answers.get(slot);
  if (stored !== undefined) {
    call.note('The idempotency key was seen before: this is the first answer again.');
    return { status: stored.status, body: stored.body };
  }
  const running = run();
  // A change that is made at once is stored at once: of two equal requests, one is carried out.
  const answer = running instanceof Promise ? await running : running;
  const oldest = answers.size >= KEPT_ANSWERS ? answers.oldest() : undefined;
  if (oldest !== undefined) call.write.delete(storedAnswers, oldest.id);
  const status = answer.status ?? call.operation.successStatus;
  if (answers.get(slot) === undefined) {
    call.write.insert(storedAnswers, { id: slot, status, body: answer.body });
  }
  return answer;
}

import { OutcomeUnknownError } from '../src/errors/network-errors.ts';

/** What a call ends with: its error, or its result. */
export const thrown = (call: Promise<unknown>) => call.catch((error: unknown) => error);

/** The error of a call whose outcome is unknown; throws if it ends otherwise. */
export async function unknownOutcome(call: Promise<unknown>): Promise<OutcomeUnknownError> {
  const error = await thrown(call);
  if (!(error instanceof OutcomeUnknownError)) throw new Error('expected an unknown outcome');
  return error;
}

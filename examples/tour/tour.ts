import { createPrinter, type Printer } from './printer.ts';
import { type Stage, setStage } from './stage.ts';
import {
  cardLife,
  oauth,
  openKey,
  passkey,
  refreshSession,
  refusals,
  signIn,
  walletPrivacy,
} from './steps.ts';

/** One step. Returns a sentence about what it did. */
export type Step = (stage: Stage) => Promise<string>;

/** The steps in their order, with their headings. */
export const steps: readonly (readonly [heading: string, step: Step])[] = [
  ['Sign in by e-mail code', signIn],
  ['Open the sealed session key', openKey],
  ['Turn wallet privacy on through the signed retry', walletPrivacy],
  ['Freeze, unfreeze and close a card', cardLife],
  ['Refresh the session and use the new key', refreshSession],
  ['Register a passkey, and sign in with it', passkey],
  ['Sign in with an OIDC token', oauth],
  ['What is refused, and why', refusals],
];

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause === undefined ? String(error) : `${error} (${describe(error.cause)})`;
}

/**
 * Plays the tour against a mock on a loopback port.
 *
 * @returns the headings of the steps that failed; none when all succeeded
 */
export async function playTour(print: Printer, played = steps): Promise<readonly string[]> {
  const stage = await setStage(print);
  const failed: string[] = [];
  try {
    print.line(`The mock listens on ${stage.server.url}; nothing leaves this machine.`);
    for (const [index, [heading, step]] of played.entries()) {
      print.heading(`${index + 1}. ${heading}`);
      try {
        print.good(await step(stage));
      } catch (error) {
        print.bad(describe(error));
        failed.push(heading);
      }
    }
  } finally {
    await stage.server.close();
  }
  return failed;
}

if (import.meta.main) {
  const print = createPrinter((text) => process.stdout.write(text));
  const start = performance.now();
  const failed = await playTour(print);
  print.line();
  if (failed.length === 0) {
    print.good(`every step ended as expected, in ${Math.round(performance.now() - start)} ms`);
  } else {
    print.bad(`${failed.length} of the steps failed: ${failed.join('; ')}`);
    process.exitCode = 1;
  }
}

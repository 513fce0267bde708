import type { LoggedRequest } from '@org/payments-mock';
import { evaluate, type Modules, type Print } from './evaluate.ts';

/** What is shown while a program runs. */
export interface Listener {
  print: Print;
  request(request: LoggedRequest): void;
}

/** Loads the packages, once they are needed: with the mock's cryptography they are not small. */
function modulesFor(listener: Listener): Modules {
  return {
    '@org/payments-mock': async () => {
      const { createMock, ...rest } = await import('@org/payments-mock');
      const shown: typeof createMock = (options) => {
        const mock = createMock(options);
        mock.onRequest((request) => listener.request(request));
        return mock;
      };
      return { ...rest, createMock: shown };
    },
    '@org/payments-sdk': async () => ({ ...(await import('@org/payments-sdk')) }),
    '@org/payments-crypto': async () => ({ ...(await import('@org/payments-crypto')) }),
  };
}

/** Runs a program of the reader's against a mock in the page. @throws what the program throws */
export async function runProgram(program: string, listener: Listener): Promise<void> {
  // The pages that are rendered while the site is built need none of the packages.
  if (import.meta.env.SSR) return;
  await evaluate(program, modulesFor(listener), listener.print);
}

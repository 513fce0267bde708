import { createMock, type MockOptions } from '@org/payments-mock';
import { evaluate, type Modules } from '../../../docs/.vitepress/theme/playground/evaluate.ts';
import { exampleProgram } from './program.ts';

/** Runs the example of an operation against a mock. @throws the program's error */
export async function runExample(name: string) {
  let mock = createMock();
  /** How many events there were before each request. */
  const before: number[] = [];
  const printed: unknown[] = [];
  const modules: Modules = {
    '@org/payments-mock': async () => ({
      createMock: (options?: MockOptions) => {
        mock = createMock({ ...options, checkResponses: true });
        const { fetch } = mock;
        Object.defineProperty(mock, 'fetch', {
          value: (...given: Parameters<typeof fetch>) => {
            before.push(mock.events.length);
            return fetch(...given);
          },
        });
        return mock;
      },
    }),
    '@org/payments-mock/testing': async () => ({ ...(await import('@org/payments-mock/testing')) }),
    '@org/payments-sdk': async () => ({ ...(await import('@org/payments-sdk')) }),
    '@org/payments-crypto': async () => ({ ...(await import('@org/payments-crypto')) }),
  };
  await evaluate(exampleProgram(name), modules, (values) => printed.push(...values));
  const { requests, events } = mock;
  const first = requests.findLastIndex(({ operation, leg }) => operation === name && leg !== 2);
  const caused = events.slice(before[first]).map(({ type }) => type);
  return {
    /** The requests, in order. */
    requests,
    /** Types of the events that the operation itself caused, each once. */
    events: [...new Set(caused)],
    /** What the program printed. */
    printed,
  };
}

/** The result of running an example. */
export type ExampleRun = Awaited<ReturnType<typeof runExample>>;

import type { LoggedRequest } from '@org/payments-mock';
import { errorText, evaluate, type Modules, shown } from './evaluate.ts';

/** The messages of the worker to the page while a program runs. */
export type WorkerMessage =
  | { readonly kind: 'printed'; readonly text: string }
  | { readonly kind: 'request'; readonly request: LoggedRequest }
  | { readonly kind: 'ended'; readonly error: string | undefined };

/**
 * Runs one program. In a worker the client, which refuses to hold secrets in a page, runs as on a
 * server, and a program that never ends does not block the page.
 */
interface Scope {
  onmessage: ((event: MessageEvent<string>) => void) | null;
  postMessage(message: WorkerMessage): void;
}

const scope = globalThis as unknown as Scope;

const modules: Modules = {
  '@org/payments-mock': async () => {
    const { createMock, ...rest } = await import('@org/payments-mock');
    const watched: typeof createMock = (options) => {
      const mock = createMock(options);
      mock.onRequest((request) => {
        const plain = JSON.parse(JSON.stringify(request)) as typeof request;
        scope.postMessage({ kind: 'request', request: plain });
      });
      return mock;
    };
    return { ...rest, createMock: watched };
  },
  '@org/payments-mock/testing': async () => ({ ...(await import('@org/payments-mock/testing')) }),
  '@org/payments-sdk': async () => ({ ...(await import('@org/payments-sdk')) }),
  '@org/payments-crypto': async () => ({ ...(await import('@org/payments-crypto')) }),
};

function print(values: readonly unknown[]): void {
  scope.postMessage({ kind: 'printed', text: values.map(shown).join(' ') });
}

scope.onmessage = ({ data }) => {
  evaluate(data, modules, print).then(
    () => scope.postMessage({ kind: 'ended', error: undefined }),
    (error: unknown) => scope.postMessage({ kind: 'ended', error: errorText(error) }),
  );
};

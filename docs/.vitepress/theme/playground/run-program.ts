import type { LoggedRequest } from '@org/payments-mock';
import type { WorkerMessage } from './worker.ts';

/** The functions that show the progress of a program. */
export interface Listener {
  printed(text: string): void;
  request(request: LoggedRequest): void;
}

/**
 * Runs a program of the reader's against a mock, in a worker of this page. Resolves to the text of the
 * error it threw, or undefined.
 *
 * @param signal ends the worker, whatever the program does
 */
export function runProgram(
  program: string,
  listener: Listener,
  signal: AbortSignal,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    const end = (error: string | undefined) => {
      worker.terminate();
      resolve(error);
    };
    worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
      if (data.kind === 'printed') listener.printed(data.text);
      else if (data.kind === 'request') listener.request(data.request);
      else end(data.error);
    };
    worker.onerror = ({ message }) => end(message || 'The worker could not be started.');
    signal.addEventListener('abort', () => end('Stopped.'), { once: true });
    worker.postMessage(program);
  });
}

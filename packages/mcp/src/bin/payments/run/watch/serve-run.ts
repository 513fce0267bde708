import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { isPaymentsError } from '@org/payments-sdk';
import type { RunProgress } from '@org/payments-sdk/run';
import { serveLoopback } from '../../../../loopback.ts';
import { contentPolicy, runPage } from './run-page.ts';

/** Milliseconds for which the end waits until a page that is open has the last figures. */
const LAST_FIGURES = 1_500;

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': contentPolicy,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/**
 * Serves the figures of a run on loopback, to whoever has the address. They hold amounts and the ids of
 * rows, and no account and no secret.
 *
 * @param total the rows of the file
 */
export async function serveRun(run: { progress(): Promise<RunProgress> }, total: number) {
  const path = `/${randomBytes(16).toString('base64url')}/`;
  let isWatched = false;
  let shown = () => {};
  const respond = async ({ url = '', method }: IncomingMessage, response: ServerResponse) => {
    if (method !== 'GET' || url !== path) return void response.writeHead(404).end();
    isWatched = true;
    // Of this request: one that began before the end does not have the last figures.
    const told = shown;
    try {
      const progress = await run.progress();
      const text = runPage(progress, Math.max(total, progress.items));
      response.writeHead(200, headers).end(text, told);
    } catch (error) {
      const code = isPaymentsError(error) ? error.code : 'an error';
      response.writeHead(503).end(`The state cannot be read: ${code}.`);
    }
  };
  const { port, close } = await serveLoopback(0, (...exchange) => void respond(...exchange));
  return {
    // With the token that opens it.
    address: `http://127.0.0.1:${port}${path}`,
    async close() {
      const last = Promise.withResolvers<void>();
      shown = last.resolve;
      const enough = setTimeout(LAST_FIGURES, undefined, { ref: false });
      if (isWatched) await Promise.race([last.promise, enough]);
      await close();
    },
  };
}

import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { ThreadFailure, ThreadReply, ThreadRequest, ThreadSetup } from '../messages.ts';
import { FileStore } from './file-store.ts';

/** What the thread needs from who starts it: `sqliteJournal` does. */
export type { ThreadSetup } from '../messages.ts';

/** The parts of an error that are left after a message. */
function failureOf(error: unknown): ThreadFailure {
  const { name, message, code, errcode } = error as Error & Partial<ThreadFailure>;
  return { name, message, code, errcode };
}

async function replyTo(
  store: FileStore,
  { id, work, values }: ThreadRequest,
): Promise<ThreadReply> {
  try {
    const run = store[work] as (...given: readonly unknown[]) => Promise<unknown>;
    return { id, value: await run.apply(store, values as unknown[]) };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

/** Does what the messages of a journal ask for. */
function serve(port: MessagePort, { path }: ThreadSetup): void {
  const store = new FileStore(path);
  let replies: ThreadReply[] = [];
  /** Everything that one commit finished is one message. */
  const send = (reply: ThreadReply) => {
    if (replies.push(reply) > 1) return;
    setImmediate(() => {
      port.postMessage(replies);
      replies = [];
    });
  };
  port.on('message', async (request: ThreadRequest) => {
    send(await replyTo(store, request));
  });
}

if (parentPort !== null) serve(parentPort, workerData as ThreadSetup);

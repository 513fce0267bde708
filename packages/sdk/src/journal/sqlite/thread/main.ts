import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type MessagePort,
  parentPort,
  receiveMessageOnPort,
  workerData,
} from 'node:worker_threads';
import type { ThreadFailure, ThreadReply, ThreadRequest, ThreadSetup } from '../thread-client.ts';
import { FileStore } from './file-store.ts';

/** What the thread needs from who starts it: `sqliteJournal` does. */
export type { ThreadSetup } from '../thread-client.ts';

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
    const value = await run.apply(store, values as unknown[]);
    // The thread is ended by who asked, after the replies to all that was committed.
    if (work === 'close') await nextTurn();
    return { id, value };
  } catch (error) {
    return { id, failure: failureOf(error) };
  }
}

/** The requests of a message, and of those that have arrived behind it. */
function arrived(port: MessagePort, first: readonly ThreadRequest[]): ThreadRequest[] {
  const requests = [...first];
  for (;;) {
    const next = receiveMessageOnPort(port);
    if (next === undefined) return requests;
    requests.push(...(next.message as readonly ThreadRequest[]));
  }
}

/** Does what the messages of a journal ask for, and commits what has arrived at once. */
function serve(port: MessagePort, { path }: ThreadSetup): void {
  const store = new FileStore(path);
  let replies: ThreadReply[] = [];
  /** Everything that one commit finished is one message. */
  const send = (reply: ThreadReply) => {
    if (replies.push(reply) > 1) return;
    queueMicrotask(() => {
      port.postMessage(replies);
      replies = [];
    });
  };
  port.on('message', (requests: readonly ThreadRequest[]) => {
    for (const request of arrived(port, requests)) void replyTo(store, request).then(send);
  });
}

if (parentPort !== null) serve(parentPort, workerData as ThreadSetup);

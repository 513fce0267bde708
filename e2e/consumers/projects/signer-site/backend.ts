import { createServer } from 'node:http';
import { nodeHandler } from '@org/payments-relay/node';
import { relay } from './relay.ts';

/** The backend behind a signer: its relay, on `PORT`. */
createServer(nodeHandler(relay)).listen(Number(process.env.PORT));

#!/usr/bin/env node
import { main } from './cli/main.ts';

/** How long a process may take to end on its own, in milliseconds. */
const REST = 200;

process.exitCode = await main(process.argv.slice(2));
// Deliveries that await an endpoint, and responses that are delayed, would keep it running.
setTimeout(() => process.exit(), REST).unref();

#!/usr/bin/env node
import { main } from './payments/main.ts';

// They are for programmers; what concerns the person is in the words of the command.
process.removeAllListeners('warning');

process.exitCode = await main(process.argv.slice(2), process.env);
// Reads that were interrupted may still be on their way.
if (process.exitCode === 130) process.exit();

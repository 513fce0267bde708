/** Prints the milliseconds of one import. */
export {};

const start = performance.now();
await import(process.argv[2] ?? '');
console.log(performance.now() - start);
process.exit(0);

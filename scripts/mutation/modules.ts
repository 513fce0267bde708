/** The modules that decide about money and keys: those that the mutation run changes. */
export const modules: readonly string[] = [
  'packages/contract/src/format/result/*.ts',
  'packages/crypto/src/{low-s,scalar,signature}.ts',
  'packages/mock/src/ledger/ledger.ts',
  'packages/relay/src/{ownership/ownership,tickets/tickets}.ts',
  'packages/sdk/src/call/response/{foreign-response,read-response}.ts',
  'packages/sdk/src/call/send/recording.ts',
  'packages/sdk/src/list/list-call.ts',
  'packages/sdk/src/outcome/{read-rules,read-timing,reconcile,verdict}.ts',
  'packages/sdk/src/recover/{entry,recovery-run,resolve}.ts',
  'packages/sdk/src/run/{error-meaning,evidence,item-steps,item-work}.ts',
  'packages/sdk/src/webhooks/verify/{envelope,public-keys,signature-header,unwrap}.ts',
  'packages/wallet/src/signing/payload/{check-activity,check-described,check-payload,leaves,request}.ts',
];

/** The tests beside them. */
export const tests: string[] = [
  'packages/contract/src/**/*.test.ts',
  'packages/crypto/src/{capture,low-s,scalar,signature,wiping}.test.ts',
  'packages/mock/src/ledger/*.test.ts',
  'packages/relay/src/{ownership,tickets}/*.test.ts',
  'packages/sdk/src/{call,journal,list,outcome,recover,run,webhooks}/**/*.test.ts',
  'packages/wallet/src/signing/payload/*.test.ts',
];

/** Kinds of changes that are left out: texts are for people. */
export const excludedMutations: string[] = ['StringLiteral'];

/** Percent of the changes that some test must notice. */
export const leastScore = 95;

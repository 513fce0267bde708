const crypto = ['low-s', 'openssl', 'platform', 'scalar*', 'signature'];
const outcome = ['evidence', 're*', 'verdict'];

/**
 * The modules whose tests are measured by mutation: those that decide the outcome of a payment, who
 * may do what, and which bytes are signed. With each, the tests beside it that are run: all, or
 * those named, where the folder has many others.
 */
export const modules: Readonly<Record<string, 'all' | readonly string[]>> = {
  'packages/crypto/src/low-s.ts': crypto,
  'packages/crypto/src/scalar.ts': crypto,
  'packages/crypto/src/signature.ts': crypto,
  'packages/mock/src/ledger/ledger.ts': 'all',
  'packages/sdk/src/call/response/read-response.ts': ['accepted-writes', 'read*'],
  'packages/sdk/src/list/list-call.ts': 'all',
  'packages/sdk/src/outcome/read-rules.ts': outcome,
  'packages/sdk/src/outcome/read-timing.ts': outcome,
  'packages/sdk/src/outcome/reconcile.ts': outcome,
  'packages/sdk/src/outcome/verdict.ts': outcome,
  'packages/sdk/src/relay/ownership.ts': ['ownership*', 'ids-in'],
  'packages/sdk/src/relay/tickets/tickets.ts': 'all',
  'packages/sdk/src/webhooks/envelope.ts': 'all',
  'packages/sdk/src/webhooks/signature-header.ts': 'all',
  'packages/sdk/src/webhooks/unwrap.ts': 'all',
  'packages/wallet/src/signing/payload/check-activity.ts': 'all',
  'packages/wallet/src/signing/payload/check-described.ts': 'all',
  'packages/wallet/src/signing/payload/check-payload.ts': 'all',
  'packages/wallet/src/signing/payload/leaves.ts': 'all',
  'packages/wallet/src/signing/payload/request.ts': 'all',
};

const webhooks = ['key-source', 'unwrap', 'webhook-adversary'];
const crypto = ['low-s', 'platform', 'scalar*', 'signature'];

/**
 * The modules whose tests are measured by mutation: those that decide the outcome of a payment, who
 * may do what, and which bytes are signed. With each, the tests that are run: all beside it, or
 * those named, by their paths from its folder, where that has many others.
 */
export const modules: Readonly<Record<string, 'all' | readonly string[]>> = {
  'packages/crypto/src/low-s.ts': crypto,
  'packages/crypto/src/scalar.ts': crypto,
  'packages/crypto/src/signature.ts': crypto,
  'packages/contract/src/format/result/mismatch.ts': 'all',
  'packages/mock/src/ledger/ledger.ts': 'all',
  'packages/sdk/src/call/response/foreign-response.ts': [
    'accepted-writes',
    'earlier-results',
    're*',
  ],
  'packages/sdk/src/call/response/read-response.ts': ['accepted-writes', 'read*'],
  'packages/sdk/src/call/send/recording.ts': [
    'call-and-recovery',
    'record*',
    '../../journal/accounts',
    '../../recover/{credentials,entries,precedence}',
  ],
  'packages/sdk/src/list/list-call.ts': 'all',
  'packages/sdk/src/outcome/read-rules.ts': ['read-rules'],
  'packages/sdk/src/outcome/read-timing.ts': ['clock-steps', 'read-timing'],
  'packages/sdk/src/outcome/reconcile.ts': ['reconcile*'],
  'packages/sdk/src/outcome/verdict.ts': ['read-verdict', 'verdict'],
  'packages/sdk/src/recover/entry.ts': 'all',
  'packages/sdk/src/recover/resolve.ts': 'all',
  'packages/sdk/src/recover/walk.ts': 'all',
  'packages/sdk/src/relay/ownership.ts': ['ownership*'],
  'packages/sdk/src/relay/tickets/tickets.ts': ['tickets'],
  'packages/sdk/src/webhooks/envelope.ts': webhooks,
  'packages/sdk/src/webhooks/signature-header.ts': webhooks,
  'packages/sdk/src/webhooks/unwrap.ts': webhooks,
  'packages/wallet/src/signing/payload/check-activity.ts': 'all',
  'packages/wallet/src/signing/payload/check-described.ts': 'all',
  'packages/wallet/src/signing/payload/check-payload.ts': 'all',
  'packages/wallet/src/signing/payload/leaves.ts': 'all',
  'packages/wallet/src/signing/payload/request.ts': 'all',
};

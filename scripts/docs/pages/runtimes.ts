import type { GeneratedPage } from '../../../docs/.vitepress/generated.ts';
import { table } from '../../generate/page.ts';
import { matrix } from '../../lib/consumer-matrix.ts';

const lazy = [
  [
    '`createPaymentsClient()`',
    '`baseUrl`, `tokenId`, `clientSecret`',
    'the call rejects with a `ConfigurationError`; its `option` and `action` name the option and its variable',
  ],
  ['`createAgentClient()`', '`baseUrl`, `accessToken`', 'the same'],
  [
    '`createWalletRelay()`',
    '`secret`, `origins`',
    '500, and `onError` gets the `ConfigurationError`; `relay.check()` throws it',
  ],
  [
    '`createWebhookHandler()`',
    '`publicKeys`',
    '500, and `onError` gets a `WebhookError` `WEBHOOK_PUBLIC_KEY_MISSING`; `webhooks.check()` throws it',
  ],
  ['the journals', '`secret`', 'the change rejects with a `ConfigurationError`, before it is sent'],
] as const;

/** The environments of the consumer tests, from their list. */
export function runtimesPage(): GeneratedPage {
  const rows = matrix.map(({ name, version, checks, command }) => [
    name,
    version,
    checks,
    `\`${command}\``,
  ]);
  const parts = [
    '# Runtimes, bundlers and frameworks',
    'The packed packages, as they are published, are installed into a project of their own and used with each of these. A warning counts as a failure, with one exception: Vite and webpack warn that `@hpke/common` imports `crypto`. The library does so on Node 18 only, so the page works; `resolve.fallback: { crypto: false }` in webpack silences it.',
    table(['With', 'Version', 'What is run', 'By'], rows),
    'The projects are in `e2e/consumers/projects`, the programs of servers in `e2e/consumers/programs`. Browsers are tested in the packages themselves. Every package has ES modules, CommonJS and declarations for both; `require` needs no flag, also on versions of Node that cannot load ES modules with it.',
    '## Building without secrets',
    'Nothing is read from the environment when a module is imported. What is created in a build without its secrets fails when it is first used:',
    table(['Created by', 'What may be missing', 'At first use'], lazy),
    'Options that are present and invalid throw at construction. A wallet does not have a secret; on a server it does nothing.',
    '## Durations',
    'Every duration in options, errors and return values is a number of milliseconds: `timeout`, `deadline`, `retryAfter`, `resendIn()`, `timeLeft()`, `sessionLifetime` of `createMock`. Where a name states another unit, that unit applies: `mock.clock.advance({ minutes: 5 })`. On the wire, `Retry-After` is in seconds, as HTTP defines it.',
  ];
  return {
    slug: 'runtimes',
    title: 'Runtimes, bundlers and frameworks',
    description: 'What the packed packages are run with.',
    group: 'Production',
    content: `${parts.join('\n\n')}\n`,
  };
}

import { questionsOf } from '../support/question.ts';

/** What testers ask. */
export const tester = questionsOf([
  [
    'How do I test my code with Vitest?',
    'vitest',
    '/guides/test-with-vitest',
    /createMock.*fetch: mock\.fetch/,
  ],
  [
    'Does it work with Jest?',
    'jest',
    '/guides/test-with-jest',
    /CommonJS builds.*testEnvironment: 'node'/,
  ],
  [
    'How do I test passkeys in a browser?',
    'passkeys browser tests virtual authenticator',
    '/guides/passkeys-in-browser-tests',
    /WebAuthn\.addVirtualAuthenticator.*localhost/,
  ],
  [
    'Which fields does a fixture take?',
    'fixture fields mock.add.wallet',
    '/reference/fixtures',
    /mock\.add\.wallet.*available.*Available balance/,
  ],
  [
    'How do I test the whole application with Playwright?',
    'playwright',
    '/guides/test-with-playwright',
    /PAYMENTS_BASE_URL.*__mock\/outbox/,
  ],
  [
    'How do I let a session expire without waiting?',
    'mock clock advance time',
    '/packages/mock',
    /mock\.clock\.advance\(\{ minutes: 5 \}\)/,
  ],
  [
    'How do I make a response get lost?',
    'lose-reply fault',
    '/packages/mock',
    /lose-reply.*the operation is carried out, but its response is lost/,
  ],
  [
    'Which options does createMock have?',
    'createMock options',
    '/reference/mock-options',
    /seed.*baseUrl.*strict/,
  ],
  [
    'Which events does the service send, and what is in them?',
    'OUTGOING_PAYMENT.COMPLETED',
    '/events/outgoing-payment-completed',
    /Emitted by.*Data.*sentAmount/,
  ],
  [
    'Can I try it without installing anything?',
    'run mock in this page',
    '/playground',
    /Nothing on this page is sent to a server/,
  ],
  [
    'How do tests in parallel not share data?',
    'parallel tests worlds',
    '/guides/test-with-playwright',
    /paymentsWorld.*each worker of Playwright has one/,
  ],
  [
    'Why are webhooks refused after I moved the clock?',
    'mockClock',
    '/guides/test-with-playwright',
    /from the future.*mockClock/,
  ],
  [
    'How do I start the mock for a language other than TypeScript?',
    'control API',
    '/guides/test-with-playwright',
    /POST \/__mock\/worlds/,
  ],
]);

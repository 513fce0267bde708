/** A question of a newcomer, what they type into the search box, and the page that explains it. */
export interface Question {
  readonly asks: string;
  readonly types: string;
  readonly page: string;
  /** A string that the page must contain. */
  readonly answer: RegExp;
}

const platformDeveloper: readonly Question[] = [
  {
    asks: 'How do I install it, and what do I need?',
    types: 'install npm',
    page: '/install',
    answer: /npm install @org\/payments-sdk.*PAYMENTS_CLIENT_SECRET/,
  },
  {
    asks: "Where does my server's stamper come from?",
    types: 'stamper on a server',
    page: '/guides/stampers',
    answer: /openSealedKey.*importSessionKey.*A signer of your own/,
  },
  {
    asks: 'Which fields does customers.create take?',
    types: 'customers.create',
    page: '/operations/customers-create',
    answer: /platformCustomerId.*required.*Response/,
  },
  {
    asks: 'How do I receive webhooks?',
    types: 'webhook handler',
    page: '/webhooks',
    answer: /createWebhookHandler.*Mounting the handler/,
  },
  {
    asks: 'What do I have to do before going live?',
    types: 'going live production',
    page: '/guides/going-live',
    answer: /webhook public key.*idempotencyKey.*relay\.check\(\)/,
  },
  {
    asks: 'The response of a payment was lost. Was it paid?',
    types: 'OutcomeUnknownError',
    page: '/concepts/outcomes',
    answer: /OutcomeUnknownError.*make the same call again with that key.*reconcile/,
  },
  {
    asks: 'What does INVALID_STATE_TRANSITION mean?',
    types: 'INVALID_STATE_TRANSITION',
    page: '/errors/INVALID_STATE_TRANSITION',
    answer: /What to do\..*Status: 409/,
  },
  {
    asks: 'Can I run several instances?',
    types: 'several instances scaling',
    page: '/guides/scaling-out',
    answer: /sticky sessions are not needed.*postgresStore/,
  },
  {
    asks: 'Why are two requests sent for one call?',
    types: 'signed retry two legs',
    page: '/concepts/signed-retry',
    answer: /Leg 1.*payloadToSign.*Leg 2/,
  },
  {
    asks: 'How do I give an agent a spending limit?',
    types: 'agent spending limit',
    page: '/agents',
    answer: /spendingLimits.*perTransactionLimit.*VELOCITY_LIMIT_EXCEEDED/,
  },
  {
    asks: 'How do I page through a list?',
    types: 'pagination',
    page: '/guides/pagination',
    answer: /for await .*nextCursor/,
  },
  {
    asks: 'How do I continue a list later?',
    types: 'cursor',
    page: '/guides/pagination',
    answer: /Continue later.*pass it as cursor/,
  },
  {
    asks: 'Does it run on AWS Lambda?',
    types: 'lambda',
    page: '/guides/deploying',
    answer: /Lambda.*postgresJournal/,
  },
  {
    asks: 'Does it run on Vercel?',
    types: 'vercel',
    page: '/guides/deploying',
    answer: /edge functions, Cloudflare Workers.*fetch/,
  },
  {
    asks: 'How do I run it in a container?',
    types: 'docker',
    page: '/guides/deploying',
    answer: /SIGTERM.*journal\.close/,
  },
  {
    asks: 'What about Kubernetes and several machines?',
    types: 'kubernetes',
    page: '/guides/deploying',
    answer: /postgresJournal/,
  },
  {
    asks: 'How do I set the time limit in a serverless function?',
    types: 'serverless timeout',
    page: '/guides/deploying',
    answer: /deadline.*below the limit of the function/,
  },
  {
    asks: 'Does it run in Cloudflare Workers?',
    types: 'cloudflare workers',
    page: '/guides/deploying',
    answer: /PAYMENTS_BASE_URL/,
  },
  {
    asks: 'How do I call an endpoint that the SDK lacks?',
    types: 'raw request',
    page: '/guides/not-in-the-sdk',
    answer: /payments\.request.*sent once/,
  },
  {
    asks: 'How do I read the raw headers of a response?',
    types: 'raw headers',
    page: '/guides/not-in-the-sdk',
    answer: /withResponse.*response\.header\(/,
  },
  {
    asks: 'What happens to fields the SDK does not know?',
    types: 'unknown field',
    page: '/guides/not-in-the-sdk',
    answer: /Unknown fields are kept/,
  },
  {
    asks: 'How do I serve several tenants?',
    types: 'several tenants',
    page: '/guides/several-tenants',
    answer: /one client for each.*recover\(\) of one client never sends/,
  },
  {
    asks: 'How do I use two API keys in one process?',
    types: 'multiple accounts',
    page: '/guides/several-tenants',
    answer: /createPaymentsClient\(credentialsOf/,
  },
  {
    asks: 'How do I export transactions as CSV?',
    types: 'csv',
    page: '/guides/export-and-reconcile',
    answer: /january\.csv.*formula/,
  },
  {
    asks: 'How do I reconcile payments with my books?',
    types: 'reconcile bookkeeping',
    page: '/guides/export-and-reconcile',
    answer: /Post a payment when its webhook says COMPLETED/,
  },
  {
    asks: 'How many decimals does the yen have?',
    types: 'JPY',
    page: '/guides/amounts',
    answer: /JPY, KRW/,
  },
  {
    asks: 'How do I format an amount?',
    types: 'formatting amounts',
    page: '/guides/amounts',
    answer: /formatAmount/,
  },
  {
    asks: 'How do I read an amount that a person typed?',
    types: 'parseAmount',
    page: '/guides/amounts',
    answer: /refuses more decimals/,
  },
  {
    asks: 'Which decimals does USDC have?',
    types: 'USDC decimals',
    page: '/guides/amounts',
    answer: /USDB, USDC, USDT/,
  },
  {
    asks: 'Which way round is an exchange rate?',
    types: 'exchange rate',
    page: '/guides/amounts',
    answer: /units of the sending currency/,
  },
];

const frontendTeam: readonly Question[] = [
  {
    asks: 'How does a page sign a customer in?',
    types: 'wallet sign in browser',
    page: '/wallet',
    answer: /createWallet.*emailOtp.*verify/,
  },
  {
    asks: 'How do I register a passkey?',
    types: 'register passkey',
    page: '/guides/passkeys',
    answer: /prepareNewPasskey.*confirm/,
  },
  {
    asks: 'How do I mount the relay in Next.js?',
    types: 'relay next.js route',
    page: '/guides/relay-nextjs',
    answer: /app\/api\/wallet\/\[\.\.\.call\]\/route\.ts.*export const POST = relay\.fetch/,
  },
  {
    asks: 'next build has no secrets. Does it fail?',
    types: 'next build without secrets',
    page: '/guides/nextjs-without-secrets',
    answer: /the first call rejects with a ConfigurationError.*relay\.check\(\)/,
  },
  {
    asks: 'How do I sign in with Google or another provider?',
    types: 'oauth identity provider popup',
    page: '/guides/oauth',
    answer: /nonce.*finishOAuthPopup.*resume/,
  },
  {
    asks: 'Which keys does the browser hold, and can script steal them?',
    types: 'who holds session key secret',
    page: '/concepts/who-holds-what',
    answer: /holds it, cannot extract it.*Script injected/,
  },
  {
    asks: 'How do I mount the relay in Express?',
    types: 'relay express',
    page: '/guides/relay-express',
    answer: /before express\.json\(\).*nodeHandler\(relay\)/,
  },
  {
    asks: 'How do I mount the relay in Hono?',
    types: 'relay hono',
    page: '/guides/relay-hono',
    answer: /relay\.fetch\(context\.req\.raw\)/,
  },
  {
    asks: 'How long does a session live, and how is it refreshed?',
    types: 'session refresh expires',
    page: '/concepts/sessions-and-keys',
    answer: /15 minutes.*A refresh is a signed change/,
  },
  {
    asks: 'What do I show when an error has a userAction?',
    types: 'userAction wallet error',
    page: '/wallet',
    answer: /userAction.*request_new_code.*open_in_browser/,
  },
];

const tester: readonly Question[] = [
  {
    asks: 'How do I test my code with Vitest?',
    types: 'vitest',
    page: '/guides/test-with-vitest',
    answer: /createMock.*fetch: mock\.fetch/,
  },
  {
    asks: 'Does it work with Jest?',
    types: 'jest',
    page: '/guides/test-with-jest',
    answer: /CommonJS builds.*testEnvironment: 'node'/,
  },
  {
    asks: 'How do I test passkeys in a browser?',
    types: 'passkeys browser tests virtual authenticator',
    page: '/guides/passkeys-in-browser-tests',
    answer: /WebAuthn\.addVirtualAuthenticator.*localhost/,
  },
  {
    asks: 'Which fields does a fixture take?',
    types: 'fixture fields mock.add.wallet',
    page: '/reference/fixtures',
    answer: /mock\.add\.wallet.*available.*Available balance/,
  },
  {
    asks: 'How do I test the whole application with Playwright?',
    types: 'playwright',
    page: '/guides/test-with-playwright',
    answer: /PAYMENTS_BASE_URL.*__mock\/outbox/,
  },
  {
    asks: 'How do I let a session expire without waiting?',
    types: 'mock clock advance time',
    page: '/packages/mock',
    answer: /mock\.clock\.advance\(\{ minutes: 5 \}\)/,
  },
  {
    asks: 'How do I make a response get lost?',
    types: 'lose-reply fault',
    page: '/packages/mock',
    answer: /lose-reply.*the operation is carried out, but its response is lost/,
  },
  {
    asks: 'Which options does createMock have?',
    types: 'createMock options',
    page: '/reference/mock-options',
    answer: /seed.*baseUrl.*strict/,
  },
  {
    asks: 'Which events does the service send, and what is in them?',
    types: 'OUTGOING_PAYMENT.COMPLETED',
    page: '/events/outgoing-payment-completed',
    answer: /Emitted by.*Data.*sentAmount/,
  },
  {
    asks: 'Can I try it without installing anything?',
    types: 'run mock in this page',
    page: '/playground',
    answer: /Nothing on this page is sent to a server/,
  },
  {
    asks: 'How do tests in parallel not share data?',
    types: 'parallel tests worlds',
    page: '/guides/test-with-playwright',
    answer: /paymentsWorld.*each worker of Playwright has one/,
  },
  {
    asks: 'Why are webhooks refused after I moved the clock?',
    types: 'mockClock',
    page: '/guides/test-with-playwright',
    answer: /from the future.*mockClock/,
  },
  {
    asks: 'How do I start the mock for a language other than TypeScript?',
    types: 'control API',
    page: '/guides/test-with-playwright',
    answer: /POST \/__mock\/worlds/,
  },
];

/** The questions of three kinds of newcomers. */
export const questions = {
  'a platform developer': platformDeveloper,
  'a frontend team': frontendTeam,
  'a tester': tester,
} as const;

import { questionsOf } from '../support/question.ts';

/** What frontend teams ask. */
export const frontendTeam = questionsOf([
  [
    'How does a page sign a customer in?',
    'wallet sign in browser',
    '/wallet',
    /createWallet.*emailOtp.*verify/,
  ],
  [
    'How do I register a passkey?',
    'register passkey',
    '/guides/passkeys',
    /prepareNewPasskey.*confirm/,
  ],
  [
    'How do I mount the relay in Next.js?',
    'relay next.js route',
    '/guides/relay-nextjs',
    /app\/api\/wallet\/\[\.\.\.call\]\/route\.ts.*export const POST = relay\.fetch/,
  ],
  [
    'next build has no secrets. Does it fail?',
    'next build without secrets',
    '/guides/nextjs-without-secrets',
    /the first call rejects with a ConfigurationError.*relay\.check\(\)/,
  ],
  [
    'How do I sign in with Google or another provider?',
    'oauth identity provider popup',
    '/guides/oauth',
    /nonce.*finishOAuthPopup.*resume/,
  ],
  [
    'Which keys does the browser hold, and can script steal them?',
    'who holds session key secret',
    '/concepts/who-holds-what',
    /holds it, cannot extract it.*Script injected/,
  ],
  [
    'How do I mount the relay in Express?',
    'relay express',
    '/guides/relay-express',
    /before express\.json\(\).*nodeHandler\(relay\)/,
  ],
  [
    'How do I mount the relay in Hono?',
    'relay hono',
    '/guides/relay-hono',
    /relay\.fetch\(context\.req\.raw\)/,
  ],
  [
    'How long does a session live, and how is it refreshed?',
    'session refresh expires',
    '/concepts/sessions-and-keys',
    /15 minutes.*A refresh is a signed change/,
  ],
  [
    'What do I show when an error has a userAction?',
    'userAction wallet error',
    '/wallet',
    /userAction.*request_new_code.*open_in_browser/,
  ],
]);

import { element } from '../approval/elements.ts';
import type { WalletError } from '../errors/wallet-error.ts';

type Hint = (error: WalletError) => string | undefined;

const nothingThere = () =>
  'No relay responds at the address that `createWallet({ relay })` has. Mount it there on your server, for POST too, or change `relay`.';

/** What to change in the set-up, by the code of the error that shows it. */
const hints: Partial<Record<WalletError['code'], Hint>> = {
  INSECURE_CONTEXT: () =>
    `Keys and passkeys need https, or http://localhost; this page is on ${location.origin}.`,
  BLOCKED_IN_FRAME: () =>
    'Give the frame of this page allow="publickey-credentials-get; publickey-credentials-create".',
  BLOCKED_BY_POLICY: () =>
    'Send Permissions-Policy: publickey-credentials-get=(self), publickey-credentials-create=(self) with this page, or no such header.',
  RP_MISMATCH: () =>
    /^[\d.]+$|:/.test(location.hostname)
      ? 'Passkeys need a host with a name: open this page on http://localhost.'
      : `Set \`rpId\` of the relay to ${location.hostname} or a parent domain of it.`,
  FORBIDDEN: ({ message }) =>
    message.includes('`origins`')
      ? `Add '${location.origin}' to \`origins\` of the relay.`
      : undefined,
  PLATFORM_LOGIN_REQUIRED: () =>
    '`authenticate` of the relay returned null for this request: log in to your own site first, or look how it finds the person.',
  REFUSED: ({ serviceCode }) =>
    /^(?:HTTP_40[45]|NOT_FOUND|METHOD_NOT_ALLOWED)$/.test(serviceCode ?? '')
      ? nothingThere()
      : undefined,
  UNEXPECTED: ({ cause }) => (cause instanceof SyntaxError ? nothingThere() : undefined),
  STORAGE_UNAVAILABLE: () =>
    'This browser refuses IndexedDB to this page, as in a frame of another site.',
  NETWORK: () =>
    navigator.onLine
      ? 'The relay was not reached. Check that its server runs at the address that `createWallet({ relay })` has, and that connect-src of the Content-Security-Policy of this page allows it.'
      : undefined,
};

const NO_WALLET = 'Set the `wallet` of this element to what `createWallet({ relay })` returns.';

/** On a developer's machine elements also say what to change in the set-up. */
function isDevelopment(): boolean {
  return /^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(globalThis.location?.hostname ?? '');
}

/** What is wrong with the set-up; without an error, that nothing has set the wallet. */
function hintAt(error: WalletError | undefined): string | undefined {
  return error === undefined ? NO_WALLET : hints[error.code]?.(error);
}

/** What a developer sees in the element itself. */
export function developerNotes(error: WalletError | undefined): readonly Node[] {
  const hint = isDevelopment() ? hintAt(error) : undefined;
  if (hint === undefined) return [];
  const code = element('code', { text: error?.code ?? 'NO_WALLET' });
  const note = element('p', { part: 'developer', className: 'developer' }, code, new Text(hint));
  note.lang = 'en';
  return [note];
}

/** Reports what a person cannot mend, in development also what else shows a wrong set-up. */
export function reportToDeveloper(name: string, error: WalletError | undefined): void {
  if (error !== undefined && (error.silent || error.userAction !== 'none') && !isDevelopment())
    return;
  const hint = hintAt(error);
  if (hint === undefined && error?.userAction !== 'none') return;
  const { code = 'NO_WALLET', message, docs = '' } = error ?? {};
  console.warn(`<${name}> ${hint === undefined ? message : `${code}: ${hint} ${docs}`}`.trimEnd());
}

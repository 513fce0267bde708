import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMock } from '@org/payments-mock';
import { listen } from '@org/payments-mock/server';
import { createPaymentsClient } from '@org/payments-sdk';
import { build } from 'esbuild';
import { send, toRequest } from '../../../packages/wallet/test/app/http.ts';
import { createTestRelay } from '../../../packages/wallet/test/app/relay.ts';

/** The page of an identity provider that isolates itself, and redirects at once with a token. */
function providerPage(back: string, identity: Readonly<Record<string, string>>): Response {
  const script = `
    const asked = new URLSearchParams(location.search);
    const segment = (value) =>
      btoa(JSON.stringify(value)).replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=/g, '');
    const iat = Math.floor(Date.now() / 1000);
    const claims = { ...${JSON.stringify(identity)}, nonce: asked.get('nonce'), iat, exp: iat + 60 };
    const token = [{ alg: 'RS256', typ: 'JWT' }, claims, 'dummy'].map(segment).join('.');
    document.title = String(window.opener);
    setTimeout(() => {
      const result = new URLSearchParams({ id_token: token, state: asked.get('state') });
      location.href = ${JSON.stringify(back)} + '#' + result;
    }, Number(asked.get('wait')));`;
  const html = `<!doctype html><title>Provider</title><script>${script}</script>`;
  return new Response(html, {
    headers: { 'content-type': 'text/html', 'cross-origin-opener-policy': 'same-origin' },
  });
}

type Answer = (request: Request) => Response | Promise<Response>;

/** A web site on its own origin, on this machine. */
export interface Site {
  readonly origin: string;
  close(): void;
}

/** Serves a web site on a free port. */
export function serveSite(respond: Answer): Promise<Site> {
  const handle = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const url = new URL(incoming.url ?? '/', 'http://localhost');
    await send(await respond(await toRequest(incoming, url)), outgoing);
  };
  const server = createServer((incoming, outgoing) => {
    handle(incoming, outgoing).catch((error: unknown) =>
      outgoing.writeHead(500).end(String(error)),
    );
  });
  return new Promise((resolve) => {
    server.listen(0, 'localhost', () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        origin: `http://localhost:${port}`,
        close: () => {
          server.closeAllConnections();
          server.close();
        },
      });
    });
  });
}

/** Bundles a page of these tests; its files by path. */
export async function bundled(entry: string, folder = '/'): Promise<ReadonlyMap<string, string>> {
  const { outputFiles } = await build({
    entryPoints: { main: new URL(entry, import.meta.url).pathname },
    outdir: '/out',
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    conditions: ['source'],
    target: 'es2022',
    logLevel: 'error',
  });
  return new Map(outputFiles.map(({ path, text }) => [folder + path.slice('/out/'.length), text]));
}

/** Serves the page of a site and its scripts; `title` holds the origin of the page's counterpart. */
export function pageOf(
  files: ReadonlyMap<string, string>,
  title: () => string,
  more?: Answer,
  script = '/main.js',
): Answer {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const file = files.get(pathname);
    if (file !== undefined) {
      return new Response(file, { headers: { 'content-type': 'text/javascript' } });
    }
    if (pathname !== '/' && more !== undefined) return more(request);
    const style = 'body{margin:0;font:14px sans-serif}button{font-size:16px}';
    const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title()}</title><style>${style}</style><body><script type="module" src="${script}"></script></body></html>`;
    return new Response(html, { headers: { 'content-type': 'text/html' } });
  };
}

/** An account with one e-mail credential. */
export interface TestAccount {
  readonly accountId: `InternalAccount:${string}`;
  readonly emailId: string;
}

/** Starts everything on free ports. */
export async function startSignerStage() {
  const [pageFiles, signerFiles, plainFiles] = await Promise.all([
    bundled('./page.ts'),
    bundled('./signer.ts'),
    bundled('./plain.ts', '/plain/'),
  ]);
  const mock = createMock({ now: Date.now });
  const server = await listen(mock, { port: 0 });
  const payments = createPaymentsClient(server.connection);
  const customer = mock.add.customer();
  const { account, credential } = mock.add.wallet({ customerId: customer.id });
  const identity = { iss: 'https://accounts.google.com', aud: 'popup-tests', sub: 'ada' };
  const oauth = mock.add.credential({ accountId: account.id, type: 'OAUTH', identity });
  const newAccount = () => {
    const added = mock.add.wallet({ customerId: customer.id, available: 100_000 });
    return { accountId: added.account.id, emailId: added.credential.id };
  };
  const newCard = (accountId: TestAccount['accountId']) =>
    mock.add.card({ cardholderId: customer.id, fundingSources: [accountId] }).id;
  const cardId = newCard(account.id);
  const cardOf = async (id: string) =>
    (await payments.request({ method: 'GET', path: `/cards/${id}` })) as {
      readonly state: string;
      readonly last4: string;
    };
  const newPayment = async (accountId: TestAccount['accountId'], fullName: string) => {
    const payee = mock.add.externalAccount({
      customerId: customer.id,
      currency: 'USD',
      accountInfo: {
        accountType: 'USD_ACCOUNT',
        accountNumber: '000123456789',
        routingNumber: '021000021',
        beneficiary: { beneficiaryType: 'INDIVIDUAL', fullName },
      },
    });
    const quote = await payments.quotes.create({
      source: { sourceType: 'ACCOUNT', accountId },
      destination: { destinationType: 'ACCOUNT', accountId: payee.id },
      lockedCurrencySide: 'SENDING',
      lockedCurrencyAmount: 15_000,
    });
    return quote.id;
  };
  const signerOrigin = () => signer.origin;
  const headers: Record<'app' | 'signer', Readonly<Record<string, string>>> = {
    app: {},
    signer: {},
  };
  const withHeaders =
    (site: keyof typeof headers, respond: Answer): Answer =>
    async (request) => {
      const response = await respond(request);
      const isPage = new URL(request.url).pathname === '/';
      const fields = isPage ? Object.entries(headers[site]) : [];
      for (const [name, value] of fields) response.headers.set(name, value);
      return response;
    };
  const [app, foreign] = await Promise.all([
    serveSite(
      withHeaders(
        'app',
        pageOf(pageFiles, () => 'Application'),
      ),
    ),
    serveSite(
      pageOf(
        pageFiles,
        () => 'Foreign',
        () => providerPage(`${signerOrigin()}/plain/back`, identity),
      ),
    ),
  ]);
  const plain = pageOf(plainFiles, () => 'Plain', undefined, '/plain/main.js');
  let described: object | null | undefined;
  const swapped: Answer = (request) => {
    if (described !== undefined && request.url.endsWith('/describe')) {
      return described === null ? new Response(null, { status: 503 }) : Response.json(described);
    }
    return relay.fetch(request);
  };
  const guarded: Answer = (request) => {
    if (new URL(request.url).pathname.startsWith('/plain')) return plain(request);
    return request.headers.get('content-type') === 'application/json'
      ? swapped(request)
      : new Response(null, { status: 415 });
  };
  const signer = await serveSite(
    withHeaders(
      'signer',
      pageOf(signerFiles, () => app.origin, guarded),
    ),
  );
  const relay = createTestRelay({
    payments,
    customerId: customer.id,
    // Only the signer's own pages.
    origin: signer.origin,
    topOrigins: [app.origin],
    now: () => mock.clock.now(),
  });
  const example = new URL('../../../examples/signer-site/headers.mjs', import.meta.url);
  const { siteHeaders } = (await import(example.href)) as {
    siteHeaders: (page: string) => Readonly<Record<string, string>>;
  };
  return {
    app,
    signer,
    /** The header fields that the example of a signer's site sends. */
    exampleHeaders: siteHeaders(app.origin),
    /** A site that the signer does not list; below `/authorize` an identity provider. */
    foreign,
    accountId: account.id,
    emailId: credential.id,
    oauthId: oauth.id,
    cardId,
    /** Another account of the same person: the codes of one are kept apart. */
    newAccount,
    /** Another card of an account, which nobody has frozen. */
    newCard,
    /** A payment of 150.00 USD from an account, to a person of that name, account ending 6789. */
    newPayment,
    /** Replaces the relay's descriptions, as one that was taken over would; null lets them fail. */
    swapDescription: (description: object | null | undefined) => {
      described = description;
    },
    /** The last digits of a card. */
    lastDigits: async (id: string) => (await cardOf(id)).last4,
    /** The header fields that the pages of a site have besides their own. */
    headers,
    cardState: async (id: string = cardId) => (await cardOf(id)).state,
    async close() {
      for (const site of [app, foreign, signer]) site.close();
      await server.close();
    },
  };
}

/** An application, its signer on another origin, and the service behind the signer's relay. */
export type SignerStage = Awaited<ReturnType<typeof startSignerStage>>;

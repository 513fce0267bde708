import type {} from '../support/page.ts';

/**
 * Attacks of the page that embeds the signer, or of a script that was injected into it. Each
 * function runs in the page, in every engine: it uses its argument and what the page has, and
 * nothing of this module.
 */

/** Looks for keys in storage, in the frame and in what the wallet offers. */
export async function findKeys() {
  const databases = await indexedDB.databases();
  let reached: string;
  try {
    reached = String(document.querySelector('iframe')?.contentWindow?.document);
  } catch (error) {
    reached = (error as Error).name;
  }
  return {
    databases: databases.length,
    reached,
    stamp: await window.test.attempt(() => window.test.wallet.stamp('x')),
  };
}

/** Replaces the functions of the page's cryptography that are given keys, and records their calls. */
export function hookCryptography() {
  const seen: string[] = [];
  Object.assign(window, { seen });
  for (const name of ['importKey', 'deriveBits', 'sign', 'decrypt']) {
    const prototype = SubtleCrypto.prototype as unknown as Record<string, () => unknown>;
    const real = prototype[name];
    prototype[name] = function (this: SubtleCrypto, ...args: []) {
      seen.push(name);
      return real?.apply(this, args);
    };
  }
}

/**
 * Frames the signer at an origin, sends it a greeting, and resolves to what the signer did: it
 * responded over the port, or its page reported that nothing listens on the port.
 */
export function greetSigner(origin: string) {
  const frame = document.createElement('iframe');
  frame.src = origin;
  const { port1, port2 } = new MessageChannel();
  return new Promise<'responds' | 'ignored'>((resolve) => {
    port1.onmessage = () => resolve('responds');
    window.addEventListener('message', ({ source, data }) => {
      if (source === frame.contentWindow && data === 'ignored') resolve('ignored');
    });
    frame.addEventListener('load', () => {
      const hello = { type: 'payments-wallet:connect', version: 1 };
      frame.contentWindow?.postMessage(hello, origin, [port2]);
      port1.postMessage({ id: 1, method: 'ready', args: [] });
    });
    document.body.append(frame);
  });
}

/** Puts a page of an origin into a frame, and resolves once it is loaded. */
export function framePage(origin: string) {
  const frame = document.createElement('iframe');
  frame.src = origin;
  document.body.append(frame);
  return new Promise<void>((resolve) => {
    frame.addEventListener('load', () => resolve());
  });
}

/** Sends a request to the relay of the signer's origin. */
export function callRelay(origin: string) {
  return fetch(`${origin}/relay/v1/account`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  }).then(
    ({ status }) => String(status),
    (error: unknown) => (error as Error).name,
  );
}

/**
 * Sends every recorded call of a signed change again; resolves to how many there were, and how many of
 * them the signer responded to before it had responded to three later calls.
 */
export async function replayRuns() {
  const { sent, ports, wallet } = window.test;
  const isRun = (message: unknown): message is { id: number } =>
    (message as { method?: string }).method === 'run';
  const calls = sent.filter(isRun);
  const ids = new Set(calls.map(({ id }) => id));
  let responses = 0;
  ports[0]?.addEventListener('message', ({ data }) => {
    if (ids.has(data.id)) responses += 1;
  });
  for (const call of calls) ports[0]?.postMessage(call);
  ports[0]?.postMessage('not a call');
  for (let call = 0; call < 3; call += 1) await wallet.account();
  return { calls: calls.length, responses };
}

/** Calls names that every object inherits, and a method that the signer does not offer. */
export function callUnknown() {
  const [port] = window.test.ports;
  const methods = ['constructor', '__proto__', 'hasOwnProperty', 'stamp'];
  return new Promise<unknown[]>((resolve) => {
    const got: unknown[] = [];
    port?.addEventListener('message', ({ data }) => {
      if (data.type === 'failure') got.push(data.failure.code);
      if (got.length === methods.length) resolve(got);
    });
    methods.forEach((method, index) => {
      port?.postMessage({ id: 900 + index, method, args: ['payload'] });
    });
  });
}

/**
 * Prepares a passkey, and sends the signer a ceremony of the script's own; then asks for one of the
 * signer's, which it stops.
 */
export async function callCeremonies() {
  const [port] = window.test.ports;
  let id = 10_000;
  const call = (method: string, ...args: unknown[]) => {
    id += 1;
    const own = id;
    port?.postMessage({ id, method, args });
    return new Promise<{ value?: { handle: number }; failure?: { code: string } }>((resolve) => {
      port?.addEventListener('message', ({ data }) => data.id === own && resolve(data));
    });
  };
  const { value } = await call('prepareNewPasskey', { nickname: 'My phone' });
  const attestation = {
    ...{ credentialId: 'AQID', clientDataJson: 'e30', attestationObject: 'oA' },
    transports: ['internal'],
  };
  const methods = ['registerPasskey', 'finishPasskey', 'passkeyBegin'];
  const replies = methods.map((method) => call(method, value?.handle, attestation));
  replies.push(call('confirmNewPasskey', value?.handle));
  await new Promise((resolve) => setTimeout(resolve, 500));
  void call('stopCeremony');
  const codes = (await Promise.all(replies)).map(({ failure }) => failure?.code);
  return { seen: Object.keys(value ?? {}), codes };
}

/** Adds fields to every object of the page that would approve, allow or redirect, if they were read. */
export function pollutePrototype() {
  const fields = { approved: true, confirmed: true, pages: ['*'], vault: 'memory', review: false };
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(Object.prototype, name, { value, configurable: true, writable: true });
  }
}

/** Stops the signer, in its own page. */
export function stopSigner() {
  (window as unknown as { signer: { stop(): void } }).signer.stop();
}

/** Adds styles to the document in every way that its policy may forbid; returns the ways that took effect. */
export async function addStyles() {
  // Leaves the test's own call, for which DevTools lift the policy.
  await new Promise((resolve) => setTimeout(resolve));
  const root = document.documentElement;
  const css = (way: string) => `html { --${way}: 1 }`;
  const link = document.createElement('link');
  const part = root.appendChild(document.createElement('div'));
  const ways: Record<string, () => unknown> = {
    sheet: () => {
      root.appendChild(document.createElement('style')).textContent = css('sheet');
    },
    html: () => {
      part.innerHTML = `<style>${css('html')}</style>`;
    },
    attribute: () => part.setAttribute('style', '--attribute: 1'),
    link: () =>
      new Promise((resolve) => {
        const href = `data:text/css,${encodeURIComponent(css('link'))}`;
        root.append(
          Object.assign(link, { rel: 'stylesheet', onload: resolve, onerror: resolve, href }),
        );
      }),
  };
  const took: string[] = [];
  for (const [way, add] of Object.entries(ways)) {
    try {
      await add();
    } catch {
      continue;
    }
    if (getComputedStyle(part).getPropertyValue(`--${way}`) !== '') took.push(way);
  }
  return took;
}

import { expect } from 'vitest';
import { page } from 'vitest/browser';
import type { FakeWallet } from '../../src/testing/index.ts';
import type {} from '../../src/ui/index.ts';
import { eventually } from '../eventually.ts';

type Shown = 'payments-sign-in' | 'payments-sessions' | 'payments-passkeys';

export function show<Name extends Shown>(name: Name, wallet: FakeWallet) {
  const element = document.createElement(name);
  const seen: string[] = [];
  for (const type of [
    'signed-in',
    'signed-out',
    'passkey-added',
    'passkey-removed',
    'wallet-error',
  ]) {
    document.body.addEventListener(type, ({ target }) => {
      if (target === element) seen.push(type);
    });
  }
  element.wallet = wallet;
  document.body.append(element);
  return { element, seen, wallet };
}

/** The focus, also inside an element. */
export async function hasFocus(locator: ReturnType<typeof page.getByText>): Promise<void> {
  await eventually(() => {
    const found = locator.element();
    expect((found.getRootNode() as ShadowRoot).activeElement).toBe(found);
  });
}

/** Removes what a test has shown, and the step that this tab would go on with. */
export function clearPage(): void {
  document.body.replaceChildren();
  sessionStorage.removeItem('payments-sign-in.code');
  Reflect.deleteProperty(navigator, 'onLine');
}

export const button = (name: string | RegExp) => page.getByRole('button', { name });
export const text = (words: string | RegExp) => page.getByText(words);

import type { TestProject } from 'vitest/node';
import { buildPage } from '../../../examples/wallet-login/demo/build-page.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder of the demo's page, as built. */
    readonly walletLoginPage: string;
  }
}

/** Builds the demo's page once for all files of the project. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const { folder, remove } = await buildPage();
  provide('walletLoginPage', folder);
  return remove;
}

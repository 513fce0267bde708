import { afterEach, expect, it, vi } from 'vitest';
import type { Ceremony } from '../errors/ceremony-errors.ts';
import { frameRefusal, isInsideClick } from './frame.ts';

afterEach(() => void vi.unstubAllGlobals());

/** A page in a frame, with the policy of the embedding page if the browser reports it. */
function frame(isForeign: boolean, allows?: (name: string) => boolean): void {
  const location = { origin: 'https://wallet.example' };
  const top = { location: isForeign ? { origin: 'https://shop.example' } : location };
  vi.stubGlobal('window', { location, top });
  const policy = allows === undefined ? {} : { featurePolicy: { allowsFeature: allows } };
  vi.stubGlobal('document', policy);
}

const [FAST, SLOW] = [10, 3_000];

it.each<[string, Ceremony, number, boolean, string | undefined]>([
  ['a registration outside a click', 'registration', FAST, false, 'CLICK_REQUIRED'],
  ['a registration inside a click', 'registration', FAST, true, 'BLOCKED_IN_FRAME'],
  ['a sign-in, which needs no click', 'authentication', FAST, false, 'BLOCKED_IN_FRAME'],
  ['a refusal that a person can have made', 'registration', SLOW, true, undefined],
])(
  'in a foreign frame of a browser without a policy: %s',
  (_what, ceremony, elapsed, click, code) => {
    frame(true);
    expect(frameRefusal(ceremony, elapsed, click)).toBe(code);
    frame(false);
    expect(frameRefusal(ceremony, elapsed, click)).toBeUndefined();
  },
);

it.each<[string, Ceremony, number, boolean, string | undefined]>([
  ['a registration outside a click', 'registration', FAST, false, 'CLICK_REQUIRED'],
  ['a registration inside a click', 'registration', FAST, true, undefined],
  ['a sign-in that the page denies', 'authentication', SLOW, true, 'BLOCKED_IN_FRAME'],
])('in a foreign frame of a browser with a policy: %s', (_what, ceremony, elapsed, click, code) => {
  frame(true, (name) => name === 'publickey-credentials-create');
  expect(frameRefusal(ceremony, elapsed, click)).toBe(code);
});

it('names the header of a page that is not in a frame', () => {
  frame(false, () => false);
  expect(frameRefusal('authentication', FAST, true)).toBe('BLOCKED_IN_FRAME');
  vi.stubGlobal('window', { ...window, top: window });
  Object.assign(window, { self: window, top: window });
  expect(frameRefusal('authentication', SLOW, true)).toBe('BLOCKED_BY_POLICY');
  expect(frameRefusal('registration', FAST, false)).toBe('BLOCKED_BY_POLICY');
});

it('assumes that the person acts where the browser does not report it', () => {
  expect(isInsideClick()).toBe(true);
  for (const isActive of [true, false]) {
    vi.stubGlobal('navigator', { userActivation: { isActive } });
    expect(isInsideClick()).toBe(isActive);
  }
});

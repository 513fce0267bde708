/**
 * Takes away what browsers got after Safari 16.4, Chrome 103 and Firefox 101, the oldest that the wallet is
 * made for. Import it before the wallet: each file of tests has a page of its own.
 */
const later: readonly (readonly [owner: object | undefined, ...names: readonly string[]])[] = [
  [AbortSignal, 'any'],
  [URL, 'canParse', 'parse'],
  [String.prototype, 'isWellFormed', 'toWellFormed'],
  [Array.prototype, 'findLast', 'findLastIndex', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  [Array, 'fromAsync'],
  [Object, 'groupBy'],
  [Map, 'groupBy'],
  [Promise, 'try', 'withResolvers'],
  [Set.prototype, 'union', 'intersection', 'difference', 'isSubsetOf'],
  [Uint8Array, 'fromBase64', 'fromHex'],
  [Uint8Array.prototype, 'toBase64', 'toHex'],
  [Element.prototype, 'checkVisibility', 'setHTML'],
  [HTMLElement.prototype, 'showPopover', 'hidePopover', 'togglePopover'],
  [Intl, 'Segmenter', 'DurationFormat'],
  [PublicKeyCredential.prototype, 'toJSON'],
  [PublicKeyCredential, 'getClientCapabilities', 'parseCreationOptionsFromJSON'],
  [PublicKeyCredential, 'parseRequestOptionsFromJSON', 'signalUnknownCredential'],
  [PublicKeyCredential, 'signalAllAcceptedCredentials', 'signalCurrentUserDetails'],
  [globalThis, 'Iterator', 'trustedTypes', 'scheduler', 'CookieStore'],
];

for (const [owner, ...names] of later) {
  for (const name of names) if (owner !== undefined) Reflect.deleteProperty(owner, name);
}

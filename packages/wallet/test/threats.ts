const secrecy = 'packages/wallet/src/secrecy.browser.test.ts';
const binding = 'packages/wallet/src/signing/binding.browser.test.ts';
const adversary = 'packages/wallet/src/signing/payload/payload-adversary.test.ts';
const signing = 'packages/wallet/src/signing/signing.browser.test.ts';
const families = 'packages/wallet/src/session/families.browser.test.ts';
const session = 'packages/wallet/src/session/session.browser.test.ts';
const captured = 'packages/wallet/src/platform/captured.browser.test.ts';
const vault = 'packages/wallet/src/vault/vault.browser.test.ts';
const faults = 'packages/wallet/src/vault/faults.browser.test.ts';
const relay = 'packages/sdk/src/relay/calls/sign-in.test.ts';
const signer = 'e2e/signer/signer.test.ts';
const sentences = 'e2e/signer/sentences.test.ts';
const related = 'e2e/signer/related-origins.test.ts';
const engines = 'e2e/engines/signer-attacks.engine-test.ts';

const outOfReach = 'attack: the page cannot find a key in storage, in the frame or in its messages';
const hooked =
  'attack: hooked functions receive nothing from a sign-in or a refresh; the session survives a reload';
const replaced = 'keeps its keys from functions that were replaced after its first file had loaded';

/** A test that carries an attack out: its file below the repository, and its title. */
export type AttackTest = readonly [file: string, title: string];

/** The tests of each line of the table of threats in docs/wallet.md, by the line's first words. */
export const threats: Readonly<Record<string, readonly AttackTest[]>> = {
  "reads the page's storage": [
    [secrecy, 'leaves the session key neither as text nor in a buffer'],
    [signer, outOfReach],
  ],
  'injects script into the page': [
    [binding, 'attack: two wallets of a page have one limit'],
    [signer, 'attack: a click that a script makes in the frame does not approve'],
  ],
  'injects script, and creates another wallet': [
    [binding, 'does not prevent: a script creates a wallet with a limit of its own'],
    [signer, outOfReach],
  ],
  'injects script, and uses the stored key': [
    [
      families,
      'attack: a session that a script opened with the stored key is reported and ended by a refresh',
    ],
    [families, 'attack: a sign-out ends it too, and none of the sign-in is refreshed afterwards'],
    [signer, outOfReach],
  ],
  'injects script before the wallet has loaded': [
    [
      captured,
      'does not prevent: a script that ran before the wallet takes the key, and signs past a review',
    ],
    [signer, hooked],
  ],
  "injects script, and replaces functions that the cryptography's libraries call": [
    [
      captured,
      'does not prevent: a script sees the secrets of a sealed key while a library opens it',
    ],
    [signer, hooked],
  ],
  'injects script, and adds a `then`': [
    [captured, 'does not prevent: %s'],
    [signer, hooked],
  ],
  'registers a service worker': [
    [
      captured,
      'does not prevent: a service worker puts its own key into a sign-in, which then fails',
    ],
  ],
  'injects script after the wallet has loaded, and replaces other functions': [
    [
      captured,
      'passes no key in memory and no payload through a replaced function of the language: %s',
    ],
  ],
  'injects script after the wallet has loaded, and replaces functions of `crypto.subtle`': [
    [captured, replaced],
    [signer, hooked],
    [engines, 'hooked functions receive nothing from a sign-in, a refresh or a sign-out'],
  ],
  'injects script after the wallet has loaded, and replaces `fetch`': [[captured, replaced]],
  'adds properties to `Object.prototype`': [
    [binding, 'reads only own properties of options, so that a polluted prototype has no effect'],
    [adversary, 'a property %s that a script adds to all objects changes no check'],
    [engines, 'fields on the prototype of all objects of the page approve and allow nothing'],
  ],
  "puts a record into the wallet's storage": [
    [vault, 'attack: a planted record whose life no session has is not restored'],
    [vault, 'does not restore a key that does not match its record'],
    [signer, outOfReach],
  ],
  'injects script, and extends its time': [
    [session, 'cannot be refreshed beyond the age the relay allows, and reports it once'],
  ],
  'injects script, and asks the relay itself': [
    [relay, 'accepts a ticket only with its own credential, and before it expires'],
    [signer, "attack: the page cannot call the signer's relay"],
    [engines, "the page cannot call the signer's relay"],
  ],
  'covers, fades, clips': [
    [signer, 'attack: a covered prompt cannot be approved'],
    [signer, 'attack: a prompt that the page hides with the style %s cannot be approved: %s'],
    [signer, 'attack: a frame that shows only the buttons cannot be approved'],
    [signer, 'attack: clicks on a frame that the page %s do not approve'],
    [signer, 'attack: a prompt that was refused is not shown again at once'],
    [signer, 'attack: while one prompt is open, a second one is refused'],
  ],
  'takes the disk of a signed-out': [
    [vault, 'does not restore an expired session'],
    [faults, '%s: %s: signed out stays signed out after a reload'],
  ],
  'takes the disk of a signed-in': [
    [vault, 'stores the session key as a non-extractable key'],
    [vault, "uses only memory with `vault: 'memory'`"],
  ],
  'controls your backend': [
    [binding, 'does not sign a payload for another purpose: %s'],
    [
      signer,
      'attack: a relay that returns a payment for the change is refused before anybody is asked',
    ],
    [sentences, 'attack: nothing is approved while the relay %s'],
  ],
  'sends the person to a look-alike site': [
    [
      related,
      'signs in with one passkey on the domain, on a related origin, and not on a look-alike',
    ],
  ],
  'replays a sealed key': [
    [signing, 'stamps a challenge once, even when the relay returns it twice'],
    [signer, 'attack: repeated messages and unknown calls have no effect'],
  ],
};

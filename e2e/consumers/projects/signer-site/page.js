import { createWallet } from '@org/payments-wallet';
import * as Dialog from '@radix-ui/react-dialog';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

/** The page of the application, in which a dialog of a library is open; its address names the signer. */
const origin = new URLSearchParams(location.search).get('signer');
window.wallet = createWallet({ signer: { origin } });
const title = createElement(Dialog.Title, null, 'Your card');
const content = createElement(Dialog.Content, { 'aria-describedby': undefined }, title);
const portal = createElement(Dialog.Portal, null, createElement(Dialog.Overlay), content);
const root = createRoot(document.body.appendChild(document.createElement('div')));
root.render(createElement(Dialog.Root, { open: true }, portal));

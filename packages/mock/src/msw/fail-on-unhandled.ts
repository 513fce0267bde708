/**
 * Makes unhandled requests fail, in both versions of Mock Service Worker.
 *
 * Version 3 renamed `onUnhandledRequest` to `onUnhandledFrame`. Under its old name the option is
 * ignored: Mock Service Worker only prints a warning, and the request goes out to the network.
 *
 * @example server.listen(failOnUnhandled); await worker.start(failOnUnhandled);
 */
export const failOnUnhandled = {
  onUnhandledRequest: 'error',
  onUnhandledFrame: 'error',
} as const;

import { sessionFromCookie } from '@org/payments-wallet/ssr';
import { headers } from 'next/headers';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { Wallet } from './wallet';

/** Renders the signed-in page on the server, without a flash of the signed-out one. */
async function Session() {
  // The cookie is compared with the time of the request.
  await connection();
  const cookie = (await headers()).get('cookie');
  return <Wallet initial={sessionFromCookie(cookie)} />;
}

export default function Page() {
  return (
    <Suspense>
      <Session />
    </Suspense>
  );
}

/** The page of an identity provider that isolates itself, and redirects at once with a token. */
export function providerPage(back: string, identity: Readonly<Record<string, string>>): Response {
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

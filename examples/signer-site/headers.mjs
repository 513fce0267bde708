/** The headers of every file of a signer's site. */
export function siteHeaders(page) {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
    `frame-ancestors ${page}`,
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    // For a page that sends it itself; browsers ask for both then.
    'Cross-Origin-Embedder-Policy': 'require-corp',
    'Cross-Origin-Resource-Policy': 'same-site',
    'Referrer-Policy': 'no-referrer',
    'Strict-Transport-Security': 'max-age=63072000',
    'X-Content-Type-Options': 'nosniff',
  };
}

const lines = (headers, line) => Object.entries(headers).map(([name, value]) => line(name, value));

/** For Netlify and Cloudflare Pages. */
export function headerFile(headers) {
  return ['/*', ...lines(headers, (name, value) => `  ${name}: ${value}`), ''].join('\n');
}

/** For Netlify: the relay, on the origin of the signer. */
export function redirectFile(relay, backend) {
  return `${relay}/* ${backend}${relay}/:splat 200\n`;
}

/** For nginx: the inside of a `server` block. */
export function nginxFile(headers, relay, backend) {
  return `root /srv/signer/public;
index index.html;
${lines(headers, (name, value) => `add_header ${name} "${value}" always;`).join('\n')}
location ${relay}/ {
  proxy_pass ${backend};
  proxy_set_header Host $proxy_host;
}
`;
}

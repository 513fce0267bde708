import { inspectorScript } from './script.ts';
import { styles } from './styles.ts';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Payments mock</title>
<link rel="icon" href="__mock/inspector/icon.svg">
<link rel="stylesheet" href="__mock/inspector/style.css">
<script type="module" src="__mock/inspector/start.js"></script>
</head>
<body>
<div id="inspector"><p class="starting">Starting the inspector…</p></div>
</body>
</html>
`;

const start = `import { startInspector } from './app.js';
startInspector(document.getElementById('inspector'));
`;

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#3b6ef5"/><path d="M4 6h8M4 10h5" stroke="#fff" stroke-width="1.6" stroke-linecap="round"/></svg>`;

/** Headers of the page: no content from other origins, no inline code, no frame around the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

function asset(body: string, type: string): Response {
  return new Response(body, {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    },
  });
}

/** Returns the page of the inspector. */
export function inspectorPage(): Response {
  return asset(html, 'text/html');
}

/**
 * Returns a file of the inspector, by its path below the control API; undefined for any other path.
 */
export async function inspectorAsset(path: string): Promise<Response | undefined> {
  if (path === '/inspector/style.css') return asset(styles, 'text/css');
  if (path === '/inspector/start.js') return asset(start, 'text/javascript');
  if (path === '/inspector/icon.svg') return asset(icon, 'image/svg+xml');
  if (path === '/inspector/app.js') return asset(await inspectorScript(), 'text/javascript');
  return undefined;
}

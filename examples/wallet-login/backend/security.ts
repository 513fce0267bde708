import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const none = ["'none'"];
const self = ["'self'"];

/**
 * Only our own files: no inline script, no inline style, no other host, no frame, and no string
 * that becomes script (Trusted Types without any policy). On https, https from now on.
 */
export function securityHeaders(origin: string): MiddlewareHandler {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: self,
      scriptSrc: self,
      styleSrc: self,
      imgSrc: self,
      connectSrc: self,
      objectSrc: none,
      baseUri: none,
      formAction: none,
      frameAncestors: none,
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: none,
    },
    permissionsPolicy: {
      publickeyCredentialsGet: ['self'],
      camera: [],
      geolocation: [],
      microphone: [],
    },
    xFrameOptions: 'DENY',
    referrerPolicy: 'no-referrer',
    strictTransportSecurity: origin.startsWith('https:') && 'max-age=31536000; includeSubDomains',
  });
}

/** Refuses requests from another site's page: `Origin` is set by the browser and not by the page. */
export function requireOwnOrigin(origin: string): MiddlewareHandler {
  return async (context, next) => {
    const isRead = ['GET', 'HEAD'].includes(context.req.method);
    if (!isRead && context.req.header('origin') !== origin) {
      return context.json({ code: 'FORBIDDEN' }, 403);
    }
    return next();
  };
}

import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';

const none = ["'none'"];
const self = ["'self'"];

/** The frames of a page: the origin that it may frame, or the one that may frame it. */
type Framing = { readonly frames: string } | { readonly framedBy: string };

/**
 * Only our own files: no inline script, no inline style, no other host, no other frame, and no string
 * that becomes script (Trusted Types without any policy). On https, https from now on.
 */
export function securityHeaders(origin: string, framing: Framing): MiddlewareHandler {
  const isFramed = 'framedBy' in framing;
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
      frameSrc: isFramed ? none : [framing.frames],
      frameAncestors: isFramed ? [framing.framedBy] : none,
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: none,
    },
    permissionsPolicy: {
      publickeyCredentialsGet: ['self'],
      camera: [],
      geolocation: [],
      microphone: [],
    },
    xFrameOptions: isFramed ? false : 'DENY',
    // The page opens windows of its signer, which talk to each other.
    crossOriginOpenerPolicy: false,
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

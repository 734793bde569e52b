/** Security headers of the interface's files, served by the server or by the desktop for a remote vault. */

/** Blob URLs show pictures, PDFs and print views; nothing is loaded from other origins. */
export const UI_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // React Aria and Lexical use style attributes for positioning.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text becomes HTML only through `lib/report/dom/trusted-html.ts`, and once in Lexical, for text a browser pastes
  // itself.
  "require-trusted-types-for 'script'",
  "trusted-types vault lexical 'allow-duplicates'",
].join('; ');

export const UI_HEADERS = {
  'content-security-policy': UI_CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), usb=(), serial=(), hid=()',
};

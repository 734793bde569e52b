/** What the interface's own files may do in a page, whoever serves them: the server, or the desktop for a vault elsewhere. */

/** Blob URLs show pictures, PDFs and print views; nothing is ever loaded from elsewhere. */
export const UI_CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // React Aria and Lexical position things with style attributes.
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
  // Text becomes HTML through `lib/report/dom/trusted-html.ts` alone, and once in Lexical, for what a browser pastes by itself.
  "require-trusted-types-for 'script'",
  "trusted-types vault lexical 'allow-duplicates'",
].join('; ');

export const UI_HEADERS = {
  'content-security-policy': UI_CONTENT_SECURITY_POLICY,
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(self), usb=(), serial=(), hid=()',
};

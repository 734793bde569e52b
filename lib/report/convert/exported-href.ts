/**
 * The link target as Lexical's export writes it: with a scheme added where missing, `about:blank` for an unsafe one.
 * `safe-href.ts` decides which targets a report keeps.
 * Source: Lexical 0.52, `LinkNode.sanitizeUrl`, `formatUrl`.
 */
const PROTOCOLS: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:', 'sms:', 'tel:']);
const BLANK = 'about:blank';

export function exportedHref(url: string): string {
  const target = withScheme(url);
  const parsed = URL.parse(target);
  if (parsed !== null) return PROTOCOLS.has(parsed.protocol) ? target : BLANK;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers ignore them in a scheme
  const scheme = /^([a-z][a-z0-9+.-]*:)/i.exec(url.replace(/[\u0000-\u001F\u007F\s]/g, ''))?.[1];
  return scheme === undefined || PROTOCOLS.has(scheme.toLowerCase()) ? target : BLANK;
}

function withScheme(url: string): string {
  if (/^(?:[a-z][a-z0-9+.-]*:|[/#.])/i.test(url)) return url;
  if (url.includes('@')) return `mailto:${url}`;
  return /^\+?[0-9\s()-]{5,}$/.test(url) ? `tel:${url}` : `https://${url}`;
}

/** Decides which link targets a report may contain. */

/** Browsers ignore these anywhere in a URL, so `java\nscript:` must be recognised. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is stripped
const IGNORED = /[\u0000-\u0020\u007F-\u00A0\u00AD\u200B-\u200F\u2028-\u202F\u2060\uFEFF]/g;

const ALLOWED = /^(?:https?:\/\/[^/]|mailto:[^,]|#)/i;

/** The target without white space, or null unless it is http, https, mailto or a fragment. */
export function safeHref(href: string): string | null {
  const target = href.replace(IGNORED, '').toWellFormed();
  return ALLOWED.test(target) ? target : null;
}

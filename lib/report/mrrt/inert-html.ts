/**
 * A template's HTML with its inline handlers and styles under other names. A parsed document runs neither, but the page's
 * policy is asked about each and reports it.
 */
const TAG = /<[a-zA-Z][^\s/>]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>`]+))?)+\s*\/?>/g;
const ATTRIBUTE = /(\s+)([^\s"'<>/=]+)(\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>`]+))?/g;
const ACTIVE = /^(?:on[a-z]+|style)$/i;

export const INERT_PREFIX = 'data-inert-';

export function inertHtml(html: string): string {
  return html.replaceAll(TAG, (tag) =>
    tag.replaceAll(ATTRIBUTE, (whole, space: string, name: string, value = '') =>
      ACTIVE.test(name) ? `${space}${INERT_PREFIX}${name.toLowerCase()}${value}` : whole,
    ),
  );
}

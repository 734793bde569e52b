/**
 * Renames inline handlers and styles in a template's HTML. A parsed document runs neither, but the page's policy would
 * report each.
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

/**
 * Text on its way to HTML in a page whose policy (Trusted Types) refuses text there: what a policy of this name has
 * passed is taken, so who calls it is all there is to look at. Outside of such a page the text stays as it is.
 */
interface HtmlPolicy {
  readonly createHTML: (text: string) => string;
}

declare global {
  /** As much of the browser's as is used; its trusted text is said to be text, as what takes it is told. */
  var trustedTypes: { readonly createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy } | undefined;
}

/** `name` stands in the page's policy. */
export function createHtmlPolicy(name: string): (text: string) => string {
  const policy = globalThis.trustedTypes?.createPolicy(name, { createHTML: (text) => text });
  return (text) => policy?.createHTML(text) ?? text;
}

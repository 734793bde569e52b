/**
 * Creates a Trusted Types policy, for a page that otherwise refuses text as HTML. Text passed by it is accepted, so
 * only its callers need review. Without Trusted Types the text is returned unchanged.
 */
interface HtmlPolicy {
  readonly createHTML: (text: string) => string;
}

declare global {
  /** The used part of the browser's API; trusted text is typed as string, as its consumers expect. */
  var trustedTypes: { readonly createPolicy: (name: string, rules: HtmlPolicy) => HtmlPolicy } | undefined;
}

/** `name` must be listed in the page's content security policy. */
export function createHtmlPolicy(name: string): (text: string) => string {
  const policy = globalThis.trustedTypes?.createPolicy(name, { createHTML: (text) => text });
  return (text) => policy?.createHTML(text) ?? text;
}

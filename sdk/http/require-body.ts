/** Requires a body before it is inspected, for callers in JavaScript. @throws TypeError */
export function requireBody<Body>(call: string, body: Body): Body {
  if (typeof body === 'object' && body !== null) return body;
  throw new TypeError(`${call} takes an object: what is to be sent.`);
}

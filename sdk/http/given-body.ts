/** Whoever writes JavaScript may leave a body out, where it is looked into before it is sent. @throws TypeError */
export function givenBody<Body>(call: string, body: Body): Body {
  if (typeof body === 'object' && body !== null) return body;
  throw new TypeError(`${call} takes an object: what is to be sent.`);
}

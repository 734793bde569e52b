/**
 * The only envelope form on the wire. Each field is canonical unpadded base64url. A hybrid seal uses the same three
 * names; its `salt` contains a suite byte and a KEM encapsulation.
 * Source: API spec, "Drive node", Envelope.
 */
import { type Static, Type } from 'typebox';

const Base64Url = Type.String({ pattern: '^[A-Za-z0-9_-]*$' });

export const EnvelopeSchema = Type.Object(
  { salt: Base64Url, nonce: Base64Url, ciphertext: Base64Url },
  { additionalProperties: false },
);

export type Envelope = Static<typeof EnvelopeSchema>;

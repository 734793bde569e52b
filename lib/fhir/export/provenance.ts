/** Maps a personal signature to Provenance; its data is the signature file, which proves it without the vault. */
import type { Provenance, Reference } from 'fhir/r4.d.ts';
import type { ExamSignature } from '#contract/documents/signatures.ts';
import { base64Of } from './base64.ts';

/** ASTM E1762: author, co-author (co-signature), addendum, modification. */
const PURPOSES: Readonly<Record<ExamSignature['intent'], string>> = {
  final: '1.2.840.10065.1.12.1.1',
  co_signed: '1.2.840.10065.1.12.1.2',
  addendum: '1.2.840.10065.1.12.1.16',
  amended: '1.2.840.10065.1.12.1.15',
};

export function toProvenance(signature: ExamSignature, target: Reference, signatureFile: string): Provenance {
  const display = signature.signed_by.display_name;
  // A program is a Device, because its name was chosen by its issuer.
  const who = signature.signer?.kind === 'sdk' ? { type: 'Device', display } : { display };
  return {
    resourceType: 'Provenance',
    id: signature.signature_id,
    target: [target],
    recorded: signature.signed_at,
    agent: [{ who }],
    signature: [
      {
        type: [{ system: 'urn:iso-astm:E1762-95:2013', code: PURPOSES[signature.intent] }],
        when: signature.signed_at,
        who,
        sigFormat: 'application/json',
        data: base64Of(signatureFile),
      },
    ],
  };
}

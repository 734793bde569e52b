/**
 * Derives DICOM UIDs for documents made from an exam by hashing, so that the same exam gives the same UIDs. Source:
 * DICOM PS3.5 B.2.
 */
import { type AnnotatedImage, DOCUMENT_UID_NAMES, type UidOf } from '#dicom/write/structured-reports.ts';

const UUID_ROOT = '2.25.';
const UUID_BYTES = 16;

export interface HashedUids {
  readonly hashed: (name: string | Uint8Array<ArrayBuffer>) => Promise<string>;
  /** Returns the UIDs for documents of these annotations, under a unique name. */
  readonly of: (owner: string, marks: readonly AnnotatedImage[]) => Promise<UidOf>;
}

export function createUids(): HashedUids {
  async function hashed(name: string | Uint8Array<ArrayBuffer>): Promise<string> {
    const bytes = typeof name === 'string' ? new TextEncoder().encode(name) : name;
    const digest = await crypto.subtle.digest('SHA-256', bytes);
    const hex = Array.from(new Uint8Array(digest, 0, UUID_BYTES), (byte) =>
      byte.toString(16).padStart(2, '0'),
    );
    return UUID_ROOT + BigInt(`0x${hex.join('')}`).toString();
  }
  return {
    hashed,
    async of(owner, marks) {
      const known = new Map<string, string>();
      for (const name of DOCUMENT_UID_NAMES) known.set(name, await hashed(`${owner} ${name}`));
      // Derived from the annotation's id, so that a measurement keeps its UID between versions of the exam.
      for (const { mark_id } of marks) known.set(mark_id, await hashed(mark_id));
      return (name) => known.get(name) ?? '';
    },
  };
}

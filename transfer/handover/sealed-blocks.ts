/** Opens the sealed blocks inside this page: parameters, the bundle, and the parts of files. */
import {
  BUNDLE_HEADER,
  HANDOVER_FORMAT,
  type HandoverParameters,
  partHeader,
} from '#crypto/handover/handover-format.ts';
import { openJwe } from '#crypto/handover/open-handover.ts';
import type { Attachment } from './handover-contents.ts';

const textOf = (id: string) => document.getElementById(id)?.textContent ?? undefined;

/** Reads the parameters of the hand-over; undefined where the page is none, or has another format. */
export function readOpening(): HandoverParameters | undefined {
  const opening: HandoverParameters | undefined = JSON.parse(textOf('opening') ?? 'null') ?? undefined;
  return opening?.format === HANDOVER_FORMAT ? opening : undefined;
}

/** Opens the bundle; undefined when the key does not open it. */
export function openBundle(key: Uint8Array): unknown {
  const plain = openJwe(key, textOf('bundle') ?? '', BUNDLE_HEADER);
  return plain && JSON.parse(new TextDecoder().decode(plain));
}

/** Opens a file part by part. @throws Error when one is missing, changed or out of order */
export async function openFile(key: Uint8Array, { file = 0, size, media_type }: Attachment): Promise<Blob> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (let part = 0; ; part += 1) {
    const sealed = textOf(`file-${file}-${part}`);
    if (sealed === undefined) break;
    const plain = openJwe(key, sealed, partHeader(file, part));
    if (plain === undefined) throw new Error('A part of the file is damaged. Ask the sender for it again.');
    pieces.push(new Uint8Array(plain));
    length += plain.length;
    // Yields between parts, each of which takes a tenth of a second.
    await new Promise((resolve) => setTimeout(resolve));
  }
  if (size !== undefined && size !== length)
    throw new Error('The file is not complete. Ask the sender for it again.');
  return new Blob(pieces, { type: media_type });
}

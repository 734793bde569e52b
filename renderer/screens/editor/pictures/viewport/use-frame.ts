/** React hook that loads the frame of a viewport, or the vault's reason for its failure. */
import { useEffect, useRef, useState } from 'react';
import type { ProcessingOutcome } from '#contract/drives/node.ts';
import { heldFrame, loadFrame, prefetchFrames } from '#renderer/pictures/frame-store.ts';
import type { Picture, Stack } from '#renderer/pictures/series-stack.ts';
import { reasonOf } from '#renderer/screens/editor/pictures/missing-image-reason.ts';
import type { DicomFrame } from '#sdk/index.ts';

export interface ShownFrame {
  readonly frame: DicomFrame | undefined;
  readonly error: unknown;
  /** `processing_error` of the file, if it has no picture. */
  readonly reason: ProcessingOutcome | undefined;
}

interface Loaded extends ShownFrame {
  readonly picture: Picture | undefined;
}

const NOTHING: Loaded = { picture: undefined, frame: undefined, error: undefined, reason: undefined };

export function useFrame(stack: Stack | undefined, at: number): ShownFrame {
  const picture = stack?.pictures[at];
  const [loaded, setLoaded] = useState(NOTHING);
  const lastAt = useRef(at);
  useEffect(() => {
    if (!stack || !picture) return undefined;
    let wanted = true;
    const show = (change: Partial<Loaded>) => {
      if (wanted) setLoaded({ ...NOTHING, picture, ...change });
    };
    loadFrame(stack, picture).then(
      (frame) => show({ frame }),
      async (error: unknown) => {
        if (wanted) show({ error, reason: await reasonOf(stack.security_group_id, picture.node_id) });
      },
    );
    prefetchFrames(stack, at, at < lastAt.current ? -1 : 1);
    lastAt.current = at;
    return () => {
      wanted = false;
    };
  }, [stack, picture, at]);
  if (loaded.picture === picture) return loaded;
  return { ...NOTHING, frame: picture ? heldFrame(picture) : undefined };
}

import { VaultError } from '#contract/vault-error.ts';
import type { Actor } from './access/actor.ts';
import type { DrivesService } from './drives/drives-service.ts';
import type { KeyPicturePorts } from './exchange/key-pictures.ts';
import { ProcessingError } from './processing/processing-error.ts';
import type { ProcessingService } from './processing/processing-service.ts';
import { JobAborted } from './processing/sandbox/pool.ts';

/** Frames of files for the exchange: what has no picture is left out, whatever the reason. */
export function createFrameOnPaper(
  drives: DrivesService,
  processing: ProcessingService,
): KeyPicturePorts['frame'] {
  return async (actor: Actor, group, node, n) => {
    try {
      const frame = await processing.frame(actor, drives.openFrames(actor, group, node), n);
      // Its samples are read as whole words, which begin at even addresses.
      return frame && { ...frame.description, data: Uint8Array.from(frame.data) };
    } catch (error) {
      if (error instanceof JobAborted) throw new VaultError('session_locked', 'The session was locked.');
      if (error instanceof ProcessingError) return undefined;
      throw error;
    }
  };
}

/**
 * Collects an arriving object's first bytes until they identify it. Identifying elements are mostly far before the
 * pixels, so no more than that stays in memory as plaintext.
 */
import { RECEIVED_HEAD_MAX_BYTES } from '#contract/limits.ts';
import { wipe } from '#crypto/bytes.ts';
import { type InstanceHeader, readInstanceHeader } from '#dicom/instance-header.ts';
import { createByteCollector } from '#server/system/byte-collector.ts';

const FIRST_LOOK_BYTES = 64 * 1024;

export interface HeaderCollector {
  readonly add: (bytes: Uint8Array) => void;
  /**
   * Reads the identifying header. Undefined where the bytes are not DICOM, or lack study, series or instance UID.
   */
  readonly read: () => InstanceHeader | undefined;
  readonly wipe: () => void;
}

export function createHeaderCollector(): HeaderCollector {
  const head = createByteCollector();
  let header: InstanceHeader | undefined;
  let hasLooked = false;

  function look(): InstanceHeader | undefined {
    const joined = head.joined();
    try {
      return readInstanceHeader(joined);
    } finally {
      wipe(joined);
    }
  }

  return {
    add(bytes) {
      if (header !== undefined || head.size() >= RECEIVED_HEAD_MAX_BYTES) return;
      head.add(bytes.subarray(0, RECEIVED_HEAD_MAX_BYTES - head.size()));
      if (hasLooked || head.size() < FIRST_LOOK_BYTES) return;
      hasLooked = true;
      const found = look();
      // The pixels have begun, so no further identifying element follows.
      if (found === undefined || found.frames === 0) return;
      header = found;
      head.wipe();
    },
    read: () => header ?? look(),
    wipe: head.wipe,
  };
}

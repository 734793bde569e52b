/** Extracts the shell blocks of a page in order. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '#scripts/desktop/build-stamp.ts';

export interface ShellBlock {
  readonly code: string;
  /**
   * Reason why no test runs it, from the comment `<!-- run elsewhere: … -->` or `<!-- not run: … -->` above the
   * block.
   */
  readonly whyNot: string | undefined;
}

const BLOCK = /(?:^<!-- (?:run elsewhere|not run): (.+) -->\n)?^```sh\n([\s\S]*?)^```$/gm;

/** @param page path from the root of the repository */
export function shellBlocksOf(page: string): ShellBlock[] {
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(BLOCK)].map(([, whyNot, code = '']) => ({ code, whyNot }));
}

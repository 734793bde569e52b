/** Runs external DICOM programs. */
import { execFile } from 'node:child_process';
import type { TestContext } from 'vitest';
import { hasProgram } from '#scripts/testing/external-programs.ts';

export interface PeerRun {
  readonly code: number;
  readonly output: string;
}

export function hasPeer(program: string): boolean {
  return hasProgram(program);
}

/** Skips the test with a printed reason if the program is not installed. */
export function requirePeer(context: TestContext, program: string, debianPackage: string): void {
  if (hasPeer(program)) return;
  context.skip(`${program} (Debian: ${debianPackage}) is not installed`);
}

/** Runs until the program ends, with a generous time limit. */
export function runPeer(program: string, args: readonly string[]): Promise<PeerRun> {
  return new Promise((resolve) => {
    execFile(program, [...args], { timeout: 300_000, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

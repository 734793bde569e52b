/** Whether the system forbids this user to read a file or folder that is, or may be, there. */
import { closeSync, constants, openSync } from 'node:fs';

/** By opening it, because `access` asks for the user who logged in, not for the one the command runs as. */
export function isForbidden(path: string): boolean {
  try {
    // A pipe in the place of a file must not make the command wait.
    closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM';
  }
}

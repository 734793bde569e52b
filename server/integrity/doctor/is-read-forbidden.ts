/** Tests whether the operating system forbids this user to read a file or folder. */
import { closeSync, constants, openSync } from 'node:fs';

/** Opens it, because `access` checks the logged-in user, not the one the command runs as. */
export function isForbidden(path: string): boolean {
  try {
    // Non-blocking, because a named pipe in a file's place must not make the command wait.
    closeSync(openSync(path, constants.O_RDONLY | constants.O_NONBLOCK));
    return false;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EACCES' || code === 'EPERM';
  }
}

/** Parses the output of `strace -f -y -s 0` into system calls in the order of their effect. */

export type Call =
  | { readonly kind: 'written' | 'synced'; readonly path: string }
  /** A new name in its folder; `from` is the earlier name of a rename. */
  | { readonly kind: 'named'; readonly path: string; readonly from?: string }
  | { readonly kind: 'removed' | 'cut'; readonly path: string }
  | { readonly kind: 'answered' };

export const TRACED =
  'openat,write,pwrite64,writev,pwritev,pwritev2,fsync,fdatasync,rename,renameat,renameat2,mkdir,mkdirat,unlink,unlinkat,ftruncate,sendto,sendmsg';

const WRITES = new Set(['write', 'pwrite64', 'writev', 'pwritev', 'pwritev2', 'sendto', 'sendmsg']);

/** Joins a call interrupted by another thread: it counts where it ends, a write where it begins. */
export function parseTrace(text: string): Call[] {
  const begun = new Map<string, string>();
  return text.split('\n').flatMap((line) => {
    const [, thread = '', rest = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    const unfinished = /^(.*?)\s*<unfinished \.\.\.>$/.exec(rest)?.[1];
    if (unfinished !== undefined) {
      begun.set(thread, unfinished);
      return isWrite(unfinished) ? callsOf(`${unfinished}) = 0`) : [];
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(rest)?.[1];
    if (resumed === undefined) return callsOf(rest);
    const whole = `${begun.get(thread) ?? ''}${resumed}`;
    begun.delete(thread);
    return isWrite(whole) ? [] : callsOf(whole);
  });
}

function isWrite(text: string): boolean {
  return WRITES.has(nameOf(text));
}

function nameOf(text: string): string {
  return /^\w+/.exec(text)?.[0] ?? '';
}

function callsOf(text: string): Call[] {
  if (/ = -1 /.test(text)) return [];
  const name = nameOf(text);
  // Path of the file descriptor, as -y prints it.
  const path = /^\w+\(\d+<([^>]*)>/.exec(text)?.[1] ?? '';
  const named = [...text.matchAll(/"([^"]*)"/g)].map(([, quoted = '']) => quoted);
  const [first = '', second] = named;
  if (WRITES.has(name)) {
    if (/^(socket|TCP)/.test(path)) return [{ kind: 'answered' }];
    return path.startsWith('/') ? [{ kind: 'written', path }] : [];
  }
  if (name === 'fsync' || name === 'fdatasync') return [{ kind: 'synced', path }];
  if (name === 'ftruncate') return [{ kind: 'cut', path }];
  if (name === 'openat') return text.includes('O_CREAT') ? [{ kind: 'named', path: first }] : [];
  if (name.startsWith('mkdir')) return [{ kind: 'named', path: first }];
  if (name.startsWith('unlink')) return [{ kind: 'removed', path: first }];
  if (name.startsWith('rename') && second !== undefined)
    return [{ kind: 'named', path: second, from: first }];
  return [];
}

/**
 * Converts receivers to the form's lines (addresses only) and back, with their certificate authorities. Pure.
 */
import { formatReceivers, type NamedReceiver, parseReceivers } from '#contract/exchange/receivers.ts';

/** Returns one line per receiver, without the `?ca=` part. */
export function addressLines(receivers: readonly NamedReceiver[]): string {
  const plain = receivers.map((each) => (each.tls === null ? each : { ...each, tls: { ca: null } }));
  return (formatReceivers(plain) ?? '').replaceAll(' ', '\n');
}

/**
 * Parses the lines and adds each receiver's authority: the chosen one, the one pasted after `?ca=`, else the
 * saved one. A saved one is found by name, or by address after renaming. Undefined if the lines are invalid.
 */
export function withAuthorities(
  text: string,
  kept: readonly NamedReceiver[],
  chosen: ReadonlyMap<string, string | null>,
): NamedReceiver[] | undefined {
  return parseReceivers(text)?.map((receiver) => {
    const { name, host, port, tls } = receiver;
    if (tls === null) return receiver;
    const before =
      kept.find((each) => each.name === name) ??
      kept.find((each) => each.host === host && each.port === port);
    const ca = chosen.get(name);
    return { ...receiver, tls: { ca: ca === undefined ? (tls.ca ?? before?.tls?.ca ?? null) : ca } };
  });
}

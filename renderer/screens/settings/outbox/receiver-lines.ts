/** The systems as the box shows them, addresses alone, and with the authorities that stand in lines of their own. Pure. */
import { formatReceivers, type NamedReceiver, parseReceivers } from '#contract/exchange/receivers.ts';

/** A line each, without what stands behind `?ca=`. */
export function addressLines(receivers: readonly NamedReceiver[]): string {
  const plain = receivers.map((each) => (each.tls === null ? each : { ...each, tls: { ca: null } }));
  return (formatReceivers(plain) ?? '').replaceAll(' ', '\n');
}

/**
 * What the box says, each with its authority: as chosen here, as pasted behind `?ca=`, else as it is kept, by the name
 * or, where that was changed, by the address. Undefined where the box does not hold.
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

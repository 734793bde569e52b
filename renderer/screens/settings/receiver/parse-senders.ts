import { AE_TITLE_PATTERN, type Sender } from '#contract/imaging/receiver-settings.ts';

const TITLE = new RegExp(AE_TITLE_PATTERN);
const ADDRESS = /^(localhost|[0-9.]+|[0-9a-f:.]*:[0-9a-f:.]*)$/i;

/** Formats senders as `AE@ADDRESS`, one per line. */
export function sendersText(senders: readonly Sender[]): string {
  return senders.map(({ ae_title, address }) => `${ae_title}@${address}`).join('\n');
}

/** Parses the lines and returns the first unreadable one. The vault itself validates addresses. */
export function readSenders(text: string): { readonly senders: Sender[]; readonly bad: string | undefined } {
  const senders: Sender[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const at = line.lastIndexOf('@');
    const ae_title = line.slice(0, Math.max(0, at)).trim();
    const address = line.slice(at + 1).trim();
    if (!TITLE.test(ae_title) || !ADDRESS.test(address)) return { senders, bad: line };
    senders.push({ ae_title, address });
  }
  return { senders, bad: undefined };
}

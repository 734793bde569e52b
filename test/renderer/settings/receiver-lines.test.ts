import { describe, expect, test } from 'vitest';
import { formatReceivers, parseReceivers } from '#contract/exchange/receivers.ts';
import { addressLines, withAuthorities } from '#renderer/screens/settings/outbox/receiver-lines.ts';

const STORED = 'ris=ris.example:2575 kis=tls://kis.example:2576?ca=QUJD pacs=tls://[::1]:1';
const kept = parseReceivers(STORED) ?? [];
const NONE = new Map<string, string | null>();
const stored = (text: string, chosen = NONE) => formatReceivers(withAuthorities(text, kept, chosen) ?? []);

describe('systems in the settings', () => {
  test('are shown as addresses alone, and kept as they stand', () => {
    const text = addressLines(kept);
    expect(text).toBe('ris=ris.example:2575\nkis=tls://kis.example:2576\npacs=tls://[::1]:1');
    expect(stored(text)).toBe(STORED);
  });

  test('keep their authority under a new name, and at a new address', () => {
    expect(stored('other=tls://kis.example:2576')).toBe('other=tls://kis.example:2576?ca=QUJD');
    expect(stored('kis=tls://new.example:1')).toBe('kis=tls://new.example:1?ca=QUJD');
    expect(stored('kis=kis.example:2576')).toBe('kis=kis.example:2576');
  });

  test('take another that is chosen or pasted, or none', () => {
    const line = 'kis=tls://kis.example:2576';
    expect(stored(line, new Map([['kis', 'REVG']]))).toBe(`${line}?ca=REVG`);
    expect(stored(line, new Map([['kis', null]]))).toBe(line);
    expect(stored(`${line}?ca=R0hJ`)).toBe(`${line}?ca=R0hJ`);
    expect(withAuthorities('kis=nowhere', kept, NONE)).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { wordsOf } from '#records/folded-text.ts';
import { commands as de } from '#renderer/messages/de/commands.ts';
import { commands as en } from '#renderer/messages/en/commands.ts';
import { commands as es } from '#renderer/messages/es/commands.ts';
import { commands as fr } from '#renderer/messages/fr/commands.ts';
import { commands as pt } from '#renderer/messages/pt/commands.ts';
import { rankCommands } from '#renderer/screens/palette/rank-entries.ts';

const IDS = ['moveToTrash', 'archive', 'allNormal', 'goTrash', 'goWorklist'] as const;
const LANGUAGES = { en, de, es, fr, pt };
const WORDS = { en: 'trash', de: 'Papierkorb', es: 'papelera', fr: 'corbeille', pt: 'lixeira' };

const entriesOf = (texts: Record<(typeof IDS)[number], string>) =>
  IDS.map((id) => ({ id, label: texts[id] }));
const ids = (entries: readonly { id: string }[]) => entries.map(({ id }) => id);

describe('rankCommands', () => {
  test.each(Object.keys(WORDS) as (keyof typeof WORDS)[])(
    '%s: the trash stands before moving there',
    (language) => {
      const ranked = rankCommands(entriesOf(LANGUAGES[language]), wordsOf(WORDS[language]));
      expect(ids(ranked.first)).toEqual(['goTrash']);
      expect(ids(ranked.last)).toEqual(['moveToTrash']);
    },
  );

  test('what takes away or rewrites stands last for a part of its name, first for the whole', () => {
    const entries = entriesOf(en);
    for (const id of ['moveToTrash', 'archive', 'allNormal'] as const) {
      const whole = wordsOf(en[id]);
      const part = [...whole.slice(0, -1), (whole.at(-1) ?? '').slice(0, -1)];
      expect(ids(rankCommands(entries, part).last)).toContain(id);
      expect(ids(rankCommands(entries, whole).first)).toEqual([id]);
    }
  });

  test('without words every command keeps its place', () => {
    expect(ids(rankCommands(entriesOf(en), []).first)).toEqual([...IDS]);
  });
});

import { useTranslation } from 'react-i18next';
import type { Command } from '#renderer/commands/command-table.ts';
import { chordWords } from '#renderer/commands/key-chord.ts';

interface FamilyRowProps {
  readonly family: NonNullable<Command['family']>;
  readonly keys: readonly string[];
}

export function ShortcutFamilyRow({ family, keys }: FamilyRowProps) {
  const { t } = useTranslation();
  return (
    <>
      <dt>{t(`commands.family.${family}`)}</dt>
      <dd>
        {chordWords(keys.join('+')).map((key) => (
          <span key={key} className="keycap">
            {key}
          </span>
        ))}
      </dd>
    </>
  );
}

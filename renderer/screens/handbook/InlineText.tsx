import { Fragment } from 'react';
import { COMMANDS, type Command } from '#renderer/commands/command-table.ts';
import { chordWords } from '#renderer/commands/key-chord.ts';
import { hintKey } from '#renderer/commands/keymap.ts';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import { usePreferences } from '#renderer/state/preferences-store.ts';
import type { Inline } from './parse-page.ts';

/** Text of a page: labels in bold, and keys as they are set in this window. */
export function InlineText({ parts }: { readonly parts: readonly Inline[] }) {
  return withKeys(parts, (part) => JSON.stringify(part)).map(({ key, item: part }) => (
    <Fragment key={key}>
      {part.kind === 'text' ? part.text : null}
      {part.kind === 'label' ? <b>{part.text}</b> : null}
      {part.kind === 'keys' ? <Keys chord={part.chord} /> : null}
    </Fragment>
  ));
}

/** A chord of a page; if a command has it by default, the key that runs the command now. */
function Keys({ chord }: { readonly chord: string }) {
  const values = usePreferences((state) => state.values);
  const command = COMMANDS.find((row: Command) => !row.fixed && row.keys.includes(chord));
  return <Keycaps chord={(command && hintKey(command, values)) ?? chord} />;
}

export function Keycaps({ chord }: { readonly chord: string }) {
  return chordWords(chord).map((key, at) => (
    // A space between, so that the keys are read and copied apart.
    <Fragment key={key}>
      {at > 0 ? ' ' : null}
      <span className="keycap">{key}</span>
    </Fragment>
  ));
}

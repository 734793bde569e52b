/**
 * Left column of a sheet that lists ways: a radio group whose number keys choose, and a search that also finds what is
 * not set up yet and is therefore not in the group.
 */
import { type KeyboardEvent, useId, useRef } from 'react';
import { matchesAll, wordsOf } from '#records/folded-text.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import type { IconName } from '#renderer/components/icons/icon-names.ts';

export interface WayRow {
  readonly id: string;
  readonly icon: IconName;
  readonly name: string;
  readonly caption: string;
}

/** What the search finds: `also` has further words it is known by. */
export interface FoundWay {
  readonly id: string;
  readonly name: string;
  readonly also: string;
  /** Shown beside the name, as for a way that is not set up. */
  readonly caption?: string | undefined;
}

interface WayChoiceProps {
  readonly label: string;
  readonly rows: readonly WayRow[];
  readonly value: string;
  readonly onChoose: (id: string) => void;
  readonly search: {
    readonly label: string;
    /** Held by the dialog: while it says something, no way is shown as chosen. */
    readonly text: string;
    readonly onType: (text: string) => void;
    readonly ways: readonly FoundWay[];
    readonly none: (text: string) => string;
    readonly onFind: (id: string) => void;
  };
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** True while the search hides which way is chosen. */
export function isSearchingWay(text: string): boolean {
  return wordsOf(text).length > 0;
}

export function WayChoice({ label, rows, value, onChoose, search }: WayChoiceProps) {
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const { text, onType } = search;
  const wanted = wordsOf(text);
  const isListed = rows.some((row) => row.id === value);
  const found = search.ways.filter(({ name, also }) => matchesAll(wordsOf(`${name} ${also}`), wanted));
  const choose = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    onChoose(row.id);
    group.current?.querySelectorAll<HTMLButtonElement>('[role="radio"]')[index]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    const at = rows.findIndex((row) => row.id === value);
    if (step !== undefined) choose((Math.max(at, 0) + step + rows.length) % rows.length);
    else if (/^[1-9]$/.test(event.key) && Number(event.key) <= rows.length) choose(Number(event.key) - 1);
    else return;
    event.preventDefault();
  };
  const find = (way: FoundWay | undefined) => {
    if (way === undefined) return;
    onType('');
    search.onFind(way.id);
  };
  return (
    <div className="way-who">
      <p className="sec" id={id}>
        {label}
      </p>
      {wanted.length === 0 ? (
        <div role="radiogroup" aria-labelledby={id} ref={group} onKeyDown={onKeyDown}>
          {rows.map((row, at) => (
            // The group keeps its tab stop while what is chosen is not in it.
            // biome-ignore lint/a11y/useSemanticElements: a column of buttons that behaves as one radio group
            <button
              key={row.id}
              type="button"
              role="radio"
              aria-checked={row.id === value}
              aria-label={row.name}
              tabIndex={row.id === value || (at === 0 && !isListed) ? 0 : -1}
              data-autofocus={row.id === value ? '' : undefined}
              onClick={() => choose(at)}
            >
              <Icon name={row.icon} />
              <span>
                <b>{row.name}</b>
                <em>{row.caption}</em>
              </span>
              <kbd aria-hidden="true">{at + 1}</kbd>
            </button>
          ))}
        </div>
      ) : (
        <ul className="way-found">
          {found.map((way) => (
            <li key={way.id}>
              <button type="button" className="link" onClick={() => find(way)}>
                {way.name}
              </button>
              {way.caption ? <em>{way.caption}</em> : null}
            </li>
          ))}
        </ul>
      )}
      <div className="inp way-find">
        <Icon name="search" />
        <input
          type="text"
          aria-label={search.label}
          placeholder={search.label}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            // With a modifier it is the key of the act.
            if (event.key !== 'Enter' || event.ctrlKey || event.altKey || event.metaKey) return;
            event.preventDefault();
            find(found[0]);
          }}
        />
      </div>
      <p className="note" role="status">
        {wanted.length > 0 && found.length === 0 ? search.none(text.trim()) : ''}
      </p>
    </div>
  );
}

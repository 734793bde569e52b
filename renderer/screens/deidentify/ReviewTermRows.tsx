/**
 * Rows of words that may identify someone. R removes a word, K keeps it, and both move to the next; arrows
 * move between rows.
 */
import { type KeyboardEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Decision, Decisions, WordToReview } from '#deidentify/text/review-report.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';

interface WordRowsProps {
  readonly words: readonly WordToReview[];
  readonly decisions: Decisions;
  readonly onDecide: (word: string, decision: Decision) => void;
}

const CHOICES = ['remove', 'keep'] as const;
const KEYS: Readonly<Record<string, Decision>> = { r: 'remove', k: 'keep' };
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

export function ReviewTermRows({ words, decisions, onDecide }: WordRowsProps) {
  const { t } = useTranslation();
  const list = useRef<HTMLUListElement>(null);
  const focus = (at: number) => {
    const row = list.current?.children[Math.max(0, Math.min(words.length - 1, at))];
    row?.querySelector<HTMLElement>('[role="radio"][tabindex="0"]')?.focus();
  };
  const onKey = (event: KeyboardEvent, at: number) => {
    const word = words[at];
    if (word === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const step = STEPS[event.key];
    const decision = KEYS[event.key.toLowerCase()];
    if (step === undefined && decision === undefined) return;
    event.preventDefault();
    if (decision !== undefined) onDecide(word.text, decision);
    focus(at + (step ?? 1));
  };
  return (
    <ul className="words" ref={list}>
      {words.map((word, at) => {
        const chosen = decisions.get(word.text);
        return (
          <li key={word.text}>
            <q>
              {word.before}
              <mark>{word.text}</mark>
              {word.after}
            </q>
            <em>
              {word.where === 'title' ? '' : `${word.where}, `}
              {t('deidentify.becomes', {
                reason: t(`deidentify.reason.${word.reason}`),
                becomes: word.becomes,
              })}
            </em>
            <div
              className="seg"
              role="radiogroup"
              aria-label={t('deidentify.decide', { word: word.text })}
              onKeyDown={(event) => onKey(event, at)}
            >
              {CHOICES.map((choice) => (
                // biome-ignore lint/a11y/useSemanticElements: a track of buttons that behaves as one radio group
                <button
                  key={choice}
                  type="button"
                  role="radio"
                  aria-checked={chosen === choice}
                  tabIndex={(chosen ?? 'remove') === choice ? 0 : -1}
                  data-autofocus={at === 0 && choice === 'remove' ? true : undefined}
                  onClick={() => onDecide(word.text, choice)}
                >
                  {chosen === choice ? <Icon name="check" size={14} /> : null}
                  {t(`deidentify.${choice}`)}
                </button>
              ))}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

/**
 * Gate before signing: lists blocking problems, warnings and passed checks. Enter on a problem goes to its
 * words; Esc or Enter there returns to it. Only executed checks count as passed.
 * Source: clinician's reference, B-i 5 and 6.
 */
import { type FocusEvent, type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reportFacts } from '#records/reports/report-status.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { passedChecks } from '#renderer/components/records/findings/quality-finding-text.ts';
import {
  currentSigner,
  useEditingSession,
  useEditingState,
} from '#renderer/editor/editing-session/editing-context.ts';
import { latestSeq, theirVersion } from '#renderer/editor/editing-session/editing-state.ts';
import type { CheckedText } from '#renderer/editor/editing-session/sealing/checked-text.ts';
import { signAsFinal } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { closePickList } from '#renderer/editor/fields/pick-list-store.ts';
import { selectExam } from '#renderer/lists/worklist/worklist-store.ts';
import { useIncomingWords } from '#renderer/screens/editor/conflict/use-incoming-words.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { closePanel } from '#renderer/screens/editor/view-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { GateActions } from './GateActions.tsx';
import { FindingList } from './gate/FindingList.tsx';
import { useChecks } from './gate/use-checks.ts';
import { useGateWords } from './gate/use-gate-words.ts';
import { useGatePress } from './gate/use-press.ts';
import { useNextUnsigned } from './use-next-unsigned.ts';
import { useOnTop } from './use-seal.ts';

/** Selector of the first focus target: the first problem, else the sign button. */
const STOPS = '[role="option"], .panel-f button';

export function SignGate({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const words = useGateWords();
  const { shown, look } = useChecks(patient);
  const { findings, applied } = shown;
  const latest = useEditingState(latestSeq) + 1;
  /** Number of the version being signed, fixed because the version appears before the gate closes. */
  const [becomes, setBecomes] = useState<number>();
  const next = becomes ?? latest;
  const acting = useEditingState((state) => state.acting);
  const onTop = useOnTop();
  const key = useKeyHint('sign');
  const nextKey = useKeyHint('signAndNext');
  const blocking = findings.filter((finding) => finding.severity === 'block');
  const warnings = findings.filter((finding) => finding.severity === 'warn');
  const travels = useIsTravellingCopy();
  // Which of two drafts is the report is for the person to say, before it is signed.
  const isUndecided = useEditingState((state) => state.otherDraft !== undefined);
  const isUntaken = useEditingState((state) => theirVersion(state) !== undefined) && onTop === undefined;
  const incoming = useIncomingWords();
  const maySign = acting === undefined && !travels && !isUndecided && !isUntaken;
  const canSign = blocking.length === 0 && maySign;
  const signNow = async (checked: CheckedText) => {
    if (!maySign) return false;
    setBecomes(latest);
    const isSigned = await signAsFinal(work, currentSigner(), checked, onTop?.version_id);
    if (!isSigned) setBecomes(undefined);
    return isSigned;
  };
  const sign = async (checked: CheckedText) => {
    if (await signNow(checked)) closePanel('gate');
  };
  const { press, early, visit, isLate } = useGatePress(shown, look);
  useCommand('sign', () => press('key', sign));
  const following = useNextUnsigned();
  const signAndGoOn = async (checked: CheckedText) => {
    if (!following || !(await signNow(checked))) return;
    selectExam(following.id);
    navigate(['exams', following.id]);
  };
  useCommand('signAndNext', () => press('key', signAndGoOn), following !== undefined);
  // Sealing an addendum or amendment signs it, so the seal key signs here too.
  const isPending = useEditingState((state) => reportFacts(state.meta.custom_attributes).pending !== null);
  useCommand('seal', () => press('key', sign), isPending);
  // A version put off until later is asked about again before signing.
  useEffect(() => {
    const { elsewhere } = work.store.getState();
    if (elsewhere?.isLater) work.set({ elsewhere: { ...elsewhere, isLater: false } });
  }, [work]);
  const panel = useRef<HTMLElement>(null);
  const frame = useRef(0);
  useLayoutEffect(() => {
    // Behind the gate, its keys would still go to the list.
    closePickList();
    const takeFocus = () => {
      if (!panel.current?.contains(document.activeElement))
        panel.current?.querySelector<HTMLElement>(STOPS)?.focus();
    };
    // In a low window the frame scrolls, and the focus alone would leave the act below its edge.
    panel.current?.scrollIntoView({ block: 'nearest' });
    // Focus now and one frame later, unless a key was pressed, because the report may still place its caret.
    takeFocus();
    frame.current = requestAnimationFrame(takeFocus);
    return () => cancelAnimationFrame(frame.current);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    cancelAnimationFrame(frame.current);
    // A key held since before the gate opened presses none of its buttons.
    if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    closePanel('gate');
  };
  const last = useRef<HTMLElement>(undefined);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (target !== currentTarget) {
      last.current = target;
      return;
    }
    const back = last.current?.isConnected ? last.current : currentTarget.querySelector<HTMLElement>(STOPS);
    back?.focus();
  };
  const passed = passedChecks(findings, applied, t);
  return (
    <aside
      className="panel gate-panel"
      aria-label={words.act}
      data-pane
      data-takes-back
      tabIndex={-1}
      ref={panel}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <header>
        <h2>{words.act}</h2>
        <p className="mid">
          {words.text(next, currentSigner().name)}
          {onTop ? ` ${t('review.gate.onTop', { seq: onTop.seq })}` : ''}
        </p>
        <Button
          kind="quiet"
          size="s"
          icon="close"
          className="gate-close"
          label={t('review.gate.close')}
          onPress={() => closePanel('gate')}
        />
      </header>
      <div className="gate-list">
        <FindingList
          tone="s-error"
          icon="state-error"
          title={t('review.gate.blocks')}
          findings={blocking}
          onVisit={visit}
          isLate={isLate}
        />
        <FindingList
          tone="s-draft"
          icon="state-warn"
          title={t('review.gate.check')}
          findings={warnings}
          onVisit={visit}
          isLate={isLate}
        />
        <GateActions findings={findings} />
        {passed.length > 0 ? (
          <h3 className="s-final">
            <Icon name="state-final" />
            {t('review.gate.inOrder')}
            <span>{passed.length}</span>
          </h3>
        ) : null}
        <ul className="passed">
          {passed.map((check) => (
            <li key={check}>{check}</li>
          ))}
        </ul>
      </div>
      <div className="panel-f col">
        <Button
          kind="primary"
          hint={key.hint}
          keyShortcut={key.keyShortcut}
          unavailable={!canSign}
          describedBy="gate-why"
          onPress={() => press('button', sign)}
        >
          {words.act}
        </Button>
        {following ? (
          <Button
            hint={nextKey.hint}
            keyShortcut={nextKey.keyShortcut}
            unavailable={!canSign}
            describedBy="gate-next"
            onPress={() => press('button', signAndGoOn)}
          >
            {t('review.gate.signAndNext')}
          </Button>
        ) : null}
        {following ? (
          <p id="gate-next" className="note">
            {[t('review.gate.next'), following.summary?.patient_name, following.summary?.title]
              .filter(Boolean)
              .join(' ')}
          </p>
        ) : null}
        <p role="status" className="note">
          {early > 0 && canSign ? t('review.gate.readFirst', { count: early }) : null}
        </p>
        <p id="gate-why" className="note">
          {travels
            ? t('travel.waitsForTheClinic')
            : isUndecided
              ? t('editor.otherDraft.text')
              : isUntaken
                ? `${incoming}. ${t('review.gate.decideFirst')}`
                : blocking.length > 0
                  ? t('review.gate.left', { count: blocking.length })
                  : findings.length > 0
                    ? t('review.gate.canSign')
                    : t('review.gate.allClear')}
        </p>
      </div>
    </aside>
  );
}

/**
 * Gate before signing: lists blocking problems, warnings and passed checks. Enter on a problem selects its
 * words; Esc there returns to it. Only executed checks count as passed.
 * Source: clinician's reference, B-i 5 and 6.
 */
import { useLexicalComposerContext } from '@lexical/react/LexicalComposerContext';
import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { reportFacts } from '#records/reports/report-status.ts';
import { useCommand } from '#renderer/commands/command-registry.ts';
import { chordText } from '#renderer/commands/key-chord.ts';
import { useKeyHint } from '#renderer/commands/keymap.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { withKeys } from '#renderer/components/lists/react-keys.ts';
import {
  currentSigner,
  useEditingSession,
  useEditingState,
} from '#renderer/editor/editing-session/editing-context.ts';
import { latestSeq } from '#renderer/editor/editing-session/editing-state.ts';
import { signAsFinal } from '#renderer/editor/editing-session/sealing/seal-report.ts';
import { signingInput } from '#renderer/editor/editing-session/sealing/signing-checks.ts';
import { useLateralityMismatches } from '#renderer/editor/laterality/laterality-store.ts';
import { selectExam } from '#renderer/lists/worklist/worklist-store.ts';
import type { ReportPatient } from '#renderer/screens/editor/frame/use-patient.ts';
import { closePanel } from '#renderer/screens/editor/view-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';
import { appliedChecks, checkQuality } from '#report/checks/quality-checks.ts';
import type { QualityCheck, QualityFinding } from '#report/checks/quality-finding.ts';
import { GateActions } from './GateActions.tsx';
import { useGateWords } from './gate/use-gate-words.ts';
import { jumpToFinding } from './jump-to-finding.ts';
import { findingWords, passedChecks } from './quality-finding-text.ts';
import { useNextUnsigned } from './use-next-unsigned.ts';
import { useOnTop } from './use-seal.ts';

/** Selector of the first focus target: the first problem, else the sign button. */
const STOPS = '[role="option"], .panel-f button';

export function SignGate({ patient }: { readonly patient: ReportPatient | undefined }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const words = useGateWords();
  const { findings, applied } = useChecks(patient);
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
  const canSign = blocking.length === 0 && acting === undefined && !travels && !isUndecided;
  const signNow = async () => {
    if (!canSign) return false;
    setBecomes(latest);
    const isSigned = await signAsFinal(work, currentSigner(), onTop?.version_id);
    if (!isSigned) setBecomes(undefined);
    return isSigned;
  };
  const sign = async () => {
    if (await signNow()) closePanel('gate');
  };
  useCommand('sign', sign);
  const following = useNextUnsigned();
  const signAndGoOn = async () => {
    if (!following || !(await signNow())) return;
    selectExam(following.id);
    navigate(['exams', following.id]);
  };
  useCommand('signAndNext', signAndGoOn, following !== undefined);
  // Sealing an addendum or amendment signs it, so the seal key signs here too.
  const isPending = useEditingState((state) => reportFacts(state.meta.custom_attributes).pending !== null);
  useCommand('seal', sign, isPending);
  const panel = useRef<HTMLElement>(null);
  const frame = useRef(0);
  useLayoutEffect(() => {
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
        <FindingList tone="s-error" icon="state-error" title={t('review.gate.blocks')} findings={blocking} />
        <FindingList tone="s-draft" icon="state-warn" title={t('review.gate.check')} findings={warnings} />
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
          onPress={sign}
        >
          {words.act}
        </Button>
        {following ? (
          <Button
            hint={nextKey.hint}
            keyShortcut={nextKey.keyShortcut}
            unavailable={!canSign}
            describedBy="gate-next"
            onPress={signAndGoOn}
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
        <p id="gate-why" className="note">
          {travels
            ? t('travel.waitsForTheClinic')
            : isUndecided
              ? t('editor.otherDraft.text')
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

interface Checks {
  readonly findings: readonly QualityFinding[];
  readonly applied: ReadonlySet<QualityCheck>;
}

/** Runs the checks now, when typing pauses, and when a left-right mismatch appears or disappears. */
function useChecks(patient: ReportPatient | undefined): Checks {
  const work = useEditingSession();
  const [editor] = useLexicalComposerContext();
  const meta = useEditingState((state) => state.meta);
  const patientId = useEditingState((state) => state.index?.meta.patient_id);
  const [tick, setTick] = useState(0);
  const sides = useLateralityMismatches((state) => state.mismatches);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const off = editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
      if (dirtyElements.size === 0 && dirtyLeaves.size === 0) return;
      clearTimeout(timer);
      timer = setTimeout(() => setTick((count) => count + 1), 300);
    });
    return () => {
      off();
      clearTimeout(timer);
    };
  }, [editor]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text is read when it has rested
  return useMemo(() => {
    const input = signingInput(work, patient?.biological_sex ?? null);
    return { findings: checkQuality(input), applied: appliedChecks(input) };
  }, [work, meta, patient, patientId, tick, sides]);
}

interface FindingListProps {
  readonly tone: string;
  readonly icon: 'state-error' | 'state-warn';
  readonly title: string;
  readonly findings: readonly QualityFinding[];
}

function FindingList({ tone, icon, title, findings }: FindingListProps) {
  const { t } = useTranslation();
  const [editor] = useLexicalComposerContext();
  const [active, setActive] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  if (findings.length === 0) return null;
  const told = withKeys(
    findings.map((finding) => ({ finding, words: findingWords(finding, t) })),
    ({ finding, words }) => `${finding.code} ${words.title} ${words.text}`,
  );
  const current = Math.min(active, findings.length - 1);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    // Ctrl Enter signs.
    if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      const finding = findings[current];
      if (finding) jumpToFinding(editor, finding);
    } else if (step !== undefined) {
      const to = Math.max(0, Math.min(findings.length - 1, current + step));
      setActive(to);
      list.current?.querySelectorAll<HTMLElement>('[role="option"]')[to]?.focus();
    } else return;
    event.preventDefault();
  };
  return (
    <>
      <h3 className={tone}>
        <Icon name={icon} />
        {title}
        <span>{findings.length}</span>
      </h3>
      <div role="listbox" aria-label={title} ref={list} onKeyDown={onKeyDown}>
        {told.map(({ key, item: { finding, words } }, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list reads the keys
          <div
            key={key}
            className="prob"
            role="option"
            aria-selected={at === current}
            tabIndex={at === current ? 0 : -1}
            onFocus={() => setActive(at)}
            onClick={() => jumpToFinding(editor, finding)}
          >
            <p className="t">{words.title}</p>
            <p className="d">{words.text}</p>
            {finding.target ? <kbd aria-hidden="true">{chordText('Enter')}</kbd> : null}
          </div>
        ))}
      </div>
    </>
  );
}

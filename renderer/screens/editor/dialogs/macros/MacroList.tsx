/**
 * List of available macros with actions to insert, rename, rewrite and delete. The selected one is shown in
 * full below.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { roleCovers } from '#contract/access/roles.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { TextField } from '#renderer/components/controls/TextField.tsx';
import { Menu } from '#renderer/components/dialogs/Menu.tsx';
import { FormDialog } from '#renderer/components/forms/FormDialog.tsx';
import { useSubmit } from '#renderer/components/forms/use-submit.ts';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { rootOf } from '#renderer/editor/editing-session/report-text.ts';
import {
  changeMacroLines,
  deleteMacro,
  plainLines,
  renameMacro,
} from '#renderer/editor/insert/macros/macro-actions.ts';
import {
  ABBREVIATION,
  abbreviationOf,
  type Macro,
  useMacros,
} from '#renderer/editor/insert/macros/macro-store.ts';
import { ReportHtml } from '#renderer/editor/review/ReportHtml.tsx';
import { useSession } from '#renderer/state/session/session-store.ts';
import { navigate } from '#renderer/state/shell/route-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { textOfState } from '#report/plain-text.ts';
import { htmlOfState } from '#report/pure/html-from-state.ts';

interface MacroListProps {
  readonly onInsert: (macro: Macro) => void;
}

type Question = { readonly kind: 'rename' | 'change' | 'delete'; readonly macro: Macro };

export function MacroList({ onInsert }: MacroListProps) {
  const { t } = useTranslation();
  const macros = useMacros();
  const groups = useSession((state) => state.session?.groups);
  const [shownName, setShownName] = useState<string>();
  const [question, ask] = useState<Question>();
  const { error, act } = useAsyncAction();
  const setQuestion = (next: Question) => {
    setShownName(next.macro.abbreviation);
    ask(next);
  };
  const shown = macros.find(({ abbreviation }) => abbreviation === shownName) ?? macros[0];
  const mayChange = ({ template }: Macro) =>
    template === undefined ||
    roleCovers(
      groups?.find((group) => group.security_group_id === template.security_group_id)?.role,
      'editor',
    );
  const itemsOf = (macro: Macro) =>
    [
      {
        id: 'rename',
        icon: 'field',
        label: t('editor.pick.rename'),
        run: () => setQuestion({ kind: 'rename', macro }),
      },
      {
        id: 'change',
        icon: 'macro',
        label: t('editor.pick.change'),
        run: () => {
          if (macro.template) navigate(['templates', macro.template.id]);
          else setQuestion({ kind: 'change', macro });
        },
      },
      {
        id: 'delete',
        icon: 'trash',
        label: t('editor.pick.delete'),
        danger: true,
        run: () => setQuestion({ kind: 'delete', macro }),
      },
    ] as const;
  if (macros.length === 0) return null;
  return (
    <>
      <ul className="b macro-list" aria-label={t('editor.pick.macros')}>
        {macros.map((macro) => (
          <li key={macro.abbreviation}>
            {question?.kind === 'delete' && question.macro.abbreviation === macro.abbreviation ? (
              <div className="ask-row">
                <span>
                  <b>{t('editor.pick.deleteAsk', { name: macro.abbreviation })}</b>
                  <em>{t(macro.template ? 'editor.pick.deleteGroup' : 'editor.pick.deleteOwn')}</em>
                </span>
                <Button
                  size="s"
                  kind="danger"
                  onPress={() => act(async () => deleteMacro(macro)).then(() => ask(undefined))}
                >
                  {t('editor.pick.delete')}
                </Button>
                <Button size="s" kind="quiet" autoFocus onPress={() => ask(undefined)}>
                  {t('settings.keep')}
                </Button>
              </div>
            ) : (
              <>
                <button
                  type="button"
                  className="opt"
                  onFocus={() => setShownName(macro.abbreviation)}
                  onPointerEnter={() => setShownName(macro.abbreviation)}
                  onClick={() => onInsert(macro)}
                >
                  <b>.{macro.abbreviation}</b>
                  <span className="mid">{textOfState(rootOf(macro.blocks)).slice(0, 80)}</span>
                  <span className="r">{t(macro.template ? 'editor.pick.ofGroup' : 'editor.pick.own')}</span>
                </button>
                {mayChange(macro) ? (
                  <Menu
                    label={t('editor.pick.actsOf', { name: macro.abbreviation })}
                    buttonLabel={t('editor.pick.actsOf', { name: macro.abbreviation })}
                    buttonClass="btn quiet icon s"
                    align="end"
                    items={itemsOf(macro)}
                  >
                    <Icon name="more" />
                  </Menu>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ul>
      {error === undefined ? null : <ErrorNotice error={error} />}
      {shown ? <MacroPreview name={shown.abbreviation} html={htmlOfState(rootOf(shown.blocks))} /> : null}
      {question?.kind === 'rename' ? (
        <RenameDialog
          macro={question.macro}
          macros={macros}
          onClose={() => ask(undefined)}
          onRenamed={setShownName}
        />
      ) : null}
      {question?.kind === 'change' ? (
        <ChangeDialog macro={question.macro} onClose={() => ask(undefined)} />
      ) : null}
    </>
  );
}

export function MacroPreview({ name, html }: { readonly name: string; readonly html: string }) {
  const { t } = useTranslation();
  return (
    <ReportHtml html={html} className="macro-preview old-text" label={t('editor.pick.preview', { name })} />
  );
}

interface MacroDialogProps {
  readonly macro: Macro;
  readonly onClose: () => void;
}

interface RenameDialogProps extends MacroDialogProps {
  readonly macros: readonly Macro[];
  readonly onRenamed: (abbreviation: string) => void;
}

function RenameDialog({ macro, macros, onRenamed, onClose }: RenameDialogProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(macro.abbreviation);
  const wanted = abbreviationOf(name);
  const isTaken = wanted !== macro.abbreviation && macros.some(({ abbreviation }) => abbreviation === wanted);
  const problem = ABBREVIATION.test(wanted)
    ? isTaken
      ? t('editor.pick.taken', { name: wanted })
      : undefined
    : t('editor.pick.abbreviationWrong');
  const submit = useSubmit({
    body: problem === undefined ? wanted : undefined,
    send: async (body) => {
      await renameMacro(macro, body);
      onRenamed(body);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('editor.pick.renameTitle', { name: macro.abbreviation })}
      act={t('editor.pick.renameAct')}
      submit={submit}
      onClose={onClose}
    >
      <TextField
        label={t('editor.pick.abbreviation')}
        value={name}
        onChange={setName}
        error={submit.tried ? problem : undefined}
        autoFocus
      />
    </FormDialog>
  );
}

function ChangeDialog({ macro, onClose }: MacroDialogProps) {
  const { t } = useTranslation();
  const plain = plainLines(macro);
  const [text, setText] = useState(plain ?? '');
  const isMissing = text.trim() === '';
  const submit = useSubmit({
    body: isMissing || plain === undefined ? undefined : text,
    send: async (body) => {
      await changeMacroLines(macro, body);
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('editor.pick.changeTitle', { name: macro.abbreviation })}
      act={t('editor.pick.keepMacro')}
      submit={submit}
      onClose={onClose}
      fieldsClass="b stack"
      unavailable={plain === undefined}
    >
      {plain === undefined ? (
        <p>{t('editor.pick.changeRich', { name: macro.abbreviation })}</p>
      ) : (
        <TextField
          label={t('editor.pick.lines')}
          value={text}
          onChange={setText}
          error={submit.tried && isMissing ? t('editor.pick.linesMissing') : undefined}
          multiline
          autoFocus
        />
      )}
    </FormDialog>
  );
}

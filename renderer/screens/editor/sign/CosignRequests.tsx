/**
 * Requests to co-sign beside the signatures: pending ones, and a form to ask another person. The report stays
 * final meanwhile.
 * Source: visual design 13, "Signatures and verification".
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CosignRequest } from '#contract/documents/cosign-requests.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Select } from '#renderer/components/controls/Select.tsx';
import { TypedRegion } from '#renderer/components/forms/TypedRegion.tsx';
import { Icon } from '#renderer/components/icons/Icon.tsx';
import { ErrorNotice } from '#renderer/components/notices/ErrorNotice.tsx';
import { OnlineOnlyButton } from '#renderer/components/travelling-copy/OnlineOnlyButton.tsx';
import { useEditingSession, useEditingState } from '#renderer/editor/editing-session/editing-context.ts';
import {
  askToCosign,
  openCosignRequests,
  withdrawRequest,
} from '#renderer/editor/editing-session/sealing/report-signatures.ts';
import { changedAt } from '#renderer/messages/dates.ts';
import { useSession } from '#renderer/state/session/session-store.ts';
import { useAsyncAction } from '#renderer/state/shell/use-async-action.ts';
import { useGroupName } from '#renderer/state/shell/use-group-name.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { useIsTravellingCopy } from '#renderer/state/vault/travelling-copy.ts';

/** Largest number of members offered. */
const MEMBERS_MAX = 1000;

/** React hook for pending requests and those a newer version has overtaken. */
export function usePendingCosignRequests(): CosignRequest[] {
  const cosign = useEditingState((state) => state.cosign);
  const signatures = useEditingState((state) => state.signatures);
  return openCosignRequests({ cosign, signatures });
}

export function CosignRequests() {
  return usePendingCosignRequests().map((request) => <Request key={request.request_id} request={request} />);
}

function Request({ request }: { readonly request: CosignRequest }) {
  const { t } = useTranslation();
  const { asked, asked_by, asked_at, seq } = request;
  return (
    <section className="sg" aria-label={asked.display_name}>
      <p className="who2">{asked.display_name}</p>
      <p className="m">{t('review.cosign.asked', { seq, time: changedAt(asked_at) })}</p>
      <p className="m">{t('review.cosign.askedBy', { name: asked_by.display_name })}</p>
      <RequestState request={request} />
    </section>
  );
}

/** State of a request, with a button to withdraw it if the person may. */
export function RequestState({ request }: { readonly request: CosignRequest }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const group = useEditingState((state) => state.index?.security_group_id);
  const session = useSession((state) => state.session);
  const travels = useIsTravellingCopy();
  const { busy, error, act } = useAsyncAction();
  const isAwaited = request.state === 'awaited';
  const isOwner = session?.groups.some((own) => own.security_group_id === group && own.role === 'owner');
  const mayTakeBack = isOwner || session?.principal.principal_id === request.asked_by.principal_id;
  return (
    <>
      <div className="waits">
        <span className="state s-draft">
          <Icon name={isAwaited ? 'state-draft' : 'state-warn'} />
          {t(isAwaited ? 'review.cosign.notYet' : 'review.cosign.superseded')}
        </span>
        {mayTakeBack ? (
          <button
            type="button"
            className="link"
            disabled={busy || travels}
            title={travels ? t('travel.waitsForTheClinic') : undefined}
            aria-label={t('review.cosign.takeBackFrom', { name: request.asked.display_name })}
            onClick={() => act(() => withdrawRequest(work, request.request_id))}
          >
            {t('review.cosign.takeBack')}
          </button>
        ) : null}
      </div>
      {error === undefined ? null : <ErrorNotice error={error} title={t('review.cosign.notTakenBack')} />}
    </>
  );
}

/** Form to request a co-signature, for editors of a signed report shown unchanged. */
export function AskToCosign() {
  const group = useEditingState((state) => state.index?.security_group_id);
  const readOnly = useEditingState((state) => state.readOnly);
  const version = useEditingState((state) => state.base_version_id);
  const isSigned = useEditingState((state) =>
    state.signatures.some(({ version_id }) => version_id === version),
  );
  const role = useSession(
    (state) => state.session?.groups.find((own) => own.security_group_id === group)?.role,
  );
  if (!group || readOnly !== 'signed' || version === null || !isSigned || !role || role === 'viewer')
    return null;
  return <AskForm key={version} group={group} version={version} />;
}

function AskForm({ group, version }: { readonly group: string; readonly version: string }) {
  const { t } = useTranslation();
  const work = useEditingSession();
  const groupName = useGroupName(group);
  const signatures = useEditingState((state) => state.signatures);
  const cosign = useEditingState((state) => state.cosign);
  const me = useSession((state) => state.session?.principal.principal_id);
  const { data: members } = useLoaded(() => vault().groups.members(group).toArray({ limit: MEMBERS_MAX }));
  const [chosen, setChosen] = useState('');
  const { busy, error, act } = useAsyncAction();
  const taken = new Set([
    me,
    ...signatures
      .filter(({ version_id }) => version_id === version)
      .map(({ signed_by }) => signed_by.principal_id),
    ...cosign.filter(({ state }) => state === 'awaited').map(({ asked }) => asked.principal_id),
  ]);
  const people = (members ?? [])
    .filter(
      ({ kind, role, principal_id }) => kind === 'person' && role !== 'viewer' && !taken.has(principal_id),
    )
    .sort((a, b) => a.display_name.localeCompare(b.display_name));
  const who = people.some(({ principal_id }) => principal_id === chosen) ? chosen : '';
  if (members === undefined) return null;
  if (people.length === 0 && cosign.length === 0) return null;
  const ask = () =>
    act(async () => {
      await askToCosign(work, version, who);
      setChosen('');
    });
  return (
    <div className="panel-b ask">
      <h3 className="sec">{t('review.cosign.title')}</h3>
      {people.length === 0 ? (
        <p className="note">{t('review.cosign.nobodyLeft', { group: groupName })}</p>
      ) : (
        <>
          {/* A new key clears the selection once a person has been asked. */}
          <TypedRegion key={taken.size} keptAs={`cosign/${version}`} onThrownAway={() => setChosen('')}>
            <Select
              label={t('review.cosign.who')}
              help={t('review.cosign.whoHelp', { group: groupName })}
              value={who}
              onChange={setChosen}
              choices={[
                { value: '', label: t('review.cosign.choose') },
                ...people.map(({ principal_id, display_name }) => ({
                  value: principal_id,
                  label: display_name,
                })),
              ]}
            />
          </TypedRegion>
          <p id="ask-note" className="note">
            {t('review.cosign.note')}
          </p>
          {error === undefined ? null : <ErrorNotice error={error} title={t('review.cosign.notAsked')} />}
          <OnlineOnlyButton
            icon="signature"
            unavailable={busy || who === ''}
            describedBy="ask-note"
            onPress={ask}
          >
            {t('review.cosign.ask')}
          </OnlineOnlyButton>
        </>
      )}
    </div>
  );
}

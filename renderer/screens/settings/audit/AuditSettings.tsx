/**
 * The audit screen. All filters are applied by the server; opening it with `?kind=` in the address sets the first
 * one.
 */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AUDIT_KINDS,
  type AuditEntry,
  type AuditKind,
  type AuditQuery,
} from '#contract/audit/audit-entry.ts';
import type { PrincipalId } from '#contract/ids.ts';
import { vault } from '#renderer/api/vault-client.ts';
import { Button } from '#renderer/components/controls/Button.tsx';
import { Select } from '#renderer/components/controls/Select.tsx';
import { EmptyState } from '#renderer/components/notices/EmptyState.tsx';
import { ErrorRegion } from '#renderer/components/notices/ErrorRegion.tsx';
import { count } from '#renderer/messages/numbers.ts';
import { SettingsMain } from '#renderer/screens/settings/SettingsMain.tsx';
import { useRoute } from '#renderer/state/shell/route-store.ts';
import { useLoaded } from '#renderer/state/shell/use-loaded-data.ts';
import { AuditTable } from './AuditTable.tsx';
import { ChainStatus } from './ChainStatus.tsx';
import { DateRangeFilter } from './DateRangeFilter.tsx';
import { EntryPanel } from './EntryPanel.tsx';
import { ExportPanel } from './ExportPanel.tsx';
import { useAudit } from './use-audit.ts';

const PRINCIPALS_MAX = 1_000;

/** Lists audit entries newest first, with filters, chain check and export. */
export function AuditSettings() {
  const { t } = useTranslation();
  const asked = AUDIT_KINDS.find((kind) => kind === useRoute.getState().query['kind']);
  const [filter, setFilter] = useState<AuditQuery>(asked === undefined ? {} : { kind: asked });
  const [selected, setSelected] = useState<AuditEntry>();
  const [exporting, setExporting] = useState(false);
  const [clearings, setClearings] = useState(0);
  const { entries, error, hasMore, more } = useAudit(filter);
  const principals = useLoaded(async () => vault().principals.list().toArray({ limit: PRINCIPALS_MAX }));

  /** Clears typed values together with the filters they made. */
  function startAnew(next: AuditQuery): void {
    setFilter(next);
    setClearings(clearings + 1);
  }

  const panel = exporting ? (
    <ExportPanel onClose={() => setExporting(false)} />
  ) : selected ? (
    <EntryPanel
      entry={selected}
      isFiltered={filter.object_id !== undefined}
      onOnlyThis={(object_id) => startAnew(object_id === undefined ? {} : { object_id })}
    />
  ) : null;
  const shown = entries?.length ?? 0;
  return (
    <SettingsMain
      title={t('evidence.audit')}
      lead={t('evidence.auditLead')}
      count={t('evidence.shown', { count: shown, number: count(shown) })}
      act={
        <Button icon="save-as" onPress={() => setExporting(true)}>
          {t('evidence.export')}
        </Button>
      }
      panel={panel}
    >
      <ChainStatus />
      <div className="chips audit-filters">
        <DateRangeFilter
          key={clearings}
          span={filter}
          onChange={({ since = '', until = '' }) =>
            setFilter(withField(withField(filter, 'since', since), 'until', until))
          }
        />
        <Select<PrincipalId | ''>
          label={t('evidence.who')}
          labelHidden
          value={filter.principal_id ?? ''}
          choices={[
            { value: '', label: `${t('evidence.who')}: ${t('evidence.anybody')}` },
            ...(principals.data ?? []).map(({ principal_id, display_name }) => ({
              value: principal_id,
              label: display_name,
            })),
          ]}
          onChange={(id) => setFilter(withField(filter, 'principal_id', id))}
        />
        <Select<AuditKind | ''>
          label={t('evidence.what')}
          labelHidden
          value={filter.kind ?? ''}
          choices={[
            { value: '', label: `${t('evidence.what')}: ${t('evidence.anything')}` },
            ...AUDIT_KINDS.map((kind) => ({ value: kind, label: t(`evidence.kinds.${kind}`) })),
          ]}
          onChange={(kind) => setFilter(withField(filter, 'kind', kind))}
        />
        <button
          type="button"
          className={`chip${filter.refused ? ' on' : ''}`}
          aria-pressed={filter.refused === true}
          onClick={() => setFilter(withField(filter, 'refused', filter.refused ? '' : true))}
        >
          {t('evidence.refusedOnly')}
        </button>
        {Object.keys(filter).length === 0 ? null : (
          <Button size="s" kind="quiet" onPress={() => startAnew({})}>
            {t('evidence.clear')}
          </Button>
        )}
      </div>
      <ErrorRegion error={error} />
      {entries === undefined ? null : entries.length === 0 ? (
        <EmptyState icon="history" title={t('evidence.noEntries')} />
      ) : (
        <AuditTable entries={entries} selectedSeq={selected?.seq} onSelect={setSelected} />
      )}
      {hasMore ? (
        <div className="region">
          <Button onPress={more}>{t('evidence.more')}</Button>
        </div>
      ) : null}
    </SettingsMain>
  );
}

/** Sets a field of the query; an empty value removes it. */
function withField<Name extends keyof AuditQuery>(
  filter: AuditQuery,
  name: Name,
  value: AuditQuery[Name] | '',
): AuditQuery {
  const { [name]: _before, ...others } = filter;
  return value === '' ? others : { ...others, [name]: value };
}

/** Prints audit entries one by one: as JSON, FHIR or syslog messages, or in columns. */
import { hostname } from 'node:os';
import { syslogLine } from '#cli/admin/audit-export/syslog-line.ts';
import { type CliContext, type OutputOptions, warn } from '#cli/context.ts';
import { printable } from '#cli/terminal/table.ts';
import type { AuditEntry } from '#contract/audit/audit-entry.ts';
import type { Finding } from '#contract/maintenance/findings.ts';
import { toAuditEvent } from '#fhir/export/audit-event.ts';
import { textOf } from './print-findings.ts';

export const AUDIT_FORMATS = ['json', 'syslog', 'fhir'] as const;
export type AuditFormat = (typeof AUDIT_FORMATS)[number];
type AuditOutput = OutputOptions & { readonly lines?: boolean; readonly format?: AuditFormat };

interface AuditPrinter {
  readonly begin: () => Promise<void>;
  readonly entry: (entry: AuditEntry) => Promise<void>;
  readonly end: (findings: readonly Finding[]) => Promise<void>;
}

/** Size of the output buffer. */
const WRITTEN_AT_ONCE = 64 * 1024;
const HEADINGS = ['seq', 'at', 'who', 'kind', 'object', 'detail'] as const;
/** Fixed, because the widest entry is unknown until the end; a longer one shifts only its own line. */
const WIDTHS = [8, 24, 24, 28, 36, 0] as const;

export function createAuditPrinter(context: CliContext, { json, lines, format }: AuditOutput): AuditPrinter {
  const out = createOutput(context);
  async function endWithWarnings(findings: readonly Finding[]): Promise<void> {
    await out.flush();
    for (const line of findings.flatMap(textOf)) warn(context, line);
  }
  function printLines(lineOf: (entry: AuditEntry) => string): AuditPrinter {
    return {
      begin: async () => undefined,
      entry: (entry) => out.write(`${lineOf(entry)}\n`),
      end: endWithWarnings,
    };
  }
  function printList(head: string, itemOf: (entry: AuditEntry) => string, end: AuditPrinter['end']) {
    let isFirst = true;
    return {
      begin: () => out.write(head),
      entry(entry: AuditEntry) {
        const comma = isFirst ? '' : ',';
        isFirst = false;
        return out.write(comma + itemOf(entry));
      },
      end,
    };
  }
  if (format === 'syslog') {
    const host = hostname();
    return printLines((entry) => syslogLine(entry, host));
  }
  if (format === 'fhir') {
    if (lines === true) return printLines((entry) => JSON.stringify(toAuditEvent(entry)));
    return printList(
      '{"resourceType":"Bundle","type":"collection","entry":[',
      (entry) => JSON.stringify({ resource: toAuditEvent(entry) }),
      async (findings) => {
        await out.write(']}\n');
        await endWithWarnings(findings);
      },
    );
  }
  if (lines === true) return printLines((entry) => JSON.stringify(withoutTitle(entry)));
  if (json === true || format === 'json')
    return printList(
      '{"entries":[',
      (entry) => JSON.stringify(withoutTitle(entry)),
      async (findings) => {
        await out.write(`],"findings":${JSON.stringify(findings)}}\n`);
        await out.flush();
      },
    );
  return {
    begin: () => out.write(inColumns(HEADINGS)),
    entry: ({ seq, at, by, kind, object_id, code, detail }) =>
      out.write(
        inColumns([
          ...[String(seq), at, printable(by?.display_name ?? '-'), kind ?? 'does not open'],
          ...[object_id ?? '-', printable(code ?? detail ?? '-')],
        ]),
      ),
    async end(findings) {
      for (const line of findings.flatMap(textOf)) await out.write(`${line}\n`);
      await out.flush();
    },
  };
}

function inColumns(cells: readonly string[]): string {
  return `${cells
    .map((cell, column) => cell.padEnd(WIDTHS[column] ?? 0))
    .join('  ')
    .trimEnd()}\n`;
}

/** Waits for the reader, so that unread output does not fill memory. */
function createOutput({ stdoutBytes }: CliContext) {
  let waiting = '';

  async function flush(): Promise<void> {
    const bytes = Buffer.from(waiting);
    waiting = '';
    if (bytes.length === 0) return;
    await new Promise<void>((resolve, reject) => {
      stdoutBytes(bytes, (error) => (error ? reject(error) : resolve()));
    });
  }

  return {
    flush,
    async write(text: string): Promise<void> {
      waiting += text;
      if (waiting.length >= WRITTEN_AT_ONCE) await flush();
    },
  };
}

function withoutTitle({ title: _title, ...entry }: AuditEntry): Omit<AuditEntry, 'title'> {
  return entry;
}

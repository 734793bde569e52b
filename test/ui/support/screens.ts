/** Every screen by route, with the text that shows it has opened. */
import type { Locator, Page } from '@playwright/test';
import type { SampleIds } from './sample-records.ts';

export interface Screen {
  readonly name: string;
  readonly route: string;
  readonly shown: (page: Page) => Locator;
}

export const SETTINGS = [
  ...['appearance', 'security', 'workspace', 'people', 'groups', 'sdk', 'receiver', 'outbox'],
  ...['backup', 'audit', 'about'],
];

export function screensOf(samples: SampleIds): Screen[] {
  const patient = samples.patients.get('Kastellan, Mirela');
  const exam = samples.exams.get('CT chest with contrast, follow-up @ Kastellan, Mirela');
  return [
    { name: 'worklist', route: 'worklist', shown: (page) => page.getByRole('grid') },
    { name: 'follow-ups', route: 'worklist/follow-ups', shown: (page) => page.getByRole('grid') },
    { name: 'critical results', route: 'worklist/critical', shown: (page) => page.getByRole('grid') },
    { name: 'patients', route: 'patients', shown: (page) => page.getByRole('grid') },
    { name: 'patient', route: `patients/${patient}`, shown: (page) => page.getByRole('tablist') },
    {
      name: 'patient form',
      route: `patients/${patient}/edit`,
      shown: (page) => page.locator('#patient-legal_name'),
    },
    {
      name: 'patient form, new',
      route: 'patients/new',
      shown: (page) => page.locator('#patient-legal_name'),
    },
    { name: 'to match', route: 'worklist/to-match', shown: (page) => page.getByRole('main') },
    { name: 'verify a report', route: 'verify', shown: (page) => page.getByRole('main') },
    {
      name: 'report',
      route: `exams/${exam}`,
      shown: (page) => page.getByTestId('report-shell').getByRole('textbox'),
    },
    { name: 'templates', route: 'templates', shown: (page) => page.getByRole('main') },
    { name: 'files', route: 'files', shown: (page) => page.getByRole('grid') },
    { name: 'trash', route: 'trash', shown: (page) => page.getByRole('table') },
    ...SETTINGS.map((section) => ({
      name: `settings, ${section}`,
      route: `settings/${section}`,
      shown: (page: Page) => page.getByRole('main'),
    })),
  ];
}

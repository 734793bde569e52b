/** What the sample practice says in English, from which German takes its keys. Every finding is invented. */
import type { SampleExamKey } from '#sample/sample-exams.ts';

export interface SampleReport {
  readonly title: string;
  readonly indication: string;
  /** Paragraphs; none for an exam that is still to be reported. */
  readonly findings: readonly string[];
  readonly impression: readonly string[];
  /** What was added later: by the addendum, the amendment, or the draft upon the sealed version. */
  readonly added?: string;
  /** The recommended examination. */
  readonly follow_up?: string;
  /** The critical finding. */
  readonly critical?: string;
}

export interface SampleTexts {
  /** Family name of every invented patient. */
  readonly family: string;
  readonly responsible: string;
  readonly reports: Readonly<Record<SampleExamKey, SampleReport>>;
}

export const en: SampleTexts = {
  family: 'Sample',
  responsible: 'Referring physician',
  reports: {
    anna_us: {
      title: 'US abdomen complete',
      indication: 'Pain in the right upper abdomen after meals.',
      findings: ['Liver of normal size and echo. The gallbladder contains one stone of 9 mm with a shadow.'],
      impression: [],
    },
    boris_prior: {
      title: 'Chest radiograph',
      indication: 'Before an operation.',
      findings: ['Heart and vessels of normal size. No effusion, no infiltrate.'],
      impression: ['Normal chest.'],
    },
    boris_ct: {
      title: 'CT angiography, pulmonary arteries',
      indication: 'Sudden breathlessness, D-dimer raised.',
      findings: [
        'Filling defect in the right main pulmonary artery. The left branches are open.',
        'Right ventricle not dilated. No effusion.',
      ],
      impression: ['Acute embolism of the right main pulmonary artery.'],
      critical: 'Acute embolism of the right main pulmonary artery',
    },
    clara_prior: {
      title: 'CT chest with contrast',
      indication: 'Cough for three months.',
      findings: ['Nodule of 9 mm in the right upper lobe. No enlarged lymph nodes.'],
      impression: ['Nodule in the right upper lobe, 9 mm.'],
      follow_up: 'CT chest in 6 months, nodule in the right upper lobe',
    },
    clara_ct: {
      title: 'CT chest with contrast, follow-up',
      indication: 'Follow-up of a nodule in the right upper lobe.',
      findings: ['The nodule in the right upper lobe measures 12 mm, before 9 mm.'],
      impression: ['Nodule in the right upper lobe, grown from 9 mm to 12 mm.'],
      added: 'No enlarged lymph nodes. No effusion.',
    },
    david_mr: {
      title: 'MR brain without and with contrast',
      indication: 'First seizure.',
      findings: ['Lesion of 19 mm in the left frontal lobe with marked enhancement.'],
      impression: ['Enhancing lesion in the left frontal lobe.'],
      added: 'No second lesion. The ventricles are of normal width.',
    },
    elena_mr: {
      title: 'MR knee left',
      indication: 'Twisted the left knee.',
      findings: ['Small effusion in the left knee. Both menisci and the cruciate ligaments are intact.'],
      impression: ['Small effusion in the left knee, no tear.'],
    },
    farid_cr: {
      title: 'Chest radiograph',
      indication: 'Fever and cough.',
      findings: ['No infiltrate, no effusion. Heart of normal size.'],
      impression: ['No pneumonia.'],
    },
    greta_ct: {
      title: 'CT head without contrast',
      indication: 'Fall, under anticoagulation.',
      findings: ['No bleeding. Wide outer spaces, according to age. No fracture.'],
      impression: ['No bleeding, no fracture.'],
      added: 'Addendum: the mastoid cells on both sides are clear.',
    },
    hugo_mr: {
      title: 'MR lumbar spine',
      indication: 'Pain down the left leg.',
      findings: ['Disc L5/S1 is dark, with a small protrusion to the left. No stenosis.'],
      impression: ['Small protrusion L5/S1 to the left.'],
      follow_up: 'Examination by neurosurgery if the pain persists',
    },
    irene_cr: {
      title: 'Radiograph of the right wrist, two views',
      indication: 'Fall on the right hand.',
      findings: ['Fracture line in the right distal radius without displacement.'],
      impression: ['Fracture of the right distal radius.'],
      added: 'Amended: the fracture does not reach the joint.',
    },
    jonas_us: {
      title: 'US abdomen complete',
      indication: 'Pain in the belly for two days.',
      findings: [],
      impression: [],
    },
    karla_prior: {
      title: 'US abdomen complete',
      indication: 'Raised liver values.',
      findings: ['Round dark lesion of 16 mm in the right lobe of the liver.'],
      impression: ['Probable cyst of the liver, 16 mm.'],
    },
    karla_ct: {
      title: 'CT abdomen with contrast',
      indication: 'Lesion of the liver in ultrasound.',
      findings: [],
      impression: [],
    },
    lukas_prior: {
      title: 'CT chest without contrast',
      indication: 'Smoker, screening.',
      findings: ['Nodule of 9 mm in the right lung. No further nodules.'],
      impression: ['Nodule in the right lung, 9 mm.'],
    },
    lukas_ct: {
      title: 'CT chest without contrast, follow-up',
      indication: 'Follow-up of a nodule in the right lung.',
      findings: [],
      impression: [],
    },
  },
};

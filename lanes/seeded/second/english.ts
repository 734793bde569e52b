/** The second set of phrases in English. */
import type { SecondPhrases } from './second-phrases.ts';

export const ENGLISH: SecondPhrases = {
  sides: [
    [
      'US breast {left|right}',
      'Irregular mass in the {left|right} breast at 10 o’clock.',
      'Suspicious mass, {left|right} breast.',
    ],
    [
      'MR knee {left|right}',
      'Complete tear of the ACL of the {left|right} knee.',
      'ACL rupture on the {left|right}.',
    ],
    ['CT abdomen', 'Obstructing calculus in the {left|right} ureter.', '{Left|Right}-sided ureteric stone.'],
    ['CT chest', 'Moderate {left|right} pleural effusion.', 'Pleural effusion on the {left|right} side.'],
    [
      'CT head',
      'Acute subdural haematoma over the {left|right} convexity.',
      '{Left|Right} subdural haematoma.',
    ],
    ['XR wrist {left|right}', 'Distal radius fracture.', 'Fracture of the {left|right} distal radius.'],
  ],
  named: [
    ['There is a small right apical pneumothorax.', 'There is no pneumothorax.', 'Small right pneumothorax.'],
    [
      'Filling defects in the segmental arteries in keeping with pulmonary emboli.',
      'No filling defect to suggest pulmonary embolism.',
      'Acute pulmonary embolism.',
    ],
    [
      'The appendix is dilated and inflamed, in keeping with acute appendicitis.',
      'No evidence of appendicitis.',
      'Acute appendicitis.',
    ],
    ['Free intraperitoneal air beneath the diaphragm.', 'No free air.', 'Pneumoperitoneum with free air.'],
    [
      'Deep vein thrombosis of the popliteal vein.',
      'No evidence of deep vein thrombosis.',
      'Popliteal deep vein thrombosis.',
    ],
    [
      'Subarachnoid haemorrhage in the basal cisterns.',
      'No intracranial haemorrhage.',
      'Acute subarachnoid haemorrhage.',
    ],
    ['Type B dissection of the descending aorta.', 'No aortic dissection.', 'Aortic dissection, type B.'],
    ['Multiple liver metastases are seen.', 'No liver metastases.', 'Hepatic metastases.'],
    [
      'Small bowel obstruction with a transition point in the pelvis.',
      'No bowel obstruction.',
      'Small bowel obstruction.',
    ],
    ['Compression fracture of L1.', 'No vertebral fracture.', 'Acute compression fracture L1.'],
  ],
  normal: [
    'The mediastinal contours are normal.',
    'No focal consolidation.',
    'The gallbladder is unremarkable without stones.',
    'Mild sigmoid diverticulosis without diverticulitis.',
    'Known haemangioma in segment 4a, unchanged at 18 mm.',
    'Status post cholecystectomy.',
    'No suspicious osseous lesion.',
    'Normal calibre of the abdominal aorta.',
    'Ventricles and sulci are age-appropriate.',
    'No hydronephrosis on either side.',
    'Both kidneys enhance symmetrically.',
    'Old healed fracture of the left clavicle.',
    'The pancreas is normal in size and contour.',
    'No enlarged lymph nodes by size criteria.',
    'Lungs are clear.',
    'Minor dependent atelectasis.',
    'History of breast cancer, no recurrence.',
    'Endotracheal tube 4 cm above the carina.',
    'The spleen measures 11.5 cm.',
    'Technique: axial images of 1 mm after 80 ml of contrast medium.',
  ],
  placed: [
    ['Disc protrusion at {}.', 'Protrusion {}.', 'C5/6', 'C6/7'],
    ['Solid nodule of 8 mm in the {}.', 'Nodule in the {}.', 'right upper lobe', 'right lower lobe'],
    ['Lesion of 2 cm in liver segment {}.', 'Indeterminate lesion in segment {}.', '5', '8'],
    ['Fracture of the {} rib.', 'Fracture of the {} rib.', 'sixth', 'eighth'],
  ],
  sized: [
    ['Mass in the upper pole of the kidney measuring {}.', 'Renal mass of {}.'],
    ['Aortic aneurysm with a diameter of {}.', 'Aneurysm of {}.'],
    ['Thyroid nodule of {}.', 'Thyroid nodule, {}.'],
  ],
  female: [
    'Uterus and adnexa are normal.',
    'Simple cyst in the ovary.',
    'IUD in situ in the uterine cavity.',
  ],
  male: [
    'The prostate is not enlarged.',
    'Seminal vesicles are symmetric.',
    'Testes of normal echogenicity.',
  ],
  nothingElse: ['Otherwise unremarkable examination.', 'No further acute findings.'],
};

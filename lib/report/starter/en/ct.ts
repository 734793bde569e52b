/** Computed tomography, in English. The notation is in `starter-notation.ts`. */
export const EN_CT = `
= CT | CT head without contrast
# request
{Clinical question}
# procedure
{Technique: Axial acquisition of the head without intravenous contrast, reconstructed in brain and bone windows.}
# comparison
{Comparison}
# findings
Haemorrhage: No intracranial haemorrhage.
Early ischaemia = *none | loss of grey-white differentiation | hyperdense vessel | established infarct
Brain parenchyma: Normal for age.
Midline shift # mm 0..30
Ventricles and cisterns: Normal in size and position.
Space-occupying lesion: None.
Skull and skull base: No fracture.
Sinuses and mastoids: Clear.
Orbits and soft tissues: Unremarkable.
# impression
{Impression!}

= CT | CT chest
# request
{Clinical question}
# procedure
Intravenous contrast = *with | without
Contrast volume # ml 10..200
# comparison
{Comparison}
# findings
Lungs: No consolidation and no interstitial abnormality.
Nodules: No suspicious nodule.
Largest nodule, mean diameter # mm 1..30
Airways: Patent, no bronchial wall thickening.
Pleura: No effusion and no pneumothorax.
Heart and pericardium: Normal in size, no pericardial effusion.
Ascending aorta, diameter # mm 15..90
Mediastinum and hila: No enlarged lymph nodes.
Upper abdomen, as far as shown: Unremarkable.
Bones and chest wall: No suspicious lesion.
# impression
{Impression!}

= CT | CT pulmonary angiography
# request
{Clinical question}
# procedure
{Technique: Helical acquisition of the chest with intravenous contrast, timed to the pulmonary arteries.}
Opacification of the pulmonary trunk # HU 50..900
Image quality = *diagnostic to subsegmental level | diagnostic to segmental level | limited | not diagnostic
# comparison
{Comparison}
# findings
Pulmonary embolism! = none | central | lobar | segmental | subsegmental
RV, inner diameter # mm 10..90
LV, inner diameter # mm 10..90
Pulmonary trunk, diameter # mm 10..60
Signs of right heart strain: None.
Lungs: No consolidation.
Pleura: No effusion and no pneumothorax.
Mediastinum: No enlarged lymph nodes.
Other findings: None.
# impression
{Impression!}

= CT | CT abdomen and pelvis
# request
{Clinical question}
# procedure
Intravenous contrast = *portal venous phase | arterial and portal venous phase | without
Contrast volume # ml 10..200
# comparison
{Comparison}
# findings
Liver: Normal in size and attenuation, no focal lesion.
Gallbladder and bile ducts: No stones, no dilatation.
Common bile duct, diameter # mm 1..30
Pancreas: Normal, the duct is not dilated.
Spleen, length # mm 30..300
Adrenal glands: Normal on both sides.
Kidneys and ureters: No obstruction, no stone, no focal lesion.
Stomach and bowel: No wall thickening and no obstruction.
Appendix: Normal.
Lymph nodes: Not enlarged.
Vessels: Aorta of normal calibre, veins patent.
Bladder and pelvic organs: Unremarkable.
Peritoneum: No free fluid and no free air.
Lung bases: Clear.
Bones: No suspicious lesion.
# impression
{Impression!}

= CT | CT urinary tract, low dose
# request
{Clinical question}
# procedure
{Technique: Low-dose acquisition from the kidneys to the bladder base without intravenous contrast.}
# comparison
{Comparison}
# findings
Stone in a ureter! = none | right | left | both sides
Site of the stone = renal pelvis | pelviureteric junction | proximal ureter | mid ureter | distal ureter | vesicoureteric junction
Stone, longest diameter # mm 1..60
Stone, attenuation # HU 50..2000
Hydronephrosis = *none | mild | moderate | severe
Perirenal stranding: None.
Stones elsewhere in the urinary tract: None.
Bladder: Unremarkable.
Other abdominal organs, without contrast: Unremarkable.
Bones: No suspicious lesion.
# impression
{Impression!}

= CT | CT paranasal sinuses
# request
{Clinical question}
# procedure
{Technique: Low-dose acquisition of the paranasal sinuses without contrast, with coronal and sagittal reconstructions.}
# comparison
{Comparison}
# findings
Frontal sinuses: Clear.
Ethmoid cells: Clear.
Maxillary sinuses: Clear.
Largest mucosal thickening # mm 1..40
Sphenoid sinuses: Clear.
Ostiomeatal units = *open on both sides | obstructed on the right | obstructed on the left | obstructed on both sides
Nasal septum: In the midline.
Turbinates: Unremarkable.
Variants that matter to the surgeon: None.
Bony walls and orbits: Intact.
# impression
{Impression!}

= CT | CT spine after trauma
# request
{Clinical question}
# procedure
Region & cervical | thoracic | lumbar
{Technique: Thin-slice acquisition without contrast, with sagittal and coronal reconstructions.}
# comparison
{Comparison}
# findings
Alignment: Regular.
Fracture! = none | yes
Level and type of the fracture
Loss of vertebral height # % 1..100
Narrowing of the canal by fragments # % 1..100
Posterior elements and facet joints: Intact.
Discs and spinal canal, as far as CT shows: Unremarkable.
Paravertebral soft tissues: No haematoma.
Degenerative change: None of note.
# impression
{Impression!}
`;

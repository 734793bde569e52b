/** Macros in English: abbreviation, modality or `*` for all of them, text. The notation is in `starter-notation.ts`. */
export const EN_MACROS = `
.nochange | * | No change since {Date of the prior!}.
.nocomp | * | No earlier examination for comparison.
.limited | * | Assessment limited by {Reason! = motion | body habitus | metal artefacts | lack of cooperation}.
.clincorr | * | Clinical correlation recommended.
.informed | * | Told by telephone to {Name!} at {Time!}.
.fu | * | Follow-up in {Months! # months 1..60}.
.nofx | * | No fracture.
.degen | * | Degenerative change appropriate to age.
.incidental | * | Incidental finding: {Finding!}.
.nlhead | CT | No intracranial haemorrhage, no infarct that can be seen, no space-occupying lesion, no fracture.
.nlchestct | CT | No consolidation, no suspicious nodule, no effusion, no enlarged lymph nodes.
.nope | CT | No pulmonary embolism to the subsegmental level.
.nodule | CT | Nodule in the {Lobe! = right upper lobe | middle lobe | right lower lobe | left upper lobe | lingula | left lower lobe}, {Mean diameter! # mm 1..30}.
.nlabdct | CT | No free air, no free fluid, no obstruction, no enlarged lymph nodes.
.livercyst | CT | Simple hepatic cyst in segment {Segment! = I | II | III | IVa | IVb | V | VI | VII | VIII}, {Diameter! # mm 1..200}.
.renalcyst | CT | Simple cyst of the {Side! = right | left} kidney, {Diameter! # mm 1..200}.
.adenoma | CT | Adrenal nodule on the {Side! = right | left}, {Diameter! # mm 1..80}, {Attenuation without contrast! # HU -50..80}.
.divert | CT | Diverticula of the sigmoid without signs of inflammation.
.contrast | CT | Intravenous contrast, {Volume! # ml 10..200}, tolerated without reaction.
.nlbrain | MR | Normal signal and volume of the brain, no restricted diffusion, no pathological enhancement.
.microang | MR | Small-vessel changes of the white matter, Fazekas grade {Grade! = 1 | 2 | 3}.
.disc | MR | {Level! = L1/2 | L2/3 | L3/4 | L4/5 | L5/S1}: disc {Form! = bulge | protrusion | extrusion | sequestration}, {Contact! = no contact with a root | contact with a root | compression of a root}.
.gdno | MR | No contrast was given.
.steat | US | Hepatic steatosis, {Grade! = mild | moderate | severe}.
.gallst | US | Gallstones, the largest {Diameter! # mm 1..60}, wall not thickened.
.nodvt | US | Deep veins compressible throughout, no thrombosis.
.tnod | US | Thyroid nodule in the {Side! = right lobe | left lobe | isthmus}, {Diameter! # mm 1..100}.
.nlcxr | CR | Heart of normal size, lungs clear, no effusion, no pneumothorax.
.tube | CR | Tip of the {Line! = endotracheal tube | central line | nasogastric tube} {Distance! # mm 0..200} {Relation! = above the carina | below the carina | below the diaphragm}.
.mgneg | MG | No mass, no suspicious calcification and no distortion on either side.
`;

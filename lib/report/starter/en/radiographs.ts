/** Radiographs and mammography, in English. The notation is in `starter-notation.ts`. */
export const EN_RADIOGRAPHS = `
= CR | Chest radiograph
# request
{Clinical question}
# procedure
Projections! = posteroanterior and lateral | posteroanterior | anteroposterior, supine | anteroposterior, sitting
# comparison
{Comparison}
# findings
Lines and tubes: None.
Heart and mediastinum: Normal in size and shape.
Cardiothoracic ratio # % 20..90
Hila: Normal.
Lungs: No consolidation and no nodule.
Pulmonary vessels: No congestion.
Pleura: No effusion and no pneumothorax.
Diaphragm and upper abdomen: Unremarkable, no free air.
Bones: No fracture.
# impression
{Impression!}

= CR | Radiograph of bone or joint
# request
{Clinical question}
# procedure
Body part!
Side! = right | left
Projections! = two planes | one plane | three or more
# comparison
{Comparison}
# findings
Fracture! = none | yes
Site and type of the fracture
Displacement # mm 0..100
Angulation # ° 0..180
Alignment of the joints: Regular.
Joint spaces: Preserved.
Bone structure: Normal.
Metalwork: None.
Soft tissues: Unremarkable.
# impression
{Impression!}

= CR | Radiograph of pelvis and hips
# request
{Clinical question}
# procedure
Projections! = pelvis, anteroposterior | pelvis and one hip axial | pelvis and both hips axial
# comparison
{Comparison}
# findings
Pelvic ring: Intact.
Right hip: Joint space preserved, no fracture.
Left hip: Joint space preserved, no fracture.
Narrowest joint space, right # mm 0..10
Narrowest joint space, left # mm 0..10
Difference in leg length # mm 0..80
Sacroiliac joints and symphysis: Unremarkable.
Lower lumbar spine, as far as shown: Unremarkable.
Metalwork: None.
Soft tissues: Unremarkable.
# impression
{Impression!}

= CR | Radiograph of the spine
# request
{Clinical question}
# procedure
Region! = cervical | thoracic | lumbar | whole spine
Projections! = two planes | one plane | with flexion and extension
# comparison
{Comparison}
# findings
Alignment: Regular.
Cobb angle # ° 0..150
Listhesis # mm 0..30
Vertebral bodies: Normal in height, no fracture.
Disc spaces: Preserved.
Facet joints: Unremarkable.
Bone density on the film: Unremarkable.
Metalwork: None.
Soft tissues: Unremarkable.
# impression
{Impression!}

= MG | Mammography
# request
{Clinical question}
# procedure
Reason! = screening | symptoms | follow-up
Views = *CC and MLO of both breasts | CC and MLO of the right breast | CC and MLO of the left breast
Compressed thickness # mm 10..120
# comparison
{Comparison}
# findings
Density (ACR)! = a | b | c | d
Right breast: No mass, no suspicious calcification, no distortion.
Left breast: No mass, no suspicious calcification, no distortion.
Mass, longest diameter # mm 1..150
Calcifications, extent # mm 1..150
Skin and nipples: Unremarkable.
Axillae: No suspicious lymph nodes.
BI-RADS category, right! = 0 | 1 | 2 | 3 | 4 | 5 | 6
BI-RADS category, left! = 0 | 1 | 2 | 3 | 4 | 5 | 6
# impression
{Impression!}
`;

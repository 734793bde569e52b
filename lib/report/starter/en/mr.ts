/** Magnetic resonance imaging, in English. The notation is in `starter-notation.ts`. */
export const EN_MR = `
= MR | MR brain
# request
{Clinical question}
# procedure
Intravenous contrast = *without | without and with
{Sequences: T1, T2, FLAIR, diffusion and susceptibility-weighted imaging.}
# comparison
{Comparison}
# findings
Diffusion: No restricted diffusion.
Parenchyma: Normal signal and volume for age.
White matter changes, Fazekas grade = *0 | 1 | 2 | 3
Space-occupying lesion: None.
Lesion, longest diameter # mm 1..150
Pathological enhancement: None.
Blood products: None.
Ventricles and midline: Normal.
Sella, brain stem and cerebellum: Unremarkable.
Large vessels: Normal flow voids.
Orbits, sinuses and mastoids: Unremarkable.
# impression
{Impression!}

= MR | MR lumbar spine
# request
{Clinical question}
# procedure
{Sequences: Sagittal T1, T2 and STIR, axial T2.}
# comparison
{Comparison}
# findings
Numbering: Five lumbar vertebrae.
Alignment: Regular lordosis, no listhesis.
Listhesis # mm 1..30
Vertebral bodies and marrow: Normal height and signal, no oedema.
Conus: Ends in regular position, normal signal.
L1/2: No herniation, no narrowing.
L2/3: No herniation, no narrowing.
L3/4: No herniation, no narrowing.
L4/5: No herniation, no narrowing.
L5/S1: No herniation, no narrowing.
Narrowest point of the canal # mm 3..25
Facet joints: No effusion.
Sacroiliac joints, as far as shown: Unremarkable.
Paravertebral soft tissues: Unremarkable.
# impression
{Impression!}

= MR | MR cervical spine
# request
{Clinical question}
# procedure
{Sequences: Sagittal T1, T2 and STIR, axial T2.}
# comparison
{Comparison}
# findings
Alignment: Regular, no listhesis.
Vertebral bodies and marrow: Normal height and signal, no oedema.
Craniocervical junction: Unremarkable.
Spinal cord: Normal calibre and signal.
C2/3: No herniation, no narrowing.
C3/4: No herniation, no narrowing.
C4/5: No herniation, no narrowing.
C5/6: No herniation, no narrowing.
C6/7: No herniation, no narrowing.
C7/T1: No herniation, no narrowing.
Narrowest point of the canal # mm 3..25
Soft tissues of the neck, as far as shown: Unremarkable.
# impression
{Impression!}

= MR | MR knee
# request
{Clinical question}
# procedure
Side! = right | left
{Sequences: Proton density with fat saturation in three planes, coronal T1.}
# comparison
{Comparison}
# findings
Medial meniscus: Intact.
Lateral meniscus: Intact.
Anterior cruciate ligament = *intact | partial tear | complete tear | graft
Posterior cruciate ligament = *intact | partial tear | complete tear
Collateral ligaments: Intact.
Extensor mechanism: Intact.
Cartilage of the patella and trochlea: Preserved.
Cartilage of the femorotibial joint: Preserved.
Largest cartilage defect # mm 1..60
Bone: No marrow oedema and no fracture.
Joint effusion = *none | small | moderate | large
Popliteal cyst: None.
Soft tissues: Unremarkable.
# impression
{Impression!}

= MR | MR shoulder
# request
{Clinical question}
# procedure
Side! = right | left
{Sequences: Oblique coronal and sagittal, axial, fluid-sensitive and T1.}
# comparison
{Comparison}
# findings
Supraspinatus tendon = *intact | tendinopathy | partial tear | full-thickness tear
Infraspinatus tendon = *intact | tendinopathy | partial tear | full-thickness tear
Subscapularis tendon = *intact | tendinopathy | partial tear | full-thickness tear
Tear, length # mm 1..60
Retraction of the tendon # mm 1..60
Muscle volume and fatty change: Normal.
Long head of biceps: In its groove, intact.
Labrum: Intact.
Glenohumeral cartilage: Preserved.
Acromioclavicular joint: Unremarkable.
Subacromial bursa: Not distended.
Bone: No marrow oedema and no fracture.
# impression
{Impression!}

= MR | MR prostate
# request
{Clinical question}
PSA with its unit
# procedure
{Sequences: T2 in three planes, diffusion with high b-value and ADC map, dynamic contrast series.}
Image quality: Diagnostic.
# comparison
{Comparison}
# findings
Prostate, volume # ml 5..400
Haemorrhage after biopsy: None.
Peripheral zone: No suspicious lesion.
Transition zone: Nodular hyperplasia, no suspicious lesion.
Index lesion, site
Index lesion, longest diameter # mm 1..60
Index lesion, PI-RADS category = 1 | 2 | 3 | 4 | 5
Capsule: No extension beyond it.
Seminal vesicles: Not involved.
Lymph nodes: Not enlarged.
Bones of the pelvis: No suspicious lesion.
Bladder and rectum: Unremarkable.
# impression
{Impression!}
`;

/** Ultrasound, in English. The notation is in `starter-notation.ts`. */
export const EN_US = `
= US | US abdomen
# request
{Clinical question}
# procedure
Conditions = *good | limited by gas | limited by body habitus
# comparison
{Comparison}
# findings
Liver, mid-clavicular line # mm 60..300
Liver: Smooth outline, homogeneous, no focal lesion.
Gallbladder: No stones, wall not thickened.
Common bile duct, diameter # mm 1..30
Pancreas: Normal as far as seen.
Spleen, length # mm 30..300
Right kidney, length # mm 40..180
Left kidney, length # mm 40..180
Kidneys: No obstruction, no stone, no focal lesion.
Aorta, diameter # mm 8..120
Free fluid: None.
Bladder: Unremarkable.
# impression
{Impression!}

= US | US kidneys and bladder
# request
{Clinical question}
# procedure
Conditions = *good | limited
# comparison
{Comparison}
# findings
Right kidney, length # mm 40..180
Right kidney, parenchyma # mm 3..40
Right kidney: No obstruction, no stone, no focal lesion.
Left kidney, length # mm 40..180
Left kidney, parenchyma # mm 3..40
Left kidney: No obstruction, no stone, no focal lesion.
Bladder wall: Not thickened.
Bladder volume before voiding # ml 1..1500
Residual volume after voiding # ml 0..1500
Ureteric jets = *seen on both sides | seen on the right only | seen on the left only | not looked for
# impression
{Impression!}

= US | US thyroid
# request
{Clinical question}
# comparison
{Comparison}
# findings
Right lobe, volume # ml 0.5..150
Left lobe, volume # ml 0.5..150
Isthmus, thickness # mm 1..40
Echogenicity = *normal | reduced | inhomogeneous
Vascularity = *normal | increased | reduced
Nodules: None.
Largest nodule, site
Largest nodule, longest diameter # mm 1..100
Largest nodule, composition = cystic | spongiform | mixed | solid
Largest nodule, echogenicity = anechoic | isoechoic or hyperechoic | hypoechoic | markedly hypoechoic
Lymph nodes of the neck: Not enlarged.
# impression
{Impression!}

= US | US leg veins
# request
{Clinical question}
# procedure
Side! = right | left | both legs
{Technique: Compression in short steps from groin to calf, with colour and spectral Doppler.}
# comparison
{Comparison}
# findings
Common femoral vein = *compressible | not compressible | not seen
Femoral vein = *compressible | not compressible | not seen
Popliteal vein = *compressible | not compressible | not seen
Calf veins = *compressible | not compressible | not all seen
Saphenous veins = *compressible | not compressible | not seen
Flow in the groin: Phasic with respiration.
Largest diameter of a clot-filled vein # mm 1..40
Distance of the clot from the saphenofemoral junction # mm 0..500
Other cause of swelling: None.
# impression
{Impression!}

= US | US carotid arteries
# request
{Clinical question}
# comparison
{Comparison}
# findings
Right common carotid artery, peak systolic velocity # cm/s 10..600
Right internal carotid artery, peak systolic velocity # cm/s 10..700
Right internal carotid artery, stenosis # % 0..100
Right side: No significant plaque.
Left common carotid artery, peak systolic velocity # cm/s 10..600
Left internal carotid artery, peak systolic velocity # cm/s 10..700
Left internal carotid artery, stenosis # % 0..100
Left side: No significant plaque.
Way of grading = *NASCET | ECST | local criteria
Vertebral arteries: Antegrade flow on both sides.
# impression
{Impression!}

= US | US breast
# request
{Clinical question}
# procedure
Side! = right | left | both breasts
# comparison
{Comparison}
# findings
Composition = *homogeneous, fat | homogeneous, fibroglandular | heterogeneous
Lesion: None.
Lesion, site on the clock
Lesion, distance from the nipple # mm 0..150
Lesion, longest diameter # mm 1..150
Lesion, shape = oval | round | irregular
Lesion, margin = circumscribed | not circumscribed
Lesion, orientation = parallel | not parallel
Axillary lymph nodes: Not suspicious.
BI-RADS category! = 0 | 1 | 2 | 3 | 4 | 5 | 6
# impression
{Impression!}
`;

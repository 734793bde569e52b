/**
 * English and German words that identify no person although reports capitalise them, folded. Other capitalised words
 * are listed for a decision.
 */
const WORDS = `
a about above absent abnormal abdomen abdominal acute additional adenocarcinoma adrenal adrenals after air airway airways all although an and angiography
anterior aorta aortic apical appearance appendix approximately are area artery arteries as ascites assessment at atelectasis atrophy axial axillary
background baseline basal because before below benign bilateral biliary bladder bone bones both bowel brain breast bronchi bronchial bronchus but by
calcification calcifications calcified cancer carcinoma cardiac cardiomegaly catheter category central cervical change changes chest chronic clavicle clear clinical
colon comparison compared complete compression conclusion consistent consolidation contrast coronal coronary correlation cortical cranial critical ct cta cyst cysts
deep degenerative density discussed diaphragm diffuse dilatation dilated disc disease distal dose duct due duodenum during
each early edema effusion effusions elbow emphysema endotracheal enhanced enhancement enlarged enlargement epidural esophagus evaluation evidence exam examination excluded extensive external
faint fat fatty femoral femur few fibrosis field finding findings first flow fluid focal follow following for fracture fractures free from frontal further
gallbladder ganglia general given gland glands glass gradient grade ground
had has head heart hematoma hemorrhage hemorrhagic hepatic hernia hilar hilum hip history homogeneous however humerus hyperintense hypodense
if iliac informed image images imaging implant impression in incidental inclusion increased indication infarct infection inferior inflammation infiltrate information inguinal injury inner intact interval intervertebral intracranial intrahepatic is it its
joint joints kidney kidneys knee known
large largest last lateral later left lesion lesions ligament likely limited line liver lobe lobes local long low lower lumbar lumen lung lungs lymph lymphadenopathy lymphoma
magnetic mass masses maximal maximum meaningful measurement measurements measures medial mediastinal mediastinum medullary meniscus mesenteric metastases metastasis metastatic method mild minimal mitral moderate more mr mra mri mrn multiple muscle muscles
narrowing nasal native near neck necrosis negative new next no node nodes nodular nodule nodules none normal not note noted number
obstruction of old on one opacities opacity open or oral orbit organ osseous osteolytic osteophytes other otherwise our outer ovary ovaries
pacemaker pancreas pancreatic parenchyma parenchymal parietal partial patella patient pelvic pelvis per perfusion pericardial pericardium phase plaque plaques plate pleura pleural pneumonia pneumothorax port portal position possible post posterior postoperative preserved present previous prior probable procedure progression prostate protocol proximal pulmonary
question radius rate rectum recommend recommendation recommendations recommended recurrence reduced reference region regular related renal report request residual resolution response result results retroperitoneal review rib ribs right
sagittal scan scapula scattered seen scoliosis section sections segment segments sequence sequences series several severe shadow shaft shape short shoulder shows sigmoid sign significant signs similar since single sinus sinuses size skeleton skin skull slice slices slight small smooth soft solid some space spine spleen splenic stable stage standard status stenosis sternum stomach stone study subcutaneous subdural sum superior supine surgical suspicious suture symmetric syndrome
table target technique temporal tendon testis the then therapy there these thickening thickness thin this thoracic thorax three thrombosis thrombus thyroid tibia tip tissue tissues to today total trace trachea tracheal transverse trauma treatment tube tumor tumour two type
ulna ultrasound unchanged under unremarkable until upper ureter ureters urinary us uterus
valve variant vascular vein veins venous ventral ventricle ventricles ventricular vertebra vertebrae vertebral very vessel vessels view views visible volume
wall was we well were when where which while white width window with within without wrist x xray year years yes
i ii iii iv v vi vii viii ix xi xii iia iib iiia iiib iva ivb
ap pa lao rao ro rt lt rul rml rll lul lll tnm recist birads bi rads pi li ti lung hu suv adc dwi flair stir gre swi tse tof mip mpr hrct cr dx mg nm pet xa rf hnp ivc svc lad lca rca rca cad copd ards bph avm tia tips ercp mrcp dlp ctdi kv ma mgy cm mm ml
abdomen abdomens abdominell aber ableitende aktuell aktuelle alle allgemein allgemeinzustand als alter altersentsprechend am an anamnese anhalt angabe angaben angiografie angiographie anschluss ansicht anteil anteile aorta arteria arterie arterien arthrose atelektase atelektasen auch auf aufhellung aufnahme aufnahmen aus ausgepragt ausgepragte ausschluss auswertung axial
bauch bauchraum bauchspeicheldruse becken bedingt befund befunde begleitend bei beide beiderseits beidseits bekannt bekannte belag bereich beschwerden beste bestehend betont beurteilung bewegung bild bilder bildgebung bis blase blut blutung boden bronchien bronchus brust brustkorb brustwand bws
caput carotis chronisch colon corpus computertomografie computertomographie
da daher dabei damit darm darstellung das datum deckplatte defekt degenerativ degenerative delle dem den der des deutlich deutliche diagnose diagnostik dichte die dies diese dieser differenzialdiagnose differentialdiagnose diffus diskret diskrete dorsal dosis drainage druck duodenum durch durchblutung durchleuchtung durchmesser
ebene eher ein eine einem einen einer eines eingriff einlage ellenbogen empfehlung empyem ende enge entzundung ergebnis erguss ergusse erweitert erweiterung es etwa extern
fehlend fehlende fettgewebe fettleber fibrose fistel flache flussigkeit folge fraktur frakturen frage fragestellung freie freier frei fremdkorper fremdmaterial frontal fuss fur
galle gallenblase gallengang gallengange gallenwege ganglion gefass gefasse gegen gelenk gelenke gelenkspalt genitale geringe gering gewebe glied granulom gross grosse grossen grossenkonstant grosser grund
hals halswirbelsaule hand harnblase harnleiter harnwege haut hepatomegalie hernie herd herde herz herzgrosse herzschatten herzsilhouette hier hilus hirn histologie hochdruck hohe hohle hohlraum homogen huft hufte hws hydrocephalus
im in indikation infarkt infiltrat infiltrate infiltration inhomogen inspiration instabilitat insuffizienz intern intrakraniell ischamie ist
jahr jahre jahren
kalk kalkeinlagerung kalzifikation kardial karzinom katheter kein keine keinem keinen keiner keilbein kieferhohle kind klein kleine kleiner klinik klinisch klinische knie kniegelenk knochen knoten kolon kontrastmittel kontrolle kontroll konturen kopf korper kranz kreuz kreuzband
labor lage lagerung lange langsschnitt lasion lasionen lateral leber leberrand leiste lendenwirbelsaule letzte letzten ligamentum links linke linken linker linksseitig lobus lokal luft lumbal lumen lunge lungen lungenembolie lungenfeld lungengefasse lungenoberlappen lungenunterlappen lungenmittellappen lymphknoten lws
magen mageninhalt magnetresonanztomografie maligne mamma mammografie mark material maximal media mediastinum medial mehrere meniskus messung metastase metastasen methode milz minimal mit mitte mittel mittellappen mm mrt muskel muskulatur
nach nachweis nahe narbe narben nasennebenhohlen native nebenbefund nebenhohlen nebenniere nebennieren neben nekrose nerv nervus neu neue nicht niere nieren nierenbecken niereninsuffizienz noch norm normal normale normalen normaler normalbefund nur
ob oben oberarm oberbauch oberer obere oberflache oberlappen oberschenkel odem oder offen ohne organe orbita ort osophagus osteochondrose osteolyse osteolysen
pankreas parenchym patella patient patientin perikard peripher phase pleura pleuraerguss pleuraergusse pneumonie pneumothorax pneumonisch polyp position postoperativ prostata protokoll proximal punktion
querschnitt rand raumforderung raumforderungen rechte rechten rechter rechts rechtsseitig rektum resektion rest rippe rippen rippenfraktur rontgen rontgenaufnahme ruckbildung rucken ruckenmark ruckgang ruptur
sagittal schadel schadelbasis schatten schicht schichten schilddruse schleimhaut schmerz schmerzen schulter schwellung sehne seit seite seiten seitlich seitliche sekundar sequenz serie sie signal signalanhebung sinus skelett skoliose sonde sonografie sonographie sonst sowie spondylarthrose spondylose spur stauung stein steine stelle stellung stenose stent sternum storung struktur strukturen studie symmetrie syndrom szintigrafie
tabelle technik teil teilweise therapie thorax thorakal thorakale thrombose thrombus tiefe topogramm trachea trauma tubus tumor tumore typ
uber ubersicht ubrige ubrigen ultraschall umgebung und unauffallig unauffallige unauffalligen unten unter unterarm unterbauch untere unterer unterlappen unterschenkel untersuchung ureter ursache uterus
vaskular vena vene venen ventrikel ventral veranderung veranderungen verbreitert verdacht verdichtung verdichtungen verdickung vergleich vergrosserung verkalkung verkalkungen verlauf verlaufskontrolle verletzung verschattung verschattungen verschiebung verschluss viszeral vollstandig volumen vom von vor voraufnahme voraufnahmen vorbefund vorbekannt vorderer vordere vorhof vorhanden voruntersuchung
wand wandverdickung wasser weichteil weichteile weichteilgewebe weichteilmantel weiss weit weitere weiterhin wenig werte wie winkel wirbel wirbelkorper wirbelsaule wurzel
zeichen zeit zentral zentrale zufallsbefund zum zunahme zunge zur zustand zwerchfell zwerchfelle zwischen zyste zysten
anteriore posteriore inferiore superiore grossere kleinere hinweis hinweise erneut gut gute guter ebenso zusammenfassung procedere verfahren prozedur klinischer klinischen angefertigt erfolgt erhalten es`;

const PLAIN: ReadonlySet<string> = new Set(WORDS.trim().split(/\s+/));

/** Includes spinal levels, segments and node stations: `T12`, `L5`, `S1a`. @param word folded */
export function isSafeTerm(word: string): boolean {
  return (
    PLAIN.has(word) ||
    /^[a-z]{1,2}\d{1,2}[a-c]?$/.test(word) ||
    (word.endsWith('s') && PLAIN.has(word.slice(0, -1)))
  );
}

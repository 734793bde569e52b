/**
 * Radiology words that platform dictionaries lack. German adjectives are listed by stem; their endings are generated.
 */
import type { SpellingLanguage } from '#contract/spelling/routes.ts';

const GERMAN_NOUNS = `
Atelektase Atelektasen Adhäsion Adhäsionen Aneurysma Aneurysmata Aneurysmen Aorta Aortenbogen Arthrose Aszites Befundung Bronchiektase Bronchiektasen Bronchus Bronchopneumogramm
Cholezystolithiasis Cholezystitis Dilatation Divertikel Divertikulose Divertikulitis Diskus Dissektion Douglas Drainage Emphysem Enhancement Embolie Endotrachealtubus Endoleak
Erguss Fraktur Frakturen Fibrose Foramen Ganglion Granulom Granulome Gyrus Hämatom Hämatome Hämangiom Hämangiome Hepatomegalie Herdbefund Hernie Hilus Hili Hypophyse Ileus Impingement Infiltrat Infiltrate
Intubation Ischämie Isthmus Jejunalsonde Jejunum Kalzifikation Kalzifikationen Kardiomegalie Karina Karotis Kavum Koller Kompression Konkrement Konkremente Konsolidierung Konsolidierungen Konus Kyphose Kyphoskoliose
Läsion Läsionen Ligamentum Lingula Lipom Lymphadenopathie Lymphom Mediastinum Meniskus Metastase Metastasen Metastasierung Mikronoduli Mitralform Myelopathie Nekrose Nephrolithiasis Neoplasie Nodulus Noduli
Ödem Ödeme Osteochondrose Osteolyse Osteolysen Osteophyt Osteophyten Pankreas Parenchym Perikard Perikarderguss Pleura Pleuraerguss Pleuraergüsse Pneumonie Pneumothorax Pouch Prostata Raumforderung Raumforderungen Rarefizierung
Regredienz Rektum Retrolisthesis Rezidiv Rezidive Sakrum Scapula Sigma Signalalteration Sinterung Sinterungsfraktur Skapula Sklerose Skoliose Sonografie Spondylarthrose Spondylolisthesis Spondylose Staging Stenose Stenosen Sternotomie Sternum Subklavia
Thrombus Thromben Tibia Trachea Trachealdeviation Tracheostoma Tumorstaging Urolithiasis Ventrikel Verschattung Verschattungen Voraufnahme Voraufnahmen Voruntersuchung Voruntersuchungen Zele Zäkum Zyste Zysten Zökum
RadLex Fleischner Bosniak Modic Gleason Hounsfield Sievert Gray Kerley Chilaiditi Volumina Aplasie Hypoplasie Agenesie Reflux Ureter Urothel Parotis Submandibularis Tonsille Epiglottis Larynx Pharynx Orbita Mastoid Sella Klivus Atlas Axis Dens
Pouchs Air Trapping Tubus Kanüle Katheter Devices Device Shift Baseline Nadir Response
`;
const GERMAN_STEMS = `
abdominal abszedier alveolär apikal anterior arteriell atelektatisch atheromatös axial axillär basal benigne bihilär bilateral biliär bronchial bronchiektatisch degenerativ dilatiert diffus diskogen dislozier disseminiert distal dorsal dystelektatisch
elongiert endobronchial epidural extrahepatisch extraossär exophytisch femoral fibrotisch fissural fokal foraminal frontal hämorrhagisch hepatisch hilär hilusnah hyperdens hyperintens hypertroph hypodens hypointens iliakal infiltrativ infrahilär inguinal
interstitiell intrahepatisch intrakraniell intrapulmonal intraspinal isodens isointens kalzifiziert kardial kardiopulmonal kaudal kontrollbedürftig konsolidiert kontrastmittelaufnehmend kranial lateral lobär lobulär lobuliert lumbal lymphogen maligne mediastinal medial
mesenterial multifokal nekrotisch nodulär okzipital ossär osteolytisch osteoplastisch paraaortal paraseptal parahilär paravertebral parenchymatös parietal peribronchial perifokal perihilär perikardial peripher peritoneal pleural pneumonisch posterior postoperativ postinfektiös prävertebral proximal pulmonal pulmonalvenös
raumfordernd regredient renal retikulär retikulonodulär retrokardial retroperitoneal retrosternal sagittal sakral segmental septal signalreich signalarm solid solitär sklerosiert spikuliert spinal stenosiert subdural subkapsulär subkutan subpleural subsegmental supraklavikulär suspekt tracheobronchial
temporal thorakal thrombosiert transversal unbeurteilt unilokulär uterin vaskulär ventral verschattet vertebral vesikal viszeral zentrilobulär zerebral zervikal zirrhotisch zystisch zentral metastasierend progredient
`;
const GERMAN_SHORT =
  're li bds lob dil st sog ggf bzw ca vs wg max min mittelgr pulmonalis complete stable disease partial target lesion lesions follow up loop recorder';
const ENDINGS = ['', 'e', 'en', 'er', 'es', 'em', 't', 'te', 'ten', 'ter', 'tes', 'tem'];

const ENGLISH = `
RadLex Fleischner Bosniak Modic Gleason Hounsfield Kerley Chilaiditi spiculated paraseptal centrilobular subpleural perihilar retrocardiac hyperdense hypodense hyperintense hypointense isodense isointense hypoechoic hyperechoic anechoic
hypoenhancing hyperenhancing nonenhancing unenhanced postcontrast precontrast multiplanar cardiomediastinal costophrenic tracheobronchial paratracheal aortopulmonary subcarinal prevascular retroperitoneal mesorectal perinephric
peripancreatic pericholecystic intrahepatic extrahepatic periportal subcapsular hepatosteatosis steatosis lymphadenopathy bronchiectasis atelectasis atelectases osteophyte osteophytes osteophytic anterolisthesis retrolisthesis spondylolisthesis
neuroforaminal uncovertebral tricompartmental chondral osteochondral subchondral intramedullary extraaxial leptomeningeal parafalcine diverticulosis diverticulitis nephrolithiasis hydroureter hydronephrosis cholelithiasis choledocholithiasis
pneumobilia pneumoperitoneum pneumomediastinum hemothorax haemothorax oedema haematoma tumour tumours endoleak calcifications opacification opacities reticulonodular tomosynthesis fibroglandular microcalcifications
`;

const NAMES =
  'RadLex Fleischner Bosniak Modic Gleason Hounsfield Kerley Chilaiditi Pfirrmann Fazekas Deauville';
const SPANISH = `
adenopatía adenopatías atelectasia atelectasias bronquiectasia bronquiectasias centrolobulillar consolidación consolidaciones derrame hipodenso hipodensa hipodensos hipodensas hiperdenso hiperdensa hiperdensos hiperdensas hipointenso hipointensa hipointensos hipointensas hiperintenso hiperintensa hiperintensos hiperintensas isodenso isodensa isointenso isointensa hipoecogénico hipoecogénica hiperecogénico hiperecogénica anecoico anecoica paratraqueal subcarinal subpleural subpleurales perihiliar retroperitoneal retroperitoneales intrahepática intrahepático extrahepática parénquima micronódulo micronódulos neumoperitoneo neumotórax osteofito osteofitos espondilosis espondilolistesis discopatía microangiopática microangiopático leptomeníngeo realce ecografía esteatosis colelitiasis hidronefrosis supratentorial infratentorial paracoronal axial axiales cortical corticales suprarrenal suprarrenales espiculado espiculada espiculados espiculadas paraseptal centroacinar língula lingular subcarinales pericárdico pericárdica mediastínico mediastínica mediastínicos mediastínicas hiliar hiliares ateroma ateromas ateromatoso ateromatosa repleción lítica lítico blástica blástico blásticas osteoblástica osteolítica periportal periaórtico periaórtica mesentérico mesentérica diverticular diverticulosis peridiverticular protrusión foraminal foraminales facetario facetaria condral subcondral intraóseo medular edema endoluminal trombosado trombosada aneurismático estenosis colecistectomía nefrolitiasis vesicoureteral endometrial miometrial anexial BI-RADS
`;
const FRENCH = `
adénopathie adénopathies atélectasie atélectasies bronchectasie bronchectasies centrolobulaire centrolobulaires hypodense hypodenses hyperdense hyperdenses hyposignal hypersignal hyposignaux hypersignaux isosignal isodense hypoéchogène hypoéchogènes hyperéchogène hyperéchogènes anéchogène anéchogènes paratrachéal paratrachéale paratrachéales carinaire carinaires péri-hilaire périhilaire sous-pleural sous-pleurale rétropéritonéal rétropéritonéale rétropéritonéaux intrahépatique intrahépatiques extrahépatique extrahépatiques parenchyme micronodule micronodules pneumopéritoine pneumothorax ostéophyte ostéophytes ostéophytose discopathie discopathies spondylolisthésis leptoméningé leptoméningée rehaussement rehaussé rehaussée échographie stéatose cholélithiase hydronéphrose sus-tentoriel sous-tentoriel supratentoriel infratentoriel scanner injecté injectée spiculé spiculée spiculés spiculées paraseptal paraseptale lingula lingulaire endoluminal endoluminale endoluminaux alithiasique condensante condensant ostéocondensante lytique lytiques blastique péricardique médiastinal médiastinale médiastinaux hilaire hilaires athéromateux athéromateuse périportal péri-aortique mésentérique diverticulaire diverticulose péridiverticulaire protrusion foraminal foraminale foraminaux articulaire zygapophysaire chondral chondrale sous-chondral sous-chondrale médullaire œdème thrombosé thrombosée anévrismal sténose cholécystectomie néphrolithiase endométrial myométrial annexiel annexielle
`;
const PORTUGUESE = `
linfonodomegalia linfonodomegalias linfonodo linfonodos atelectasia atelectasias bronquiectasia bronquiectasias centrolobular centrolobulares consolidação consolidações derrame hipodenso hipodensa hipodensos hipodensas hiperdenso hiperdensa hiperdensos hiperdensas hipointenso hipointensa hiperintenso hiperintensa hipersinal hipossinal isodenso isodensa isointenso hipoecogênico hipoecogênica hiperecogênico hiperecogênica anecoico anecoica paratraqueal subcarinal subpleural subpleurais peri-hilar retroperitoneal retroperitoneais intra-hepática intra-hepático extra-hepática extra-hepático parênquima micronódulo micronódulos pneumoperitônio pneumotórax osteófito osteófitos espondilólise espondilolistese discopatia microangiopatia leptomeníngeo realce ultrassonografia esteatose colelitíase hidronefrose supratentorial infratentorial tomografia adrenal adrenais laudo espiculado espiculada paraseptal língula lingular pericárdico pericárdica mediastinal mediastinais hilar hilares ateromatosa ateromatoso lítica lítico blástica blástico periportal mesentérico mesentérica diverticular diverticulose protrusão foraminal foraminais facetária condral subcondral intraósseo medular endoluminal trombosado trombosada aneurismático estenose colecistectomia nefrolitíase endometrial miometrial anexial
`;
/** Of the languages whose words are listed as they are written. */
const LISTED: Readonly<Record<Exclude<SpellingLanguage, 'de'>, string>> = {
  en: ENGLISH,
  es: `${NAMES} ${SPANISH}`,
  fr: `${NAMES} ${FRENCH}`,
  pt: `${NAMES} ${PORTUGUESE}`,
};

/** Returns radiology terms of a language, one per line, in dictionary format. */
export function radiologyTerms(language: SpellingLanguage): string[] {
  const listed = (text: string) => text.trim().split(/\s+/);
  if (language !== 'de') return listed(LISTED[language]);
  const inflected = listed(GERMAN_STEMS).flatMap((stem) => ENDINGS.map((ending) => stem + ending));
  return [...listed(GERMAN_NOUNS), ...inflected, ...listed(GERMAN_SHORT)];
}

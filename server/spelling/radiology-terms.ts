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

/** Returns radiology terms of a language, one per line, in dictionary format. */
export function radiologyTerms(language: SpellingLanguage): string[] {
  const listed = (text: string) => text.trim().split(/\s+/);
  if (language === 'en') return listed(ENGLISH);
  const inflected = listed(GERMAN_STEMS).flatMap((stem) => ENDINGS.map((ending) => stem + ending));
  return [...listed(GERMAN_NOUNS), ...inflected, ...listed(GERMAN_SHORT)];
}

/**
 * The limits that more than one place must agree on, each with its unit in its name. A length that only
 * its own schema checks stands in that schema. Source: choices (each section); API spec, "Limits".
 */
const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

// Requests
export const JSON_BODY_MAX_BYTES = 8 * MIB;
/** The server reads this far past the limit before it answers, so that the client sees the answer. */
export const BODY_DRAIN_MAX_BYTES = 64 * MIB;
/** No record nests deeper than a handful; `report_lexical` is one string here. */
export const JSON_DEPTH_MAX = 100;
export const JSON_VALUES_MAX = 100_000;
export const REQUEST_ID_MAX_CHARS = 128;
export const IDEMPOTENCY_KEY_MIN_CHARS = 8;
export const IDEMPOTENCY_KEY_MAX_CHARS = 128;
export const IDEMPOTENCY_RETENTION_MS = 24 * 60 * 60 * 1000;
export const REQUESTS_PER_SECOND_PER_CERTIFICATE = 2000;
export const CONCURRENT_UPLOADS_PER_CERTIFICATE = 8;
export const FAILED_OPENINGS_BEFORE_DELAY = 5;
export const DEFAULT_PORT = 8743;
/** A closing server lets requests in flight end for this long. */
export const CLOSE_GRACE_MS = 5_000;

// Events
export const EVENT_HEARTBEAT_MS = 15_000;
/** Older ones are forgotten; who was away for longer reads the lists anew. */
export const EVENTS_KEPT_MAX = 10_000;
/** A reader that takes nothing is cut off when this much waits for it; it resumes by `Last-Event-ID`. */
export const EVENTS_WAITING_MAX_BYTES = 256 * KIB;
/** A window says this often that it has an exam open. */
export const PRESENCE_EVERY_MS = 10_000;
/** Who has not said so for this long has gone. */
export const PRESENCE_ENDS_MS = 30_000;
/** Of one session; the one said longest ago is forgotten. */
export const PRESENCE_EXAMS_PER_SESSION = 16;

// Lists
export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
export const SEARCH_QUERY_MAX_CHARS = 300;
/** Every one is looked for; of two of which one begins with the other, the longer alone. */
export const SEARCH_WORDS_MAX = 32;

// Travelling copies
/** A copy opens for so long without the vault it is of; then only where that lets in. */
export const COPY_LEASE_DAYS = 30;

// Documents
export const NAME_MAX_CHARS = 300;
export const SHORT_TEXT_MAX_CHARS = 300;
export const LONG_TEXT_MAX_CHARS = 100_000;
export const CUSTOM_ATTRIBUTES_MAX_BYTES = 64 * KIB;
export const REPORT_LEXICAL_MAX_BYTES = 4 * MIB;
export const REPORT_HTML_MAX_BYTES = 4 * MIB;
/** Processor time the worker may spend on one report before it is refused. */
export const REPORT_DERIVATION_MAX_MS = 20_000;
/** Longest wait for one report, whatever else the computer does; then it may be sent again. */
export const REPORT_DERIVATION_PATIENCE_MS = 5 * 60_000;
/** Above this many characters of a report even reading it would hold up every other request. */
export const REPORT_ON_THE_SPOT_MAX_CHARS = 32 * KIB;
/** What may wait for the report worker in all; one principal may fill half of it. */
export const REPORTS_WAITING_MAX_COUNT = 1_000;
export const REPORTS_WAITING_MAX_CHARS = 96 * MIB;
export const REPORTS_WAITING_MAX_SHARE = 0.5;
export const ACCESSION_NUMBER_MAX_CHARS = 64;
export const TAGS_MAX_COUNT = 64;
export const TAG_MAX_CHARS = 100;
export const SPECIALIST_IDS_MAX_COUNT = 64;
export const PREFERENCES_MAX_BYTES = 256 * KIB;

// Drives
export const FILE_MAX_BYTES = 16 * GIB;
export const FILE_NAME_MAX_BYTES = 255;
export const PART_SIZE_BYTES = 8 * MIB;
/** Above this the Node SDK sends a resumable transfer; a browser does so from `BROWSER_SINGLE_REQUEST_MAX_BYTES`. */
export const SINGLE_REQUEST_MAX_BYTES = 16 * MIB;
export const BROWSER_SINGLE_REQUEST_MAX_BYTES = 1 * MIB;
export const RESUMABLE_RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

// Access
export const PASSPHRASE_MIN_CHARS = 12;
export const PASSPHRASE_MAX_CHARS = 1024;
export const PASSPHRASE_MIN_ZXCVBN_SCORE = 3;
export const INVITE_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
export const IDLE_LOCK_SECONDS_DEFAULT = 15 * 60;
export const SESSION_MAX_SECONDS_DEFAULT = 12 * 60 * 60;
export const DRAFT_RETENTION_DAYS_DEFAULT = 30;
export const CERTIFICATE_LEAF_YEARS = 2;
export const CERTIFICATE_CA_YEARS = 10;
export const CERTIFICATE_RENEWAL_DAYS = 60;
/** How long a replaced CA stays trusted for a client certificate that was made anew: its file may not have arrived. */
export const CA_KEPT_DAYS = 30;

// Processing
/** Larger files stay as they are; they are not opened for a picture. */
export const PROCESSED_FILE_MAX_BYTES = 512 * MIB;
/** Of an answer: the VOI table of a frame may have 65,536 entries. */
export const HEADERS_MAX_BYTES = 256 * 1024;

export const PIXELS_MAX = 100_000_000;
/** Processor time of one job, where the system tells it. */
export const PROCESSING_MAX_MS = 20_000;
/** Times as long a job may take by the clock: other work of the computer is not its fault. */
export const PROCESSING_PATIENCE = 6;
export const PROCESSING_MEMORY_MAX_BYTES = 1536 * MIB;
/** After this many tries that were cut off by a restart a file counts as damaged; by the clock, as timed out. */
export const PROCESSING_ATTEMPTS_MAX = 3;
export const THUMBNAIL_MAX_PIXELS = 256;
export const PREVIEW_MAX_PIXELS = 1600;
/** A received object larger than this is refused. */
export const RECEIVED_OBJECT_MAX_BYTES = 512 * MIB;
/** Of reading all attributes of one instance. */
export const METADATA_READ_MAX_MS = 20_000;
/** The names of a study stand before its pixels; they are looked for this far into an object. */
export const RECEIVED_HEAD_MAX_BYTES = 4 * MIB;
/** Connections to the server at a time that have shown no certificate of the vault: the oldest makes room. */
export const STRANGER_CONNECTIONS_MAX = 512;
/** Associations and connections of the DICOM port at a time. */
export const DICOM_ASSOCIATIONS_MAX = 4;
export const DICOM_CONNECTIONS_MAX = 16;
/** Of one address, so that a sender does not take the places of the others. */
export const DICOM_CONNECTIONS_PER_ADDRESS_MAX = 8;
/** What a connection has for its association request before it is cut. */
export const DICOM_ASSOCIATION_WAIT_MS = 5_000;
/** Presentation contexts of an association: odd ids of one byte. Source: DICOM PS3.8 9.3.2.2. */
export const DICOM_CONTEXTS_MAX = 128;
/** Of one protocol data unit; the vault asks for 128 KiB. */
export const DICOM_PDU_MAX_BYTES = 1 * MIB;
/** Of one command set: a few ids and numbers. */
export const DICOM_COMMAND_MAX_BYTES = 64 * 1024;
/** Of one request but an object to be stored: a command and what it asks for. */
export const DICOM_REQUEST_MAX_BYTES = 1 * MIB;
/** Exams one worklist query of a modality is answered with. */
export const WORKLIST_ITEMS_MAX = 1000;
/** Decoded frames kept per session, so that scrolling back costs nothing. */
export const FRAME_CACHE_MAX_BYTES = 64 * MIB;

// Travelling copies
export const TRAVEL_PAGE_DEFAULT = 200;
export const TRAVEL_PAGE_MAX = 1000;
/** An answer to a copy ends with the row that reaches this; one document always fits. */
export const TRAVEL_ANSWER_BYTES = 8 * MIB;
/** Of one document's versions, the newest; what is older is asked for by itself. */
export const TRAVEL_VERSIONS_BYTES = 2 * MIB;
/** How long it is remembered which documents were purged. */
export const PURGES_KEPT_MS = 400 * 24 * 60 * 60 * 1000;
/** For one exchange of a copy with its vault: it lasts as long as there is something to bring. */
export const TRAVEL_EXCHANGE_MAX_MS = 24 * 60 * 60 * 1000;
/** How far the clock of a copy may be ahead. */
export const TRAVEL_CLOCK_AHEAD_MS = 5 * 60 * 1000;

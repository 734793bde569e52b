/**
 * Limits shared by several places, each with its unit in its name. A length checked by a single schema is in that
 * schema. Source: choices (each section); API spec, "Limits".
 */
const KIB = 1024;
const MIB = 1024 * KIB;
const GIB = 1024 * MIB;

// Requests
export const JSON_BODY_MAX_BYTES = 8 * MIB;
/** The server reads this far past the limit before the refusal, so that the client sees the response. */
export const BODY_DRAIN_MAX_BYTES = 64 * MIB;
/** Bodies up to this size are read at once; larger ones of a certificate only a few at a time, to bound memory. */
export const SMALL_BODY_MAX_BYTES = 64 * KIB;
export const LARGE_BODIES_PER_CERTIFICATE = 8;
/** Far above real records; `report_lexical` is a single string here. */
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
/** A closing server lets active requests finish for this long. */
export const CLOSE_GRACE_MS = 5_000;

// Events
export const EVENT_HEARTBEAT_MS = 15_000;
/** Older events are deleted; a client that was disconnected for longer reads the lists again. */
export const EVENTS_KEPT_MAX = 10_000;
/** A reader that does not read is disconnected when this much is pending; it resumes by `Last-Event-ID`. */
export const EVENTS_WAITING_MAX_BYTES = 256 * KIB;
/** Interval at which a window reports an open exam. */
export const PRESENCE_EVERY_MS = 10_000;
/** Presence expires after this time without a report. */
export const PRESENCE_ENDS_MS = 30_000;
/** Open exams per session; the one reported longest ago is dropped. */
export const PRESENCE_EXAMS_PER_SESSION = 16;

// Lists
export const PAGE_LIMIT_DEFAULT = 50;
export const PAGE_LIMIT_MAX = 200;
export const SEARCH_QUERY_MAX_CHARS = 300;
/** Words per search; of two with a common prefix only the longer counts. */
export const SEARCH_WORDS_MAX = 32;
/** Sentences shown for each report that a search in the texts finds. */
export const TEXT_MATCHES_MAX = 3;

// Travelling copies
/** How long a copy opens without its home vault; afterwards only if the home vault accepts the person. */
export const COPY_LEASE_DAYS = 30;

// Documents
export const NAME_MAX_CHARS = 300;
export const SHORT_TEXT_MAX_CHARS = 300;
export const LONG_TEXT_MAX_CHARS = 100_000;
export const CUSTOM_ATTRIBUTES_MAX_BYTES = 64 * KIB;
export const REPORT_LEXICAL_MAX_BYTES = 4 * MIB;
export const REPORT_HTML_MAX_BYTES = 4 * MIB;
/** Processor time for deriving one report before it is refused. */
export const REPORT_DERIVATION_MAX_MS = 20_000;
/** Longest wait for one report on a busy computer; then the request may be repeated. */
export const REPORT_DERIVATION_PATIENCE_MS = 5 * 60_000;
/**
 * Length up to which a report's other form is derived at once. Longer reports go to the worker, because parsing
 * them would block other requests.
 */
export const REPORT_ON_THE_SPOT_MAX_CHARS = 32 * KIB;
/** Limits of the report worker's queue; one principal may use half. */
export const REPORTS_WAITING_MAX_COUNT = 1_000;
export const REPORTS_WAITING_MAX_CHARS = 96 * MIB;
export const REPORTS_WAITING_MAX_SHARE = 0.5;
export const ACCESSION_NUMBER_MAX_CHARS = 64;
/** Texts of an exam's order, in UTF-16 units; parties that get a copy; numbers of one party. */
export const ORDER_TEXT_MAX_CHARS = 4000;
export const ORDER_COPIES_MAX_COUNT = 12;
export const ORDER_NUMBERS_MAX_COUNT = 20;
export const TAGS_MAX_COUNT = 64;
export const TAG_MAX_CHARS = 100;
export const SPECIALIST_IDS_MAX_COUNT = 64;
export const PREFERENCES_MAX_BYTES = 256 * KIB;

// Drives
export const FILE_MAX_BYTES = 16 * GIB;
export const FILE_NAME_MAX_BYTES = 255;
export const PART_SIZE_BYTES = 8 * MIB;
/**
 * Largest upload in one request in the Node SDK; larger files use a resumable upload. In a browser the limit is
 * `BROWSER_SINGLE_REQUEST_MAX_BYTES`.
 */
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
/** How long a replaced CA stays trusted for a renewed client certificate, whose new file may not have arrived. */
export const CA_KEPT_DAYS = 30;

// Processing
/** Largest file that gets renditions. */
export const PROCESSED_FILE_MAX_BYTES = 512 * MIB;
/** Response headers; the VOI table of a frame may have 65,536 entries. */
export const HEADERS_MAX_BYTES = 256 * 1024;

export const PIXELS_MAX = 100_000_000;
/** Processor time of one job, where the system reports it. */
export const PROCESSING_MAX_MS = 20_000;
/** Wall-clock limit as a multiple of the processor-time limit, for a busy computer. */
export const PROCESSING_PATIENCE = 6;
export const PROCESSING_MEMORY_MAX_BYTES = 1536 * MIB;
/**
 * Number of interrupted processing attempts after which a file counts as damaged, or as timed out after timeouts.
 */
export const PROCESSING_ATTEMPTS_MAX = 3;
export const THUMBNAIL_MAX_PIXELS = 256;
export const PREVIEW_MAX_PIXELS = 1600;
/** A received object larger than this is refused. */
export const RECEIVED_OBJECT_MAX_BYTES = 512 * MIB;
/** Time limit for reading all attributes of one instance. */
export const METADATA_READ_MAX_MS = 20_000;
/** A study's UIDs precede its pixels; they are searched this far into an object. */
export const RECEIVED_HEAD_MAX_BYTES = 4 * MIB;
/** Concurrent connections without a valid certificate; a new one replaces the oldest. */
export const UNIDENTIFIED_CONNECTIONS_MAX = 512;
/** Concurrent connections of one certificate; the next is closed. */
export const CONNECTIONS_PER_CERTIFICATE_MAX = 1024;
/** Concurrent associations and connections of the DICOM port. */
export const DICOM_ASSOCIATIONS_MAX = 4;
export const DICOM_CONNECTIONS_MAX = 16;
/** Limit of DICOM connections per address, so that one sender cannot block the others. */
export const DICOM_CONNECTIONS_PER_ADDRESS_MAX = 8;
/** Time for a connection's association request before it is closed. */
export const DICOM_ASSOCIATION_WAIT_MS = 5_000;
/** A silent association may lose its place to another after this time. */
export const DICOM_ASSOCIATION_SILENT_MS = 10_000;
/** Presentation contexts per association: odd ids of one byte. Source: DICOM PS3.8 9.3.2.2. */
export const DICOM_CONTEXTS_MAX = 128;
/** Largest protocol data unit of DICOM; the vault requests 128 KiB. */
export const DICOM_PDU_MAX_BYTES = 1 * MIB;
/** Largest DICOM command set: a few ids and numbers. */
export const DICOM_COMMAND_MAX_BYTES = 64 * 1024;
/** Largest DICOM request other than C-STORE: a command and its query. */
export const DICOM_REQUEST_MAX_BYTES = 1 * MIB;
/** Largest number of exams in one worklist response. */
export const WORKLIST_ITEMS_MAX = 1000;
/** Frames being decoded or sent per principal, because each is in memory until its reader has it; further ones wait. */
export const FRAMES_AT_ONCE_PER_PRINCIPAL = 8;
/** Decoded frames cached per session, for scrolling back. */
export const FRAME_CACHE_MAX_BYTES = 64 * MIB;

// Travelling copies
export const TRAVEL_PAGE_DEFAULT = 200;
export const TRAVEL_PAGE_MAX = 1000;
/** A page for a copy ends with the row that reaches this size; one document always fits. */
export const TRAVEL_ANSWER_BYTES = 8 * MIB;
/** Newest versions sent with a document; older ones are requested separately. */
export const TRAVEL_VERSIONS_BYTES = 2 * MIB;
/** Retention of tombstones, in milliseconds. */
export const PURGES_KEPT_MS = 400 * 24 * 60 * 60 * 1000;
/** Longest sync of a copy with its home vault. */
export const TRAVEL_EXCHANGE_MAX_MS = 24 * 60 * 60 * 1000;
/** Largest accepted lead of a copy's clock. */
export const TRAVEL_CLOCK_AHEAD_MS = 5 * 60 * 1000;

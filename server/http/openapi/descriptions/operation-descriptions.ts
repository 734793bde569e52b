/**
 * Descriptions of operations, beyond their summaries. Patients, exams and templates share theirs:
 * `DOCUMENT_OPERATIONS`.
 */

/** Descriptions by operation id without the resource: `listPatients` is `list*s`. */
export const DOCUMENT_OPERATIONS: Readonly<Record<string, string>> = {
  'list*s':
    'Lists and searches, newest change first unless `sort` or `order` say otherwise. Rows of a group whose key the caller lacks have no summary.',
  'create*': 'Seals a new document into a group the caller can edit.',
  'get*':
    'Opens the newest version, the one `version_id` names, or the draft. Documents in the trash can be read.',
  'update*':
    'Replaces the complete record by a new version; fields left out become null. Send `expected_latest_version_id` to get 409 for a newer version instead of overwriting it.',
  'delete*': 'Moves the document into the trash; repeatable. `purge=true` removes it from there for good.',
  'archive*': 'Puts the document into the archive; repeatable. It stays writable.',
  'unarchive*': 'Takes the document out of the archive; repeatable.',
  'restore*': 'Takes the document out of the trash.',
  'purge*': 'Removes the document from the trash for good, with versions, drafts and keys. For owners.',
  'copy*':
    'Copies the record alone into another group, under a key of its own: no tags, links, versions or drafts.',
  'list*Versions': 'Lists every version with its author, newest first.',
  'get*Draft': 'Opens the draft; 404 where there is none.',
  'put*Draft':
    'Saves the draft. A draft of another author moves to the discarded ones; `expected_draft_rev` prevents that (409).',
  'delete*Draft': 'Moves the draft to the discarded ones, where it is kept for `draft_retention_days`.',
  'list*Drafts': 'Lists discarded drafts, newest first.',
  'get*DiscardedDraft': 'Opens one discarded draft.',
};

export const OPERATION_WORDS: Readonly<Record<string, string>> = {
  // The vault, sessions
  getHealth: 'Answers as long as the server runs, whatever the state of the vault.',
  getOpenApi: 'Describes every route in OpenAPI 3.1; `/docs` shows the same to people.',
  getVault: 'Says whether there is a vault, what it is called and who can unlock it.',
  initVault: 'Creates the vault with its first administrator. The recovery key is shown this once.',
  openSession:
    'Unlocks by exactly one of passphrase, recovery key, shares, token, invite code or device secret. After five wrong secrets each further one waits.',
  getSession: 'Says who is unlocked, until when, and in which groups.',
  lockSession: 'Locks this session, or all. Keys are wiped from the server’s memory.',
  setPassphrase:
    'Sets another passphrase. Needs the current one, unless the session was unlocked by recovery key.',
  renewRecoveryKey: 'Makes a new recovery key, shown once. The one before opens nothing any more.',
  renewRecoveryShares:
    'Makes three shares, shown once. Any two unlock; the recovery key before opens nothing any more.',
  createDeviceSecret:
    'Lets this computer unlock for the caller without a passphrase. For the desktop’s certificate.',
  deleteDeviceSecret: 'Withdraws the secret of this computer.',
  getPreferences: 'Opens the caller’s own sealed JSON object; `{}` before the first PUT.',
  putPreferences: 'Replaces the caller’s own sealed JSON object, up to 256 KiB.',
  listSessions: 'Lists the sessions of everybody. For administrators.',
  deleteSession: 'Ends a session of another person at once. For administrators.',

  // People, groups, credentials, settings
  listPrincipals: 'Lists persons and programs. For administrators.',
  createPrincipal: 'Invites a person; the code is shown once. For administrators.',
  deletePrincipal:
    'Disables a person or program for good, ends what it issued, and starts new keys for its groups. For administrators.',
  listGroups: 'Lists the groups the caller is a member of; administrators see all.',
  createGroup: 'Creates a group; the caller becomes its first owner. For administrators.',
  listMembers: 'Lists the members of a group with their roles.',
  putMember: 'Adds a member or changes a role. For owners.',
  deleteMember: 'Removes a member and starts a new key of the group. For owners.',
  listCredentials: 'Lists credentials of programs, as far as the caller may see them.',
  createCredential: 'Issues a certificate and a token for a program. Its secrets are shown this once.',
  deleteCredential: 'Revokes a credential: its certificates, token and sessions end at once.',
  renewCredential: 'Issues a new certificate for a credential. The one before is valid until its own end.',
  listCertificates:
    'Says how long certificates last: those of the vault, the caller and visible credentials.',
  renewCertificates: 'Renews the certificates of server and desktop. For administrators.',
  getSettings: 'Reads the settings of the workspace.',
  patchSettings: 'Changes the settings that are given. For administrators; the change is signed.',

  // Audit, backups, findings, metrics
  listAudit: 'Reads the audit log, newest entry first. Reading is itself recorded. For administrators.',
  listRecoveries:
    'Says who unlocked by recovery key or shares, as the signed list has it. For administrators.',
  listAccesses:
    'Lists who read, changed, exported or copied a patient, their exams and files: those of now and those of the time of the entry. Data taken from a whole group counts for each of its patients; lists of a group do not. Reading is itself recorded. For administrators.',
  verifyAudit: 'Verifies the chain of the audit log. For administrators.',
  getBackups: 'Says where and when backups are made, and how the last ones ended. For administrators.',
  patchBackups: 'Changes where and when backups are made. For administrators.',
  startBackup: 'Makes a backup now. For administrators.',
  startDrill: 'Restores a sample of the newest backup and opens it. For administrators.',
  listFindings: 'Lists what does not hold in this vault. For administrators.',
  checkFindings: 'Checks the data folder now. For administrators.',
  decideFinding: 'Restores, keeps or removes what was found. Removing needs an owner and the id typed again.',
  getFigures: 'The metrics of `getMetrics` without unlocking: counts without names.',
  getMetrics: 'Figures of the running server in the text format of Prometheus. For administrators.',

  // Exams
  setExamPatient: 'Links an exam to a patient of its group, or with null to none.',
  signExam:
    'Signs a version with both keys of the caller. Signed again with the same intent, it answers that signature.',
  listExamSignatures: 'Lists the signatures, newest first. Each is checked again.',
  askForCosignature:
    'Asks one editor of the group to co-sign the newest version of a signed report, which stays signed.',
  listCosignRequests: 'Lists the requests for a co-signature of an exam and what became of each.',
  takeBackCosignRequest: 'Withdraws a request. For the person who asked, and for owners.',
  listAwaitedCosignatures: 'Lists what the caller is asked to co-sign, in all groups.',
  getExamPresence: 'Lists the other sessions that have the exam open.',
  putExamPresence: 'Says that this session has the exam open. Repeat it within 30 seconds.',
  deleteExamPresence: 'Says that this session has closed the exam.',
  planErasure:
    'Lists what erasing the person would remove and what would remain elsewhere. Changes nothing. For owners.',
  erasePatient: 'Erases one person with everything about them, and answers a signed statement. For owners.',

  // Drives
  listNodes: 'Lists a folder, or the files of an exam: folders first, then by name.',
  uploadNode:
    'Uploads one file in one request. It is sealed as it arrives; plaintext is never written to the disk.',
  getNode: 'Reads a file or folder, not its content.',
  createFolder: 'Creates a folder. A name that is taken, ignoring case, answers 409.',
  getNodeContent:
    'Streams the opened content, or a picture of it. A chunk that does not verify ends the connection.',
  getNodeFrame: 'One decoded frame of a DICOM file as little-endian samples. Headers describe them.',
  reprocessNode: 'Queues the pictures of a file again. Old ones stay until the new ones are there.',
  listSeries: 'The DICOM series of an exam, their files in reading order with their headers.',
  startUpload: 'Begins an upload in parts. An unfinished one is kept for seven days.',
  putPart: 'Sends one part; every part but the last has `part_size` bytes. The last complete one counts.',
  listParts: 'Lists the parts that have arrived, to resume an upload.',
  completeUpload: 'Finishes an upload in parts. Missing parts answer 409.',
  patchNode: 'Renames, moves or links a file or folder.',
  deleteNode:
    'Moves a file, or a folder with its content, into the trash; `purge=true` removes it from there for good.',
  purgeNode: 'Removes a file or folder from the trash for good; a damaged one from anywhere. For owners.',
  restoreNode: 'Takes a file or folder out of the trash.',

  // Events, spelling
  streamEvents:
    'Sends changes as they happen, as server-sent events. Each `data` is JSON of ids and kinds alone: `id`, `change`, `by`, and where they apply `resource`, `version_id` and `draft_rev`. Resumes behind `Last-Event-ID`.',
  checkSpelling: 'Says which words no dictionary of this computer knows. No word is kept.',
  suggestSpelling: 'Suggests what a misspelled word may have been meant to be.',

  // Exchange
  exportFhirExam: 'One exam as a FHIR R4 bundle: patient, report, study, observations, files and signatures.',
  exportFhirPatient: 'One patient as a FHIR R4 bundle, without exams.',
  getReportFile: 'The report of one version as a file in clear. Header `x-version-id` names the version.',
  exportHl7Message: 'The report of one version as HL7 v2.5.1 ORU^R01 with its PDF.',
  exportDeidentifiedExam: 'The secret that pseudonyms and moved dates follow from. Recorded as an export.',
  handOverExam:
    'One HTML file with report, signatures and files that opens offline with the passphrase given.',
  queueMessage: 'Queues a version for a receiver of the settings. It is sent until the receiver answers.',
  listMessages: 'Lists the outbox of a group, newest first.',
  retryMessage: 'Sends a message now, whatever became of it before.',
  discardMessage: 'Takes a message out of the outbox.',

  // Receiving, DICOMweb
  getInbox: 'Counts received objects that wait for an unlock.',
  getReceiver: 'Says how DICOM is received, and whether the port is open. For administrators.',
  patchReceiver: 'Changes how DICOM is received, at once. For administrators; the change is signed.',
  listStudiesToMatch: 'Lists studies that fit no patient with certainty, with the records that come near.',
  storeInstances:
    'Stores DICOM instances (`multipart/related`), sealed as they arrive and filed like C-STORE.',
  storeStudyInstances: 'As `storeInstances`, for instances of one study alone.',
  queryStudies: 'Finds studies by attributes; `limit`, `offset`, `includefield` and wildcards as in PS3.18.',
  querySeries: 'Finds series of a study by attributes.',
  queryStudyInstances: 'Finds instances of a study by attributes.',
  querySeriesInstances: 'Finds instances of a series by attributes.',
  getStudyMetadata: 'All attributes of a study in DICOM JSON, without bulk data.',
  getSeriesMetadata: 'All attributes of a series in DICOM JSON, without bulk data.',
  getInstanceMetadata: 'All attributes of an instance in DICOM JSON, without bulk data.',
  getStudy: 'The instances of a study as they came, in their own transfer syntax.',
  getSeries: 'The instances of a series as they came, in their own transfer syntax.',
  getInstance: 'One instance as it came, in its own transfer syntax.',
  getInstanceThumbnail: 'A picture of at most 256 pixels a side, WebP.',
  getInstanceRendered: 'A picture of at most 1,600 pixels a side under the instance’s own window, WebP.',

  // Travelling copies
  getTravelFrame: 'Gives a copy the signed membership list, and the caller’s own wraps and grants.',
  getTravelSize: 'Counts what a copy of a group would contain.',
  pullDocuments:
    'Sealed documents of a group that changed behind `after`, and what was purged. Nothing is opened.',
  pullDocumentsById: 'Sealed documents of a group by their ids; those that exist.',
  pullVersions: 'Sealed versions of one document behind a number.',
  pullNodes: 'Sealed rows of files and folders that changed behind `after`. The last minute comes twice.',
  getSealedBytes: 'The sealed bytes of a file, a part or a picture.',
  pushDocument: 'Stores versions sealed on a copy, after every check of an ordinary save. Repeatable.',
  pushNode:
    'Stores a file or folder, or a change of one, from a copy. Answers what content is missing. Repeatable.',
  bringSealedBytes: 'Stores sealed content of a new file. Every chunk is opened before it is kept.',
  getTravellingCopy: 'Contents, pending changes and connection of this copy. On a travelling copy only.',
  exchangeTravellingCopy: 'Syncs with the home vault now. On a copy alone.',
  takeGroupAlong: 'Takes a group along, or more of one, with the next sync. On a copy alone.',
  pinExam: 'Keeps the content of an exam’s files on this computer, or no longer. On a copy alone.',
  settleNodeName: 'Decides between two names of a file or folder. On a copy alone.',
  putClinicAddresses: 'Sets the addresses of the home vault. On a copy alone.',
};

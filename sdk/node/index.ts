/** Parts of the SDK for Node only: `connect` and the transport with a client certificate. */
export { type NodeTransportOptions, nodeTransport } from '#sdk/transport-node.ts';
export type { ClientCertificate } from './client-certificate.ts';
export { type ConnectOptions, connect } from './connect.ts';
export { CREDENTIAL_FILES, readToken } from './credential-folder.ts';
export { renewCredentialFolder } from './renew-folder.ts';

import type { Inbox } from '#contract/imaging/inbox-counts.ts';
import type { ReceiverSettingsBody, ReceiverState } from '#contract/imaging/receiver-settings.ts';
import { IMAGING_ROUTES } from '#contract/imaging/routes.ts';
import type { UnmatchedStudies } from '#contract/imaging/unmatched-studies.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

/** API of received DICOM: the inbox, unmatched studies and the receiver's settings. */
export interface ImagingApi {
  /** Returns counts only; needs no session. */
  readonly inbox: (options?: CallOptions) => VaultPromise<Inbox>;
  /** Reads the receiver's settings and state, for administrators. */
  readonly receiver: (options?: CallOptions) => VaultPromise<ReceiverState>;
  /**
   * Changes the receiver's settings, for administrators. Applies at once; if the port cannot be opened, nothing
   * changes.
   */
  readonly patchReceiver: (body: ReceiverSettingsBody, options?: CallOptions) => VaultPromise<ReceiverState>;
  readonly toMatch: (securityGroupId: string, options?: CallOptions) => VaultPromise<UnmatchedStudies>;
}

export function createImagingApi(exchange: HttpExchange): ImagingApi {
  return {
    inbox: (options) => exchange.call(IMAGING_ROUTES.getInbox, { options }),
    receiver: (options) => exchange.call(IMAGING_ROUTES.getReceiver, { options }),
    patchReceiver: (body, options) => exchange.call(IMAGING_ROUTES.patchReceiver, { body, options }),
    toMatch: (security_group_id, options) =>
      exchange.call(IMAGING_ROUTES.listToMatch, { query: { security_group_id }, options }),
  };
}

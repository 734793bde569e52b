/** API of security groups and their members. */
import type { Group, GroupCreateBody, Member, MemberPutBody } from '#contract/access/principals.ts';
import { ACCESS_ROUTES } from '#contract/access/routes.ts';
import type { CallOptions } from '#sdk/http/call.ts';
import { PageList } from '#sdk/http/lists/page-list.ts';
import type { HttpExchange } from '#sdk/http/send-call.ts';
import type { VaultPromise } from '#sdk/http/vault-promise.ts';

export interface GroupsApi {
  /** Lists the caller's groups; administrators see all. */
  readonly list: (options?: CallOptions) => PageList<Group>;
  readonly create: (body: GroupCreateBody, options?: CallOptions) => VaultPromise<Group>;
  readonly members: (securityGroupId: string, options?: CallOptions) => PageList<Member>;
  readonly putMember: (
    securityGroupId: string,
    principalId: string,
    body: MemberPutBody,
    options?: CallOptions,
  ) => VaultPromise<Member>;
  /** Removes a member; the group's key is rotated and all its keys are wrapped again. */
  readonly removeMember: (
    securityGroupId: string,
    principalId: string,
    options?: CallOptions,
  ) => VaultPromise<Member>;
}

export function createGroupsApi(exchange: HttpExchange): GroupsApi {
  return {
    list: (options) => new PageList((at) => exchange.call(ACCESS_ROUTES.listGroups, { at, options })),
    create: (body, options) => exchange.call(ACCESS_ROUTES.createGroup, { body, options }),
    members: (sg, options) =>
      new PageList((at) => exchange.call(ACCESS_ROUTES.listMembers, { params: { sg }, at, options })),
    putMember: (sg, principalId, body, options) =>
      exchange.call(ACCESS_ROUTES.putMember, { params: { sg, principal_id: principalId }, body, options }),
    removeMember: (sg, principalId, options) =>
      exchange.call(ACCESS_ROUTES.deleteMember, {
        params: { sg, principal_id: principalId },
        options,
        repeatable: false,
      }),
  };
}

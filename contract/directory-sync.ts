/**
 * Directory sync: an identity provider keeps members and teams up to date by SCIM 2.0. Here is what an admin sees and decides; what the
 * provider calls is in scim.ts.
 *
 * off → trial → on. In a trial everything is answered and nothing changed, and what would change is listed. held: the brake has stopped the
 * connection, because more people would be deactivated within an hour than is plausible; it goes on answering, and an admin decides.
 */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import type { Operation } from './operation.ts'
import { syncStates } from './sync-states.ts'
import { Type } from './schema.ts'

/** What may happen to a member or a team. */
export const syncChangeKinds = ['create', 'update', 'deactivate', 'archive', 'reactivate', 'members'] as const

const count = (description: string) => Type.Integer({ description })

const counts = {
  created: count('members who were added'),
  updated: count('members with other fields'),
  deactivated: count('members who were deactivated'),
  reactivated: count('members who are active again'),
  teams_created: Type.Integer(),
  teams_updated: Type.Integer(),
  teams_archived: Type.Integer(),
  joined: count('memberships of teams that began'),
  left: count('team memberships that ended, not counting those of deactivated members'),
}

export const SyncRun = Type.Object(
  {
    id: Type.String(),
    state: oneOf(syncStates),
    requests: count('that changed something at the provider or would have'),
    refused: Type.Integer(),
    counts: Type.Object(counts, {
      description: 'what changed; in a trial, and after a stop, what would have',
    }),
    started_at: instant,
    last_at: instant,
  },
  { title: 'SyncRun' },
)

const tokenFields = {
  id: Type.String(),
  created_by: Type.String({ description: 'the admin who created it' }),
  created_at: instant,
  expires_at: instant,
  last_used_at: nullable(instant),
}

export const SyncToken = Type.Object(tokenFields, { title: 'SyncToken' })

export const NewSyncToken = Type.Object(
  { ...tokenFields, token: Type.String({ description: 'shown once' }) },
  { title: 'NewSyncToken' },
)

export const DirectorySync = Type.Object(
  {
    state: oneOf(syncStates),
    base_url: Type.String({ description: 'the address that the provider calls' }),
    parent_team_id: nullable(Type.String({ description: 'new teams are placed under it' })),
    users: count('users that the provider has sent and not deleted'),
    groups: Type.Integer(),
    planned: Type.Object(
      {
        create: Type.Integer(),
        update: Type.Integer(),
        deactivate: Type.Integer(),
        reactivate: Type.Integer(),
        teams: Type.Integer(),
        memberships: Type.Integer(),
      },
      { description: 'what is still to be written to the directory' },
    ),
    faults: count('changes that could not be written; the list of changes says why'),
    held: Type.Union(
      [
        Type.Object({
          at: instant,
          deactivations: count('people to be deactivated within an hour, when the brake stopped it'),
        }),
        Type.Null(),
      ],
      { description: 'set while the state is `held`' },
    ),
    deactivations_max: count('more deactivations than these within an hour stop the connection'),
    last_request_at: nullable(instant),
    tokens: Type.Array(SyncToken, { description: 'valid tokens' }),
    runs: Type.Array(SyncRun, { description: 'the newest; what came in within five minutes is one' }),
    version: Type.Integer({ description: 'also the ETag' }),
  },
  { title: 'DirectorySync' },
)

export const SyncChange = Type.Object(
  {
    id: Type.String({ description: 'the ID of the member or the team, also before it exists' }),
    kind: oneOf(syncChangeKinds),
    subject: oneOf(['member', 'team']),
    name: Type.String(),
    fields: Type.Record(
      Type.String(),
      Type.Object({ from: nullable(Type.String()), to: nullable(Type.String()) }),
      { description: 'the value before and after, by field' },
    ),
    joining: count('people who join the team'),
    leaving: count('people who leave it'),
    fault: nullable(Type.String({ description: 'the code of the refusal that keeps it from being written' })),
  },
  { title: 'SyncChange' },
)

const admin = { tag: 'Organisation', caller: 'session', action: 'directory.sync' } as const
const path = '/api/directory-sync'

export const getDirectorySync = {
  id: 'getDirectorySync',
  method: 'GET',
  path,
  ...admin,
  summary: 'Get directory sync',
  description: 'Its state, what is planned, the last runs and the tokens of providers.',
  status: 200,
  response: DirectorySync,
  errors: [],
} as const satisfies Operation

export const updateDirectorySync = {
  id: 'updateDirectorySync',
  method: 'PATCH',
  path,
  ...admin,
  fresh: true,
  summary: 'Turn directory sync on or off',
  description:
    '`off` → `trial` → `on`; from `on` back to `trial`; from `held` to `on` or `trial`; from everywhere to `off`. Turning it on writes the planned changes. More deactivations than `deactivations_max` have to be confirmed, so going on from `held` always has to be. Turning it off deletes what the provider has sent; members and teams stay as they are.',
  body: strict(
    {
      state: Type.Optional(oneOf(['off', 'trial', 'on'])),
      parent_team_id: Type.Optional(nullable(id('tem'))),
      confirm_deactivate: Type.Optional(
        Type.Integer({ minimum: 0, description: 'how many people you have seen would be deactivated' }),
      ),
    },
    { title: 'DirectorySyncPatch', minProperties: 1 },
  ),
  status: 200,
  response: DirectorySync,
  errors: ['directory_sync_state', 'unprocessable', 'precondition_failed'],
} as const satisfies Operation

export const listDirectorySyncChanges = {
  id: 'listDirectorySyncChanges',
  method: 'GET',
  path: `${path}/changes`,
  ...admin,
  summary: 'List what directory sync would change',
  description: 'What the provider has sent and the directory does not have yet: teams first, then members.',
  query: strict({
    ...paging,
    subject: Type.Optional(oneOf(['member', 'team'])),
    kind: Type.Optional(oneOf(syncChangeKinds)),
    faulty: Type.Optional(Type.Boolean({ description: 'only those that could not be written' })),
  }),
  status: 200,
  response: page('changes', SyncChange),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createDirectorySyncToken = {
  id: 'createDirectorySyncToken',
  method: 'POST',
  path: `${path}/tokens`,
  ...admin,
  fresh: true,
  secret: true,
  summary: 'Create a token of directory sync',
  description:
    'For identity providers that cannot ask for an access token. It is valid for a year, opens SCIM and nothing else, and is shown once. Two can be valid at a time, so that one can replace the other.',
  status: 201,
  response: NewSyncToken,
  errors: ['too_many_tokens', 'directory_sync_state'],
} as const satisfies Operation

export const revokeDirectorySyncToken = {
  id: 'revokeDirectorySyncToken',
  method: 'DELETE',
  path: `${path}/tokens/{id}`,
  ...admin,
  summary: 'Revoke a token of directory sync',
  params: Type.Object({ id: id('dst') }),
  status: 204,
  response: Type.Null(),
  errors: ['not_found'],
} as const satisfies Operation

export type SyncChangeKind = (typeof syncChangeKinds)[number]
export type DirectorySync = Static<typeof DirectorySync>
export type SyncRun = Static<typeof SyncRun>
export type SyncToken = Static<typeof SyncToken>
export type NewSyncToken = Static<typeof NewSyncToken>
export type SyncChange = Static<typeof SyncChange>
export type SyncCounts = SyncRun['counts']

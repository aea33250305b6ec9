/** The end of an organisation: an export of what it may take along, and its deletion after a waiting time. */
import type { Static } from 'typebox'
import { id, instant, nullable, oneOf, page, paging, strict } from './fields.ts'
import { limits } from './limits.ts'
import type { Operation } from './operation.ts'
import { Type } from './schema.ts'

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'expired'] as const

export const OrganisationExport = Type.Object(
  {
    id: Type.String(),
    state: oneOf(exportStates),
    progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }),
    bytes: Type.Integer({ description: 'the size of the file; 0 until it is ready' }),
    requested_by: Type.String(),
    expires_at: nullable(Type.String({ format: 'date-time', description: 'when the file is deleted' })),
    created_at: instant,
  },
  { title: 'OrganisationExport' },
)

export const OrganisationDeletion = Type.Object(
  {
    state: oneOf(['none', 'waiting', 'deleting']),
    requested_by: nullable(Type.String()),
    requested_at: nullable(instant),
    due_at: nullable(instant),
  },
  { title: 'OrganisationDeletion' },
)

const admins = { tag: 'Organisation', caller: 'session', action: 'organisation.end' } as const
const exports = '/api/organisation/exports'
const deletion = '/api/organisation/deletion'
const params = Type.Object({ id: id('exp') })

export const listOrganisationExports = {
  id: 'listOrganisationExports',
  method: 'GET',
  path: exports,
  ...admins,
  summary: 'List exports of the organisation',
  description: 'The newest comes first.',
  query: strict(paging),
  status: 200,
  response: page('exports', OrganisationExport),
  errors: ['invalid_cursor'],
} as const satisfies Operation

export const createOrganisationExport = {
  id: 'createOrganisationExport',
  method: 'POST',
  path: exports,
  ...admins,
  fresh: true,
  rate: 'export',
  summary: 'Export the organisation',
  description:
    'A job writes a ZIP file of JSON Lines: settings, directory, users, applications, public surveys with their released results, insights, actions and the audit log. It contains no single answer and nothing about private surveys. One export runs at a time.',
  status: 201,
  response: OrganisationExport,
  errors: ['export_running'],
} as const satisfies Operation

export const getOrganisationExport = {
  id: 'getOrganisationExport',
  method: 'GET',
  path: `${exports}/{id}`,
  ...admins,
  summary: 'Get an export and its progress',
  params,
  status: 200,
  response: OrganisationExport,
  errors: ['not_found'],
} as const satisfies Operation

export const createExportLink = {
  id: 'createExportLink',
  method: 'POST',
  path: `${exports}/{id}/link`,
  ...admins,
  fresh: true,
  rate: 'export',
  summary: 'Create a download link for an export',
  description: `The link works for ${limits.exportLinkSeconds / 60} minutes, without a token. A new link replaces the one before.`,
  params,
  secret: true,
  status: 201,
  response: Type.Object({ url: Type.String(), expires_at: instant }, { title: 'ExportLink' }),
  errors: ['not_found', 'export_not_ready'],
} as const satisfies Operation

export const getOrganisationDeletion = {
  id: 'getOrganisationDeletion',
  method: 'GET',
  path: deletion,
  ...admins,
  summary: 'Get the deletion of the organisation',
  description: 'It says whether the organisation will be deleted.',
  status: 200,
  response: OrganisationDeletion,
  errors: [],
} as const satisfies Operation

export const requestOrganisationDeletion = {
  id: 'requestOrganisationDeletion',
  method: 'POST',
  path: deletion,
  ...admins,
  fresh: true,
  summary: 'Delete the organisation',
  description: `It waits first: everything goes on as usual for ${limits.organisationDeletionDays} days, in which any admin can cancel it. All admins get an e-mail now, and three days before. Then everything of the organisation is deleted and cannot be restored.`,
  body: strict(
    { slug: Type.String({ maxLength: 200, description: 'the slug of the organisation, to confirm' }) },
    { title: 'OrganisationDeletionDraft' },
  ),
  status: 201,
  response: OrganisationDeletion,
  errors: ['unprocessable', 'deletion_requested'],
} as const satisfies Operation

export const cancelOrganisationDeletion = {
  id: 'cancelOrganisationDeletion',
  method: 'DELETE',
  path: deletion,
  ...admins,
  summary: 'Cancel the deletion of the organisation',
  description: 'Possible until the waiting time is over. Without a request it changes nothing.',
  status: 200,
  response: OrganisationDeletion,
  errors: ['deletion_under_way'],
} as const satisfies Operation

export type OrganisationExport = Static<typeof OrganisationExport>
export type OrganisationDeletion = Static<typeof OrganisationDeletion>

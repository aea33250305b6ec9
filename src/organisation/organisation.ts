/**
 * The organisation, as its admins see and change it.
 *
 * Its floors only rise: whoever could lower one could ask again what a promise has just kept from him. A risen floor holds
 * for whatever opens from then on, drafts and scheduled collections included (src/confidentiality/policy.ts); what is open
 * keeps the thresholds that its people were told.
 */
import { isDeepStrictEqual } from 'node:util'
import { type Organisation, type OrganisationPatch } from '../../contract/organisation.ts'
import { type PersonActor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { type Tx } from '../db/db.ts'
import { type FieldError, problem } from '../problem.ts'
import { localeOf, nameOf, timeZoneOf } from '../teams/teams.ts'
import * as store from './store.ts'

export const getOrganisation = (tx: Tx, { organisationId }: PersonActor): Promise<Organisation> =>
  store.getOrganisation(tx, organisationId)

/**
 * A change that changes nothing is none: no new version, nothing written down.
 * @throws precondition_failed
 * @throws unprocessable  a lower floor, a name, zone or locale that cannot be
 */
export async function updateOrganisation(
  tx: Tx,
  person: PersonActor,
  patch: OrganisationPatch,
  ifMatch: number | undefined,
  now: Date,
): Promise<Organisation> {
  const { organisationId } = person
  const organisation = await store.lockOrganisation(tx, organisationId)
  if (ifMatch !== undefined && ifMatch !== organisation.version) throw problem('precondition_failed')
  const next = {
    ...organisation,
    ...(patch.name !== undefined && { name: nameOf(patch.name) }),
    ...(patch.time_zone !== undefined && { time_zone: timeZoneOf(patch.time_zone) }),
    ...(patch.locale !== undefined && { locale: localeOf(patch.locale) }),
    confidentiality: risen(organisation.confidentiality, patch.confidentiality ?? {}),
  }
  if (isDeepStrictEqual(next, organisation)) return organisation

  const updated = await store.updateOrganisation(tx, next, now)
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(person),
    action: 'organisation.updated',
    target: organisationId,
    detail: changes(organisation, next),
    at: now,
  })
  return updated
}

type Floors = Organisation['confidentiality']

const floorNames = ['k_score', 'k_comment', 'k_rate'] as const

/** @throws unprocessable  floor_only_rises, once for each that would sink */
function risen(floors: Floors, wanted: Partial<Floors>): Floors {
  const errors = floorNames.flatMap((name): FieldError[] => {
    const value = wanted[name]
    if (value === undefined || value >= floors[name]) return []
    const detail = `${name} is ${floors[name]} and can only rise`
    return [{ pointer: `/confidentiality/${name}`, code: 'floor_only_rises', detail }]
  })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
  return Object.fromEntries(floorNames.map((name) => [name, wanted[name] ?? floors[name]])) as Floors
}

function changes(before: Organisation, after: Organisation): Record<string, unknown> {
  const fields = (['name', 'time_zone', 'locale'] as const).filter((field) => before[field] !== after[field])
  const floors = floorNames.filter((name) => before.confidentiality[name] !== after.confidentiality[name])
  return {
    fields: [...fields, ...floors],
    ...Object.fromEntries(
      floors.map((name) => [name, { from: before.confidentiality[name], to: after.confidentiality[name] }]),
    ),
  }
}

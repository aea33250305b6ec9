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
import { type FieldError, impossible, problem } from '../problem.ts'
import { localeOf, nameOf, timeZoneOf } from '../directory/directory.ts'
import * as store from './store.ts'

export const getOrganisation = (tx: Tx, { organisationId }: PersonActor): Promise<Organisation> =>
  store.getOrganisation(tx, organisationId)

/**
 * A change that changes nothing is none: no new version, nothing written down.
 * @param languageModelHost  of the operator's, null where there is none
 * @throws precondition_failed
 * @throws unprocessable  a lower floor, a name, zone or locale that cannot be, a language model that is not there
 */
export async function updateOrganisation(
  tx: Tx,
  person: PersonActor,
  patch: OrganisationPatch,
  languageModelHost: string | null,
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
    ...(patch.language_model !== undefined && agreed(patch.language_model, languageModelHost)),
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

/** Agreed is to one host: were it another one later, it would have to be agreed to anew. @throws unprocessable */
function agreed(
  wanted: boolean,
  host: string | null,
): Pick<Organisation, 'language_model' | 'language_model_host'> {
  if (wanted && host === null)
    throw impossible('/language_model', 'The operator has set up no language model', 'not_set_up')
  return { language_model: wanted, language_model_host: wanted ? host : null }
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
  const told = before.language_model_host === after.language_model_host ? [] : ['language_model']
  return {
    fields: [...fields, ...floors, ...told],
    ...(told.length > 0 && {
      language_model: { from: before.language_model_host, to: after.language_model_host },
    }),
    ...Object.fromEntries(
      floors.map((name) => [name, { from: before.confidentiality[name], to: after.confidentiality[name] }]),
    ),
  }
}

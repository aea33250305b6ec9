/**
 * The organisation, as its admins see and change it.
 *
 * Minimum group sizes only rise: an admin who lowered one could read what a promise has just protected. A raised minimum applies to
 * everything that opens from then on, drafts and scheduled collections included (src/confidentiality/policy.ts); an open collection
 * keeps the thresholds that its respondents were promised.
 */
import { isDeepStrictEqual } from 'node:util'
import { agentRules } from '../../contract/agent-rules.ts'
import type * as contract from '../../contract/organisation.ts'
import type { StoredOrganisation } from '../../contract/organisation.ts'
import type { Actor } from '../actor.ts'
import { actedBy, recordAudit } from '../audit/audit.ts'
import { assertFresh } from '../authority.ts'
import type { Call } from '../call.ts'
import { keepNoLonger } from '../collection/collection.ts'
import type { Tx } from '../db/db.ts'
import { localeOf, nameOf, timeZoneOf } from '../directory/directory.ts'
import { isActiveUser } from '../identity/identity.ts'
import { type FieldError, impossible, problem } from '../problem.ts'
import { type NewLogo, newLogo } from './logo.ts'
import * as store from './store.ts'

/** Asks no more of its caller than the organisation: a tool that says what a connection sees reads it too. */
export const getOrganisation = ({
  tx,
  actor,
}: {
  tx: Tx
  actor: Pick<Actor, 'organisationId'>
}): Promise<StoredOrganisation> => store.getOrganisation(tx, actor.organisationId)

/** With the picture of its logo, as it can be sent to set it again. */
export async function exportOrganisation({
  tx,
  actor,
}: {
  tx: Tx
  actor: Pick<Actor, 'organisationId'>
}): Promise<object> {
  const organisation = await store.getOrganisation(tx, actor.organisationId)
  const logo = await store.findLogo(tx, actor.organisationId, null)
  return logo
    ? { ...organisation, logo: { ...organisation.logo, data: logo.logo_image.toString('base64') } }
    : organisation
}

/**
 * A patch that changes nothing makes no new version and no audit event.
 * @param languageModelHost  of the operator's language model, null without one
 * @throws precondition_failed
 * @throws fresh_sign_in_required  for another rule for second factors, for keeping anything for fewer days, for more agents, and for confirmations outside of the service
 * @throws unprocessable  a lower minimum, an invalid name, zone or locale, a logo that is not a picture, or a language model that does not exist
 */
export async function updateOrganisation(
  { tx, actor: admin, body: patch, ifMatch, now }: Call<typeof contract.updateOrganisation>,
  languageModelHost: string | null,
): Promise<StoredOrganisation> {
  const { organisationId } = admin
  const organisation = await store.lockOrganisation(tx, organisationId)
  if (ifMatch !== undefined && ifMatch !== organisation.version) throw problem('precondition_failed')
  const logo = logoIn(organisationId, patch)
  const next = {
    ...organisation,
    ...(patch.name !== undefined && { name: nameOf(patch.name) }),
    ...(patch.time_zone !== undefined && { time_zone: timeZoneOf(patch.time_zone) }),
    ...(patch.locale !== undefined && { locale: localeOf(patch.locale) }),
    confidentiality: raised(organisation.confidentiality, patch.confidentiality ?? {}),
    seasons: { ...organisation.seasons, ...patch.seasons },
    members_ask: patch.members_ask ?? organisation.members_ask,
    ...(patch.successor_user_id !== undefined && { successor_user_id: patch.successor_user_id }),
    contacts: patch.contacts ?? organisation.contacts,
    ...(patch.colour !== undefined && { colour: patch.colour?.toLowerCase() ?? null }),
    ...(logo !== undefined && { logo: logo?.about ?? null }),
    retention: { ...organisation.retention, ...patch.retention },
    second_factor: patch.second_factor ?? organisation.second_factor,
    agents: patch.agents ?? organisation.agents,
    agent_hosts: patch.agent_hosts?.toSorted() ?? organisation.agent_hosts,
    agent_confirmation: patch.agent_confirmation ?? organisation.agent_confirmation,
    ...(patch.language_model !== undefined &&
      consent('language_model', patch.language_model, languageModelHost)),
    ...(patch.translation_model !== undefined &&
      consent('translation_model', patch.translation_model, languageModelHost)),
  }
  if (isDeepStrictEqual(next, organisation)) return organisation
  if (needsFreshSignIn(organisation, next)) assertFresh(admin, now)
  const { successor_user_id: successor } = patch
  if (successor && !(await isActiveUser(tx, organisationId, successor)))
    throw impossible('/successor_user_id', `There is no active user ${successor}`, 'unknown')
  // What people were told may become shorter and never longer: so only fewer days reach surveys that have opened.
  if (patch.retention?.answers_days !== undefined)
    await keepNoLonger(tx, organisationId, patch.retention.answers_days)

  if (logo !== undefined) await store.storeLogo(tx, organisationId, logo)
  const updated = await store.updateOrganisation(tx, next, now)
  await recordAudit(tx, {
    organisationId,
    actor: actedBy(admin),
    action: 'organisation.updated',
    target: organisationId,
    detail: changes(organisation, next),
    at: now,
  })
  return updated
}

/** @returns null: it goes; undefined: it stays. @throws unprocessable */
const logoIn = (organisationId: string, { logo }: contract.OrganisationPatch): NewLogo | null | undefined =>
  logo && newLogo(organisationId, logo.data)

const needsFreshSignIn = (before: StoredOrganisation, after: StoredOrganisation): boolean =>
  after.second_factor !== before.second_factor ||
  isShorter(after.retention, before.retention) ||
  agentRules.indexOf(after.agents) > agentRules.indexOf(before.agents) ||
  after.agent_hosts.some((host) => !before.agent_hosts.includes(host)) ||
  (before.agent_confirmation === 'page' && after.agent_confirmation !== 'page')

type Retention = StoredOrganisation['retention']

/** What the clock has deleted by then does not come back with more days. */
const isShorter = (after: Retention, before: Retention): boolean =>
  (Object.keys(before) as (keyof Retention)[]).some((name) => after[name] < before[name])

/** Consent is to one host: a new host needs a new consent. @throws unprocessable */
function consent(
  purpose: 'language_model' | 'translation_model',
  isGiven: boolean,
  host: string | null,
): Partial<StoredOrganisation> {
  if (isGiven && host === null)
    throw impossible(`/${purpose}`, 'The operator has not set up a language model', 'not_set_up')
  const agreed = isGiven ? host : null
  return purpose === 'language_model'
    ? { language_model: isGiven, language_model_host: agreed }
    : { translation_model: isGiven, translation_model_host: agreed }
}

type Minimums = StoredOrganisation['confidentiality']

const minimumNames = ['k_score', 'k_comment', 'k_rate'] as const

/** @throws unprocessable  floor_only_rises, for each minimum that would be lower */
function raised(minimums: Minimums, patch: Partial<Minimums>): Minimums {
  const errors = minimumNames.flatMap((name): FieldError[] => {
    const value = patch[name]
    if (value === undefined || value >= minimums[name]) return []
    const detail = `${name} is ${minimums[name]} and can only rise`
    return [{ pointer: `/confidentiality/${name}`, code: 'floor_only_rises', detail }]
  })
  if (errors.length > 0) throw problem('unprocessable', { detail: errors[0].detail, errors })
  return {
    k_score: patch.k_score ?? minimums.k_score,
    k_comment: patch.k_comment ?? minimums.k_comment,
    k_rate: patch.k_rate ?? minimums.k_rate,
  }
}

/** For the audit log: the fields that changed, and of minimums, seasons, retention and language models the old and the new value. */
function changes(before: StoredOrganisation, after: StoredOrganisation): Record<string, unknown> {
  const fields = (
    ['name', 'time_zone', 'locale', 'members_ask', 'successor_user_id', 'colour'] as const
  ).filter((field) => before[field] !== after[field])
  const minimums = minimumNames.filter((name) => before.confidentiality[name] !== after.confidentiality[name])
  const changesSeasons = !isDeepStrictEqual(before.seasons, after.seasons)
  const changesRetention = !isDeepStrictEqual(before.retention, after.retention)
  const host = { from: before.language_model_host, to: after.language_model_host }
  const changesHost = host.from !== host.to
  const translator = { from: before.translation_model_host, to: after.translation_model_host }
  const changesTranslator = translator.from !== translator.to
  const rule = { from: before.second_factor, to: after.second_factor }
  const changesRule = rule.from !== rule.to
  const { agents, agent_hosts: hosts } = before
  const admission = { from: { agents, hosts }, to: { agents: after.agents, hosts: after.agent_hosts } }
  const changesAdmission = !isDeepStrictEqual(admission.from, admission.to)
  const place = { from: before.agent_confirmation, to: after.agent_confirmation }
  const changesPlace = place.from !== place.to
  return {
    fields: [
      ...fields,
      ...minimums,
      ...(isDeepStrictEqual(before.contacts, after.contacts) ? [] : ['contacts']),
      ...(before.logo?.url === after.logo?.url ? [] : ['logo']),
      ...(changesSeasons ? ['seasons'] : []),
      ...(changesRetention ? ['retention'] : []),
      ...(changesHost ? ['language_model'] : []),
      ...(changesTranslator ? ['translation_model'] : []),
      ...(changesRule ? ['second_factor'] : []),
      ...(changesAdmission ? ['agents'] : []),
      ...(changesPlace ? ['agent_confirmation'] : []),
    ],
    ...(changesSeasons && { seasons: { from: before.seasons, to: after.seasons } }),
    ...(changesRetention && { retention: { from: before.retention, to: after.retention } }),
    ...(changesHost && { language_model: host }),
    ...(changesTranslator && { translation_model: translator }),
    ...(changesRule && { second_factor: rule }),
    ...(changesAdmission && { agents: admission }),
    ...(changesPlace && { agent_confirmation: place }),
    ...Object.fromEntries(
      minimums.map((name) => [name, { from: before.confidentiality[name], to: after.confidentiality[name] }]),
    ),
  }
}

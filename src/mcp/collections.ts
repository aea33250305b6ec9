/** Tools about surveys themselves: which there are, what they promise, who would be asked. */
import type { simulateAudience as simulateAudienceTool } from '../../contract/audience-tool.ts'
import { getInstanceConfidentiality, getInstanceResults } from '../../contract/instances.ts'
import { getPulseConfidentiality, getPulseResults } from '../../contract/pulses.ts'
import { simulateConfidentiality } from '../../contract/simulation.ts'
import { listSurveys as operation, type Survey } from '../../contract/surveys.ts'
import type * as contract from '../../contract/tools.ts'
import { limits } from '../../contract/limits.ts'
import type { Arguments, Result } from '../../contract/tool.ts'
import type { Results } from '../../contract/collections.ts'
import type { ConfidentialityPromise } from '../../contract/confidentiality.ts'
import * as checkIns from '../checkins/checkins.ts'
import { getConfidentiality, getResults } from '../collection/collection.ts'
import { ask as askBy } from '../http/asking.ts'
import type { Language } from '../language.ts'
import * as pulses from '../pulses/pulses.ts'
import { simulateSurvey } from '../simulation/simulation.ts'
import { listSurveys } from '../surveys/surveys.ts'
import { ask, type ToolCall, type ToolTransaction } from './asking.ts'
import { fitting, untrusted } from './untrusted.ts'

export const isPulse = (collection: string): boolean => collection.startsWith('pls_')

/** As filters of figures name it. */
export const scopeOf = (collection: string): { pulse_id: string } | { check_in_instance_id: string } =>
  isPulse(collection) ? { pulse_id: collection } : { check_in_instance_id: collection }

export async function findCollections(
  call: ToolCall,
  { text, state, kind, since, limit = limits.toolEntriesMax }: Arguments<typeof contract.findCollections>,
): Promise<Result<typeof contract.findCollections>> {
  const seesPulses = call.actor.scopes.has('pulses:read')
  if (!seesPulses && kind === 'pulse') return { collections: [], has_more: false }
  const query = {
    limit,
    ...(text !== undefined && { q: text }),
    ...(state !== undefined && { phase: state }),
    ...(seesPulses ? kind !== undefined && { kind } : { kind: 'check_in' as const }),
  }
  // With checkins:read alone, the check-ins of the list are those that `listCheckIns` gives, and their counts those of their instances.
  const known = { ...operation, scope: ['pulses:read', 'checkins:read'] } as const
  const { surveys, has_more } = await ask(call, known, (asked) => listSurveys(asked), { query })
  const from = since === undefined ? -Infinity : Date.parse(since)
  const wanted = surveys.filter(({ created_at }) => Date.parse(created_at) >= from)
  const { fit, isCut } = fitting(wanted.map(foundOf))
  // They are listed newest first: after one that is too old there is no other.
  return { collections: fit, has_more: isCut || (has_more && wanted.length === surveys.length) }
}

const foundOf = ({ kind, id, title, phase, opens_at, period }: Survey) => ({
  kind,
  id,
  collection: kind === 'pulse' ? id : (period?.check_in_instance_id ?? null),
  title: untrusted('title', title),
  state: phase,
  opens_at,
  closes_at: period?.closes_at ?? null,
  closed_at: period?.closed_at ?? null,
  recipients: period?.response_summary.recipients ?? null,
  response_rate: period?.response_summary.response_rate ?? null,
})

/** The promise of a survey, by the rule of the operation. @param language  of the sentences */
export const promiseOf = (
  call: ToolTransaction,
  id: string,
  language?: Language,
): Promise<ConfidentialityPromise> => {
  const asked = { params: { id } }
  return isPulse(id)
    ? askBy(
        call,
        getPulseConfidentiality,
        (rule) => getConfidentiality(rule, pulses.collectionSource, language),
        asked,
      )
    : askBy(
        call,
        getInstanceConfidentiality,
        (rule) => getConfidentiality(rule, checkIns.collectionSource, language),
        asked,
      )
}

export async function explainPromise(
  call: ToolCall,
  { collection: id }: Arguments<typeof contract.explainPromise>,
): Promise<Result<typeof contract.explainPromise>> {
  const promise = await promiseOf({ ...call, tx: call.api.db.tx }, id)
  const { mode, results_audience, k_score, k_comment, k_rate, frozen, hash } = promise
  return {
    mode,
    results_audience,
    k_score,
    k_comment,
    k_rate,
    frozen,
    hash,
    sentence: untrusted('promise', promise.sentence),
    details: [...promise.details, promise.retention].map((text) => untrusted('promise', text)),
  }
}

const resultsOf = (call: ToolCall, id: string): Promise<Results> =>
  isPulse(id)
    ? ask(call, getPulseResults, (rule) => getResults(rule, pulses.collectionSource), { params: { id } })
    : ask(call, getInstanceResults, (rule) => getResults(rule, checkIns.collectionSource), { params: { id } })

/** A team that was not asked looks like one that is not shown. */
export async function readComments(
  call: ToolCall,
  { collection, question_id, team, limit = limits.toolEntriesMax }: Arguments<typeof contract.readComments>,
): Promise<Result<typeof contract.readComments>> {
  const results = await resultsOf(call, collection)
  const questions =
    team === undefined
      ? results.questions
      : (results.teams.find(({ team_id }) => team_id === team)?.questions ?? [])
  const comments = questions.find(({ id }) => id === question_id)?.comments ?? null
  const wanted = (comments ?? []).slice(0, limit).map((text) => untrusted('comment', text))
  const { fit } = fitting(wanted)
  return {
    team_id: team ?? null,
    shown: comments !== null,
    comments: fit,
    has_more: fit.length < (comments?.length ?? 0),
  }
}

/** What authors usually expect; the pages of the workspace begin with it too. */
export const responseRateExpected = 0.7

export async function simulateAudience(
  call: ToolCall,
  {
    recipients,
    mode,
    questions,
    channels,
    response_rate = responseRateExpected,
  }: Arguments<typeof simulateAudienceTool>,
): Promise<Result<typeof simulateAudienceTool>> {
  const simulation = await ask(call, simulateConfidentiality, simulateSurvey, {
    body: {
      recipients,
      response_rate,
      ...(mode !== undefined && { confidentiality: { mode } }),
      ...(questions !== undefined && { questions }),
      ...(channels !== undefined && { channels }),
    },
  })
  const { fit, isCut } = fitting(
    simulation.teams.map(({ team_id, name, people, scores, comments }) => ({
      team_id,
      name: untrusted('team', name),
      people,
      scores,
      comments,
    })),
  )
  return {
    recipients: simulation.recipients,
    k_score: simulation.confidentiality.k_score,
    everyone: simulation.everyone,
    shown_expected: simulation.shown_expected,
    teams: fit,
    has_more: isCut,
  }
}

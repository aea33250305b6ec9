/**
 * Everything that a client with all scopes can read: every list, page, filter and single resource that could tell something about
 * a collection, for an organisation's program, its author and a colleague; and the numbers in it, under whatever name.
 */
import type { Client } from '../support/world.ts'

const figures = ['scores', 'enps', 'sentiment', 'drivers', 'themes', 'participation']

export type Reading = { path: string; status: number; body: any; etag: string | null }

async function pagesOf(api: Client, path: string, into: Reading[]): Promise<void> {
  const mark = path.includes('?') ? '&' : '?'
  for (let cursor = ''; ;) {
    const address = path + (cursor && `${mark}cursor=${encodeURIComponent(cursor)}`)
    const { status, body, headers } = await api.get(address)
    into.push({ path: address, status, body, etag: headers.get('etag') })
    if (status !== 200 || !body?.next_cursor) return
    cursor = body.next_cursor
  }
}

/** @param places  `/api/pulses/…` and `/api/check-in-instances/…` */
export async function everythingOf(
  api: Client,
  places: readonly string[],
  teams: readonly string[],
): Promise<Reading[]> {
  const readings: Reading[] = []
  const lists = [
    '/api/pulses?limit=2',
    '/api/pulses?state=closed&visibility=public',
    '/api/check-in-instances?limit=2',
    '/api/insights?limit=20',
    '/api/insights?kind=score,theme,sentiment_signal,participation',
    ...figures.flatMap((figure) => [
      `/api/insights/${figure}?limit=7`,
      `/api/insights/${figure}?team_id=${teams[0]}`,
    ]),
    '/api/insights?state=superseded',
    '/api/insights/trends',
    '/api/insights/trends?limit=1',
    '/api/insights?kind=recommended_action,strength,enps,driver,level,change,summary',
    '/api/actions?limit=3',
    '/api/actions?state=suggested,accepted,in_progress,done,dismissed',
    '/api/check-ins',
    ...teams.flatMap((team) => [`/api/insights?team_id=${team}`, `/api/teams/${team}/responses?limit=1`]),
  ]
  const parts = places.flatMap((place) => [
    place,
    `${place}/results`,
    `${place}/deliveries`,
    `${place}/confidentiality`,
    `${place}/responses`,
    ...(place.includes('check-in-instances') ? [`${place}/response-rate`] : []),
    `/api/insights?${filterOf(place)}`,
    `/api/insights?state=superseded&${filterOf(place)}`,
    `/api/insights/signals?${filterOf(place)}`,
    ...figures.map((figure) => `/api/insights/${figure}?${filterOf(place)}`),
    ...(place.includes('check-in-instances') ? [] : [`/api/actions?${filterOf(place)}`]),
  ])
  for (const path of [...lists, ...parts]) await pagesOf(api, path, readings)
  for (const path of leadingOn(readings)) await pagesOf(api, path, readings)
  return readings
}

const filterOf = (place: string): string =>
  `${place.includes('check-in-instances') ? 'check_in_instance_id' : 'pulse_id'}=${idOf(place)}`

/** How many of each are read one by one; the lists have shown all of them. */
const oneByOneMax = 25

/** What the lists lead to: check-ins with their windows, and findings and actions by their ids. */
function leadingOn(readings: readonly Reading[]): string[] {
  const json = JSON.stringify(readings.map(({ body }) => body))
  const ids = (prefix: string): string[] => [
    ...new Set(json.match(new RegExp(`\\b${prefix}_[0-9a-z]{26}\\b`, 'g'))),
  ]
  return [
    ...ids('chk').flatMap((id) => [
      `/api/check-ins/${id}`,
      `/api/check-ins/${id}/instances`,
      `/api/insights?check_in_id=${id}`,
      `/api/insights/trends?check_in_id=${id}`,
      `/api/actions?check_in_id=${id}`,
      ...figures.map((figure) => `/api/insights/${figure}?check_in_id=${id}`),
    ]),
    ...ids('ins')
      .slice(-oneByOneMax)
      .flatMap((id) => [`/api/insights/${id}`, `/api/insights/${id}/method`]),
    ...ids('act')
      .slice(-oneByOneMax)
      .map((id) => `/api/actions/${id}`),
  ]
}

export const idOf = (place: string): string => place.split('/')[3]

/** A number that was read, with what it is about as far as the reply tells; team '' is everyone. */
export type Fact = { collection: string; team: string; quantity: string; path: string; number: number }

type Context = Omit<Fact, 'path' | 'number'>

/** Numbers of the question, the policy and the paging, which are about nobody. */
const aboutNobody =
  /^(min|max|min_picks|max_picks|max_length|required|k_\w+|retention_days|version|questions_version|round|absent|opted_out|unreachable|excluded|limit)$/

const isDefinition = (value: any): boolean =>
  typeof value.type === 'string' && value.n === undefined && 'text' in value

/** Evidence of an action that comes from texts; its other evidence, and its weight, come from the scale with a driver. */
const ofTexts: ReadonlySet<unknown> = new Set(['negative_share', 'suggestion_share', 'sentiment'])

/** For a driver that a question measures: its level is that of the question, as in the finding of the kind `level`. */
const isLevelOfScale = ({ basis, insight_id: insight }: any): boolean =>
  basis === 'scale' && typeof insight === 'string'

function contextOf(value: any, context: Context, path: readonly string[]): Context {
  const scope = value.scope ?? value.collection ?? value
  const collection = scope.check_in_instance_id ?? scope.pulse_id ?? context.collection
  const team = 'team_id' in scope ? (scope.team_id ?? '') : context.team
  const kind: unknown = value.kind
  const quantity =
    kind === 'participation' || value.measure === 'participation' || path.at(-1) === 'response_summary'
      ? 'answered'
      : kind === 'theme' ||
          kind === 'level' ||
          kind === 'change' ||
          'source' in value ||
          (path.at(-2) === 'drivers' && 'agreement' in value) ||
          ofTexts.has(value.metric)
        ? (scope.question_id ?? 'topics')
        : kind === 'recommended_action' || 'first_step' in value || isLevelOfScale(value)
          ? 'calm'
          : (scope.question_id ??
            (typeof value.type === 'string' && 'n' in value ? value.id : context.quantity))
  return { collection, team, quantity }
}

/** Every number inside, with the group that it is attached to. */
export function numbersIn(body: unknown, context: Context, path: readonly string[] = []): Fact[] {
  if (typeof body === 'number')
    return aboutNobody.test(path.findLast((step) => !/^\d+$/.test(step)) ?? '')
      ? []
      : [{ ...context, path: path.join('.'), number: body }]
  if (Array.isArray(body))
    return body.flatMap((one, index) => numbersIn(one, context, [...path, String(index)]))
  if (typeof body !== 'object' || body === null || isDefinition(body)) return []
  // The sum of shown teams inside a hidden one: everybody can add it up, so it is not a fact of its own.
  if ('without_small_teams' in body) return []
  const inner = contextOf(body, context, path)
  return Object.entries(body).flatMap(([name, value]) => {
    // A list of resources: each of its own collection.
    const own =
      inner.collection === '' && typeof (body as any).id === 'string'
        ? { ...inner, collection: (body as any).id }
        : inner
    return numbersIn(value, own, [...path, name])
  })
}

/** All that these replies tell about people, except named answers, which the promise grants to their readers. */
export function factsIn(readings: readonly Reading[]): Fact[] {
  return readings.flatMap(({ path, status, body }) => {
    if (
      status !== 200 ||
      /\/(pulses|check-in-instances)\/[^/]+\/(deliveries|confidentiality|responses)/.test(path)
    )
      return []
    const collection = /^\/api\/(?:pulses|check-in-instances)\/([^/?]+)/.exec(path)?.[1] ?? ''
    const team = /^\/api\/teams\/([^/?]+)/.exec(path)?.[1] ?? ''
    const quantity = /\/response-rate|\/insights\/participation/.test(path) ? 'answered' : ''
    return numbersIn(body, { collection, team, quantity }).filter((fact) => fact.collection !== '')
  })
}

/** What the story and real answers have in common: people answer by their links, a collection closes, its results are read. */
import { type Results } from '../contract/collections.ts'
import { type Insight } from '../contract/insights.ts'
import { type Answer } from '../contract/questions.ts'
import { type Client, client, inParallel } from './api.ts'
import { type Progress } from './progress.ts'
import { type Running } from './running.ts'

export type Read = {
  kind: 'check_in_instance' | 'pulse'
  id: string
  title: string
  /** The date of an instance, the day of a pulse. */
  date: string
  results: Results
  insights: Insight[]
}

const pathOf = { check_in_instance: '/api/check-in-instances', pulse: '/api/pulses' }

/** Posts what respondents say to their links, a few at a time. */
export async function answerAll(
  url: string,
  given: readonly { link: string; answers: Answer[] }[],
  progress: Progress,
): Promise<void> {
  const anyone = client(url)
  let done = 0
  await inParallel(given, async ({ link, answers }) => {
    await anyone.post(new URL(link).pathname, { answers })
    progress.count(++done, given.length, 'answers')
  })
}

/** member id → link, from the caller's list for channel `link` */
export async function linksOf(api: Client, instanceId: string): Promise<Map<string, string>> {
  const links = await api.all<{ member_id: string; url: string }>(
    `${pathOf.check_in_instance}/${instanceId}/links`,
    'links',
  )
  return new Map(links.map((link) => [link.member_id, link.url]))
}

const patienceMs = 60_000
const pollMs = 30

/** Waits until a closed collection is analysed, and reads all that may be read of it. */
export async function readResults(
  api: Client,
  kind: Read['kind'],
  it: { id: string; title: string; date: string },
): Promise<Read> {
  const until = performance.now() + patienceMs
  let results: Results = await api.get(`${pathOf[kind]}/${it.id}/results`)
  while (results.results_status === 'pending' || results.results_status === 'analysing') {
    if (performance.now() > until) throw new Error(`${it.title}: the analysis takes longer than a minute`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    results = await api.get(`${pathOf[kind]}/${it.id}/results`)
  }
  const insights = await api.all<Insight>(`/api/insights?${kind}_id=${it.id}`, 'insights')
  return { kind, ...it, results, insights }
}

/** The instance that opens next, then the one that is open. */
export async function instanceIn(
  api: Client,
  checkInId: string,
  state: 'scheduled' | 'open',
): Promise<{ id: string; title: string; local_date: string; opens_at: string; closes_at: string }> {
  const { check_in_instances: found } = await api.get(
    `/api/check-ins/${checkInId}/instances?state=${state}&limit=1`,
  )
  if (!found[0]) throw new Error(`The check-in has no ${state} instance`)
  return found[0]
}

/** Opens the instance whose time has come, by turning the clock to it. */
export async function openNext(running: Running, api: Client, checkInId: string) {
  const { opens_at: opensAt } = await instanceIn(api, checkInId, 'scheduled')
  await running.at(new Date(opensAt))
  return instanceIn(api, checkInId, 'open')
}

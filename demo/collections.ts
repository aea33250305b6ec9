/** Steps of both the story and real answers: people answer by their links, a collection closes, its results are read. */
import { basename } from 'node:path'
import { connect, type Sonde } from '../client/client.ts'
import { answerLink } from '../contract/answering.ts'
import type { Results } from '../contract/collections.ts'
import { type Insight, listInsights } from '../contract/insights.ts'
import { getInstanceResults, type Instance, listCheckInInstances } from '../contract/instances.ts'
import { limits } from '../contract/limits.ts'
import { getPulseResults } from '../contract/pulses.ts'
import type { Answer } from '../contract/questions.ts'
import { inParallel } from './lanes.ts'
import type { Progress } from './progress.ts'
import type { Running } from './running.ts'

export type Read = {
  kind: 'check_in_instance' | 'pulse'
  id: string
  title: string
  /** The date of an instance, the day of a pulse. */
  date: string
  results: Results
  insights: Insight[]
}

const longPage = { limit: limits.pageSizeMax }

/** Posts the answers of respondents to their links, a few at a time. */
export async function answerAll(
  url: string,
  given: readonly { link: string; answers: Answer[] }[],
  progress: Progress,
): Promise<void> {
  const anyone = connect(url)
  let done = 0
  await inParallel(given, async ({ link, answers }) => {
    await anyone.call(answerLink, { params: { token: basename(new URL(link).pathname) }, body: { answers } })
    progress.count(++done, given.length, 'answers')
  })
}

const patienceMs = 60_000
const pollMs = 30

/** Waits until a closed collection is analysed, and reads everything that its author may read. */
export async function readResults(
  api: Sonde,
  kind: Read['kind'],
  it: { id: string; title: string; date: string },
): Promise<Read> {
  const until = performance.now() + patienceMs
  const read = (): Promise<Results> =>
    kind === 'pulse'
      ? api.call(getPulseResults, { params: { id: it.id } })
      : api.call(getInstanceResults, { params: { id: it.id } })
  let results = await read()
  while (results.results_status === 'pending' || results.results_status === 'analysing') {
    if (performance.now() > until) throw new Error(`${it.title}: the analysis takes longer than a minute`)
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    results = await read()
  }
  const of = kind === 'pulse' ? { pulse_id: it.id } : { check_in_instance_id: it.id }
  const insights = await Array.fromAsync(
    api.pages(listInsights, 'insights', { query: { ...of, ...longPage } }),
  )
  return { kind, ...it, results, insights }
}

/** The instance that opens next, then the one that is open. */
export async function instanceIn(
  api: Sonde,
  checkInId: string,
  state: 'scheduled' | 'open',
): Promise<Instance> {
  const { check_in_instances: instances } = await api.call(listCheckInInstances, {
    params: { id: checkInId },
    query: { state, limit: 1 },
  })
  if (!instances[0]) throw new Error(`The check-in has no ${state} instance`)
  return instances[0]
}

/** Opens the instance whose time has come, by turning the clock to it. */
export async function openNext(running: Running, api: Sonde, checkInId: string) {
  const { opens_at: opensAt } = await instanceIn(api, checkInId, 'scheduled')
  await running.at(new Date(opensAt))
  return instanceIn(api, checkInId, 'open')
}

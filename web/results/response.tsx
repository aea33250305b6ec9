/** Who answered, as the API rounds it, and who will see what came of it. */
import { useQuery } from '@tanstack/react-query'
import { type Say, useMessages } from '../messages.ts'
import { formatNumber } from '../ui/number-format.ts'
import { Ring } from '../ui/ring.tsx'
import { promiseOf } from './result-words.ts'
import { type Finding, participationQuery, type Pledge, type Results } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

type ResultsSay = Say<typeof resultsTexts>
type Props = {
  results: Results
  pledge: Pledge | undefined
  /** None: everyone who was asked. */
  team?: { id: string; scope: Finding['scope'] | undefined } | null
}

/** How the group responded; null while, or where, that is not told of a team. */
export function useResponse({ results, pledge, team = null }: Props): Shown | null {
  const say = useMessages(resultsTexts)
  const ofTeam = useQuery(participationQuery(team?.scope, team?.id)).data?.insights[0]
  return team === null ? responseOf(say, results, pledge) : ofTeam ? responseIn(say, ofTeam) : null
}

const ringPx = 104

export function Response({ results, pledge, team = null }: Props) {
  const say = useMessages(resultsTexts)
  const shown = useResponse({ results, pledge, team })
  return (
    <section
      className={`card pad ${classes.response}`}
      aria-label={shown ? shown.sentence : say('responses')}
    >
      {shown && (
        <Ring label={shown.sentence} value={shown.value} of={shown.of} text={shown.text} size={ringPx} />
      )}
      <div className="stack-tight">
        {shown && <h2>{shown.sentence}</h2>}
        {pledge && <Promised pledge={pledge} />}
      </div>
    </section>
  )
}

/** One sentence of the promise, and the others when asked for. On paper all of it is at the foot of each page. */
function Promised({ pledge }: { pledge: Pledge }) {
  const say = useMessages(resultsTexts)
  const [names, ...others] = promiseOf(say, pledge)
  return (
    <>
      <p className="quiet small">{names}</p>
      <details className={`small no-print ${classes.who}`}>
        <summary>{say('who_sees')}</summary>
        <ul>
          {others.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    </>
  )
}

type Shown = { sentence: string; value: number | null; of: number; text?: string }

/** How a team responded, as its own finding says. */
function responseIn(say: ResultsSay, { value }: Finding): Shown {
  const {
    responded,
    recipients: of,
    responded_max: most,
  } = value as Record<'responded' | 'recipients' | 'responded_max', number>
  const sentence =
    most > responded
      ? say('answered_between', { answered: responded, most, apart: most - responded, asked: of })
      : say('answered', { answered: responded, asked: of })
  return { sentence, value: responded, of }
}

/** “57 of 66 answered”, or as much of it as may be said. */
export function responseOf(
  say: ResultsSay,
  { response_summary: summary }: Results,
  pledge: Pledge | undefined,
): Shown {
  const { recipients, absent, opted_out, unreachable, not_counted, responded, responded_max, rounded } =
    summary
  const of = recipients - absent - opted_out - unreachable - not_counted
  if (rounded && responded === 0)
    return {
      sentence: say('answered_hidden', { asked: of, least: pledge?.k_rate ?? 1 }),
      value: null,
      of,
    }
  if (rounded)
    return {
      sentence: say('answered_at_least', { answered: responded, asked: of }),
      value: responded,
      of,
      text: `${formatNumber(responded)}+`,
    }
  return responded_max > responded
    ? {
        sentence: say('answered_between', {
          answered: responded,
          most: responded_max,
          apart: responded_max - responded,
          asked: of,
        }),
        value: responded,
        of,
      }
    : { sentence: say('answered', { answered: responded, asked: of }), value: responded, of }
}

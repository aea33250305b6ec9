/** Who answered, as the API rounds it, and who will see what came of it. */
import { type Say, useMessages } from '../messages.ts'
import { formatNumber } from '../ui/number-format.ts'
import { Ring } from '../ui/ring.tsx'
import { promiseOf } from './result-words.ts'
import type { Pledge, Results } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

type ResultsSay = Say<typeof resultsTexts>
type Props = { results: Results; pledge: Pledge | undefined }

const ringPx = 104

export function Response({ results, pledge }: Props) {
  const say = useMessages(resultsTexts)
  const { sentence, value, of, text } = responseOf(say, results, pledge)
  return (
    <section className={`card pad ${classes.response}`} aria-labelledby="responses">
      <Ring label={sentence} value={value} of={of} text={text} size={ringPx} />
      <div className="stack-tight">
        <h2 id="responses">{sentence}</h2>
        {pledge &&
          promiseOf(say, pledge).map((sentence) => (
            <p key={sentence} className="quiet small">
              {sentence}
            </p>
          ))}
      </div>
    </section>
  )
}

/** “57 of 66 answered”, or as much of it as may be said. */
export function responseOf(
  say: ResultsSay,
  { response_summary: summary }: Results,
  pledge: Pledge | undefined,
): { sentence: string; value: number | null; of: number; text?: string } {
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
        sentence: say('answered_between', { answered: responded, most: responded_max, asked: of }),
        value: responded,
        of,
      }
    : { sentence: say('answered', { answered: responded, asked: of }), value: responded, of }
}

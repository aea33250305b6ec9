/** The questions of a page in a few lines, above their charts: what each scores, how much of it is favourable, and whether it has changed. */
import { useMessages } from '../messages.ts'
import { favourableIn } from '../ui/diverging-bar.tsx'
import { formatFigure, formatPercent } from '../ui/number-format.ts'
import { anchorOf } from './anchor.ts'
import { Change } from './change.tsx'
import type { Views } from './question-chart.tsx'
import { figureText } from './result-words.ts'
import type { Figure } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './overview.module.css'

/** One line would say what its chart says. */
const rowsMin = 2

type Props = { figures: readonly Figure[]; views: readonly Views[] }

export function Overview({ figures, views }: Props) {
  const say = useMessages(resultsTexts)
  const rows = figures.flatMap((figure, i) => {
    const { measured, spread } = views[i]
    return figure.suppressed || measured === null ? [] : [{ figure, measured, spread }]
  })
  if (rows.length < rowsMin) return null
  const isCompared = rows.some(({ measured }) => measured.change !== null)
  return (
    <section className={`card pad ${classes.overview}`} aria-labelledby="overview">
      <h2 id="overview" className="visually-hidden">
        {say('overview')}
      </h2>
      <table className={classes.table} data-compared={isCompared || undefined}>
        <thead>
          <tr>
            <th scope="col">{say('question')}</th>
            <th scope="col" className={classes.number}>
              {say('score')}
            </th>
            <th scope="col" className={classes.number}>
              {say('favourable')}
            </th>
            {isCompared && <th scope="col">{say('since_last')}</th>}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ figure, measured, spread }) => (
            <tr key={figure.id}>
              <th scope="row">
                <a href={`#${anchorOf(figure)}`}>{figure.text}</a>
              </th>
              <td className={classes.number}>
                <strong>
                  <bdi>{figureText(measured, measured.value)}</bdi>
                </strong>{' '}
                <span className="quiet small">
                  {measured.isEnps ? say('enps') : say('of_max', { max: formatFigure(measured.max) })}
                </span>
              </td>
              <td className={classes.number} data-label={say('favourable')}>
                {spread ? formatPercent(favourableIn(spread)) : '–'}
              </td>
              {isCompared && (
                <td>
                  <Change measured={measured} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {isCompared && <p className="quiet small">{say('arrows')}</p>}
    </section>
  )
}

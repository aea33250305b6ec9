/** Whom a survey asks, as the list of surveys says it. */
import { useMessages } from '../messages.ts'
import { formatNumber } from '../ui/number-format.ts'
import { Tooltip } from '../ui/tooltip.tsx'
import type { Survey } from './survey-queries.ts'
import { surveyTexts } from './survey-texts.ts'
import classes from './surveys.module.css'

/** Whom it asks, in one line, and what becomes of their names. Teams are named where there is one of them, and otherwise by the tooltip. */
export function Audience({ survey }: { survey: Survey }) {
  const say = useMessages(surveyTexts)
  return (
    <span className={classes.audience}>
      <Asked survey={survey} />
      <span className={classes.second}>{say(`mode_${survey.mode}`)}</span>
    </span>
  )
}

function Asked({ survey: { audience, state, period } }: { survey: Survey }) {
  const say = useMessages(surveyTexts)
  const { teams, people_by_name: people } = audience
  const count = teams.length + audience.more_teams
  const individuals = people !== null && people > 0 ? [say('people', { count: people })] : []
  // Anyone who may not see whom a survey asks still knows that it asks somebody.
  if (count === 0 && individuals.length === 0)
    return <span className="quiet">{state === 'draft' ? say('no_audience') : '–'}</span>
  const names = teams.map(({ name }) => name)
  const more = audience.more_teams > 0 ? [say('more_teams', { count: audience.more_teams })] : []
  const asked = period && (
    <span className="quiet figures">
      {' ·\u00a0'}
      {formatNumber(period.response_summary.recipients)}
    </span>
  )
  if (count === 0) return <span>{individuals}</span>
  const isNamed = count === 1 && names.length === 1 && individuals.length === 0
  const first = isNamed ? names[0] : say('teams', { count })
  return (
    <Tooltip label={[...names, ...more, ...individuals].join(', ')}>
      <span>
        {first}
        {asked ?? (individuals.length > 0 && `, ${individuals.join()}`)}
      </span>
    </Tooltip>
  )
}

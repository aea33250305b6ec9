/** Results that are there: what stands out, who answered, which teams are too small, each question, the comments. */
import { useMessages } from '../messages.ts'
import { reachOf } from '../ui/diverging-bar.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Comments } from './comments.tsx'
import type { ShownGroup, Subject } from './group.ts'
import { Overview } from './overview.tsx'
import { QuestionChart, viewsOf } from './question-chart.tsx'
import { strongest, uncertain } from './question-view.ts'
import { Response } from './response.tsx'
import { hiddenSentences } from './result-words.ts'
import type { Finding, Pledge, Results } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

type Props = { results: Results; subject: Subject<ShownGroup>; pledge: Pledge | undefined }

export function ResultsBody({ results, subject, pledge }: Props) {
  const say = useMessages(resultsTexts)
  const { asked, teams } = results
  const { findings, group, description } = subject
  const isText = ({ type }: { type: string }): boolean => type === 'text'
  const scored = group.questions.filter((figure) => !isText(figure))
  const texts = group.questions.filter(isText)
  const views = scored.map((figure) => viewsOf(say, figure, { asked, findings }))
  const reach = reachOf(views.flatMap(({ spread }) => spread ?? []))
  // On the page of a team, of those that are below it.
  const small = teams.filter(
    ({ suppressed, parent_team_id: above }) =>
      suppressed && (group.kind !== 'team' || above === group.team.team_id),
  )
  return (
    <>
      <div className={classes.summary}>
        <MainFinding findings={findings} />
        <Response
          results={results}
          pledge={pledge}
          team={group.kind === 'team' ? { id: group.team.team_id, scope: findings[0]?.scope } : null}
        />
      </div>
      {small.length > 0 && (
        <div className="stack-tight">
          {hiddenSentences(say, teams, small).map((sentence) => (
            <Hidden key={sentence} reason={sentence} />
          ))}
        </div>
      )}
      <Overview figures={scored} views={views} />
      {scored.map((figure) => (
        <QuestionChart
          key={figure.id}
          figure={figure}
          shown={{ asked, findings, teams, reach, source: description }}
        />
      ))}
      {texts.length > 0 && (
        <Comments figures={texts} findings={findings} teams={teams} least={pledge?.k_comment ?? 0} />
      )}
      <p className="quiet small">
        {[
          views.some(({ measured }) => measured?.interval) && say('likely_means'),
          group.questions.some(({ banded }) => banded) && say('banded'),
        ]
          .filter(Boolean)
          .join(' ')}
      </p>
    </>
  )
}

const othersMax = 2

function MainFinding({ findings }: { findings: readonly Finding[] }) {
  const say = useMessages(resultsTexts)
  const [main, ...others] = strongest(findings)
  return (
    <section className={`card pad stack-tight ${classes.finding}`} aria-labelledby="main-finding">
      <p id="main-finding" className={classes.eyebrow}>
        {say('main_finding')}
      </p>
      <h2>{main?.statement ?? say('no_finding')}</h2>
      {main === undefined && <p className="quiet">{say('no_finding_hint')}</p>}
      <More title={say('also_found')} findings={others} />
      <More title={say('uncertain')} findings={uncertain(findings)} />
    </section>
  )
}

const More = ({ title, findings }: { title: string; findings: readonly Finding[] }) =>
  findings.length > 0 && (
    <>
      <h3 className={`quiet ${classes.more_title}`}>{title}</h3>
      <ul className={classes.others}>
        {findings.slice(0, othersMax).map(({ id, statement }) => (
          <li key={id}>{statement}</li>
        ))}
      </ul>
    </>
  )

/** Results that are there: what stands out, who answered, which teams are too small, each question, the comments. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { driverTexts } from '../drivers/driver-texts.ts'
import { openActions } from '../home/home-queries.ts'
import { CardAction } from '../insights/card-action.tsx'
import { findingTexts } from '../insights/finding-texts.ts'
import { type AskedQuestion, findingLine, statementIn, type Words } from '../insights/finding-words.ts'
import { actionFor } from '../insights/ranked.ts'
import { useMessages } from '../messages.ts'
import { reachOf } from '../ui/diverging-bar.tsx'
import { Hidden } from '../ui/hidden.tsx'
import { Comments } from './comments.tsx'
import type { ShownGroup, Subject } from './group.ts'
import { datedBy } from './over-time.tsx'
import { isInOverview, Overview } from './overview.tsx'
import { QuestionChart, viewsOf } from './question-chart.tsx'
import { strongest, uncertain } from './question-view.ts'
import { Response } from './response.tsx'
import { hiddenSentences, nameOf } from './result-words.ts'
import type { Finding, Pledge, Results } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

type Props = { results: Results; subject: Subject<ShownGroup>; pledge: Pledge | undefined }

export function ResultsBody({ results, subject, pledge }: Props) {
  const say = useMessages(resultsTexts)
  const { asked, teams } = results
  const { findings, group, description } = subject
  const team = group.kind === 'team' ? nameOf(group.team) : null
  const isText = ({ type }: { type: string }): boolean => type === 'text'
  const scored = group.questions.filter((figure) => !isText(figure))
  const texts = group.questions.filter(isText)
  const views = scored.map((figure) => viewsOf(say, figure, { asked, findings }))
  const reach = reachOf(views.flatMap(({ spread }) => spread ?? []))
  const others = scored.filter((_figure, i) => !isInOverview(views[i]))
  const shown = {
    asked,
    findings,
    teams,
    team: group.kind === 'team' ? group.team.team_id : null,
    reach,
    source: description,
    dated: datedBy(findings),
  }
  const driverOf = (id: string): string | null =>
    findings.find(({ kind, scope }) => kind === 'level' && scope.question_id === id)?.subject ?? null
  const questions = scored.map(({ id, text = '' }, i): AskedQuestion => {
    const { max, unit } = views[i].measured ?? {}
    return { id, text, driver: driverOf(id), max, unit }
  })
  // On the page of a team, of those that are below it.
  const small = teams.filter(
    ({ suppressed, parent_team_id: above }) =>
      suppressed && (group.kind !== 'team' || above === group.team.team_id),
  )
  return (
    <>
      <div className={classes.summary}>
        <MainFinding {...{ findings, team, questions }} />
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
      <Overview figures={scored} views={views} shown={shown} />
      {others.length > 0 && (
        <div className={classes.charts}>
          {others.map((figure) => (
            <QuestionChart key={figure.id} figure={figure} shown={shown} />
          ))}
        </div>
      )}
      {texts.length > 0 && (
        <Comments {...{ findings, team, teams }} figures={texts} least={pledge?.k_comment ?? 0} />
      )}
      {group.questions.some(({ banded }) => banded) && <p className="quiet small">{say('banded')}</p>}
    </>
  )
}

const othersMax = 2

type FindingsProps = { findings: readonly Finding[]; team: string | null }

type MainProps = FindingsProps & { questions: readonly AskedQuestion[] }

function MainFinding({ findings, team, questions }: MainProps) {
  const say = useMessages(resultsTexts)
  const words = { say: useMessages(findingTexts), driver: useMessages(driverTexts) }
  const [main, ...others] = strongest(findings)
  const line = main && findingLine(words, main, { team, questions })
  return (
    <section className={`card pad stack-tight ${classes.finding}`} aria-labelledby="main-finding">
      <p id="main-finding" className={classes.eyebrow}>
        {say('main_finding')}
      </p>
      <h2>{line ? line.title : say('no_finding')}</h2>
      {line && line.details.length > 0 && (
        <p className="figures facts-line">
          {line.details.map((one) => (
            <span key={one}>{one}</span>
          ))}
        </p>
      )}
      {main === undefined && <p className="quiet">{say('no_finding_hint')}</p>}
      {main && <WhatNext finding={main} words={words} />}
      <More title={words.say('also_found')} findings={others} team={team} />
      <More title={say('uncertain')} findings={uncertain(findings)} team={team} />
    </section>
  )
}

/** What is suggested about it, to accept here, or what is worked on, and the way to how it was found. */
function WhatNext({ finding, words }: { finding: Finding; words: Words }) {
  const { id, scope } = finding
  const actions = useQuery(openActions(scope.team_id ?? undefined)).data?.actions ?? []
  const action = actionFor(finding, actions)
  return (
    <div className="no-print stack-tight">
      {action && <CardAction actions={[action]} teamId={scope.team_id} isFirst />}
      <Link to="/app/insights" search={{ insight: id }}>
        {words.say('details')}
      </Link>
    </div>
  )
}

const More = ({ title, findings, team }: FindingsProps & { title: string }) =>
  findings.length > 0 && (
    <>
      <h3 className={`quiet ${classes.more_title}`}>{title}</h3>
      <ul className={classes.others}>
        {findings.slice(0, othersMax).map((finding) => (
          <li key={finding.id}>
            <Link to="/app/insights" search={{ insight: finding.id }}>
              {statementIn(finding, team)}
            </Link>
          </li>
        ))}
      </ul>
    </>
  )

/** Results on a screen for all to see: what stands out, a slide for each further question, what comments are about, and what is done about it. A chunk of its own. */
import { useQuery } from '@tanstack/react-query'
import { driverTexts } from '../drivers/driver-texts.ts'
import { useMe } from '../me.ts'
import { statementIn } from '../insights/finding-words.ts'
import { useMessages } from '../messages.ts'
import { reachOf } from '../ui/diverging-bar.tsx'
import { Present, type Slide } from '../ui/present.tsx'
import { largestIn, leadingOf, themesIn } from '../themes/theme.ts'
import { ThemeFace, ThemeLegend } from '../themes/theme-face.tsx'
import type { ShownGroup, Subject } from './group.ts'
import { QuestionPicture, viewsOf } from './question-chart.tsx'
import { strongest } from './question-view.ts'
import { useResponse } from './response.tsx'
import { askedOf, nameOf, titleOf } from './result-words.ts'
import { actionsTakenQuery, type Figure, type Pledge, type Results } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import { quotesFor } from './quotes.ts'
import { ActionsOnSlide, AlsoFound, QuotesOnSlide, TeamsOnSlide, ThemeOnSlide } from './slide-parts.tsx'
import classes from './slides.module.css'

type Props = { results: Results; subject: Subject<ShownGroup>; pledge: Pledge | undefined }

const themesMax = 6

export function ResultsSlides({ results, subject, pledge }: Props) {
  const say = useMessages(resultsTexts)
  const sayDriver = useMessages(driverTexts)
  const { title, description, group, findings } = subject
  const { asked, teams } = results
  const team = group.kind === 'team' ? nameOf(group.team) : null
  const teamId = group.kind === 'team' ? group.team.team_id : null
  // Actions of the group that is presented: what a team does may reveal how it is doing.
  const actions = (useQuery(actionsTakenQuery(findings[0]?.scope)).data?.actions ?? []).filter(
    ({ scope }) => scope.team_id === teamId,
  )
  const scored = group.questions.filter(({ type, suppressed }) => type !== 'text' && !suppressed)
  const views = scored.map((figure) => viewsOf(say, figure, { asked, findings }))
  const reach = reachOf(views.flatMap(({ spread }) => spread ?? []))
  const [main, ...others] = strongest(findings)
  const themes = themesIn(findings)
  const mainAt = scored.findIndex(({ id }) => id === main?.scope.question_id)
  const mainTheme = themes.find(({ id }) => id === main?.subject)
  const response = useResponse({
    results,
    pledge,
    team: teamId === null ? null : { id: teamId, scope: findings[0]?.scope },
  })
  const organisation = useMe().data?.organisation
  /** What is asked about, unless the title says it. */
  const eyebrowOf = (figure: Figure, statement: string): string => {
    const asking = askedOf(asked, figure)
    const about = asking && 'driver' in asking ? asking.driver : undefined
    const text = figure.text ?? ''
    return !statement.includes(text) ? text : about ? sayDriver(about) : say('question')
  }
  const questionSlides = scored.flatMap((figure, i) => {
    // It is the first slide.
    if (i === mainAt) return []
    const statement = titleOf(say, figure, { findings, bars: views[i].bars })
    return [
      {
        eyebrow: eyebrowOf(figure, statement),
        title: statement,
        content: <QuestionPicture figure={figure} views={views[i]} reach={reach} isSlide />,
      },
    ]
  })
  const slides: Slide[] = [
    {
      eyebrow: say('main_finding'),
      // The figures of a question stand below.
      title: (mainAt >= 0 && main?.headline) || (main ? statementIn(main, team) : say('no_finding')),
      content: (
        <>
          <div className={classes.finding}>
            {mainAt >= 0 ? (
              <QuestionPicture figure={scored[mainAt]} views={views[mainAt]} reach={reach} isSlide />
            ) : (
              mainTheme && <ThemeOnSlide theme={mainTheme} />
            )}
            <AlsoFound findings={others} team={team} />
          </div>
          {mainAt >= 0 && (
            <TeamsOnSlide
              figure={scored[mainAt]}
              {...{ asked, teams }}
              above={teamId}
              audience={pledge?.results_audience}
            />
          )}
        </>
      ),
    },
    ...questionSlides,
    ...(themes.length === 0
      ? []
      : [
          {
            eyebrow: say('comments'),
            title: leadingOf(themes)?.statement ?? say('themes'),
            content: (
              <div className={classes.slide}>
                <ul className={classes.themes}>
                  {themes.slice(0, themesMax).map((theme) => (
                    <li key={theme.id} className={classes.theme}>
                      <ThemeFace
                        theme={theme}
                        largest={largestIn(themes)}
                        isToneShown={theme.tone !== null}
                      />
                    </li>
                  ))}
                </ul>
                <QuotesOnSlide quotes={quotesFor(themes, group.questions)} />
                <div className={classes.notes}>
                  <ThemeLegend themes={themes} />
                  <p className="quiet small">{say('of_commenters', { n: themes[0].n })}</p>
                </div>
              </div>
            ),
          },
        ]),
    ...(actions.length === 0
      ? []
      : [{ title: say('actions_taken'), content: <ActionsOnSlide actions={actions} /> }]),
  ]
  return (
    <Present
      title={`${title} ·\u00a0${team ?? say('everyone')}`}
      more={[organisation?.name, description, response?.sentence].filter(Boolean).join(' ·\u00a0')}
      logo={organisation?.logo ?? null}
      slides={slides}
    />
  )
}

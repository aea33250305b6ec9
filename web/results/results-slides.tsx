/** Results on a screen for all to see: what stands out most, what else does, a slide for each further question, and what comments are about. A chunk of its own. */
import { driverTexts } from '../drivers/driver-texts.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { reachOf } from '../ui/diverging-bar.tsx'
import { Present, type Slide } from '../ui/present.tsx'
import { largestIn, leadingOf, type Theme, themesIn } from '../themes/theme.ts'
import { isOnePart, ThemeFace, ThemeLegend } from '../themes/theme-face.tsx'
import type { ShownGroup, Subject } from './group.ts'
import { QuestionPicture, viewsOf } from './question-chart.tsx'
import { strongest } from './question-view.ts'
import { responseOf } from './response.tsx'
import { askedOf, nameOf, titleOf } from './result-words.ts'
import type { Figure, Results } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

type Props = { results: Results; subject: Subject<ShownGroup> }

const othersMax = 5
const quotesMax = 2
const themesMax = 6

export function ResultsSlides({ results, subject }: Props) {
  const say = useMessages(resultsTexts)
  const sayDriver = useMessages(driverTexts)
  const { title, description, group, findings } = subject
  const { asked } = results
  const name = group.kind === 'everyone' ? say('everyone') : nameOf(group.team)
  const scored = group.questions.filter(({ type, suppressed }) => type !== 'text' && !suppressed)
  const views = scored.map((figure) => viewsOf(say, figure, { asked, findings }))
  const reach = reachOf(views.flatMap(({ spread }) => spread ?? []))
  const [main, ...others] = strongest(findings)
  const themes = themesIn(findings)
  const mainAt = scored.findIndex(({ id }) => id === main?.scope.question_id)
  const mainTheme = themes.find(({ id }) => id === main?.subject)
  const response = group.kind === 'everyone' ? responseOf(say, results, undefined) : null
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
      title: main?.statement ?? say('no_finding'),
      content:
        mainAt >= 0 ? (
          <QuestionPicture figure={scored[mainAt]} views={views[mainAt]} reach={reach} isSlide />
        ) : (
          mainTheme && (
            <div className={classes.slide}>
              <OnSlide theme={mainTheme} />
            </div>
          )
        ),
    },
    ...(others.length === 0
      ? []
      : [
          {
            title: say('also_found'),
            content: (
              <ul className={classes.slide_list}>
                {others.slice(0, othersMax).map(({ id, statement }) => (
                  <li key={id}>{statement}</li>
                ))}
              </ul>
            ),
          },
        ]),
    ...questionSlides,
    ...(themes.length === 0
      ? []
      : [
          {
            eyebrow: say('comments'),
            title: leadingOf(themes)?.statement ?? say('themes'),
            content: (
              <div className={classes.slide}>
                <ul className={classes.slide_themes}>
                  {themes.slice(0, themesMax).map((theme) => (
                    <li key={theme.id} className={classes.slide_theme}>
                      <ThemeFace theme={theme} largest={largestIn(themes)} />
                    </li>
                  ))}
                </ul>
                <div className={classes.slide_notes}>
                  <ThemeLegend themes={themes} />
                  <p className="quiet small">{say('of_commenters', { n: themes[0].n })}</p>
                </div>
              </div>
            ),
          },
        ]),
  ]
  return (
    <Present
      title={`${title} · ${name}`}
      more={[organisation?.name, description, response?.sentence].filter(Boolean).join(' · ')}
      logo={organisation?.logo ?? null}
      slides={slides}
    />
  )
}

/** A theme that is the finding: of whom its share is, and what they wrote. */
function OnSlide({ theme }: { theme: Theme }) {
  const say = useMessages(resultsTexts)
  return (
    <>
      <div className={classes.slide_theme}>
        <ThemeFace theme={theme} isWhole />
        {!isOnePart(theme) && <ThemeLegend themes={[theme]} />}
      </div>
      {theme.quotes.length > 0 && (
        <div className={classes.slide_theme}>
          <p className="quiet">{say('comments')}</p>
          {theme.quotes.slice(0, quotesMax).map((quote) => (
            <blockquote key={quote} className={classes.slide_quote}>
              {say('quoted', { text: quote })}
            </blockquote>
          ))}
        </div>
      )}
    </>
  )
}

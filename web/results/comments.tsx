/** The comments on one question: what they are about, and the words themselves, as far as they are released. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { statementIn } from '../insights/finding-words.ts'
import { useMessages } from '../messages.ts'
import { searchWith, useAddress } from '../ui/address.ts'
import { Hidden } from '../ui/hidden.tsx'
import { EmptyState } from '../ui/states.tsx'
import { NoMatch, UrlFilters, UrlSearch } from '../ui/url-filters.tsx'
import { driverTexts } from '../drivers/driver-texts.ts'
import { anchorOf } from './anchor.ts'
import { NoQuote } from '../themes/no-quote.tsx'
import { isAbout, largestIn, leadingOf, type Theme, themesIn } from '../themes/theme.ts'
import { ThemeFace, ThemeLegend, themeName } from '../themes/theme-face.tsx'
import { findingOf } from './question-view.ts'
import { groupName, isNamed, listOf } from './result-words.ts'
import type { Figure, Finding, TeamResults } from './results-queries.ts'
import { resultsTexts } from './results-texts.ts'
import classes from './results.module.css'

type Props = {
  /** Figures of the text questions. */
  figures: readonly Figure[]
  findings: readonly Finding[]
  /** The name of the team whose they are; null: everyone’s. */
  team: string | null
  teams: readonly TeamResults[]
  /** From how many people comments are shown. */
  least: number
}

export function Comments({ figures, findings, team, teams, least }: Props) {
  const say = useMessages(resultsTexts)
  const themes = themesIn(findings)
  const told = leadingOf(themes) ?? figures.map(({ id }) => findingOf(findings, id)).find(Boolean)
  const isShown = figures.some(({ comments = [] }) => comments.length > 0)
  const heading = useRef<HTMLHeadingElement>(null)
  // A link to the comments is followed before they are read: the browser found nothing of that name.
  useEffect(() => {
    if (location.hash !== '#comments') return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView()
  }, [])
  return (
    <section className="card pad stack" id="comments" aria-labelledby="comments-title">
      <h2 id="comments-title" ref={heading} tabIndex={-1} className={classes.commentsTitle}>
        {told ? statementIn(told, team) : say('comments')}
      </h2>
      <div className={classes.comments} data-themed={themes.length > 0 || undefined}>
        {themes.length > 0 && <Themes themes={themes} least={least} />}
        <div className="stack">
          {isShown && (
            <div className="no-print">
              <UrlFilters>
                <UrlSearch label={say('search_comments')} />
              </UrlFilters>
            </div>
          )}
          {figures.map((figure) => (
            <section key={figure.id} id={anchorOf(figure)} className="stack-tight">
              <h3>{figure.text}</h3>
              <Answers figure={figure} themes={themes} teams={teams} least={least} />
            </section>
          ))}
          {isShown && <p className="quiet small">{say('comments_hint')}</p>}
        </div>
      </div>
    </section>
  )
}

type AnswersProps = Omit<Props, 'figures' | 'findings' | 'team'> & {
  figure: Figure
  themes: readonly Theme[]
}

function Answers({ figure, themes, teams, least }: AnswersProps) {
  const say = useMessages(resultsTexts)
  const { comments = [], suppressed, counted_in: group } = figure
  if (suppressed) {
    const where = isNamed(teams, group)
      ? [say('question_counted_in', { group: groupName(say, teams, group) })]
      : []
    return <Hidden reason={[say('comments_from', { least }), ...where].join(' ')} />
  }
  return comments.length === 0 ? (
    <EmptyState title={say('comments_none')} description={say('comments_none_hint')} />
  ) : (
    <Words comments={comments} themes={themes} />
  )
}

function Themes({ themes, least }: Pick<AnswersProps, 'themes' | 'least'>) {
  const say = useMessages(resultsTexts)
  const { values } = useAddress()
  return (
    <nav aria-label={say('themes')} className="stack-tight">
      <h3>{say('themes')}</h3>
      <ul className={classes.themes}>
        <li>
          <ThemeLink id={undefined} isChosen={values.theme === undefined}>
            <span>{say('all_comments')}</span>
          </ThemeLink>
        </li>
        {themes.map((theme) => (
          <li key={theme.id}>
            <ThemeLink id={theme.id} isChosen={values.theme === theme.id}>
              <ThemeFace theme={theme} largest={largestIn(themes)} />
            </ThemeLink>
          </li>
        ))}
      </ul>
      <ThemeLegend themes={themes} />
      <p className="quiet small">{say('themes_hint', { least, people: limits.themePeopleMin })}</p>
    </nav>
  )
}

type ThemeLinkProps = { id: string | undefined; isChosen: boolean; children: ReactNode }

const ThemeLink = ({ id, isChosen, children }: ThemeLinkProps) => (
  <Link
    to="."
    search={searchWith({ theme: id })}
    resetScroll={false}
    activeOptions={{ exact: true }}
    aria-current={isChosen ? 'true' : undefined}
    className={classes.theme}
  >
    {children}
  </Link>
)

const firstShown = 10

type Folded = { text: string; count: number }

/** What several people wrote in the same words stands once, with how many did: side by side it would look sorted, and is no news. */
const folded = (comments: readonly string[]): Folded[] =>
  [...Map.groupBy(comments, (text) => text)].map(([text, alike]) => ({ text, count: alike.length }))

const peopleIn = (comments: readonly Folded[]): number => comments.reduce((sum, { count }) => sum + count, 0)

function Words({ comments, themes }: { comments: readonly string[]; themes: readonly Theme[] }) {
  const say = useMessages(resultsTexts)
  const driver = useMessages(driverTexts)
  const { values } = useAddress()
  const [count, setCount] = useState(firstShown)
  const query = values.q?.toLowerCase() ?? ''
  const theme = themes.find(({ id }) => id === values.theme)
  const found = folded(comments).filter(
    ({ text }) => text.toLowerCase().includes(query) && (!theme || isAbout(theme, text)),
  )
  const rest = peopleIn(found.slice(count))
  /** The report says how many people name a driver, and quotes some. */
  const examplesOf = theme?.rule === null ? theme : undefined
  return (
    <>
      <p className="quiet small figures" role="status">
        {examplesOf && !query && found.length > 0
          ? say('examples', { count: peopleIn(found), people: examplesOf.people })
          : query || theme
            ? say('comments_found', { count: peopleIn(found) })
            : say('comment_count', { count: comments.length })}
        {examplesOf && (
          <>
            {' ·\u00a0'}
            <Link to="." search={searchWith({ theme: undefined })} resetScroll={false}>
              {say('read_all', { count: comments.length })}
            </Link>
          </>
        )}
      </p>
      {examplesOf && examplesOf.quotes.length === 0 ? (
        <p>
          <NoQuote theme={examplesOf} />
        </p>
      ) : found.length === 0 ? (
        <NoMatch title={say('comments_found', { count: 0 })} params={['q', 'theme']} />
      ) : (
        <ul className={classes.words}>
          {found.slice(0, count).map(({ text, count: people }) => {
            // Only the quotes of a driver are known, so the others would look as if they were about nothing.
            const about = themes.filter((one) => one.rule !== null && isAbout(one, text))
            return (
              <li key={text}>
                <p>
                  {text}
                  {people > 1 && (
                    <>
                      {' '}
                      <span className={`quiet small ${classes.times}`}>
                        <span aria-hidden="true">{say('times', { count: people })}</span>
                        <span className="visually-hidden">{say('written_by', { count: people })}</span>
                      </span>
                    </>
                  )}
                </p>
                {about.length > 0 && (
                  <p className="quiet small">
                    {say('about', { themes: listOf(about.map((one) => themeName(driver, one))) })}
                  </p>
                )}
              </li>
            )
          })}
        </ul>
      )}
      {rest > 0 && (
        <Button
          variant="default"
          size="xs"
          className={`no-print ${classes.more}`}
          onClick={() => setCount(found.length)}
        >
          {say('more_comments', { count: rest })}
        </Button>
      )}
    </>
  )
}

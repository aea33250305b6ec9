/** What waits for somebody who runs surveys: few answers shortly before the end, addresses that bounce, drafts of their own. */
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { IconClock, IconMailOff, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMessages } from '../messages.ts'
import { resultsAddress } from '../surveys/survey-queries.ts'
import { formatPercent } from '../ui/number-format.ts'
import { QueryState } from '../ui/query-state.tsx'
import { useNow } from '../ui/time.tsx'
import classes from './home.module.css'
import { bouncedAddresses, newestSurveys, type Survey } from './home-queries.ts'
import { homeTexts } from './home-texts.ts'

const lowRate = 0.5
const soonMs = 172_800_000
const draftsMax = 3

/** A count that is not shown says nothing: neither that there are few, nor that there are none. */
const isLow = ({ period }: Survey, now: number): boolean => {
  if (period?.state !== 'open' || !period.closes_at) return false
  const { response_rate: rate, responded, rounded } = period.response_summary
  if (rate === null || (rounded && responded === 0)) return false
  return rate < lowRate && Date.parse(period.closes_at) - now < soonMs
}

export function NeedsYou({ userId }: { userId: string | undefined }) {
  const say = useMessages(homeTexts)
  const now = useNow()
  const bounces = useQuery(bouncedAddresses)
  return (
    <section className="card pad stack" aria-labelledby="needs">
      <h2 id="needs">{say('needs_you')}</h2>
      <QueryState query={useQuery(newestSurveys)}>
        {({ surveys }) => {
          const low = surveys.filter((survey) => isLow(survey, now))
          const drafts = surveys.filter(({ phase, author }) => phase === 'draft' && author.id === userId)
          const bounced = bounces.data?.suppressions.length ?? 0
          if (low.length + drafts.length + bounced === 0)
            return <p className="quiet">{say('nothing_needs_you')}</p>
          return (
            <ul className={classes.needs}>
              {low.map((survey) => (
                <Need key={survey.id} icon={<IconClock size={18} aria-hidden />}>
                  <Link to={resultsAddress(survey) ?? '/app/surveys'}>
                    {say('low_response', {
                      title: survey.title,
                      share: formatPercent(survey.period?.response_summary.response_rate ?? 0),
                    })}
                  </Link>
                </Need>
              ))}
              {bounced > 0 && (
                <Need icon={<IconMailOff size={18} aria-hidden />}>
                  {say(bounces.data?.has_more ? 'many_bounced' : 'bounced', { count: bounced })}
                </Need>
              )}
              {drafts.slice(0, draftsMax).map(({ id, title }) => (
                <Need key={id} icon={<IconPencil size={18} aria-hidden />}>
                  <Link to="/app/surveys" search={{ tab: 'draft', mine: 'yes' }}>
                    {say('draft_waits', { title })}
                  </Link>
                </Need>
              ))}
            </ul>
          )
        }}
      </QueryState>
    </section>
  )
}

const Need = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li>
    {icon}
    <span>{children}</span>
  </li>
)

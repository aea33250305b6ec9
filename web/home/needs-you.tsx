/** All that waits for whoever reads it, each as one sentence and one way on. */
import { useQuery } from '@tanstack/react-query'
import {
  IconAddressBook,
  IconBulb,
  IconClipboardList,
  IconMessages,
  IconUserShield,
} from '@tabler/icons-react'
import type { Me } from '../me.ts'
import { useMessages } from '../messages.ts'
import { searchOf } from '../ui/address.ts'
import { ButtonLink } from '../ui/links.tsx'
import { QueryState } from '../ui/query-state.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import { useNow } from '../ui/time.tsx'
import classes from './home.module.css'
import {
  bouncedAddresses,
  openActions,
  openPrivacyRequests,
  openSurveys,
  ownActions,
  ownDrafts,
  type Team,
  teamTree,
  unansweredConversations,
} from './home-queries.ts'
import { homeTexts } from './home-texts.ts'
import { type Need, needsOf, type Waiting } from './needs.ts'

/** Those of the places that the rows lead to, which the rail has as well. */
const icons = {
  survey: IconClipboardList,
  privacy: IconUserShield,
  answers: IconMessages,
  actions: IconBulb,
  directory: IconAddressBook,
} as const satisfies Record<Need['icon'], unknown>

/** @param team  of a lead; null: everyone */
export function NeedsYou({ me, team }: { me: Me; team: Team | null }) {
  const say = useMessages(homeTexts)
  const now = useNow()
  return (
    <QueryState
      query={useWaiting(me, team)}
      hasCard
      skeleton={
        <div className="card pad">
          <SkeletonLines />
        </div>
      }
    >
      {(waiting) => {
        const needs = needsOf(waiting, say, now)
        // A lead who waits for nothing has a shorter page.
        if (needs.length === 0 && team !== null) return null
        return (
          <section className="card pad stack" aria-labelledby="needs">
            <h2 id="needs">{say('needs_you')}</h2>
            {needs.length === 0 ? (
              <p className="quiet">{say('nothing_needs_you')}</p>
            ) : (
              <ul className={classes.needs}>
                {needs.map((need) => (
                  <Row key={need.key} need={need} />
                ))}
              </ul>
            )}
          </section>
        )
      }}
    </QueryState>
  )
}

function Row({ need: { key, icon, sentence, act, to, search } }: { need: Need }) {
  const Icon = icons[icon]
  const id = `need-${key.replaceAll(' ', '-')}`
  return (
    <li>
      <Icon size={18} aria-hidden />
      <span id={id}>{sentence}</span>
      <ButtonLink variant="default" size="xs" to={to} search={searchOf(search ?? {})} aria-describedby={id}>
        {act}
      </ButtonLink>
    </li>
  )
}

/** Read together, so that the list stands still once it is there. */
function useWaiting({ role, user }: Me, team: Team | null) {
  const seesAll = team === null
  const isAdmin = role === 'admin'
  const surveys = useQuery(openSurveys)
  const drafts = useQuery(ownDrafts)
  const conversations = useQuery(unansweredConversations)
  const actions = useQuery(openActions(team?.id))
  const memberId = user?.member_id ?? null
  const own = useQuery({ ...ownActions(memberId ?? ''), enabled: memberId !== null })
  const received = useQuery({ ...openPrivacyRequests('received'), enabled: isAdmin })
  const started = useQuery({ ...openPrivacyRequests('in_progress'), enabled: isAdmin })
  const bounces = useQuery({ ...bouncedAddresses, enabled: seesAll })
  const tree = useQuery({ ...teamTree, enabled: seesAll })
  const all = [surveys, drafts, conversations, actions, own, received, started, bounces, tree]
  const failed = all.find(({ data, error }) => data === undefined && error !== null)
  const isWaiting = all.some(({ isPending, fetchStatus }) => isPending && fetchStatus !== 'idle')
  const isOwn = ({ author }: Waiting['surveys'][number]): boolean => author.id === user?.id
  const least = tree.data?.k_score ?? 0
  const data: Waiting | undefined =
    failed || isWaiting
      ? undefined
      : {
          surveys: (surveys.data?.surveys ?? []).filter((one) => seesAll || isOwn(one)),
          drafts: drafts.data?.surveys ?? [],
          conversations: conversations.data?.unanswered_conversations ?? [],
          requests: [...(received.data?.privacy_requests ?? []), ...(started.data?.privacy_requests ?? [])],
          actions: (actions.data?.actions ?? []).filter(
            ({ state, is_current: isCurrent, scope }) =>
              state === 'suggested' && isCurrent && (seesAll || scope.team_id === team.id),
          ),
          own: own.data?.actions ?? [],
          bounced: (bounces.data?.suppressions ?? []).map(({ address }) => address),
          hasMoreBounced: bounces.data?.has_more ?? false,
          small: (tree.data?.teams ?? []).filter(({ people_count: people }) => people > 0 && people < least),
        }
  return {
    data,
    error: failed?.error ?? null,
    refetch: () => Promise.all(all.filter(({ error }) => error !== null).map((one) => one.refetch())),
  }
}

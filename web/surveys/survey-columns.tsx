/** What the list of surveys says of each. */
import { Link, useNavigate } from '@tanstack/react-router'
import {
  IconBolt,
  IconBroadcast,
  IconCalendarRepeat,
  IconChartBar,
  IconDots,
  IconListDetails,
  IconLock,
  IconPencil,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useReadsNames } from '../answers/names-reader.ts'
import { ActLines, FirstAct } from '../lifecycle/act-lines.tsx'
import { actsFor, mayEdit, type Subject } from '../lifecycle/acts.ts'
import { type Me, useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { type Owner, pledgeQuery } from '../results/results-queries.ts'
import { searchOf } from '../ui/address.ts'
import type { Column } from '../ui/data-table.tsx'
import { initialsOf } from '../ui/initials.ts'
import { Popup, PopupItem } from '../ui/popup.tsx'
import { ResponseBar } from '../ui/response-bar.tsx'
import { StatusBadge } from '../ui/status-badge.tsx'
import { momentOf, RelativeTime } from '../ui/time.tsx'
import { Tooltip } from '../ui/tooltip.tsx'
import { liveAddress, resultsAddress } from './survey-addresses.ts'
import { Audience } from './survey-audience.tsx'
import { ownerOf, restorableUntil, type Survey } from './survey-queries.ts'
import type { Tab } from './survey-search.ts'
import { surveyTexts } from './survey-texts.ts'
import classes from './surveys.module.css'

const subjectOf = ({ kind, id, title, state, author, visibility, deleted_at }: Survey): Subject => ({
  kind,
  id,
  title,
  state,
  authorUserId: author.id,
  isPrivate: visibility === 'private',
  isDeleted: deleted_at !== null,
})

/** Where its author edits a survey; null for anybody else, and once there is nothing left to change. */
const ownEditorOf = (survey: Survey, me: Me | undefined): string | null =>
  mayEdit(subjectOf(survey), me)
    ? `/app/${survey.kind === 'pulse' ? 'pulses' : 'check-ins'}/${survey.id}/edit`
    : null

/** @param surveys  of the list: of which none has anything left to do there is no column for it */
export function useColumns(tab: Tab, surveys: readonly Survey[] = []): readonly Column<Survey>[] {
  const say = useMessages(surveyTexts)
  const { data: me } = useMe()
  const hasActs = surveys.some(
    (survey) =>
      liveAddress(survey) !== null ||
      resultsAddress(survey) !== null ||
      ownEditorOf(survey, me) !== null ||
      actsFor(subjectOf(survey), me).length > 0,
  )
  return [
    { header: say('survey'), cell: (survey) => <Name survey={survey} tab={tab} /> },
    { header: say('audience'), cell: (survey) => <Audience survey={survey} /> },
    // Nobody has answered a draft.
    ...(tab === 'draft'
      ? []
      : [
          {
            header: say(tab === 'scheduled' ? 'last_time' : 'answered'),
            cell: (survey: Survey) => <Answered survey={survey} tab={tab} />,
            hideInCard: ({ period }: Survey) => period === null,
          },
        ]),
    { header: say(`when_${tab}`), cell: (survey) => <When survey={survey} tab={tab} /> },
    // What was deleted is its author’s alone to see.
    ...(tab === 'deleted'
      ? [{ header: say('acts'), isHeaderHidden: true, cell: (survey: Survey) => <Restore survey={survey} /> }]
      : []),
    ...(tab === 'deleted' || tab === 'mine'
      ? []
      : [
          {
            header: say('author'),
            cell: ({ author }: Survey) => <Author author={author} />,
            hideInCard: ({ author }: Survey) => author.id === me?.user?.id,
          },
        ]),
    ...(hasActs && tab !== 'deleted'
      ? [
          {
            header: say('acts'),
            isHeaderHidden: true,
            cell: (survey: Survey) => <Acts survey={survey} />,
          },
        ]
      : []),
  ]
}

const icons = { pulse: IconBolt, check_in: IconCalendarRepeat }

/** @property tab  of the list: in that of closed ones, a check-in that goes on stands for its last date */
type Cell = { survey: Survey; tab: Tab }

function Name({ survey, tab }: Cell) {
  const say = useMessages(surveyTexts)
  const { kind, title, topic, visibility, matching_question: question } = survey
  const { data: me } = useMe()
  // While it is open there are no results yet.
  const address = liveAddress(survey) ?? resultsAddress(survey) ?? ownEditorOf(survey, me)
  const Icon = icons[kind]
  return (
    <span className={classes.name}>
      <span className={classes.icon}>
        <Icon size={18} stroke={1.75} aria-hidden />
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          {/* Where it is cut, the browser shows it whole. */}
          {address === null ? (
            <span title={title}>{title}</span>
          ) : (
            <Link to={address} title={title}>
              {title}
            </Link>
          )}
          <State survey={survey} tab={tab} />
          {visibility === 'private' && <IconLock size={14} role="img" aria-label={say('private')} />}
        </span>
        <span className={classes.second}>
          {say(`kind_${kind}`)}
          {/* What was searched for, before what is always there: a row has two lines. */}
          {question === null ? (
            <>
              {isForOthers(survey, me) && ` ·\u00a0${say('for_others')}`}
              {address === null &&
                survey.state === 'draft' &&
                ` ·\u00a0${say('only_author_opens', { author: survey.author.name ?? say('no_name') })}`}
              {topic !== null && !isNamedIn(title, topic) && ` ·\u00a0${say('topic', { topic })}`}
              {kind === 'check_in' && !hasEnded(survey) && ` ·\u00a0${say('goes_on')}`}
            </>
          ) : (
            ` ·\u00a0${say('asks', { question: question.text })}`
          )}
        </span>
      </span>
    </span>
  )
}

/** Members see it because it is not private, and might look for its questions. Analysts and admins see all. */
const isForOthers = ({ audience, author }: Survey, me: Me | undefined): boolean =>
  me?.role === 'member' && audience.asks_you === false && author.id !== me.user?.id

/** A title often says the topic already. */
const isNamedIn = (title: string, topic: string): boolean =>
  title.toLocaleLowerCase().includes(topic.toLocaleLowerCase())

/** Nothing of it comes any more. */
const hasEnded = ({ state, phase }: Survey): boolean => state === 'ended' || phase === 'archived'

/** Every way that leads on from a survey, for its author the one to its editor, and what can be done with it. */
function Acts({ survey }: { survey: Survey }) {
  const say = useMessages(surveyTexts)
  const { data: me } = useMe()
  const navigate = useNavigate()
  const editor = ownEditorOf(survey, me)
  const live = liveAddress(survey)
  const results = resultsAddress(survey)
  const owner = ownerOf(survey)
  const subject = subjectOf(survey)
  if (editor === null && live === null && results === null && actsFor(subject, me).length === 0) return null
  return (
    <span className={classes.acts}>
      <Popup label={say('acts_of', { title: survey.title })} face={<IconDots size={18} aria-hidden />}>
        {() => (
          <>
            {editor !== null && (
              <PopupItem
                icon={<IconPencil size={16} aria-hidden />}
                onClick={() => void navigate({ to: editor })}
              >
                {say('edit')}
              </PopupItem>
            )}
            {live !== null && (
              <PopupItem
                icon={<IconBroadcast size={16} aria-hidden />}
                onClick={() => void navigate({ to: live })}
              >
                {say('follow')}
              </PopupItem>
            )}
            {results !== null && (
              <PopupItem
                icon={<IconChartBar size={16} aria-hidden />}
                onClick={() => void navigate({ to: results })}
              >
                {say('results')}
              </PopupItem>
            )}
            {survey.mode === 'attributed' && owner !== null && <NamedAnswers survey={survey} owner={owner} />}
            <ActLines subject={subject} />
          </>
        )}
      </Popup>
    </span>
  )
}

const Restore = ({ survey }: { survey: Survey }) => (
  <span className={classes.restore}>
    <FirstAct subject={subjectOf(survey)} isInList />
  </span>
)

/** What the tab does not say by itself: cancelled, paused or ended, where others are closed or wait for their next date. */
function State({ survey: { state, phase }, tab }: Cell) {
  const say = useMessages(surveyTexts)
  if (state !== 'cancelled' && state !== 'paused' && state !== 'ended')
    return tab === 'mine' ? (
      <StatusBadge tone={phase === 'open' ? 'good' : 'plain'}>{say(`phase_${phase}`)}</StatusBadge>
    ) : null
  return <StatusBadge tone={state === 'ended' ? 'plain' : 'warn'}>{say(`state_${state}`)}</StatusBadge>
}

/** While it is open the count moves in steps, and below the first step it is not said: neither here nor by the bar. */
function Answered({ survey, tab }: Cell) {
  const say = useMessages(surveyTexts)
  const { period } = survey
  if (period === null) return <span className="quiet">–</span>
  const { responded, responded_max: most, recipients, rounded } = period.response_summary
  const isHidden = rounded && responded === 0
  const label = isHidden
    ? say(period.state === 'open' ? 'answered_later' : 'answered_hidden')
    : say(rounded ? 'answered_at_least' : most > responded ? 'answered_between' : 'answered_exactly', {
        answered: responded,
        most,
        apart: most - responded,
        asked: recipients,
      })
  const numbers = { answered: isHidden ? null : responded, asked: recipients, isRounded: rounded }
  return (
    <span className={classes.answered}>
      {tab === 'scheduled' || (tab === 'mine' && survey.phase === 'scheduled') ? (
        // A bar would seem to be that of the one to come.
        <span className={`small figures ${classes.last}`}>
          <Count survey={survey} label={label} isUnsaid={isHidden} />
        </span>
      ) : isHidden && period.state === 'open' ? (
        <FirstCount survey={survey} {...numbers} />
      ) : (
        <ResponseBar label={<Count {...{ survey, label, isUnsaid: isHidden }} />} {...numbers} />
      )}
    </span>
  )
}

/** From how many answers on a count is shown: the survey's promise says it. */
function FirstCount({ survey, ...numbers }: { survey: Survey } & Omit<BarProps, 'label'>) {
  const say = useMessages(surveyTexts)
  const owner = ownerOf(survey)
  const { data: pledge } = useQuery({ ...pledgeQuery(owner ?? noOwner), enabled: owner !== null })
  return (
    <ResponseBar
      label={
        <Count
          survey={survey}
          label={pledge ? say('answered_from', { count: pledge.k_rate }) : say('answered_later')}
          isUnsaid
        />
      }
      {...numbers}
    />
  )
}

type BarProps = Parameters<typeof ResponseBar>[0]

const noOwner: Owner = { kind: 'pulse', id: '' }

/** The count leads to what comes in, or to what came of it; every other way is in the menu of the row. @param isUnsaid  there is none to press */
function Count({ survey, label, isUnsaid }: { survey: Survey; label: string; isUnsaid?: boolean }) {
  const say = useMessages(surveyTexts)
  const { title } = survey
  const live = liveAddress(survey)
  const address = live ?? resultsAddress(survey)
  if (address === null || isUnsaid) return <span className={isUnsaid ? 'quiet' : undefined}>{label}</span>
  return (
    <Link to={address}>
      {label}
      <span className="visually-hidden">
        {' '}
        {say(live === null ? 'results_named' : 'follow_named', { title })}
      </span>
    </Link>
  )
}

/** The answers of each person, where they were promised to the reader. */
function NamedAnswers({ survey, owner }: { survey: Survey; owner: Owner }) {
  const say = useMessages(surveyTexts)
  const navigate = useNavigate()
  const { kind, id } = survey
  if (!useReadsNames(owner)) return null
  const to = `/app/${kind === 'pulse' ? 'pulses' : 'check-ins'}/${id}/answers`
  const search = owner.kind === 'occurrence' ? searchOf({ occurrence: owner.id }) : {}
  return (
    <PopupItem icon={<IconListDetails size={16} aria-hidden />} onClick={() => void navigate({ to, search })}>
      {say('answers')}
    </PopupItem>
  )
}

/** What comes next, or came last. */
function instantOf(survey: Survey, tab: Exclude<Tab, 'mine'>): string | null {
  const { opens_at, period, updated_at } = survey
  if (tab === 'open') return period?.closes_at ?? null
  if (tab === 'scheduled') return opens_at
  if (tab === 'draft') return updated_at
  if (tab === 'deleted') return restorableUntil(survey)
  return period?.closed_at ?? null
}

function When({ survey, tab }: Cell) {
  const say = useMessages(surveyTexts)
  const as = tab === 'mine' ? survey.phase : tab
  const at = instantOf(survey, as)
  if (at === null) {
    if (as === 'open') return <span className="quiet">{say('no_closing_time')}</span>
    return <span className="quiet">{as === 'scheduled' ? '–' : say('never_opened')}</span>
  }
  return (
    <span className={classes.when}>
      <RelativeTime at={at} />
      <span className={classes.second}>
        {/* Rows of one's own are in every phase, so each says what its time is. */}
        {tab === 'mine' ? say(`at_${survey.phase}`, { moment: momentOf(at) }) : momentOf(at)}
      </span>
    </span>
  )
}

function Author({ author: { id, name } }: Pick<Survey, 'author'>) {
  const say = useMessages(surveyTexts)
  const { data: me } = useMe()
  const isMe = id === me?.user?.id
  const text = isMe ? say('you') : (name ?? say('no_name'))
  return (
    <Tooltip label={text}>
      <span className={classes.author}>
        <span className={classes.initials} aria-hidden="true">
          {initialsOf(name ?? text)}
        </span>
        <span className={classes.authorName}>{text}</span>
      </span>
    </Tooltip>
  )
}

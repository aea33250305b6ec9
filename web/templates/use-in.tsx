/** Where a question of the library can go: into a new survey of either kind, or into a draft of one's own. */
import { IconBolt, IconCalendarRepeat, IconChevronDown, IconFilePencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { asUser } from '../as-user.ts'
import { blankSuggestion, newSurvey } from '../drafts/beginnings.ts'
import { editorAddress, type Kind, saveCheckIn, savePulse, useCreate } from '../drafts/draft-queries.ts'
import { withTexts } from '../drafts/questions.ts'
import type { Tested } from '../drafts/tested.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { read, useWrite } from '../queries.ts'
import { Popup, PopupItem } from '../ui/popup.tsx'
import { showFailure, showWithAct } from '../ui/toast.ts'
import classes from './templates.module.css'
import { testedTexts } from './tested-texts.ts'

const kinds = [
  ['check_in', IconCalendarRepeat],
  ['pulse', IconBolt],
] as const

const titleLengthMax = 100

export function UseIn({ tested }: { tested: Tested }) {
  const say = useMessages(testedTexts)
  const navigate = useNavigate()
  const zone = useMe().data?.organisation?.time_zone
  const create = useCreate({
    onDone: ({ kind, id }) => void navigate({ to: editorAddress(kind, id) }),
    onFailed: showFailure,
  })
  const { question, translations } = tested
  const begin = (kind: Kind): void =>
    create.mutate(
      newSurvey(
        {
          id: null,
          title: question.text.slice(0, titleLengthMax),
          description: null,
          kind,
          questions: [question],
          language: null,
          translations,
          suggested: blankSuggestion(kind),
        },
        { zone, now: new Date() },
      ),
    )
  return (
    <Popup
      label={say('use_in_of', { question: question.text })}
      className={classes.useIn}
      face={
        <span aria-hidden="true">
          {say('use_in')} <IconChevronDown size={14} />
        </span>
      }
    >
      {() => (
        <>
          {kinds.map(([kind, Icon]) => (
            <PopupItem key={kind} icon={<Icon size={16} aria-hidden />} onClick={() => begin(kind)}>
              {say(`new_${kind}`)}
            </PopupItem>
          ))}
          <OwnDrafts tested={tested} />
        </>
      )}
    </Popup>
  )
}

/** So many of the newest: a menu is looked through at a glance. */
const draftsMax = 5

const ownDrafts = read(asUser, 'listSurveys', { query: { mine: true, phase: 'draft', limit: draftsMax } })

type Draft = { kind: Kind; id: string; title: string }

const withQuestion = (
  { questions, translations }: Pick<Awaited<ReturnType<typeof savePulse>>, 'questions' | 'translations'>,
  { question, translations: texts }: Tested,
) => ({
  questions: [...questions, question],
  translations: withTexts(translations, question.id, texts),
})

/** @returns whether it was not there yet: a survey asks a question once */
async function add({ kind, id }: Draft, tested: Tested): Promise<boolean> {
  const input = { params: { id } }
  const draft =
    kind === 'pulse' ? await asUser.call('getPulse', input) : await asUser.call('getCheckIn', input)
  if (draft.questions.some((one) => one.id === tested.question.id)) return false
  const save = kind === 'pulse' ? savePulse : saveCheckIn
  await save(id, withQuestion(draft, tested), draft.version)
  return true
}

function OwnDrafts({ tested }: { tested: Tested }) {
  const say = useMessages(testedTexts)
  const navigate = useNavigate()
  const drafts = useQuery(ownDrafts).data?.surveys ?? []
  const adding = useWrite({
    send: (draft: Draft) => add(draft, tested),
    changes: ['listSurveys', 'getPulse', 'getCheckIn', 'previewPulse', 'previewCheckIn'],
    onDone: (isNew, { kind, id, title }) =>
      void showWithAct(say(isNew ? 'added' : 'there_already', { title }), {
        label: say('open_draft'),
        run: () => void navigate({ to: editorAddress(kind, id) }),
      }),
    onFailed: showFailure,
  })
  if (drafts.length === 0) return null
  return (
    <>
      <p className={`quiet small ${classes.useInHead}`}>{say('own_drafts')}</p>
      {drafts.map((draft) => (
        <PopupItem
          key={draft.id}
          icon={<IconFilePencil size={16} aria-hidden />}
          onClick={() => adding.mutate(draft)}
        >
          {draft.title}
        </PopupItem>
      ))}
    </>
  )
}

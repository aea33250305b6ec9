/** A template in the gallery: what it is for, what it takes, and what can be done with it. Its title leads to the whole of it. */
import { Button, Skeleton } from '@mantine/core'
import {
  IconBolt,
  IconCalendarRepeat,
  IconCopy,
  IconDots,
  IconMessageQuestion,
  IconTrash,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { takesAnswer } from '../../contract/form-items.ts'
import { useMe } from '../me.ts'
import type { draftTexts } from '../drafts/draft-texts.ts'
import { rhythmText } from '../drafts/recurrence.ts'
import { rhythmWordTexts } from '../drafts/rhythm-words-texts.ts'
import { type Say, useMessages } from '../messages.ts'
import { ButtonLink } from '../ui/links.tsx'
import { Popup, PopupItem } from '../ui/popup.tsx'
import { RelativeTime } from '../ui/time.tsx'
import { mayChange, useDeletion, useDuplicate, useUse } from './template-acts.ts'
import type { Template } from './template-queries.ts'
import { templateTexts } from './template-texts.ts'
import classes from './templates.module.css'

const icons = { pulse: IconBolt, check_in: IconCalendarRepeat, question: IconMessageQuestion }

const sentences = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** What a card has room for; the page of the template has the rest. */
const firstSentenceOf = (text: string): string => {
  const [first] = sentences.segment(text)
  return first.segment.trim()
}

export function TemplateCard({ template }: { template: Template }) {
  const say = useMessages(templateTexts)
  const { use, isPending } = useUse()
  const { id, kind, title, purpose, questions, minutes, usage, suggested } = template
  const Icon = icons[kind]
  // A question of the library is put into surveys in their editor.
  const isOfSurveys = kind !== 'question'
  return (
    <li className={`card ${classes.template}`} data-template={id}>
      <div className={classes.head}>
        <h3>
          <Icon size={18} stroke={1.75} aria-hidden />
          <Link to="/app/templates/$template" params={{ template: id }}>
            {title}
          </Link>
        </h3>
        <Menu template={template} />
      </div>
      {purpose !== '' && <p className={`small ${classes.purpose}`}>{firstSentenceOf(purpose)}</p>}
      {isOfSurveys && <Asks template={template} />}
      {isOfSurveys && purpose === '' && <FirstAsked template={template} />}
      <div className={classes.foot}>
        <p className="quiet small facts-line">
          {isOfSurveys && (
            <>
              <span>{say(`kind_${kind}`)}</span>
              <span>{say('questions', { count: questions.filter(takesAnswer).length })}</span>
              <span>{say('minutes', { count: minutes })}</span>
              <span>{say(`mode_${suggested.mode}`)}</span>
              {suggested.recurrence && <Rhythm rrule={suggested.recurrence.rrule} />}
            </>
          )}
          {usage.surveys > 0 && (
            <span>
              {usage.last_used_at === null
                ? say('used_in', { count: usage.surveys })
                : say.parts('used_in_last', {
                    count: usage.surveys,
                    when: <RelativeTime key="when" at={usage.last_used_at} />,
                  })}
            </span>
          )}
        </p>
        {isOfSurveys && (
          <Button
            variant="default"
            className={classes.use}
            aria-label={say('use_of', { title })}
            loading={isPending}
            onClick={() => use(template)}
          >
            {say('use')}
          </Button>
        )}
      </div>
    </li>
  )
}

const asksMax = 3

/** What it asks, in its own words: the first few, and how many more. */
function Asks({ template: { title, questions, language } }: { template: Template }) {
  const say = useMessages(templateTexts)
  const asked = questions.filter(takesAnswer)
  // A line that says of one more takes the room of that one.
  const shown = asked.length > asksMax + 1 ? asked.slice(0, asksMax) : asked
  return (
    <ul className={classes.asks} aria-label={say('asks_list', { title })}>
      {shown.map(({ id, text }) => (
        <li key={id} lang={language ?? undefined} title={text}>
          {text}
        </li>
      ))}
      {shown.length < asked.length && (
        <li className={classes.more}>{say('more_asked', { count: asked.length - shown.length })}</li>
      )}
    </ul>
  )
}

/** On a phone in place of the list, where nothing says what it is for: so every card has the same parts. */
function FirstAsked({ template: { questions, language } }: { template: Template }) {
  const first = questions.find(takesAnswer)
  if (!first) return null
  return (
    <p className={`small ${classes.firstAsked}`} lang={language ?? undefined} aria-hidden="true">
      {first.text}
    </p>
  )
}

/** How often a check-in of it asks, as where a survey begins. */
function Rhythm({ rrule }: { rrule: string }) {
  // These are the rhythms of the editors, which a call by both would have to be generic over.
  const say = useMessages(rhythmWordTexts) as unknown as Say<typeof draftTexts>
  return <span>{rhythmText(say, rrule)}</span>
}

function Menu({ template }: { template: Template }) {
  const say = useMessages(templateTexts)
  const { data: me } = useMe()
  const { duplicate } = useDuplicate()
  const remove = useDeletion()
  const isOfSurveys = template.kind !== 'question'
  const isChangeable = mayChange(template, me)
  if (!isOfSurveys && !isChangeable) return null
  return (
    <Popup label={say('more_of', { title: template.title })} face={<IconDots size={18} aria-hidden />}>
      {isOfSurveys && (
        <PopupItem icon={<IconCopy size={16} aria-hidden />} onClick={() => duplicate(template)}>
          {say('duplicate')}
        </PopupItem>
      )}
      {isChangeable && (
        <PopupItem
          tone="bad"
          icon={<IconTrash size={16} aria-hidden />}
          onClick={() => remove.mutate(template)}
        >
          {say('delete')}
        </PopupItem>
      )}
    </Popup>
  )
}

/** Beside the first of an organisation, which has hardly any of its own. */
export function OwnCard() {
  const say = useMessages(templateTexts)
  return (
    <li className={`card ${classes.template} ${classes.own}`}>
      <h3>{say('make_own')}</h3>
      <p className="quiet small">{say('make_own_hint')}</p>
      <ButtonLink variant="default" to="/app/surveys/new">
        {say('write_survey')}
      </ButtonLink>
    </li>
  )
}

/** As large as a card, so that nothing moves when it comes. */
export const WaitingCard = () => (
  <li className={`card ${classes.template}`} aria-hidden="true">
    <Skeleton height={16} width="40%" my={10} />
    <Skeleton height={12} width="90%" my={4} />
    <Skeleton height={12} width="60%" my={4} />
    <Skeleton height={12} width="50%" my={10} />
  </li>
)

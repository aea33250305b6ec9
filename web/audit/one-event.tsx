/** An event at the side of its list: its sentence, what is recorded of it, and every id. */
import { Link } from '@tanstack/react-router'
import { useMessages } from '../messages.ts'
import { CopyIcon } from '../ui/copy-field.tsx'
import { type Fact, Facts } from '../ui/facts.tsx'
import { exactTime } from '../ui/time.tsx'
import classes from './audit.module.css'
import type { AuditEvent } from './audit-queries.ts'
import { auditTexts } from './audit-texts.ts'
import { detailTexts } from './detail-texts.ts'
import { type Detail, detailsOf } from './details.ts'
import { eventTexts } from './event-texts.ts'
import { useKinds } from './kinds.ts'
import { useNamesInLog } from './names-in-log.ts'
import { sentenceTexts } from './sentence-texts.ts'
import { sentenceOf } from './sentences.ts'

export function OneEvent({ event }: { event: AuditEvent | undefined }) {
  const say = useMessages(auditTexts)
  const saySentence = useMessages(sentenceTexts)
  const kind = useMessages(eventTexts)
  const sayDetail = useMessages(detailTexts)
  const kindOf = useKinds()
  const nameOf = useNamesInLog(event ? [event] : [], [], Infinity)
  if (!event) return <p>{say('not_shown')}</p>
  const { id, action, actor, target, occurred_at } = event
  const details = detailsOf({ say: sayDetail, nameOf }, event)
  const idOf = (of: string) => (
    <span className="row">
      {nameOf(of) ?? kindOf(of)} <code className={classes.id}>{of}</code>{' '}
      <CopyIcon value={of} what={say('id')} />
    </span>
  )
  const sentence = sentenceOf({ say: saySentence, kind, nameOf }, event)
  const facts: Fact[] = [
    [say('when'), exactTime(occurred_at)],
    ...(actor.user_id === null ? [] : [[say('actor'), idOf(actor.user_id)] as const]),
    ...(actor.application_id === null ? [] : [[say('application'), idOf(actor.application_id)] as const]),
    [say('way'), say(`by_${actor.kind}`)],
    ...(target === null ? [] : [[say('target'), idOf(target)] as const]),
  ]
  const above = new Set(facts.map(([label]) => label))
  return (
    <div className="stack">
      <h3>{sentence}</h3>
      {details.map(({ name, label, parts }) => label === null && <p key={name}>{parts.join(' ')}</p>)}
      {target !== null && (
        <p>
          <Link
            from="/app/settings/audit"
            to="/app/settings/audit"
            search={(before) => ({ ...before, target, event: undefined })}
          >
            {say('all_of_object')}
          </Link>
        </p>
      )}
      <Facts
        facts={[
          ...facts,
          ...details.flatMap(({ label, parts }) =>
            label === null
              ? []
              : [
                  [
                    above.has(label) ? say('recorded', { fact: label }) : label,
                    <Parts key={label} parts={parts} />,
                  ] as const,
                ],
          ),
          ...(sentence === kind(action) ? [] : [[say('kind'), kind(action)] as const]),
          [say('event_id'), idOf(id)],
        ]}
      />
    </div>
  )
}

/** So many stand in a line; more are opened. */
const partsShown = 12

function Parts({ parts }: Pick<Detail, 'parts'>) {
  const say = useMessages(detailTexts)
  const whole = <span className={classes.id}>{parts.join(', ')}</span>
  return parts.length > partsShown ? (
    <details>
      <summary>{say('show_all', { count: parts.length })}</summary>
      {whole}
    </details>
  ) : (
    whole
  )
}

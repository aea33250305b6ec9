/** Before people are asked: how many, when and until when, what they are promised, and which teams will see nothing of their own. */
import { useQuery } from '@tanstack/react-query'
import { SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { type Kind, previewQuery } from './draft-queries.ts'
import { AskedOften, AskedTeams, ResultReaders, SentBy } from './open-facts.tsx'
import { openTexts } from './open-texts.ts'
import { asksSomebody, type Fields } from './fields.ts'
import classes from './drafts.module.css'
import { HiddenTeams } from './hidden-alert.tsx'
import { useSimulation } from './simulator.tsx'
import { languageName } from './draft-words.ts'

type Props = {
  kind: Kind
  id: string
  fields: Fields
  title: string
  when: string
  until: string
  /** When it first asks all of them; null: each person on a day of their own, or nobody knows yet. */
  opensAt: string | null
  action: string
  isBusy: boolean
  error: unknown
  onConfirm: () => void
  onClose: () => void
}

const refusals = [
  'no_recipients',
  'roster_too_small',
  'exclusion_too_small',
  'recipients_out_of_reach',
] as const

export function OpenDialog(props: Props) {
  const { kind, id, fields, title, when, until, opensAt, action, isBusy, error, onConfirm, onClose } = props
  const say = useMessages(openTexts)
  const simulation = useSimulation({ kind, id, fields }).data
  const promise = useQuery(previewQuery(kind, id, {})).data
  const lacking = (promise?.translations ?? []).filter(({ missing }) => missing.length > 0)
  const hidden = simulation?.teams.filter(({ scores }) => scores === 0) ?? []
  const refused = refusals.find((code) => error instanceof SondeError && error.code === code)
  const isLacking = !asksSomebody(fields)
  return (
    <ConfirmDialog
      title={title}
      effect={
        <div className="stack-tight">
          {isLacking && (
            <Alert tone="warn">
              {say('nobody_yet')}{' '}
              <a href="#audience" onClick={onClose}>
                {say('choose_teams')}
              </a>
            </Alert>
          )}
          <p>
            {!isLacking && (
              <strong>
                {fields.lifecycle
                  ? say('in_turn')
                  : simulation && say('reaches', { count: simulation.recipients })}
              </strong>
            )}{' '}
            {when} {until}
          </p>
          {simulation && hidden.length > 0 && <HiddenTeams {...{ kind, id, fields, simulation, hidden }} />}
          <AskedTeams fields={fields} />
          <SentBy kind={kind} id={id} fields={fields} />
          <ResultReaders confidentiality={fields.confidentiality} />
          {opensAt !== null && <AskedOften id={id} fields={fields} opensAt={opensAt} />}
          {lacking.map(({ language, missing }) => (
            <p key={language} className="quiet">
              {say('translation_lacks', { language: languageName(language), count: missing.length })}
            </p>
          ))}
          {promise && (
            <div>
              <h3>{say('promise')}</h3>
              <blockquote className={classes.quote} lang={promise.language}>
                <p>{promise.confidentiality.sentence}</p>
                <p>{promise.confidentiality.retention}</p>
              </blockquote>
            </div>
          )}
          {refused && <Alert tone="bad">{say(`refused_${refused}`)}</Alert>}
        </div>
      }
      action={action}
      isLacking={isLacking}
      isBusy={isBusy}
      error={refused ? null : error}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}

/**
 * Translations that a language model proposes, each beside its original. A proposal is nothing of the draft before a person accepts it; then it
 * is what they typed, saved and undone as such. What is undone is proposed again, because only texts without a translation are.
 */
import { Button, Textarea } from '@mantine/core'
import { type MouseEvent, useRef, useState } from 'react'
import type { SurveyKind } from '../../contract/templates.ts'
import type { Translation } from '../../contract/translations.ts'
import { labelCountOf, lengthMaxOf, type Text, textsOf, withText } from '../../contract/wording.ts'
import { explain, SondeError } from '../api.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { SkeletonLines } from '../ui/states.tsx'
import type { Worded } from './fields.ts'
import { type Asking, type Proposal, useProposal } from './proposal-queries.ts'
import { proposalTexts } from './proposal-texts.ts'
import { keyOf, openProposal, type Proposals, type Proposed } from './proposed.ts'
import classes from './proposal-list.module.css'

/** Where proposals come from, and for which survey. */
export type Proposing = {
  readonly kind: SurveyKind
  readonly id: string
  /** The host of the language model. */
  readonly host: string
  /** The service reads what is saved. @returns whether everything is */
  readonly onSettle: () => Promise<boolean>
}

type Props = Proposing & {
  language: string
  fields: Worded
  proposed: Proposals
  onPropose: (proposed: Proposals) => void
  onChange: (translation: Translation, field: string) => void
}

export function ProposalList(props: Props) {
  const { kind, id, host, onSettle, language, fields, proposed: all, onPropose, onChange } = props
  const say = useMessages(proposalTexts)
  const panel = useRef<HTMLElement>(null)
  const [rejected, setRejected] = useState<Proposal['rejected']>([])
  const [next, setNext] = useState<string | null>(null)
  const [isUnsaved, setUnsaved] = useState(false)
  const take = (reply: Proposal, { asked, from }: Asking): void => {
    const proposed = textsOf(asked, reply.translation).flatMap((text) =>
      text.translated === undefined
        ? []
        : [[keyOf(text), { text, value: text.translated, isDropped: false }] as const],
    )
    onPropose(new Map([...(from === null ? [] : all), ...proposed]))
    setRejected([...(from === null ? [] : rejected), ...reply.rejected])
    setNext(reply.next)
  }
  const asking = useProposal({ kind, id, language }, take)
  const ask = (from: string | null): void =>
    void onSettle().then((isSaved) => {
      setUnsaved(!isSaved)
      if (isSaved) asking.mutate({ asked: fields, from })
    })

  const translation = fields.translations[language] ?? {}
  const missing = textsOf(fields, translation).filter(
    ({ text, translated }) => translated === undefined && text.trim() !== '',
  )
  const open = missing.flatMap((text) => {
    const proposed = openProposal(all, text)
    return proposed ? [{ ...proposed, text }] : []
  })
  const leftOut = missing.flatMap((text) => {
    const fault = rejected.find(({ pointer }) => pointer === text.pointer)
    return fault ? [{ text, reason: fault.reason }] : []
  })
  const change = (text: Text, patch: Partial<Proposed>): void => {
    const proposed = all.get(keyOf(text))
    if (proposed) onPropose(new Map([...all, [keyOf(text), { ...proposed, ...patch }]]))
  }
  const accept = (accepted: readonly Proposed[], field: string): void =>
    onChange(
      accepted
        .filter(({ value }) => value.trim() !== '')
        .reduce(
          (sum, { text, value }) => withText(sum, text, value, labelCountOf(fields.questions, text)),
          translation,
        ),
      field,
    )
  const errorText = (error: unknown): string =>
    error instanceof SondeError && error.code === 'language_model_failed'
      ? say('model_failed', { host })
      : explain(error)
  const isDecided = all.size > 0 && open.length === 0
  return (
    <section ref={panel} tabIndex={-1} aria-label={say('proposals')} className={classes.panel}>
      {open.length > 0 && (
        <>
          <p className="quiet small" role="status">
            {say('proposed', { count: open.length })}
          </p>
          <Button
            variant="default"
            onClick={() => {
              panel.current?.focus()
              accept(open, 'accepted')
            }}
          >
            {say('accept_all', { count: open.length })}
          </Button>
          <ul className={classes.list}>
            {open.map(({ text, value, isDropped }) => (
              <li key={keyOf(text)} className={classes.proposal}>
                <p className={classes.original} dir="auto">
                  {text.text}
                </p>
                <div>
                  <p className="quiet small">{say('proposed_one')}</p>
                  <Textarea
                    aria-label={say('proposal_for', { text: text.text })}
                    lang={language}
                    dir="auto"
                    autosize={false}
                    rows={rowsOf(value)}
                    maxLength={lengthMaxOf(text)}
                    value={value}
                    onChange={({ currentTarget }) => change(text, { value: currentTarget.value })}
                  />
                  <div className={classes.decide}>
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={say('accept_for', { text: text.text })}
                      disabled={value.trim() === ''}
                      onClick={(event) => {
                        focusAfter(event, panel.current)
                        accept([{ text, value, isDropped }], `accept ${text.pointer}`)
                      }}
                    >
                      {say('accept')}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      aria-label={say('drop_for', { text: text.text })}
                      onClick={(event) => {
                        focusAfter(event, panel.current)
                        change(text, { isDropped: true })
                      }}
                    >
                      {say('drop')}
                    </Button>
                  </div>
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
      {isDecided && (
        <p className="quiet small" role="status">
          {say('all_decided')}
        </p>
      )}
      {leftOut.length > 0 && (
        <div>
          <p className="quiet small">{say('left_out', { count: leftOut.length })}</p>
          <ul className={`quiet small ${classes.leftOut}`}>
            {leftOut.map(({ text, reason }) => (
              <li key={text.pointer}>
                <bdi>{text.text}</bdi>: {say(`fault_${reason}`)}
              </li>
            ))}
          </ul>
        </div>
      )}
      {isUnsaved && <Alert tone="warn">{say('not_saved')}</Alert>}
      {asking.error && !asking.isPending ? <Alert tone="bad">{errorText(asking.error)}</Alert> : null}
      {asking.isPending ? (
        <>
          <p className="quiet small" role="status">
            {say('proposing', { host })}
          </p>
          <SkeletonLines lines={2} />
        </>
      ) : (
        missing.length > 0 && (
          <>
            {all.size === 0 && <p className="quiet small">{say('propose_hint', { host })}</p>}
            {(all.size === 0 || next !== null || asking.error !== null) && (
              <Button variant="default" onClick={() => ask(asking.error ? asking.variables.from : next)}>
                {say(asking.error ? 'propose_again' : next === null ? 'propose' : 'propose_more')}
              </Button>
            )}
          </>
        )
      )}
    </section>
  )
}

/** Beside its original a field is narrow. */
const lineLength = 26
const rowsMax = 5

const rowsOf = (value: string): number => Math.max(1, Math.min(rowsMax, Math.ceil(value.length / lineLength)))

/** What is decided goes away: the focus goes to the next proposal, otherwise to the one before, otherwise to the panel. */
function focusAfter({ currentTarget }: MouseEvent<HTMLElement>, panel: HTMLElement | null): void {
  const item = currentTarget.closest('li')
  const neighbour = item?.nextElementSibling ?? item?.previousElementSibling
  const field = neighbour?.querySelector('textarea') ?? panel
  field?.focus()
}

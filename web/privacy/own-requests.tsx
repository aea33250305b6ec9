/** A person's own privacy requests, in their account: asking, withdrawing, and the copy once it is ready. */
import { Button, Textarea } from '@mantine/core'
import { useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { privacyKinds, privacyTransitions } from '../../contract/privacy-states.ts'
import classes from '../account/account.module.css'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import { LoadMore } from '../ui/load-more.tsx'
import { QueryState } from '../ui/query-state.tsx'
import text from '../ui/text.module.css'
import { RelativeTime } from '../ui/time.tsx'
import { uiTexts } from '../ui/ui-texts.ts'
import {
  type PrivacyKind,
  type PrivacyRequest,
  useOwnCopy,
  useOwnPrivacyRequest,
  useOwnPrivacyRequests,
  useOwnPrivacyWithdrawal,
} from './privacy-queries.ts'
import { privacyTexts } from './privacy-texts.ts'

export function OwnRequests() {
  const say = useMessages(privacyTexts)
  const list = useOwnPrivacyRequests()
  return (
    <section className="card pad stack" aria-labelledby="own-data">
      <div className="stack-tight">
        <h2 id="own-data">{say('own_title')}</h2>
        <p className="quiet">{say('own_hint')}</p>
      </div>
      <QueryState query={list}>
        {(requests) =>
          requests.length > 0 && (
            <ul className={classes.lines}>
              {requests.map((request) => (
                <OwnRequest key={request.id} request={request} />
              ))}
            </ul>
          )
        }
      </QueryState>
      <LoadMore list={list} />
      <Ask />
    </section>
  )
}

const canWithdraw = ({ state }: PrivacyRequest): boolean =>
  privacyTransitions.cancel.from.some((from) => from === state)

function OwnRequest({ request }: { request: PrivacyRequest }) {
  const say = useMessages(privacyTexts)
  const withdrawal = useOwnPrivacyWithdrawal(say('withdrawn'))
  const copy = useOwnCopy(request)
  const { kind, state, reason } = request
  const status = say(`state_${state}`)
  const isReady = state === 'ready'
  const [sentence, at] = canWithdraw(request)
    ? (['due_by', request.deadline_at] as const)
    : isReady
      ? (['ready_until', request.expires_at] as const)
      : (['ended_at', request.ended_at ?? request.updated_at] as const)
  return (
    <li className="row-between">
      <div className={text.name}>
        <strong>{say(`kind_${kind}`)}</strong>
        <p className={text.detail}>
          {say.parts(sentence, { status, when: <RelativeTime key="when" at={at} /> })}
        </p>
        {reason && <p className={text.detail}>{reason}</p>}
      </div>
      <div className="row">
        {isReady &&
          (['html', 'json'] as const).map((format) => (
            <Button
              key={format}
              size="compact-sm"
              variant={format === 'html' ? 'filled' : 'default'}
              loading={copy.isPending && copy.variables === format}
              onClick={() => copy.mutate(format)}
            >
              {say(`download_${format}`)}
            </Button>
          ))}
        {canWithdraw(request) && (
          <Button
            variant="default"
            size="compact-sm"
            loading={withdrawal.isPending}
            aria-label={say('withdraw_named', { kind: say(`kind_${kind}`) })}
            onClick={() => withdrawal.mutate(request)}
          >
            {say('withdraw')}
          </Button>
        )}
      </div>
    </li>
  )
}

function Ask() {
  const say = useMessages(privacyTexts)
  const sayUi = useMessages(uiTexts)
  const [kind, setKind] = useState<PrivacyKind | null>(null)
  const [note, setNote] = useState('')
  const close = (): void => {
    ask.reset()
    setKind(null)
    setNote('')
  }
  const ask = useOwnPrivacyRequest(say('asked'), () => close())
  return (
    <>
      <div className="row">
        {privacyKinds.map((one) => (
          <Button key={one} variant="default" size="compact-sm" onClick={() => setKind(one)}>
            {sayUi('opens_dialog', { what: say(`ask_${one}`) })}
          </Button>
        ))}
      </div>
      {kind && (
        <Confirm
          title={say(`ask_${kind}_title`)}
          effect={say(`ask_${kind}_effect`)}
          action={say(`ask_${kind}`)}
          onClose={close}
          onConfirm={() => ask.mutate({ kind, ...(note.trim() !== '' && { note: note.trim() }) })}
          isBusy={ask.isPending}
          error={ask.error}
        >
          <Textarea
            label={say('note_label')}
            autosize
            minRows={2}
            maxLength={limits.textLengthMax}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </Confirm>
      )}
    </>
  )
}

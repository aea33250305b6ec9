/** Writes a reply, and shows what everyone who was asked will see of it before it is published. */
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { explain } from '../api.ts'
import { useMe } from '../me.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Choice } from '../ui/choice.tsx'
import forms from '../ui/form.module.css'
import { Modal } from '../ui/modal.tsx'
import { askedIn, type Reply, type ReplyKind, type Scope, useSaveReply } from './reply-queries.ts'
import { replyTexts } from './reply-texts.ts'
import classes from './replies.module.css'

type Props = {
  insightId: string
  scope: Scope
  /** null: a new one */
  draft: Reply | null
  /** The action that is done, of which everyone hears. */
  actionId?: string
  onClose: () => void
  onDone: (reply: Reply) => void
}

const kinds = ['heard', 'answer', 'done'] as const

export function ReplyDialog({ insightId, scope, draft, actionId, onClose, onDone }: Props) {
  const say = useMessages(replyTexts)
  const [kind, setKind] = useState<ReplyKind>(draft?.kind ?? (actionId === undefined ? 'answer' : 'done'))
  const [text, setText] = useState(draft?.text ?? '')
  const [isMissing, setMissing] = useState(false)
  const saving = useSaveReply({ onDone })
  const send = (isPublished: boolean): void => {
    setMissing(text.trim() === '')
    if (text.trim() === '' || saving.isPending) return
    const action = kind === 'done' ? (draft?.action_id ?? actionId ?? null) : null
    saving.mutate({ insightId, draft, isPublished, kind, text, actionId: action })
  }
  const publish = (event: FormEvent): void => {
    event.preventDefault()
    send(true)
  }
  return (
    <Modal onClose={onClose} title={<strong>{say('dialog_title')}</strong>} size="lg">
      <form onSubmit={publish} className="stack">
        <p>
          {say('dialog_hint')} <Readers scope={scope} />
        </p>
        <Choice
          label={say('kind')}
          value={kind}
          options={kinds.map((value) => ({ value, label: say(`kind_${value}`) }))}
          onChange={setKind}
        />
        <Textarea
          label={say('text')}
          description={say('warning')}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={isMissing && text.trim() === '' ? say('text_missing') : undefined}
          maxLength={limits.replyTextLengthMax}
          rows={5}
          data-autofocus
        />
        <Preview kind={kind} text={text} />
        <p className="quiet small">{say('timing')}</p>
        {saving.error ? <Alert tone="bad">{explain(saving.error)}</Alert> : null}
        <div className={forms.ends}>
          <Button variant="default" onClick={() => send(false)} disabled={saving.isPending}>
            {say('save')}
          </Button>
          <Button type="submit" loading={saving.isPending}>
            {say('publish')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}

/** Only where the number of people asked is released. */
function Readers({ scope }: { scope: Scope }) {
  const say = useMessages(replyTexts)
  const [participation] = useQuery(askedIn(scope)).data?.insights ?? []
  const count = participation?.n ?? null
  return count === null ? null : <span className="figures">{say('readers', { count })}</span>
}

function Preview({ kind, text }: { kind: ReplyKind; text: string }) {
  const say = useMessages(replyTexts)
  const { data: me } = useMe()
  return (
    <section className="stack-tight" aria-label={say('preview')}>
      <h3>{say('preview')}</h3>
      <div className={`card pad ${classes.preview}`}>
        <h4>{say(`kind_${kind}`)}</h4>
        <p className={classes.words} dir="auto">
          {text.trim() === '' ? <span className="quiet">{say('preview_empty')}</span> : text}
        </p>
        <p className="quiet small">{me?.user?.name ?? say('in_your_name')}</p>
      </div>
    </section>
  )
}

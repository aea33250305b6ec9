/** Agreeing to one use of the operator's language model, and ending that. */
import '@mantine/core/styles/Switch.css'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { explain } from '../api.ts'
import { useMessages } from '../messages.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

type Props = {
  organisation: Organisation
  purpose: 'language_model' | 'translation_model'
  words: {
    title: string
    hint: string
    on: string
    onHint: string
    off: string
    offHint: string
    /** The question of the dialog. */
    question: string
    effect: string
  }
}

export function ModelAgreement({ organisation, purpose, words }: Props) {
  const say = useMessages(organisationTexts)
  const [isAsking, setAsking] = useState(false)
  const save = useOrganisationUpdate(organisation, say('saved'))
  const agrees = organisation[purpose]
  return (
    <section className="card pad stack" aria-labelledby={purpose}>
      <div className="stack-tight">
        <h2 id={purpose}>{words.title}</h2>
        <p className="quiet">{words.hint}</p>
      </div>
      <Switch
        classNames={{ track: classes.track }}
        label={agrees ? words.on : words.off}
        description={agrees ? words.onHint : words.offHint}
        checked={agrees}
        disabled={save.isPending}
        onChange={() => (agrees ? save.mutate({ [purpose]: false }) : setAsking(true))}
      />
      {save.error && !isAsking ? <Alert tone="bad">{explain(save.error)}</Alert> : null}
      {isAsking && (
        <Confirm
          title={words.question}
          effect={words.effect}
          action={say('agree')}
          onClose={() => {
            save.reset()
            setAsking(false)
          }}
          onConfirm={() => save.mutate({ [purpose]: true }, { onSuccess: () => setAsking(false) })}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}

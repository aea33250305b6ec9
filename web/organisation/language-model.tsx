/** Agreeing to the operator's language model, and ending that: what leaves the house by it, and what never does. */
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { explain } from '../api.ts'
import { Alert } from '../ui/alert.tsx'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'

export function LanguageModel({ organisation }: { organisation: Organisation }) {
  const [isAsking, setAsking] = useState(false)
  const save = useOrganisationUpdate(organisation, 'Saved')
  const agrees = organisation.language_model
  return (
    <section className="card pad stack" aria-labelledby="model">
      <div className="stack-tight">
        <h2 id="model">Language model</h2>
        <p className="quiet">
          A language model can put findings into words. It sees comments that may be shown anyway, redacted
          and of enough people, once a collection has closed, and never one that speaks of harm. It changes no
          figure. People are told before they answer; what opened before you agreed is never sent.
        </p>
      </div>
      <Switch
        classNames={{ track: classes.track }}
        label={agrees ? `Agreed, to ${organisation.language_model_host}` : 'Comments may be sent to it'}
        description={
          agrees
            ? 'To this host alone: another one would be asked about anew.'
            : 'Off: nothing is sent anywhere.'
        }
        checked={agrees}
        disabled={save.isPending}
        onChange={() => (agrees ? save.mutate({ language_model: false }) : setAsking(true))}
      />
      {save.error && !isAsking ? <Alert tone="bad">{explain(save.error)}</Alert> : null}
      {isAsking && (
        <Confirm
          title="Agree to the language model"
          effect="From the next collection that opens, comments that may be shown are sent to the host that the operator of this service has set up. People who are asked read so before they answer."
          action="Agree"
          onClose={() => {
            save.reset()
            setAsking(false)
          }}
          onConfirm={() => save.mutate({ language_model: true })}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}

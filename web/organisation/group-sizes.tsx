/** The minimum group sizes under every promise, which only ever rise. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

const sizes = ['k_score', 'k_comment', 'k_rate'] as const

type Size = (typeof sizes)[number]

/** As contract/organisation.ts has it. */
const sizeMax = 1000

const draftsOf = (current: Record<Size, number>): Record<Size, string> => ({
  k_score: String(current.k_score),
  k_comment: String(current.k_comment),
  k_rate: String(current.k_rate),
})

type Fault = 'size_invalid' | 'size_too_low'

const faultOf = (draft: string, current: number): Fault | null => {
  if (!/^\d{1,4}$/.test(draft) || Number(draft) > sizeMax) return 'size_invalid'
  return Number(draft) < current ? 'size_too_low' : null
}

export function GroupSizes({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const current = organisation.confidentiality
  const [drafts, setDrafts] = useState<Record<Size, string>>(() => draftsOf(current))
  const [isAsking, setAsking] = useState(false)
  const save = useOrganisationUpdate(organisation, say('sizes_raised'))
  const changes = sizes.filter((size) => drafts[size] !== String(current[size]))
  const isGood = sizes.every((size) => faultOf(drafts[size], current[size]) === null)
  return (
    <section className="card pad stack" aria-labelledby="sizes">
      <div className="stack-tight">
        <h2 id="sizes">{say('sizes')}</h2>
        <p className="quiet">{say('sizes_hint')}</p>
      </div>
      <div className={classes.three}>
        {sizes.map((size) => {
          const fault = faultOf(drafts[size], current[size])
          return (
            <TextInput
              key={size}
              type="number"
              inputMode="numeric"
              label={say(size)}
              description={say(`${size}_hint`)}
              value={drafts[size]}
              min={current[size]}
              max={sizeMax}
              step={1}
              error={fault && say(fault, { max: sizeMax, current: current[size] })}
              inputWrapperOrder={['label', 'input', 'error', 'description']}
              onChange={(event) => setDrafts({ ...drafts, [size]: event.currentTarget.value })}
            />
          )
        })}
      </div>
      <div className={classes.ends}>
        <Button disabled={changes.length === 0 || !isGood} onClick={() => setAsking(true)}>
          {say('raise')}
        </Button>
      </div>
      {isAsking && (
        <Confirm
          onClose={() => setAsking(false)}
          title={say('raise_title')}
          effect={
            <div className="stack-tight">
              <ul>
                {changes.map((size) => (
                  <li key={size}>
                    {say.parts('raise_line', {
                      label: say(size),
                      before: current[size],
                      after: <strong key="after">{drafts[size]}</strong>,
                    })}
                  </li>
                ))}
              </ul>
              <p>{say('raise_effect')}</p>
            </div>
          }
          typeToConfirm={organisation.name}
          action={say('raise')}
          onConfirm={() =>
            save.mutate(
              {
                confidentiality: Object.fromEntries(changes.map((size) => [size, Number(drafts[size])])),
              },
              { onSuccess: () => setAsking(false) },
            )
          }
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}

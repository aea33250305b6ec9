/** Of whom the built-in sign-in requires a second factor. Changing it needs a recent sign-in, so it is confirmed. */
import { Button, Radio } from '@mantine/core'
import { useState } from 'react'
import { secondFactorRules } from '../../contract/second-factor-rules.ts'
import { useMessages } from '../messages.ts'
import { Confirm } from '../ui/confirm.tsx'
import classes from '../ui/form.module.css'
import { useDialog } from '../ui/sign-in-again.tsx'
import { type Organisation, useOrganisationUpdate } from './organisation-queries.ts'
import { organisationTexts } from './organisation-texts.ts'

type Rule = Organisation['second_factor']

const draftKey = 'sonde.second-factor-rule'

/** What was chosen before the person left to sign in again. */
const leftDraft = (): Rule | undefined =>
  secondFactorRules.find((rule) => rule === sessionStorage.getItem(draftKey))

export function SecondFactor({ organisation }: { organisation: Organisation }) {
  const say = useMessages(organisationTexts)
  const current = organisation.second_factor
  const { isOpen, open, close } = useDialog('second-factor')
  const [rule, setRule] = useState<Rule>(() => (isOpen ? (leftDraft() ?? current) : current))
  const save = useOrganisationUpdate(organisation, say('saved'))
  const ask = (): void => {
    sessionStorage.setItem(draftKey, rule)
    open()
  }
  return (
    <section className="card pad stack" aria-labelledby="second-factor">
      <div className="stack-tight">
        <h2 id="second-factor">{say('second_factor')}</h2>
        <p className="quiet">{say('second_factor_hint')}</p>
      </div>
      <Radio.Group
        label={say('second_factor_rule')}
        value={rule}
        onChange={(value) => setRule(secondFactorRules.find((one) => one === value) ?? current)}
      >
        <div className="stack-tight">
          {secondFactorRules.map((one) => (
            <Radio key={one} value={one} label={say(`second_factor_${one}`)} />
          ))}
        </div>
      </Radio.Group>
      <div className={classes.ends}>
        <Button disabled={rule === current} onClick={ask}>
          {say('save')}
        </Button>
      </div>
      {isOpen && rule !== current && (
        <Confirm
          name="second-factor"
          title={say('second_factor_title')}
          effect={say(rule === 'optional' ? 'second_factor_less' : 'second_factor_more')}
          action={say('save')}
          onClose={() => {
            save.reset()
            close()
          }}
          onConfirm={() => save.mutate({ second_factor: rule })}
          isBusy={save.isPending}
          error={save.error}
        />
      )}
    </section>
  )
}

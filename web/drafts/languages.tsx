/** The languages of a survey. Most have one, so what translates is loaded when it is asked for, or is there already. */
import { Button } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { loadMessages, useMessages } from '../messages.ts'
import { SkeletonLines } from '../ui/states.tsx'
import { draftTexts } from './draft-texts.ts'
import { languageName } from './draft-words.ts'
import classes from './drafts.module.css'
import type { Worded } from './fields.ts'
import type { Proposing } from './proposal-list.tsx'
import { translationTexts } from './translation-texts.ts'

const TranslationList = lazy(async () => {
  const [{ TranslationList }] = await Promise.all([
    import('./translation-list.tsx'),
    loadMessages(translationTexts),
  ])
  return { default: TranslationList }
})

type Props = {
  /** Which readers can choose. */
  languages: readonly string[]
  /** Whether every text is translated, as it is stored; undefined while nobody knows. */
  isWhole: boolean | undefined
  fields: Worded
  onChange: (patch: Partial<Worded>, field: string) => void
  /** Absent where no language model may be asked. */
  proposing?: Proposing | undefined
}

export function Languages(props: Props) {
  const say = useMessages(draftTexts)
  const { isWhole, ...list } = props
  const { language, translations } = props.fields
  const present = Object.keys(translations)
  const isUsed = language !== null || present.length > 0
  const [isAsked, setAsked] = useState(false)
  /** As it was at first: what somebody is writing is not folded away with its last word. */
  const [wasWhole, setWasWhole] = useState<boolean>()
  if (wasWhole === undefined && isWhole !== undefined) setWasWhole(isWhole && present.length > 0)
  const isFolded = isUsed && !isAsked && wasWhole !== false
  return (
    <section aria-labelledby="languages" className={`card pad ${classes.parts}`}>
      <h2 id="languages">{say('languages')}</h2>
      <p className="quiet small">{say('languages_hint')}</p>
      {isFolded ? (
        wasWhole === undefined ? (
          <SkeletonLines lines={2} />
        ) : (
          <p className={classes.line}>
            <span>
              {say(isWhole ? 'translated' : 'translated_partly', {
                languages: present.map(languageName).join(', '),
              })}
            </span>
            <Button variant="default" size="compact-sm" onClick={() => setAsked(true)}>
              {say('edit_translations')}
            </Button>
          </p>
        )
      ) : isUsed || isAsked ? (
        <Suspense fallback={<SkeletonLines lines={2} />}>
          <TranslationList {...list} hasFocus={isAsked} />
        </Suspense>
      ) : (
        <div>
          <Button variant="default" onClick={() => setAsked(true)}>
            {say('translate')}
          </Button>
        </div>
      )}
    </section>
  )
}

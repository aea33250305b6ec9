/** The language that a survey is written in, and every text beside its translation. */
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import type { Translation } from '../../contract/translations.ts'
import { labelCountOf, lengthMaxOf, textsOf, withText } from '../../contract/wording.ts'
import { loadMessages, useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { languageName } from './draft-words.ts'
import classes from './drafts.module.css'
import type { Worded } from './fields.ts'
import { proposalTexts } from './proposal-texts.ts'
import type { Proposing } from './proposal-list.tsx'
import { openProposal, type Proposals } from './proposed.ts'
import { translationTexts } from './translation-texts.ts'

const ProposalList = lazy(async () => {
  const [{ ProposalList }] = await Promise.all([import('./proposal-list.tsx'), loadMessages(proposalTexts)])
  return { default: ProposalList }
})

type Props = {
  languages: readonly string[]
  fields: Worded
  onChange: (patch: Partial<Worded>, field: string) => void
  /** Absent where no language model may be asked. */
  proposing?: Proposing | undefined
  /** Somebody has just asked for it. */
  hasFocus: boolean
}

export function TranslationList({ languages, fields, onChange, proposing, hasFocus }: Props) {
  const say = useMessages(translationTexts)
  const { language, translations } = fields
  const present = Object.keys(translations)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = present.find((one) => one === chosen) ?? present[0]
  const possible = languages.filter((one) => one !== language && !present.includes(one))
  const [added, setAdded] = useState('')
  const next = possible.find((one) => one === added) ?? possible[0]
  const set = (tag: string, translation: Translation, field: string): void =>
    onChange({ translations: { ...translations, [tag]: translation } }, `${tag} ${field}`)
  const remove = (tag: string): void => {
    const { [tag]: _gone, ...rest } = translations
    onChange({ translations: rest }, `remove ${tag}`)
  }
  return (
    <>
      <div className={form.pair}>
        <NativeSelect
          label={say('main_language')}
          autoFocus={hasFocus}
          value={language ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ language: value || null }, 'language')}
          data={[
            { value: '', label: say('organisation_language') },
            ...languages
              .filter((one) => !present.includes(one))
              .map((value) => ({ value, label: languageName(value) })),
          ]}
        />
        {present.length > 0 && shown !== undefined && (
          <NativeSelect
            label={say('translation')}
            value={shown}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={present.map((value) => ({ value, label: languageName(value) }))}
          />
        )}
      </div>
      {shown !== undefined && (
        <TranslatedTexts
          key={shown}
          language={shown}
          fields={fields}
          proposing={proposing}
          onChange={(translation, field) => set(shown, translation, field)}
          onRemove={() => remove(shown)}
        />
      )}
      {next !== undefined && (
        <div className={classes.add}>
          <NativeSelect
            aria-label={say('new_language')}
            value={next}
            onChange={({ currentTarget }) => setAdded(currentTarget.value)}
            data={possible.map((value) => ({ value, label: languageName(value) }))}
          />
          <Button
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => {
              set(next, {}, 'add')
              setChosen(next)
            }}
          >
            {say('add_translation')}
          </Button>
        </div>
      )}
    </>
  )
}

type TextsProps = {
  language: string
  fields: Worded
  proposing: Proposing | undefined
  onChange: (translation: Translation, field: string) => void
  onRemove: () => void
}

function TranslatedTexts({ language, fields, proposing, onChange, onRemove }: TextsProps) {
  const say = useMessages(translationTexts)
  const translation = fields.translations[language] ?? {}
  const texts = textsOf(fields, translation).filter(({ text }) => text.trim() !== '')
  const missing = texts.filter(({ translated }) => translated === undefined).length
  /** Once there, it stays: it says what became of its proposals. */
  const [hasProposals, setHasProposals] = useState(false)
  if (proposing && missing > 0 && !hasProposals) setHasProposals(true)
  const [proposed, setProposed] = useState<Proposals>(new Map())
  /** Where somebody is writing: no reply of a model takes that field away. */
  const [focused, setFocused] = useState<string | null>(null)
  // A text whose proposal waits has its field there.
  const own = texts.filter((text) => text.pointer === focused || !openProposal(proposed, text))
  return (
    <div className="stack-tight" role="group" aria-label={languageName(language)}>
      <p className="quiet small" role="status">
        {missing === 0 ? say('translation_whole') : say('translation_missing', { count: missing })}
      </p>
      {proposing && hasProposals && (
        <Suspense>
          <ProposalList
            {...proposing}
            language={language}
            fields={fields}
            proposed={proposed}
            onPropose={setProposed}
            onChange={onChange}
          />
        </Suspense>
      )}
      {own.map((text) => (
        <Textarea
          key={text.pointer}
          label={text.text}
          lang={language}
          dir="auto"
          autosize={false}
          rows={text.text.length > longText ? 3 : 1}
          maxLength={lengthMaxOf(text)}
          value={text.translated ?? ''}
          onFocus={() => setFocused(text.pointer)}
          onBlur={() => setFocused(null)}
          onChange={({ currentTarget: { value } }) =>
            onChange(withText(translation, text, value, labelCountOf(fields.questions, text)), text.pointer)
          }
        />
      ))}
      <div>
        <Button variant="subtle" size="compact-sm" onClick={onRemove}>
          {say('remove_translation', { language: languageName(language) })}
        </Button>
      </div>
    </div>
  )
}

const longText = 80

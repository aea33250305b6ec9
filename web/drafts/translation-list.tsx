/** The language that a survey is written in, and every text beside its translation. */
import { Button, NativeSelect, Textarea } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Translation } from '../../contract/translations.ts'
import { labelCountOf, lengthMaxOf, textsOf, withText } from '../../contract/wording.ts'
import { useMessages } from '../messages.ts'
import form from '../ui/form.module.css'
import { languageName } from './draft-words.ts'
import classes from './drafts.module.css'
import type { Worded } from './fields.ts'
import { translationTexts } from './translation-texts.ts'

type Props = {
  languages: readonly string[]
  fields: Worded
  onChange: (patch: Partial<Worded>, field: string) => void
  /** Somebody has just asked for it. */
  hasFocus: boolean
}

export function TranslationList({ languages, fields, onChange, hasFocus }: Props) {
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
  onChange: (translation: Translation, field: string) => void
  onRemove: () => void
}

function TranslatedTexts({ language, fields, onChange, onRemove }: TextsProps) {
  const say = useMessages(translationTexts)
  const translation = fields.translations[language] ?? {}
  const texts = textsOf(fields, translation).filter(({ text }) => text.trim() !== '')
  const missing = texts.filter(({ translated }) => translated === undefined).length
  return (
    <div className="stack-tight" role="group" aria-label={languageName(language)}>
      <p className="quiet small" role="status">
        {missing === 0 ? say('translation_whole') : say('translation_missing', { count: missing })}
      </p>
      {texts.map((text) => (
        <Textarea
          key={text.pointer}
          label={text.text}
          lang={language}
          dir="auto"
          autosize={false}
          rows={text.text.length > longText ? 3 : 1}
          maxLength={lengthMaxOf(text)}
          value={text.translated ?? ''}
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

/** The answer page as recipients will get it, on a phone, in any of its languages and in both themes. A frame that can do nothing. */
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../messages.ts'
import { Choice } from '../ui/choice.tsx'
import { Failure, SkeletonLines } from '../ui/states.tsx'
import { showDone, showFailure } from '../ui/toast.ts'
import { type Kind, previewQuery, useTest } from './draft-queries.ts'
import { draftTexts } from './draft-texts.ts'
import classes from './drafts.module.css'
import { languageName } from './draft-words.ts'

type Theme = 'device' | 'light' | 'dark'
const themes = ['device', 'light', 'dark'] as const satisfies Theme[]

type Props = {
  kind: Kind
  id: string
  /** The one that is open beside it: it comes into sight. */
  question: string | null
  /** To what comes after it: what it shows has many links and fields. */
  onSkip: () => void
}

/** The page's own elements are named by its questions (src/respond/field-frame.ts). */
function showQuestion(frame: HTMLIFrameElement | null, question: string | null): void {
  const page = frame?.contentDocument
  const found = question === null ? null : page?.getElementById(`q-${question}`)
  // Not into view: that would move the editor around the frame as well.
  if (page?.scrollingElement && found)
    page.scrollingElement.scrollTop += found.getBoundingClientRect().top - roomAbovePx
}

const roomAbovePx = 16

export function PreviewPane({ kind, id, question, onSkip }: Props) {
  const say = useMessages(draftTexts)
  const [language, setLanguage] = useState('')
  const [theme, setTheme] = useState<Theme>('device')
  const query = useQuery({
    ...previewQuery(kind, id, { ...(language && { language }), ...(theme !== 'device' && { theme }) }),
    // The same survey, a moment ago: the pane does not flicker while the next one comes.
    placeholderData: (before) => before,
  })
  const { data: preview } = query
  const test = useTest(kind, id)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    showQuestion(frame.current, question)
  }, [question])
  return (
    <section id="preview" aria-labelledby="preview-heading" className={classes.preview}>
      <button type="button" className={classes.skip} onClick={onSkip}>
        {say('skip_preview')}
      </button>
      <div className={classes.previewHead}>
        <h2 id="preview-heading">{say('preview')}</h2>
        {preview && (
          <NativeSelect
            aria-label={say('preview_language')}
            size="xs"
            value={preview.language}
            onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
            data={preview.languages.map((value) => ({ value, label: languageName(value) }))}
          />
        )}
        <Choice
          label={say('preview_theme')}
          value={theme}
          options={themes.map((value) => ({ value, label: say(`theme_${value}`) }))}
          onChange={setTheme}
        />
      </div>
      <div className={classes.phone}>
        {preview ? (
          <iframe
            ref={frame}
            className={classes.screen}
            title={say('preview_frame')}
            // Nothing in it runs, opens or is sent. Of this origin, so that the editor can scroll it.
            sandbox="allow-same-origin"
            onLoad={({ currentTarget }) => showQuestion(currentTarget, question)}
            srcDoc={preview.html}
            data-stale={query.isPlaceholderData || undefined}
          />
        ) : query.error ? (
          <Failure error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <div className="pad">
            <SkeletonLines lines={8} />
          </div>
        )}
      </div>
      <div className={classes.previewFoot}>
        <p className="quiet small">{say('preview_hint')}</p>
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          onClick={() =>
            test.mutate(preview?.language, {
              onSuccess: () => showDone(say('test_sent')),
              onError: showFailure,
            })
          }
        >
          {say('send_test')}
        </Button>
      </div>
    </section>
  )
}

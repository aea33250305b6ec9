/** A value to be copied: shown in full, selected by a click, copied by the button, which says so to everybody. */
import { CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import classes from './copy.module.css'
import { useMessages } from '../messages.ts'
import { uiTexts } from './ui-texts.ts'

type Props = { label: string; value: string; hideLabel?: boolean }

export const CopyField = ({ label, value, hideLabel = false }: Props) => (
  <div className={classes.field}>
    <span className={hideLabel ? 'visually-hidden' : classes.label}>{label}</span>
    <div className={classes.box}>
      <code className={classes.value}>{value}</code>
      <CopyIcon value={value} what={label} />
    </div>
  </div>
)

/** The button alone, for a value that is beside it. */
export const CopyIcon = ({ value, what }: { value: string; what: string }) => {
  const say = useMessages(uiTexts)
  return (
    <CopyButton value={value} timeout={2000}>
      {({ copied, copy }) => (
        <>
          <button
            type="button"
            className={classes.button}
            onClick={(event) => {
              event.stopPropagation()
              copy()
            }}
            aria-label={copied ? say('copied_what', { what }) : say('copy', { what })}
            data-copied={copied || undefined}
          >
            {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
          </button>
          <span className="visually-hidden" role="status">
            {copied ? say('copied') : ''}
          </span>
        </>
      )}
    </CopyButton>
  )
}

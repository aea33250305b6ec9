/**
 * The same example in several languages. The language that somebody chose is remembered and holds for every example of
 * every page. `aside` is at the right of the tabs: a Run button, say.
 */
import { useLocalStorage } from '@mantine/hooks'
import { type ReactNode, useId } from 'react'
import { CopyIcon } from './copy-field.tsx'
import type { Example } from './code-example.ts'
import classes from './code.module.css'

type Props = { title: string; examples: readonly Example[]; aside?: ReactNode }

export function CodeTabs({ title, examples, aside }: Props) {
  const [preferred, setPreferred] = useLocalStorage({ key: 'sonde.language', defaultValue: 'curl' })
  const example = examples.find((one) => one.language === preferred) ?? examples[0]
  const id = useId()
  const move = (by: number): void => {
    const next = examples[(examples.indexOf(example) + by + examples.length) % examples.length]
    setPreferred(next.language)
    document.getElementById(`${id}${next.language}`)?.focus()
  }
  return (
    <div className={classes.frame}>
      <div className={classes.bar}>
        <div role="tablist" aria-label={title} className={classes.tabs}>
          {examples.map(({ language }) => (
            <button
              key={language}
              id={`${id}${language}`}
              type="button"
              role="tab"
              className={classes.tab}
              aria-selected={language === example.language}
              aria-controls={`${id}panel`}
              tabIndex={language === example.language ? 0 : -1}
              onClick={() => setPreferred(language)}
              onKeyDown={({ key }) => (key === 'ArrowRight' ? move(1) : key === 'ArrowLeft' && move(-1))}
            >
              {language}
            </button>
          ))}
        </div>
        <div className={classes.aside}>
          {aside}
          <CopyIcon value={example.code} what={`${title} (${example.language})`} />
        </div>
      </div>
      <pre
        id={`${id}panel`}
        role="tabpanel"
        aria-labelledby={`${id}${example.language}`}
        tabIndex={0}
        className={classes.code}
      >
        <code>{example.code}</code>
      </pre>
    </div>
  )
}

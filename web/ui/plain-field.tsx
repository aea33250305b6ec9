/**
 * A field of the browser's own under its label, for filters: those of the library cost five kilobytes on the first load of a page.
 *
 *   <PlainField label={say('from')}>{(field) => <input type="date" {...field} />}</PlainField>
 */
import { type ReactNode, useId } from 'react'
import classes from './url-filters.module.css'

type Field = {
  id: string
  className: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type Props = {
  label: string
  error?: string | undefined
  className?: string | undefined
  children: (field: Field) => ReactNode
}

export function PlainField({ label, error, className = '', children }: Props) {
  const id = useId()
  return (
    <div className={`${classes.select} ${className}`}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        className: classes.field,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': error === undefined ? undefined : `${id}-error`,
      })}
      {error !== undefined && (
        <p id={`${id}-error`} className={`small ${classes.error}`}>
          {error}
        </p>
      )}
    </div>
  )
}

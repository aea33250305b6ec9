/** A figure with what it is, 28 px, in tabular numerals. */
import type { ReactNode } from 'react'
import classes from './figure.module.css'

type Props = { label: string; value: ReactNode; description?: ReactNode; children?: ReactNode }

export const Figure = ({ label, value, description, children }: Props) => (
  <div className={`card ${classes.figure}`}>
    <dt className="quiet small">{label}</dt>
    <dd className={classes.value}>{value}</dd>
    {description && <dd className="quiet small">{description}</dd>}
    {children}
  </div>
)

export const Figures = ({ children }: { children: ReactNode }) => <dl className={classes.row}>{children}</dl>

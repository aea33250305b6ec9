/** The figure of a finding, large, with what it was compared with under it; beside the sentence on its card and in its drawer. */
import type { Figure } from './insight-figure.ts'
import classes from './insights.module.css'

export const FigureBeside = ({ figure: { value, against } }: { figure: Figure }) => (
  <p className={classes.figure}>
    <strong>{value}</strong>
    {against && <span className="quiet small">{against}</span>}
  </p>
)

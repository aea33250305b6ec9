/** The figure of a finding, large, with what it is of; beside the sentence on its card and in its drawer. */
import type { Figure } from './insight-figure.ts'
import classes from './insights.module.css'

export const FigureBeside = ({ figure: { value, unit } }: { figure: Figure }) => (
  <p className={classes.figure}>
    <strong>{value}</strong>
    {unit && <span className="quiet small">{unit}</span>}
  </p>
)

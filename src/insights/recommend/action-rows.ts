/** The shape of an action, and how the catalogue writes one down: a row, led by what it is called. */
export type ActionEffort = 'small' | 'medium' | 'large'
export type OwnerRole = 'team_lead' | 'team' | 'people_team' | 'leadership'

/** `measure`: what the next pulse should show if it helped. */
export type Action = {
  id: string
  driver: string
  title: string
  first_step: string
  owner_role: OwnerRole
  effort: ActionEffort
  measure: string
}

export type Row = [
  id: string,
  title: string,
  first_step: string,
  owner_role: OwnerRole,
  effort: ActionEffort,
  measure: string,
]

const efforts: readonly ActionEffort[] = ['small', 'medium', 'large']

/** The actions of a driver, from small to large. */
export function of(driver: string, rows: readonly Row[]): Action[] {
  const inOrder = rows.toSorted((a, b) => efforts.indexOf(a[4]) - efforts.indexOf(b[4]))
  return inOrder.map(([id, title, first_step, owner_role, effort, measure]) => ({
    id: `${driver}.${id}`,
    driver,
    title,
    first_step,
    owner_role,
    effort,
    measure,
  }))
}

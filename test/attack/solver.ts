/**
 * Whole numbers within bounds: could this person have answered otherwise, and every published count still be what it is?
 * A mixed-integer programme for HiGHS (https://highs.dev, MIT), for organisations that are too large to try every world.
 *
 * x[p,v] is 1 if person p gave v. Where the gate bands, a cell's count z is the count of answers or, if all of its n people or
 * all but one gave v, the one form that is stored for both. The attacker knows that form: they run the gate's own function, as
 * anybody can.
 */
import loadHighs from 'highs'

export type Programme = {
  /** Everybody who answered. */
  people: readonly number[]
  values: number
  /** Sums over people that were published: count by value. */
  counts: readonly { people: readonly number[]; counts: readonly number[] }[]
  /** Cells whose counts may be banded, with the form stored where nearly all gave a value; without it counts are exact. */
  banding?: { cells: readonly (readonly number[])[]; formOf(n: number, value: number): readonly number[] }
}

type Term = readonly [factor: number, name: string]

const lineOf = (terms: readonly Term[], relation: '=' | '>=' | '<=', right: number): string =>
  `${terms.map(([factor, name]) => `${factor < 0 ? '-' : '+'} ${Math.abs(factor)} ${name}`).join(' ')} ${relation} ${right}`

const x = (person: number, value: number): string => `x_${person}_${value}`
const z = (cell: number, value: number): string => `z_${cell}_${value}`
const h = (cell: number, value: number): string => `h_${cell}_${value}`

function linesOf({ people, values, counts, banding }: Programme): {
  lines: string[]
  binary: string[]
  whole: string[]
} {
  const each = Array.from({ length: values }, (_, value) => value)
  const lines = people.map((person) =>
    lineOf(
      each.map((value): Term => [1, x(person, value)]),
      '=',
      1,
    ),
  )
  const binary = people.flatMap((person) => each.map((value) => x(person, value)))
  const whole: string[] = []
  if (!banding) {
    for (const figure of counts)
      for (const value of each)
        lines.push(
          lineOf(
            figure.people.map((person): Term => [1, x(person, value)]),
            '=',
            figure.counts[value],
          ),
        )
    return { lines, binary, whole }
  }
  banding.cells.forEach((cell, index) => {
    const n = cell.length
    const forms = each.map((value) => banding.formOf(n, value))
    lines.push(
      lineOf(
        each.map((value): Term => [1, h(index, value)]),
        '<=',
        1,
      ),
    )
    for (const value of each) {
      const given = cell.map((person): Term => [1, x(person, value)])
      const minus = cell.map((person): Term => [-1, x(person, value)])
      const form = each.map((of): Term => [-forms[of][value], h(index, of)])
      const anyBanded = each.map((of): Term => [n, h(index, of)])
      const unless = each.map((of): Term => [-n, h(index, of)])
      binary.push(h(index, value))
      whole.push(z(index, value))
      lines.push(
        // Banded if and only if at least n − 1 of n gave the value.
        lineOf([...given, [-(n - 1), h(index, value)]], '>=', 0),
        lineOf([...given, [-2, h(index, value)]], '<=', n - 2),
        // Not banded: z is the count of answers.
        lineOf([[1, z(index, value)], ...minus, ...unless], '<=', 0),
        lineOf([[1, z(index, value)], ...minus, ...anyBanded], '>=', 0),
        // Banded: z is the form.
        lineOf([[1, z(index, value)], ...form], '>=', 0),
        lineOf([[1, z(index, value)], ...form, ...each.map((of): Term => [n, h(index, of)])], '<=', n),
      )
    }
  })
  for (const figure of counts) {
    const inside = banding.cells.flatMap((cell, index) => (figure.people.includes(cell[0]) ? [index] : []))
    for (const value of each)
      lines.push(
        lineOf(
          inside.map((index): Term => [1, z(index, value)]),
          '=',
          figure.counts[value],
        ),
      )
  }
  return { lines, binary, whole }
}

export type Solver = {
  /** The fewest of these people who may have given this value, and the most. */
  least(programme: Programme, group: readonly number[], value: number): number
  most(programme: Programme, group: readonly number[], value: number): number
}

export async function startSolver(): Promise<Solver> {
  // Its types describe CommonJS, where the function is a member; the ES module's default is the function itself.
  const highs = await (loadHighs as unknown as typeof loadHighs.default)()
  const solve = (goal: 'Minimize' | 'Maximize', programme: Programme, terms: readonly Term[]): number => {
    const { lines, binary, whole } = linesOf(programme)
    const text = [
      goal,
      ` goal: ${terms.map(([factor, name]) => `+ ${factor} ${name}`).join(' ')}`,
      'Subject To',
      ...lines.map((line, index) => ` c${index}: ${line}`),
      ...(whole.length > 0 ? ['Generals', ` ${whole.join(' ')}`] : []),
      'Binary',
      ` ${binary.join(' ')}`,
      'End',
    ].join('\n')
    const found = highs.solve(text, { output_flag: false })
    if (found.Status !== 'Optimal') throw new Error(`${found.Status}: the figures fit no world\n${text}`)
    return Math.round(found.ObjectiveValue)
  }
  const termsOf = (group: readonly number[], value: number) =>
    group.map((person): Term => [1, x(person, value)])
  return {
    least: (programme, group, value) => solve('Minimize', programme, termsOf(group, value)),
    most: (programme, group, value) => solve('Maximize', programme, termsOf(group, value)),
  }
}

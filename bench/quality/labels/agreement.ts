/**
 * `node bench/quality/labels/agreement.ts`: how well the two readings agree, and how often each driver, tone and kind was given. Needs
 * no texts.
 */
import { kappa, microF1 } from '../agreement.ts'
import { kinds, labelledDrivers, maintainerLabels, tones } from '../labels.ts'

const labels = maintainerLabels()
const [first, second, final] = (['pass1', 'pass2', 'final'] as const).map((pass) =>
  labels.map((label) => label[pass]),
)
const counted = (readings: readonly (readonly string[])[], driver: string): number =>
  readings.filter((drivers) => drivers.includes(driver)).length
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

const rows = [...labelledDrivers].map((driver) => ({
  driver,
  first: counted(first, driver),
  second: counted(second, driver),
  final: counted(final, driver),
  kappa: kappa(first, second, driver),
}))
const used = rows.filter((row) => row.first + row.second > 0)
const frequent = used.filter((row) => Math.max(row.first, row.second) >= 10)

const same = labels.filter(({ pass1, pass2 }) => pass1.toSorted().join() === pass2.toSorted().join()).length
console.log(`answers ${labels.length}, the same drivers in both readings ${same}`)
console.log(`micro-F1 ${microF1(first, second).toFixed(3)}`)
for (const [whose, some] of [
  ['given at least once', used],
  ['given at least ten times', frequent],
] as const)
  console.log(
    `kappa, mean of ${some.length} drivers ${whose}: ${mean(some.map((row) => row.kappa)).toFixed(3)}`,
  )
for (const row of used)
  console.log(
    `  ${row.driver.padEnd(20)} ${row.first} / ${row.second} / ${row.final}  ${row.kappa.toFixed(2)}`,
  )
console.log(`no driver ${final.filter(({ length }) => length === 0).length}`)
for (const tone of tones) console.log(`${tone} ${labels.filter((label) => label.tone === tone).length}`)
for (const kind of kinds) console.log(`${kind} ${labels.filter((label) => label.kind === kind).length}`)

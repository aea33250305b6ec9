/** Exports as somebody takes them: a file that is downloaded and deleted, and one that comes again every week. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { picture } from '../support/visit.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, acceptDownloads: true })
after(() => page.context().close())

test('a file is asked for, downloaded and deleted; one is scheduled for each week, and no longer', async () => {
  await world.team('Platform', 1)
  await arriveAs(page, site, `${site.pages}/app/exports`, admin)
  await page.getByText('No exports yet').waitFor()
  // Where there is none, the first step is in the place of the list.
  await page.getByRole('button', { name: 'New export' }).last().click()
  const dialog = page.getByRole('dialog')
  // What ends a long form is in sight, with nothing of the form behind it.
  const start = dialog.getByRole('button', { name: 'Start export' })
  await start.waitFor()
  assert.equal(
    await start.evaluate((it) => {
      const { x, y, width, height } = it.getBoundingClientRect()
      return it.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    }),
    true,
  )
  assert.equal(await dialog.getByText('pulses:read').isVisible(), false)
  await dialog.getByText('For programs', { exact: true }).click()
  await dialog.getByText('pulses:read').waitFor()
  await dialog.getByText('For programs', { exact: true }).click()
  await dialog.getByLabel('Teams').check()
  await picture(page, 'export-new')
  await dialog.getByRole('button', { name: 'Start export' }).click()
  await page.getByText('Ready', { exact: true }).waitFor()
  await picture(page, 'export-files')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download Teams' }).click(),
  ])
  assert.match(download.suggestedFilename(), /^teams-.*\.csv$/)
  assert.match(await readFile(await download.path(), 'utf8'), /Platform/)
  await page.getByRole('button', { name: 'Delete file: Teams' }).click()
  await page.getByText('Cancelled', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'New export' }).click()
  await dialog.getByLabel('Participation').check()
  await dialog.getByLabel('Every week').check()
  await dialog.getByLabel('Day', { exact: true }).selectOption('Wednesday')
  await dialog.getByLabel('Only what is new').check()
  await isWell(page)
  await dialog.getByRole('button', { name: 'Schedule export' }).click()
  await page.getByText(/^Every Wednesday at 06:00/).waitFor()
  await isWellEverywhere(page, (name) => picture(page, `export-schedules-${name}`))
  await page.getByRole('button', { name: 'Edit schedule: Participation' }).click()
  await dialog.getByLabel('Day', { exact: true }).selectOption('Friday')
  await dialog.getByLabel('Only the team (optional)').selectOption('Platform')
  await isWell(page)
  await picture(page, 'export-edit')
  await dialog.getByRole('button', { name: 'Save schedule' }).click()
  await page.getByText(/^Every Friday at 06:00/).waitFor()
  await page.getByRole('button', { name: 'Delete schedule: Participation' }).click()
  await dialog.getByRole('button', { name: 'Delete schedule' }).click()
  await page.getByText('No scheduled exports yet').waitFor()
})

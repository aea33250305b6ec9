/** What stands along trends, and themes as figures: completed actions as marks, holidays by name, a table and files. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { bodyOf } from '../support/clockwork.ts'
import { instancesOf } from '../support/recurring.ts'
import { newStory, storyBegins } from '../support/story.ts'
import { picture } from '../support/visit.ts'
import { lasting } from '../support/weeks.ts'
import { arriveAs } from './arrive.ts'
import { isThere, isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite({ at: storyBegins })
const story = await newStory(world)
world.running.clock!.set(new Date('2026-11-16T06:00:00Z'))
const instances = await instancesOf(story.author, `/api/check-ins/${story.checkInId}`)
const next = instances.find(({ state }) => state === 'scheduled')
assert.equal((await story.author.post(`/api/check-in-instances/${next.id}/skip`)).status, 200)

const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 900 } })
after(() => page.context().close())
const trends = `${site.pages}/app/trends`
const themes = `${site.pages}/app/themes`
await arriveAs(page, site, trends, admin)

async function open(address: string): Promise<void> {
  await page.goto(address)
  await isThere(page)
}

test('trends: what was completed about a driver is a mark on its line, read by keys and in the table', async () => {
  const { actions } = await bodyOf(
    story.author.get(`/api/actions?check_in_id=${story.checkInId}&driver=workload&state=suggested&limit=50`),
  )
  const action = actions.find(({ scope }: any) => scope.team_id === null) ?? actions[0]
  const at = `/api/actions/${action.id}`
  const moved = await story.author.patch(at, { state: 'accepted' }, { 'if-match': `"${action.version}"` })
  assert.equal(moved.status, 200, JSON.stringify(moved.body))
  const done = await story.author.patch(at, { state: 'done' }, { 'if-match': `"${moved.body.version}"` })
  assert.equal(done.status, 200, JSON.stringify(done.body))
  // Completed between two dates: the clock of this story is after the last.
  await story.world.running.db.pool.query('update actions set ended_at = $1 where id = $2', [
    '2026-11-04T12:00:00Z',
    action.id,
  ])
  await open(action.scope.team_id === null ? trends : `${trends}?team=${action.scope.team_id}`)
  const load = page.getByRole('region', { name: /^Workload: \d\.\d$/ })
  await load.getByText(`4 Nov: Completed: ${action.title}`).waitFor()
  const slider = load.getByRole('slider')
  await slider.focus()
  await page.keyboard.press('End')
  assert.ok((await slider.getAttribute('aria-valuetext'))?.endsWith(`4 Nov: Completed: ${action.title}`))
  await isWellEverywhere(page, (look) => picture(page, `trends-marked-${look}`))
  await load.getByRole('button', { name: 'Show as table' }).click()
  await load.getByRole('cell', { name: `Completed: ${action.title}` }).waitFor()
})

test('trends: on a phone the words of a folded chart stand clear of its small line', async () => {
  await open(trends)
  await page.setViewportSize({ width: 360, height: 800 })
  await page.locator('main button[aria-expanded] > span[aria-hidden]').first().waitFor()
  const gaps = await page
    .locator('main button[aria-expanded] > span[aria-hidden]')
    .evaluateAll((lines) =>
      lines.map(
        (line) =>
          line.getBoundingClientRect().left - line.previousElementSibling!.getBoundingClientRect().right,
      ),
    )
  assert.ok(gaps.length > 0 && gaps.every((gap) => gap >= 12), String(gaps))
  await page.setViewportSize({ width: 1280, height: 900 })
})

test('trends: a holiday on which nobody was asked is named in its gap', async () => {
  const pool = story.world.running.db.pool
  const made = await bodyOf(
    (await lasting(world, world.adminId)).post('/api/holiday-calendars', {
      name: 'Ours',
      days: [{ date: '2026-11-16', name: 'Day of prayer' }],
    }),
    201,
  )
  // As the clock would have recorded it, had the calendar been there before.
  await pool.query(
    `update check_in_instances set reason = 'holiday' where check_in_id = $1 and state = 'skipped'`,
    [story.checkInId],
  )
  await pool.query(
    `update check_ins set recurrence = jsonb_set(recurrence, '{holiday_calendar_ids}', $2) where id = $1`,
    [story.checkInId, JSON.stringify([made.id])],
  )
  await open(trends)
  const load = page.getByRole('region', { name: /^Workload: \d\.\d$/ })
  await load.getByText('16 Nov: Day of prayer, not asked').waitFor()
})

test('themes as a table, and in the menu that saves, copies and prints them', async () => {
  await open(themes)
  const frame = page.locator('#themes')
  await frame.getByRole('button', { name: 'Show as table' }).click()
  await frame.getByRole('rowheader', { name: 'Workload' }).waitFor()
  await isWell(page)
  await frame.getByRole('button', { name: 'Show as chart' }).click()
  for (const [item, begin] of [
    ['Save as CSV', '\ufeff"Theme","People who name it","Share"'],
    ['Save as picture', '\ufffdPNG'],
  ]) {
    await frame.getByRole('button', { name: 'Save and share' }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      frame.getByRole('button', { name: item }).click(),
    ])
    assert.ok((await readFile(await file.path())).toString().startsWith(begin), item)
  }
})

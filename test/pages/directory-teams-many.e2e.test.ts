/** A tree of two thousand teams: few of them are drawn, and keys, letters and what is read out are as in a tree that is drawn whole. */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { seedHouse } from '../../bench/fixture.ts'
import { run, sql, textArray } from '../../src/db/db.ts'
import { picture } from '../support/visit.ts'
import { eventually } from '../support/world.ts'
import { arriveAs } from './arrive.ts'
import { isWell, isWellEverywhere, startPeopledSite, visit } from './visit.ts'

const { site, world, admin } = await startPeopledSite()
const { db } = site.running
/** The list beside the tree is empty. */
const directory = `${site.pages}/app/directory?q=Nobody`
const page = await visit({ locale: 'en-GB', viewport: { width: 1280, height: 800 } })
after(() => page.context().close())

const areas = 400
const teams = await seedHouse(db, world.organisationId, {
  people: 2000,
  teams: 2000,
  above: (at) => (at <= areas ? 0 : 1 + (at % areas)),
})
await run(
  db.tx,
  sql`
    update teams t
    set name = case when at = 1 then 'Company'
                    when at - 1 <= ${areas}::bigint then 'Area ' || (at - 1)
                    else 'Unit ' || (at - 1) end
    from unnest(${textArray(teams)}) with ordinality as made (id, at)
    where t.organisation_id = ${world.organisationId}
      and t.id = made.id`,
)
await run(
  db.tx,
  sql`
    update teams
    set name = 'Zebra'
    where organisation_id = ${world.organisationId}
      and id = ${teams[areas]}`,
)

const tree = page.getByRole('tree', { name: 'Teams' })
const items = tree.getByRole('treeitem')
const drawnMax = 100
const isInSight = `(() => {
  const item = document.activeElement.getBoundingClientRect()
  const list = document.activeElement.closest('[role=tree]').getBoundingClientRect()
  return item.top >= list.top - 1 && item.bottom <= list.bottom + 1
})()`

/** The focus is on this item, in sight, and few others are drawn. */
async function isAt(name: RegExp): Promise<void> {
  await eventually(
    () => page.evaluate<string>('document.activeElement.closest("[role=treeitem]")?.innerText ?? ""'),
    (text) => name.test(text.split('\n')[0]),
  )
  await eventually(
    () => page.evaluate<boolean>(isInSight),
    (seen) => seen,
  )
  const drawn = await items.count()
  assert.ok(drawn > 10 && drawn < drawnMax, `${drawn} items are drawn`)
}

async function press(...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

/** Without a pause between the letters, however slow the machine is: a pause begins a new name. */
const typeAtOnce = (letters: string): Promise<void> =>
  page.evaluate(`for (const key of ${JSON.stringify(letters)})
    document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))`)

test('keys and letters lead to items that are not drawn, and each says its place among all', async () => {
  await arriveAs(page, site, directory, admin)
  await items.filter({ hasText: 'Company' }).waitFor()
  await items.first().focus()
  await press('End')
  await isAt(/^Zebra/)
  const last = tree.getByRole('treeitem', { name: /^Zebra/ })
  assert.deepEqual(
    await Promise.all(
      ['aria-level', 'aria-posinset', 'aria-setsize', 'aria-expanded', 'tabindex'].map((name) =>
        last.getAttribute(name),
      ),
    ),
    ['3', `${areas}`, `${areas}`, 'false', '0'],
  )
  await press('Home')
  await isAt(/^Everyone/)
  await typeAtOnce('zeb')
  await isAt(/^Zebra/)
  await press('ArrowUp', 'ArrowUp')
  await isAt(/^Area 398/)
  await press('ArrowRight', 'ArrowRight')
  await isAt(/^Unit/)
  await press('ArrowLeft', 'ArrowLeft')
  await isAt(/^Area 398/)
  await press('ArrowLeft')
  await isAt(/^Company/)
  await isWellEverywhere(page, (look) => picture(page, `directory-teams-many-${look}`))
})

test('a star opens all beside the item, and keys go on from it', async () => {
  // At 360 px the tree was hidden, and lost the focus.
  await tree.getByRole('treeitem', { name: /^Company/ }).focus()
  await press('ArrowDown', '*')
  await isAt(/^Area 1$/)
  await press('ArrowDown')
  await isAt(/^Unit 800$/)
  await press('End')
  await isAt(/^Unit/)
  await press('ArrowLeft')
  await isAt(/^Zebra/)
  // However far somebody scrolls, keys go on from the item that has the focus.
  await tree.evaluate((list) => void (list.scrollTop = 0))
  await tree.getByRole('treeitem', { name: /^Everyone/ }).waitFor()
  assert.match(await page.evaluate<string>('document.activeElement.innerText'), /^Zebra/)
  await press('ArrowDown')
  await isAt(/^Unit/)
})

test('a team that the address names is visible, and Tab leads to it', async () => {
  await page.goto(`${directory}&team=${teams[1500]}`)
  const chosen = tree.getByRole('treeitem', { selected: true })
  await chosen.getByText('Unit 1500').waitFor()
  await eventually(
    () =>
      chosen.evaluate((item) => {
        const list = item.closest('[role=tree]')!.getBoundingClientRect()
        const { top, bottom } = item.getBoundingClientRect()
        return top >= list.top && bottom <= list.bottom
      }),
    (seen) => seen,
  )
  assert.equal(await chosen.getAttribute('tabindex'), '0')
  assert.equal(await tree.locator('[tabindex="0"]').count(), 1)
})

test('on a phone it opens by a button, scrolls by itself, and closes when a team is chosen', async () => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(directory)
  await page.getByRole('button', { name: 'Everyone' }).click()
  await items.filter({ hasText: 'Company' }).waitFor()
  await isWell(page)
  await picture(page, 'directory-teams-many-360')
  await items.first().focus()
  await press('End')
  await isAt(/^Zebra/)
  await press('Enter')
  await page.waitForURL(new RegExp(`team=${teams[areas]}`))
  await tree.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Zebra', exact: true }).click()
  await tree.getByRole('treeitem', { name: /^Zebra/ }).focus()
  await isAt(/^Zebra/)
})

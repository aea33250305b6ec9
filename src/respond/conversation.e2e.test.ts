/**
 * The page of a conversation about a named answer, and of what came of a survey, as their reader meets them: in ten languages, both widths and
 * themes.
 */
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { bodyOf } from '../../test/support/clockwork.ts'
import { partNow } from '../../test/support/parts.ts'
import { askedTwoTeams, findingsOf, publishedTo, replier } from '../../test/support/replying.ts'
import { startApp } from '../../test/support/start.ts'
import { noSidewaysScrolling, openPulse, picture, type Visitor, visit } from '../../test/support/visit.ts'
import { newWorld, type World } from '../../test/support/world.ts'
import { newHouse, questions } from '../../test/attack/acting/acting.ts'
import { named } from '../ids.ts'

const sizes = [360, 1280].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
)

let world: World
let url: string
let asked: World
let replies: string
const visitors: Visitor[] = []

before(async () => {
  world = await newWorld({ running: await startApp({ at: '2026-11-23T08:00:00Z' }) })
  const { author, path, urls } = await openPulse(world, { confidentiality: { mode: 'attributed' } })
  await bodyOf(
    world.anyone.post(new URL(urls[0]).pathname, { answers: [{ question_id: 'calm', value: 2 }] }),
    201,
  )
  const { responses } = await bodyOf(author.get(`${path}/responses`))
  const talk = `${path}/responses/${responses[0].id}/messages`
  const text = 'You said that calm days are rare. Which day was the worst one, and what would have helped?'
  const { id } = await bodyOf(author.post(talk, { text }), 201)
  await bodyOf(author.post(`/api/messages/${id}/publish`))
  world.running.clock!.advance(3_600_000)
  await world.running.app.due.settle()
  const { rows } = await world.running.db.pool.query<{ page_key: string }>(
    'select page_key from conversations where response_id = $1',
    [responses[0].id],
  )
  url = `${world.url}/conversations/${named(world.organisationId, rows[0].page_key)}`
})

before(async () => {
  const house = await newHouse({ running: await startApp({ at: '2026-10-12T08:00:00Z' }) })
  const survey = await askedTwoTeams(house)
  const [admin, lead] = [await replier(house, [], 'admin'), await replier(house, [survey.teams[0]])]
  const findings = await findingsOf(house, survey, admin)
  await publishedTo(admin, findings.everyone, 'New screens for all, and time to set them up.')
  await publishedTo(lead, findings.platform, 'Two people join us in November.')
  house.world.running.clock!.advance(3_600_000)
  await house.settle()
  asked = house.world
  replies = `${asked.url}${survey.links.get(survey.people[0][0].email)}/replies`
})
after(async () => {
  for (const visitor of visitors) await visitor.close()
})

for (const { width, colorScheme } of sizes)
  test(`the page of a conversation fits and is accessible in ten languages, ${width}, ${colorScheme}`, async () => {
    const visitor = await visit({ viewport: { width, height: 800 }, colorScheme }, world)
    visitors.push(visitor)
    const { page } = visitor
    for (const language of languages) {
      await page.goto(`${url}?lang=${language}`)
      assert.equal(await page.locator('html').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr')
      await page.getByText('You said that calm days are rare.').waitFor()
      assert.ok(await noSidewaysScrolling(page), language)
      for (const button of await page.getByRole('button').all())
        if (await button.isVisible()) assert.ok((await button.boundingBox())!.height >= 43.9, language)
      await assertAccessible(page)
      if (['en', 'de', 'ar'].includes(language))
        await picture(page, `conversation-${language}-${width}-${colorScheme}`)
    }
  })

/** In `npm test` some languages at each size, so that all of them are there; elsewhere all of them. */
const languagesAt = (turn: number) =>
  languages.filter((_language, at) => partNow() !== 'short' || at % sizes.length === turn)

for (const [turn, { width, colorScheme }] of sizes.entries())
  test(`the page of what changed fits and is accessible in ten languages, ${width}, ${colorScheme}`, async () => {
    const visitor = await visit({ viewport: { width, height: 800 }, colorScheme }, asked)
    visitors.push(visitor)
    const { page } = visitor
    const read = new Set<string>()
    for (const language of languagesAt(turn)) {
      await page.goto(`${replies}?lang=${language}`)
      assert.equal(await page.locator('html').getAttribute('dir'), language === 'ar' ? 'rtl' : 'ltr')
      await page.getByText('New screens for all').waitFor()
      await page.getByText('Two people join us').waitFor()
      read.add(await page.locator('h1').innerText())
      // Each is headed by the question of its finding, and says who replies before what they say.
      const heading = textsOf('replies', language)('about', { question: questions[0].text })
        // Elements isolate here what marks do in a text.
        .replaceAll(/[\u2066-\u2069]/g, '')
      for (const reply of await page.getByRole('article').all()) {
        assert.equal(await reply.locator('h2').innerText(), heading, language)
        assert.match(await reply.innerText(), /^.+\n+[^\n]+\n+(New screens|Two people)/, language)
      }
      // The asker and the subject are one text, which is not divided into columns.
      assert.doesNotMatch(await page.locator('header p').first().innerText(), /\n/, language)
      const lead = await page.locator('.lead').innerText()
      assert.equal(lead, textsOf('answering', language)('came_text'))
      assert.ok(await noSidewaysScrolling(page), language)
      await assertAccessible(page)
      await picture(page, `came-${language}-${width}-${colorScheme}`)
    }
    assert.equal(read.size, languagesAt(turn).length, 'each in its own words')
  })

for (const javaScriptEnabled of [true, false])
  test(`somebody answers and takes it back by keys alone, ${javaScriptEnabled ? 'with' : 'without'} script`, async () => {
    const visitor = await visit({ viewport: { width: 360, height: 740 }, javaScriptEnabled }, world)
    visitors.push(visitor)
    const { page } = visitor
    await page.goto(`${url}?lang=en`)
    const box = page.getByRole('textbox')
    for (let tabs = 0; tabs < 30; tabs++) {
      await page.keyboard.press('Tab')
      if (await box.evaluate((it) => it.matches(':focus'))) break
    }
    const words = `Thursday, ${javaScriptEnabled ? 'all day' : 'the morning'}.`
    await page.keyboard.type(words)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    const mine = page.getByRole('article').filter({ hasText: words })
    await mine.waitFor()
    assert.ok(await page.getByRole('status').first().isVisible())
    // axe is a script itself.
    if (javaScriptEnabled) await assertAccessible(page)
    await picture(page, `conversation-answered-${javaScriptEnabled}`)
    await mine.getByRole('button').focus()
    await page.keyboard.press('Enter')
    await mine.waitFor({ state: 'detached' })
  })

/** Places of a page of messages, measured from where a line begins, so that they are the same numbers in Arabic. */
const places = `(() => {
  const isLeft = document.documentElement.dir !== 'rtl'
  const boxOf = (it) => {
    const box = it.getBoundingClientRect()
    return { top: box.top, bottom: box.bottom, start: isLeft ? box.left : innerWidth - box.right, end: isLeft ? box.right : innerWidth - box.left }
  }
  return {
    messages: [...document.querySelectorAll('article')].map((it) => ({
      ...boxOf(it),
      isMine: it.classList.contains('mine'),
      ground: getComputedStyle(it).backgroundColor,
      author: boxOf(it.querySelector('.by')).bottom,
      words: boxOf(it.querySelector('.words')).top,
    })),
    label: boxOf(document.querySelector('label[for=text]')).bottom,
    field: boxOf(document.querySelector('#text')).top,
    form: boxOf(document.querySelector('form:has(#text)')),
    button: boxOf(document.querySelector('form:has(#text) button')).bottom,
  }
})()`
type Box = { top: number; bottom: number; start: number; end: number }
type Message = Box & { isMine: boolean; ground: string; author: number; words: number }
type Places = { messages: Message[]; label: number; field: number; button: number; form: Box }

for (const { width, colorScheme } of sizes)
  test(`messages name their author first, and own ones are tinted and at the end side, ${width}, ${colorScheme}`, async () => {
    const visitor = await visit({ viewport: { width, height: 800 }, colorScheme }, world)
    visitors.push(visitor)
    const { page } = visitor
    await page.goto(`${url}?lang=en`)
    const words = `Mondays, ${width}, ${colorScheme}.`
    await page.getByRole('textbox').fill(words)
    await page.getByRole('button', { name: textsOf('answering', 'en')('talk_send') }).click()
    const mine = page.getByRole('article').filter({ hasText: words })
    await mine.waitFor()
    for (const language of ['de', 'ar', 'en']) {
      await page.goto(`${url}?lang=${language}`)
      const { messages, label, field, button, form } = await page.evaluate<Places>(places)
      const [theirs, own] = messages
      assert.deepEqual([theirs.isMine, own.isMine], [false, true])
      for (const { author, words } of messages) assert.ok(author <= words, `${language}: the author is above`)
      assert.notEqual(own.ground, theirs.ground)
      assert.ok(own.start - theirs.start >= 24, `${language}: own ones begin further in`)
      assert.ok(
        form.end - theirs.end >= 24 && Math.abs(form.end - own.end) < 1,
        `${language}: and end at the end`,
      )
      const gaps = [
        own.top - theirs.bottom,
        form.top - own.bottom,
        field - label,
        form.bottom - 1 - button,
      ].map(Math.round)
      assert.deepEqual(gaps, [24, 24, 8, 24], language)
      await assertAccessible(page)
      await picture(page, `conversation-sides-${language}-${width}-${colorScheme}`)
    }
    await mine.getByRole('button').click()
    await mine.waitFor({ state: 'detached' })
  })

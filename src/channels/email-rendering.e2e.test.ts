/**
 * Every kind of e-mail in a real browser: on phones, in a pane and on a wide screen, light and dark, from left to right and from right to left,
 * with its style sheet and without. With SONDE_SCREENSHOTS it takes a picture of each.
 */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { modes } from '../../contract/confidentiality.ts'
import { languages, textsOf } from '../../locales/catalogue.ts'
import { directionOf } from '../../locales/format.ts'
import { assertAccessible } from '../../test/support/accessible.ts'
import { newContext } from '../../test/support/browser.ts'
import { ordinaryInvitation } from '../../test/support/ordinary-invitation.ts'
import { everyMail, invitations } from '../../test/support/every-mail.ts'
import { startService } from '../../test/support/sign-in-organisation.ts'
import { casesOf, shortTest } from '../../test/support/parts.ts'
import { picture } from '../../test/support/visit.ts'
import { contentOf } from '../delivery/invitation.ts'
import type { Language } from '../language.ts'
import { emailBodyOf } from './email-page.ts'
import { messageKinds } from './message-kinds.ts'
import type { OutboxMessage } from './outbox.ts'

type Mail = OutboxMessage & { readonly language: Language }

const widths = [320, 360, 600, 1280]
const wholeLanguages: readonly Language[] = ['en', 'ar']
const mails: Mail[] = []
/** `npm test` looks at each kind once, and at one from right to left. */
let looked: Mail[] = []

before(async () => {
  // Replies go later, so the clock is turned; people must still have just signed in.
  const service = await startService({}, new Date(Date.now() - 3 * 3_600_000))
  for (const language of languages) {
    const sent = wholeLanguages.includes(language) ? everyMail : invitations
    for (const mail of await sent(service, language)) mails.push({ ...mail, language })
  }
  looked = casesOf(
    mails,
    ({ kind, language }) => language === 'en' || (language === 'ar' && kind === 'invitation'),
  )
})

type Reader = { readonly page: Page; readonly requests: string[]; open(html: string): Promise<void> }

const address = 'https://mail.test/'

async function newReader(options: BrowserContextOptions): Promise<Reader> {
  const context = await newContext({ reducedMotion: 'reduce', ...options })
  const page = await context.newPage()
  const requests: string[] = []
  let body = ''
  await context.route('**', (route) => {
    const url = route.request().url()
    if (url === address) return route.fulfill({ body, contentType: 'text/html; charset=utf-8' })
    requests.push(url)
    return route.abort()
  })
  return {
    page,
    requests,
    open: async (html) => {
      body = html
      await page.goto(address)
    },
  }
}

const nameOf = ({ kind, language }: Mail): string => `${kind}-${language}`
const withoutStyles = (html: string): string => html.replace(/<style>[^]*?<\/style>/, '')
const oneSpace = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()
const linksIn = (text: string): Set<string> => new Set(text.match(/https?:\/\/[^\s"<]+/g))

shortTest('every kind is sent', () => {
  const kinds = (language: Language) =>
    mails.filter((mail) => mail.language === language).map(({ kind }) => kind)
  for (const language of languages) {
    const wanted = wholeLanguages.includes(language) ? Object.keys(messageKinds) : ['invitation', 'reminder']
    assert.deepEqual(kinds(language), wanted.toSorted(), language)
  }
})

type Layout = {
  readonly overflow: number
  readonly buttons: {
    readonly width: number
    readonly height: number
    readonly left: number
    readonly right: number
  }[]
  readonly card: { readonly left: number; readonly right: number }
  /** How far the greeting begins from each edge of the card. */
  readonly left: number
  readonly right: number
}

/** Of the first line of the greeting, in the first row of plain words below the title. */
const layoutNow = `(() => {
  const card = document.querySelector('.card').getBoundingClientRect()
  const words = document.createRange()
  words.selectNodeContents(document.querySelector('tr:has(h1) ~ tr > .inside.text'))
  const rects = [...words.getClientRects()]
  const line = rects.filter(({ top }) => Math.abs(top - rects[0].top) < 8)
  return {
    overflow: document.documentElement.scrollWidth - innerWidth,
    card: card.toJSON(),
    buttons: [...document.querySelectorAll('a.button')].map((one) => one.getBoundingClientRect().toJSON()),
    left: Math.min(...line.map(({ left }) => left)) - card.left,
    right: card.right - Math.max(...line.map(({ right }) => right)),
  }
})()`

/** A phone’s card has no border and less padding, where its style sheet is read. */
const insetOf = (width: number, styles: string): number => (width <= 480 && styles === 'with' ? 20 : 33)

test('each fits every width, begins where its language does, and has a button as high as a finger', async () => {
  // Mail programs run no script.
  const { page, open, requests } = await newReader({ javaScriptEnabled: false })
  for (const mail of looked) {
    const direction = directionOf(mail.language)
    const [start, end] = direction === 'rtl' ? (['right', 'left'] as const) : (['left', 'right'] as const)
    for (const [styles, html] of Object.entries({ with: mail.html, without: withoutStyles(mail.html) })) {
      await open(html)
      const root = await page.evaluate('[document.documentElement.lang, document.documentElement.dir]')
      assert.deepEqual(root, [mail.language, direction], nameOf(mail))
      for (const width of widths) {
        const where = `${nameOf(mail)}, ${width} px, ${styles} its style sheet`
        await page.setViewportSize({ width, height: 800 })
        const layout = await page.evaluate<Layout>(layoutNow)
        assert.ok(layout.overflow <= 0, `${where}: ${layout.overflow} px too wide`)
        assert.equal(layout.buttons.length, 1, where)
        for (const button of layout.buttons)
          assert.ok(button.height >= 44 && button.width >= 44, `${where}: ${JSON.stringify(button)}`)
        // One rule for all kinds: as wide as the text.
        const [{ left, right }] = layout.buttons
        for (const inset of [left - layout.card.left, layout.card.right - right])
          assert.ok(Math.abs(inset - insetOf(width, styles)) <= 2, `${where}: ${inset} beside the button`)
        assert.ok(
          Math.abs(layout[start] - insetOf(width, styles)) <= 1,
          `${where}: ${JSON.stringify(layout)}`,
        )
        assert.ok(layout[end] > layout[start], `${where}: ${JSON.stringify(layout)}`)
      }
    }
  }
  assert.deepEqual(requests, [], 'what a mail loads tells who reads it, and when')
})

/** Of a phone of 375 by 667 pixels, and room for a line or two more where a machine's fonts are wider than a phone's. */
const inSight = 667 + 73

test('the button of an ordinary invitation is visible on a small phone, in every language and mode', async () => {
  const { page, open } = await newReader({ viewport: { width: 375, height: 667 } })
  for (const language of languages)
    for (const mode of modes) {
      await open(emailBodyOf(contentOf(ordinaryInvitation({ language, mode }))).html)
      const button = await page.evaluate<{ bottom: number; width: number }>(
        `document.querySelector('a.button').getBoundingClientRect().toJSON()`,
      )
      assert.ok(button.bottom <= inSight, `${language} ${mode}: ${button.bottom}`)
      assert.ok(button.width >= 290, `${language} ${mode}: as wide as the question`)
    }
})

type Words = {
  readonly shown: string
  readonly heading: string
  readonly hrefs: string[]
  readonly blocks: string[]
}

/** Blocks: cells with words of their own, and items of lists. */
const wordsNow = `(() => {
  const hasOwnWords = (it) => [...it.childNodes].some((one) => one.nodeType === 3 && one.data.trim() !== '')
  return {
    shown: document.body.innerText,
    heading: document.querySelector('h1').innerText,
    hrefs: [...document.querySelectorAll('a')].map((one) => one.getAttribute('href')),
    blocks: [...document.querySelectorAll('td, li, a, div.quiet, bdi')].filter(hasOwnWords).map((it) => it.innerText),
  }
})()`

test('its text says the same as its page, with the same links', async () => {
  const { page, open } = await newReader({ javaScriptEnabled: false })
  for (const mail of looked) {
    await open(mail.html)
    const name = nameOf(mail)
    const words = await page.evaluate<Words>(wordsNow)
    const [text, shown] = [oneSpace(mail.text), oneSpace(words.shown)]
    assert.deepEqual(linksIn(mail.text), new Set(words.hrefs), name)
    assert.deepEqual(linksIn(shown), new Set([mail.link]), name)
    const say = textsOf('messages', mail.language)
    const promise = textsOf('promise', mail.language)
    const labels = [promise('label_name'), promise('label_results'), promise('label_readers')]
    const marks = [`[${say('reminder')}]`, `${say('first_question')}:`]
    for (const line of mail.text.split(/\n+/).filter((one) => !one.startsWith('http'))) {
      // A label is in its own cell.
      const row = labels.reduce((rest, label) => rest.replace(`${label}: `, `${label} `), line)
      const sentence = marks.reduce((rest, mark) => rest.replace(mark, ''), row).replaceAll(/^- |:$/g, '')
      assert.ok(shown.includes(oneSpace(sentence)), `${name}: ${sentence}`)
    }
    assert.ok(text.includes(oneSpace(words.heading)), name)
    for (const block of words.blocks.map(oneSpace)) {
      const isOfPage = block.startsWith(say('not_working')) || block.startsWith(say('reminder'))
      assert.ok(isOfPage || text.includes(block), `${name}: ${block}`)
    }
  }
})

/** A mail is shown inside the page of a mail program, whose landmarks it must not repeat: it is an article. */
const landmarks = ['landmark-one-main', 'region']

test('axe finds nothing in either theme', async () => {
  const { page, open } = await newReader({ bypassCSP: true, viewport: { width: 360, height: 800 } })
  for (const mail of looked) {
    await page.emulateMedia({ colorScheme: 'light' })
    await open(mail.html)
    await assertAccessible(page, { without: landmarks })
    await page.emulateMedia({ colorScheme: 'dark' })
    await assertAccessible(page, { only: 'colours' })
  }
})

test('pictures', { skip: !process.env.SONDE_SCREENSHOTS }, async () => {
  const { page, open } = await newReader({ javaScriptEnabled: false })
  for (const mail of mails)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await open(mail.html)
      for (const width of [320, 600, 1280]) {
        await page.setViewportSize({ width, height: 400 })
        await picture(page, `mail-${nameOf(mail)}-${width}-${colorScheme}`)
      }
    }
})

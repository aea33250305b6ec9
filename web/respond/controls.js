/** Comfort for single controls: a line beside a number, buttons beside another, limits told while somebody chooses, characters left. */
import { all, button, changed, fill, form, locale, numbers } from './page.js'

const plural = new Intl.PluralRules(locale)

/** Above the thumb, where a longer one is in smaller letters; the longest units are at the ends of the line alone. */
const [bubbleLong, bubbleMax] = [8, 20]

/** More points than eleven are a chain of beads on a phone: then it is a plain line, with ticks at its ends and in its middle. */
const stepsSeenMax = 10

/** A line to drag beside a number. Until somebody answers, it looks empty, with a hint where the number will be. */
export function accompany(line) {
  const number = document.getElementById(line.dataset.slider)
  const hint = line.parentElement.querySelector('.line-hint')
  const [min, range] = [Number(line.min), line.max - line.min]
  const steps = range / line.step
  const isPlain = steps > stepsSeenMax
  line.parentElement.classList.toggle('plain', isPlain)
  line.parentElement.style.setProperty('--steps', isPlain ? (steps % 2 === 0 ? 2 : 1) : steps)
  // What the line says of itself is its value already.
  const bubble = document.createElement('span')
  bubble.className = 'bubble'
  bubble.ariaHidden = 'true'
  line.before(bubble)
  hint.hidden = false
  const show = () => {
    const isUnset = number.value === ''
    line.classList.toggle('unset', isUnset)
    hint.classList.toggle('gone', !isUnset)
    bubble.hidden = isUnset
    line.value = isUnset ? String(min + range / 2) : number.value
    const value = numbers.format(line.value)
    const said = fill(line.dataset.said ?? '{value}', { value })
    bubble.textContent = said.length > bubbleMax ? value : said
    bubble.classList.toggle('long', bubble.textContent.length > bubbleLong)
    // Without an answer it stands somewhere all the same.
    line.setAttribute('aria-valuetext', isUnset ? line.dataset.unset : said)
    line.parentElement.style.setProperty('--at', (line.value - min) / range)
  }
  const choose = (event) => {
    if (event.button > 0) return
    number.value = line.value
    show()
    changed(number)
  }
  // Where the value stays what it is, a tap is not an input, and in some browsers not even a click.
  for (const event of ['input', 'click', 'pointerup']) line.addEventListener(event, choose)
  number.addEventListener('input', show)
  line.hidden = false
  show()
}

/** Buttons on both sides of a number. The first press of an empty one gives the least value, or 0. */
export function addSteps(number) {
  const { less, more } = number.dataset
  const limit = (text, none) => (text === '' ? none : Number(text))
  const [min, max] = [limit(number.min, -Infinity), limit(number.max, Infinity)]
  const step = (by) => {
    const from = number.value === '' ? Math.min(Math.max(0, min), max) : Number(number.value) + by
    // Not the noise of binary fractions: 2.3 less 1 is 1.3.
    const digits = number.value.split('.')[1]?.length ?? 0
    number.value = String(Number(Math.min(Math.max(from, min), max).toFixed(digits)))
    changed(number)
  }
  const stepper = (className, label, by) => {
    const element = button(`step-by ${className}`, () => step(by))
    element.setAttribute('aria-label', label)
    element.setAttribute('aria-controls', number.id)
    return element
  }
  const line = document.createElement('div')
  line.className = 'stepper'
  number.before(line)
  line.append(stepper('less', less, -1), number, stepper('more', more, 1))
}

const dayInWords = new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
  dateStyle: 'long',
  timeZone: 'UTC',
})

/** As fields have it, on the calendar of the reader's device. */
function dayBefore(days) {
  const day = new Date()
  day.setDate(day.getDate() - days)
  return day.toLocaleDateString('sv')
}

/** The days that most answers name, each by one press, where they fit. */
function offerDays(input) {
  const { today, yesterday } = input.dataset
  const row = document.createElement('div')
  row.className = 'days'
  const buttons = [today, yesterday].flatMap((name, ago) => {
    const day = dayBefore(ago)
    if ((input.min && day < input.min) || (input.max && day > input.max)) return []
    const element = button('plain', () => {
      input.value = dayBefore(ago)
      changed(input)
    })
    element.textContent = name
    return [{ element, ago }]
  })
  row.append(...buttons.map(({ element }) => element))
  if (buttons.length > 0) input.parentElement.after(row)
  return () => {
    for (const { element, ago } of buttons) element.ariaPressed = String(input.value === dayBefore(ago))
  }
}

/**
 * Over the field of a day, which a browser writes in its own language and order: the day in words of the page's, or that one is to be chosen. A press
 * opens the calendar. Anyone who types in the field, or has left half a day there, sees the field.
 */
export function sayDay(input) {
  const field = document.createElement('div')
  field.className = 'dated'
  const words = document.createElement('span')
  words.className = 'day'
  words.ariaHidden = 'true'
  input.before(field)
  field.append(input, words)
  const showDays = offerDays(input)
  const show = () => {
    showDays()
    words.hidden = input.validity.badInput
    words.classList.toggle('none', input.value === '')
    words.textContent =
      input.value === '' ? input.dataset.day : dayInWords.format(new Date(`${input.value}T00:00:00Z`))
  }
  for (const event of ['input', 'change', 'blur']) input.addEventListener(event, show)
  input.addEventListener('keydown', () => field.classList.add('typed'))
  input.addEventListener('blur', () => field.classList.remove('typed'))
  input.addEventListener('click', (event) => {
    if (field.classList.contains('typed')) return
    try {
      input.showPicker()
      // Not again by what the words cover.
      event.preventDefault()
    } catch {
      // A browser that cannot: then it is the field itself.
      field.classList.add('typed')
    }
  })
  addEventListener('pageshow', show)
  show()
}

/** A text is taken back as texts are: one press on a word beside it would be the end of all that somebody wrote. */
const clearable = new Set(['steps', 'slider', 'icons', 'faces', 'choices', 'places', 'line', 'matrix'])

/** Takes back an answer that nobody has to give: what is chosen by a slip can otherwise only be exchanged. */
export function offerToClear(question) {
  const { control, missing } = question.dataset
  const ranking = question.querySelector('[data-ranking]')
  if (missing !== undefined || !clearable.has(control)) return
  const boxes = all('input:is([type=radio], [type=checkbox]):not([name$=".unquoted"])', question)
  const fields = all('input:is([type=number], [type=date]), select, .own textarea', question)
  const { clear } = form.dataset
  const element = button('link clear', () => {
    for (const box of boxes) box.checked = false
    for (const field of fields) {
      field.value = ''
      changed(field)
    }
    for (const own of all('.own', question)) own.hidden = true
    ranking?.dispatchEvent(new Event('clear'))
    changed(boxes[0] ?? question)
    // The button goes, and the focus with it.
    question.focus()
  })
  element.textContent = clear
  element.setAttribute(
    'aria-label',
    `${clear}: ${question.querySelector('legend, .legend').lastChild.textContent.trim()}`,
  )
  // Beneath the answers, which it takes away, and not what is written about them.
  const comment = question.querySelector(':scope > .comment')
  if (comment) comment.before(element)
  else question.append(element)
  const isAnswered = () =>
    ranking
      ? ranking.classList.contains('ranked')
      : boxes.some(({ checked }) => checked) ||
        fields.some(({ value, validity }) => value.trim() !== '' || validity.badInput)
  const show = () => (element.hidden = !isAnswered())
  question.addEventListener('input', show)
  show()
}

/**
 * How many are chosen of how many; once there are no more, the others cannot be. Its room is kept before the first, so that no line is begun when
 * it comes.
 */
export function countPicks(told) {
  const question = told.closest('[data-question]')
  const most = Number(question.querySelector('[data-most]').dataset.most)
  const boxes = all('.options input', question)
  const places = all('select', question)
  const show = () => {
    const count = boxes.filter(({ checked }) => checked).length + places.filter(({ value }) => value).length
    for (const box of boxes) box.disabled = !box.checked && count >= most
    told.classList.toggle('none', count === 0)
    told.textContent = fill(told.dataset.text, { count: numbers.format(count) })
  }
  question.addEventListener('input', show)
  show()
}

/** The field for other words is there once they are chosen. Of several choices, whoever takes this one away takes its words, and has them back with it. */
export function tieOwnWords(own) {
  const options = own.parentElement
  const choice = options.querySelector('[value=_other]')
  const field = own.querySelector('textarea')
  const isOneOfSeveral = choice.type === 'checkbox'
  let words = ''
  const show = () => (own.hidden = !choice.checked && field.value === '')
  options.addEventListener('change', ({ target }) => {
    if (isOneOfSeveral && target === choice) {
      if (!choice.checked) words = field.value
      field.value = choice.checked ? words : ''
      changed(field)
    }
    show()
    if (target === choice && choice.checked) field.focus()
  })
  // Words that a browser has filled in again, or that are typed while no choice is made, are that choice.
  const choose = () => {
    if (field.value === '' || choice.checked) return
    if (isOneOfSeveral || !options.querySelector(':checked')) choice.checked = true
  }
  field.addEventListener('input', choose)
  choose()
  show()
}

/** src/respond/fields.ts has the texts for this many characters and fewer. */
const countedDownFrom = 500

function showLeft(area, line) {
  const left = area.maxLength - area.value.length
  const isNear = left <= countedDownFrom && area.value !== ''
  const forms = JSON.parse(line.dataset.left)
  if (isNear)
    line.textContent = fill(forms[plural.select(left)] ?? forms.other, { count: numbers.format(left) })
  else line.textContent = line.dataset.first
}

const growsByItself = CSS.supports('field-sizing', 'content')

/** As high as its text, with its borders. */
function grow(area) {
  area.style.height = 'auto'
  if (area.value !== '') area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
}

/** What concerns words stays visible once somebody has been there: a press on it takes the focus from the text. */
export const rememberBegun = (area) =>
  area.addEventListener('focus', () => area.classList.add('begun'), { once: true })

/** A comment opens by a press, which leads to its field; one that a browser has filled in again is open. */
export function openComment(details) {
  const field = details.querySelector('textarea')
  details.querySelector('summary').addEventListener('click', () =>
    // Once it is open.
    setTimeout(() => details.open && field.focus()),
  )
  details.open ||= field.value !== ''
}

export function growWithText(area) {
  if (growsByItself) return
  area.addEventListener('input', () => grow(area))
  grow(area)
}

/** @param line  below a text area, which says what it takes, and near its end how much is left */
export function countDown(line) {
  const area = document.getElementById(`in-${line.id.slice(0, -'-left'.length)}`)
  line.dataset.first = line.textContent.trim()
  const show = () => showLeft(area, line)
  area.addEventListener('input', show)
  show()
}

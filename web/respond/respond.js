/**
 * Makes the answer page more comfortable: progress while answering, follow-up questions that appear when they apply, rankings by
 * buttons, a draft that saves itself. Without it the page works too.
 *
 * It writes no markup (the page's policy forbids it), contains no texts (they are in `data-` attributes) and stores nothing on the
 * device: the draft is on the server, and no script can read the cookie that leads to it.
 */
const form = document.querySelector('form[data-answer], form[action$="/edit"]')
const locale = document.documentElement.lang
const numbers = new Intl.NumberFormat(locale)
const plural = new Intl.PluralRules(locale)
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

const questions = form ? all('[data-question]', form) : []
const byId = new Map(questions.map((question) => [question.dataset.question, question]))

/** The values of a question, each as text; an answer in other words counts as on the server. */
function valuesOf(question) {
  const { question: id, control } = question.dataset
  if (control === 'matrix')
    return all('.row', question).every((row) => row.querySelector(':checked')) ? ['rated'] : []
  if (control === 'places') return all('select', question).every((one) => one.value) ? ['ranked'] : []
  const otherWords = question.querySelector(`[name="${id}.text"]`)?.value.trim()
  const fields = all(`[name="${id}"]`, question)
  const chosen = fields.filter((one) => (/radio|checkbox/.test(one.type) ? one.checked : one.value.trim()))
  const values = chosen.map((one) => one.value).filter((value) => value !== '_other')
  const picksSeveral = fields.some((one) => one.type === 'checkbox')
  return otherWords && (values.length === 0 || picksSeveral) ? [...values, 'other'] : values
}

function showFollowUps() {
  for (const question of questions) {
    const { if: earlierId, any } = question.dataset
    if (!earlierId) continue
    const earlier = byId.get(earlierId)
    const values = JSON.parse(any)
    question.hidden = earlier.hidden || !valuesOf(earlier).some((value) => values.includes(value))
  }
}

function showProgress() {
  const bar = form.querySelector('progress')
  const text = form.querySelector('[data-progress]')
  const visible = questions.filter((question) => !question.hidden && question.dataset.control !== 'statement')
  const done = visible.filter((question) => valuesOf(question).length > 0).length
  const count = numbers.format(visible.length)
  bar.max = visible.length
  bar.value = done
  text.textContent = fill(text.dataset.progress, { done: numbers.format(done), all: count })
  visible.forEach((question, at) => {
    const place = numbers.format(at + 1)
    question.querySelector('.number').textContent = fill(text.dataset.position, { place, all: count })
  })
  bar.parentElement.hidden = false
}

/** src/respond/fields.ts has the texts for this many characters and fewer. */
const countedDownFrom = 500

function showLeft(area) {
  const line = document.getElementById(`${area.name}-left`)
  const left = area.maxLength - area.value.length
  const isNear = left <= countedDownFrom && area.value !== ''
  const forms = JSON.parse(line.dataset.left)
  if (isNear)
    line.textContent = fill(forms[plural.select(left)] ?? forms.other, { count: numbers.format(left) })
  else line.textContent = line.dataset.first
}

function refresh() {
  showFollowUps()
  showProgress()
}

/** Turns selects of places into a list with buttons to move its rows. The hidden selects hold the places that are sent. */
function makeMovable(list) {
  const { up, down, keep, unset, moved } = list.dataset
  const help = list.previousElementSibling
  help.textContent = help.dataset.move
  const status = list.parentElement.appendChild(document.createElement('p'))
  status.className = 'rank-status'
  status.setAttribute('role', 'status')
  const rows = () => [...list.children]
  const nameOf = (row) => row.querySelector('.what').textContent.trim()
  const selectOf = (row) => row.querySelector('select')

  const button = (className, label, press) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.className = className
    element.setAttribute('aria-label', label)
    element.addEventListener('click', press)
    return element
  }
  const settle = () => {
    rows().forEach((row, at) => (selectOf(row).value = String(at + 1)))
    list.classList.add('ranked')
    keepButton.hidden = true
    list.dispatchEvent(new Event('input', { bubbles: true }))
  }
  const move = (row, by) => {
    const at = rows().indexOf(row)
    const other = rows()[at + by]
    if (!other) return
    if (by < 0) other.before(row)
    else other.after(row)
    settle()
    markEnds()
    status.textContent = fill(moved, { place: numbers.format(at + by + 1), option: nameOf(row) })
    const [upwards, downwards] = all('button', row)
    const pressed = by < 0 ? upwards : downwards
    ;(pressed.disabled ? (by < 0 ? downwards : upwards) : pressed).focus()
  }
  const markEnds = () =>
    rows().forEach((row, at) => {
      const [upwards, downwards] = all('button', row)
      upwards.disabled = at === 0
      downwards.disabled = at === list.children.length - 1
    })
  const keepButton = button('plain keep', keep, () => {
    settle()
    status.textContent = ''
    all('button:not(:disabled)', list)[0]?.focus()
  })
  keepButton.textContent = keep
  list.after(keepButton)
  for (const row of rows()) {
    selectOf(row).hidden = true
    const name = { option: nameOf(row) }
    row.append(
      button('move up', fill(up, name), () => move(row, -1)),
      button('move down', fill(down, name), () => move(row, 1)),
    )
  }
  const places = rows().map((row) => Number(selectOf(row).value))
  if (new Set(places).size === rows().length && !places.includes(0)) {
    list.append(...rows().toSorted((a, b) => selectOf(a).value - selectOf(b).value))
    list.classList.add('ranked')
    keepButton.hidden = true
  } else {
    for (const row of rows()) selectOf(row).value = ''
    status.textContent = unset
  }
  markEnds()
  list.classList.add('movable')
}

/** A line to drag beside a number. Until somebody answers, it stands in the middle and looks empty. */
function accompany(line) {
  const number = document.getElementById(line.dataset.slider)
  const show = () => {
    line.classList.toggle('unset', number.value === '')
    line.value = number.value === '' ? String((Number(line.min) + Number(line.max)) / 2) : number.value
  }
  const choose = () => {
    number.value = line.value
    show()
    number.dispatchEvent(new Event('input', { bubbles: true }))
  }
  for (const event of ['input', 'click']) line.addEventListener(event, choose)
  number.addEventListener('input', show)
  line.hidden = false
  show()
}

const pauseMs = 1200

/** Saves a draft after a pause and when the page is left; a draft is not an answer. */
function saveByItself() {
  const { save, saved, failed } = form.dataset
  const state = document.getElementById('save-state')
  let dirty = false
  let timer
  const content = () => new URLSearchParams(new FormData(form))
  const send = async () => {
    dirty = false
    try {
      const headers = { accept: 'application/json' }
      const reply = await fetch(save, { method: 'POST', headers, body: content() })
      if (reply.ok) state.textContent = saved
    } catch {
      dirty = true
      state.textContent = failed
    }
  }
  form.addEventListener('input', () => {
    dirty = true
    clearTimeout(timer)
    timer = setTimeout(send, pauseMs)
  })
  form.addEventListener('submit', () => {
    dirty = false
    clearTimeout(timer)
  })
  const leave = () => {
    if (!dirty) return
    clearTimeout(timer)
    dirty = !navigator.sendBeacon(save, content())
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave())
  addEventListener('pagehide', leave)
}

function offerToCopy(button) {
  const field = document.getElementById(button.dataset.copy)
  button.hidden = false
  button.addEventListener('click', async () => {
    field.select()
    await navigator.clipboard.writeText(field.value)
    button.textContent = button.dataset.copied
  })
}

if (form) {
  for (const list of all('ol[data-ranking]', form)) makeMovable(list)
  for (const line of all('input[data-slider]', form)) accompany(line)
  for (const hint of all('.only-if', form)) hint.hidden = true
  for (const area of all('textarea', form)) {
    const line = document.getElementById(`${area.name}-left`)
    line.dataset.first = line.textContent
    area.addEventListener('input', () => showLeft(area))
    showLeft(area)
  }
  // Other words, typed while no choice is made, select the radio button for them.
  form.addEventListener('input', ({ target }) => {
    const question = target.name?.endsWith('.text') && target.closest('[data-question]')
    const radios = question ? all('input[type=radio]', question) : []
    if (target.value && radios.length > 0 && !radios.some((one) => one.checked)) radios.at(-1).checked = true
    refresh()
  })
  if (form.dataset.save) saveByItself()
  refresh()
  // A page from the browser's back/forward cache has its fields filled again.
  addEventListener('pageshow', refresh)
}
for (const button of all('[data-copy]')) offerToCopy(button)
document.querySelector('.faults')?.focus()

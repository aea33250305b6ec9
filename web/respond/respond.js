/**
 * Makes the answer page more comfortable, and nothing else: progress while answering, follow-up questions that come when
 * they are due, rankings by buttons, a draft that saves itself. Without it the page works all the same.
 *
 * It writes no markup (the page's policy allows no text to become some), holds no words (they stand in `data-` members) and
 * keeps nothing on the device: a draft lies on the server, and the cookie that leads to it is out of a script's reach.
 */
const form = document.querySelector('form[data-save], form[action$="/edit"]')
const locale = document.documentElement.lang
const written = new Intl.NumberFormat(locale)
const plural = new Intl.PluralRules(locale)
const say = (words, values) => words.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all)
const all = (selector, within = document) => [...within.querySelectorAll(selector)]

const questions = form ? all('[data-question]', form) : []
const byId = new Map(questions.map((question) => [question.dataset.question, question]))

/** What a question was given, each value as text; words of one's own count as they do on the server. */
function valuesOf(question) {
  const { question: id, control } = question.dataset
  if (control === 'places') return all('select', question).every((one) => one.value) ? ['ranked'] : []
  const own = question.querySelector(`[name="${id}.text"]`)?.value.trim()
  const fields = all(`[name="${id}"]`, question)
  const chosen = fields.filter((one) => (/radio|checkbox/.test(one.type) ? one.checked : one.value.trim()))
  const values = chosen.map((one) => one.value).filter((value) => value !== '_other')
  const picksSeveral = fields.some((one) => one.type === 'checkbox')
  return own && (values.length === 0 || picksSeveral) ? [...values, 'other'] : values
}

function showWhatIsDue() {
  for (const question of questions) {
    const { if: on, any } = question.dataset
    if (!on) continue
    const before = byId.get(on)
    const wanted = JSON.parse(any)
    question.hidden = before.hidden || !valuesOf(before).some((value) => wanted.includes(value))
  }
}

function showProgress() {
  const bar = form.querySelector('progress')
  const text = form.querySelector('[data-progress]')
  const due = questions.filter((question) => !question.hidden)
  const done = due.filter((question) => valuesOf(question).length > 0).length
  const count = written.format(due.length)
  bar.max = due.length
  bar.value = done
  text.textContent = say(text.dataset.progress, { done: written.format(done), all: count })
  due.forEach((question, at) => {
    const place = written.format(at + 1)
    question.querySelector('.number').textContent = say(text.dataset.position, { place, all: count })
  })
  bar.parentElement.hidden = false
}

const nearTheEnd = 500

function showLeft(area) {
  const line = document.getElementById(`${area.name}-left`)
  const left = area.maxLength - area.value.length
  const near = left <= nearTheEnd && area.value !== ''
  const forms = JSON.parse(line.dataset.left)
  if (near) line.textContent = say(forms[plural.select(left)] ?? forms.other, { count: written.format(left) })
  else line.textContent = line.dataset.first
}

function refresh() {
  showWhatIsDue()
  showProgress()
}

/** A list that is moved about by buttons, in place of a list of places. The selects stay and are what is sent. */
function makeMovable(list) {
  const { up, down, keep, unset, moved } = list.dataset
  const help = list.previousElementSibling
  help.textContent = help.dataset.move
  const told = list.parentElement.appendChild(document.createElement('p'))
  told.className = 'told'
  told.setAttribute('role', 'status')
  const rows = () => [...list.children]
  const nameOf = (row) => row.querySelector('.what').textContent.trim()
  const selectOf = (row) => row.querySelector('select')

  const button = (className, label, press) => {
    const made = document.createElement('button')
    made.type = 'button'
    made.className = className
    made.setAttribute('aria-label', label)
    made.addEventListener('click', press)
    return made
  }
  const settle = () => {
    rows().forEach((row, at) => (selectOf(row).value = String(at + 1)))
    list.classList.add('ranked')
    keepIt.hidden = true
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
    told.textContent = say(moved, { place: written.format(at + by + 1), option: nameOf(row) })
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
  const keepIt = button('plain keep', keep, () => {
    settle()
    told.textContent = ''
    all('button:not(:disabled)', list)[0]?.focus()
  })
  keepIt.textContent = keep
  list.after(keepIt)
  for (const row of rows()) {
    selectOf(row).hidden = true
    const name = { option: nameOf(row) }
    row.append(
      button('move up', say(up, name), () => move(row, -1)),
      button('move down', say(down, name), () => move(row, 1)),
    )
  }
  const places = rows().map((row) => Number(selectOf(row).value))
  if (new Set(places).size === rows().length && !places.includes(0)) {
    list.append(...rows().toSorted((a, b) => selectOf(a).value - selectOf(b).value))
    list.classList.add('ranked')
    keepIt.hidden = true
  } else {
    for (const row of rows()) selectOf(row).value = ''
    told.textContent = unset
  }
  markEnds()
  list.classList.add('movable')
}

const pauseMs = 1200

/** Saves after a pause and on leaving; what is saved is nobody's answer yet. */
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
  for (const hint of all('.only-if', form)) hint.hidden = true
  for (const area of all('textarea', form)) {
    document.getElementById(`${area.name}-left`).dataset.first = document.getElementById(
      `${area.name}-left`,
    ).textContent
    area.addEventListener('input', () => showLeft(area))
    showLeft(area)
  }
  // Words of one's own, written with no other choice made, are the choice.
  form.addEventListener('input', ({ target }) => {
    const own = target.name?.endsWith('.text') && target.closest('[data-question]')
    const radios = own ? all('input[type=radio]', own) : []
    if (target.value && radios.length > 0 && !radios.some((one) => one.checked)) radios.at(-1).checked = true
    refresh()
  })
  if (form.dataset.save) saveByItself()
  refresh()
  // A page that the browser kept and shows again has its fields filled anew.
  addEventListener('pageshow', refresh)
}
for (const button of all('[data-copy]')) offerToCopy(button)
document.querySelector('.faults')?.focus()

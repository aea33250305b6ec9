/** A draft that saves itself on the server. Nothing is stored on the device, which may be somebody else's. */
import { form, isTrouble, timeoutMs } from './page.js'

const pauseMs = 1200

/** Saves a draft after a pause and when the page is left; a draft is not an answer. */
export function saveByItself() {
  const { save, saved, failed } = form.dataset
  const state = document.getElementById('save-state')
  let dirty = false
  let timer
  /** Whether what was saved is still on the screen: at a question that nobody has answered it would be said of nothing. */
  let isHere = true
  const tell = (text) => {
    state.textContent = text
    state.classList.toggle('saved', text === saved)
    // On one page its place is below all questions: then it stays in sight.
    state.classList.toggle('unsaved', text === failed)
  }
  const content = () => new URLSearchParams(new FormData(form))
  const send = async (isOnTheWay = false) => {
    dirty = false
    try {
      const headers = { accept: 'application/json' }
      const signal = AbortSignal.timeout(timeoutMs)
      const reply = await fetch(save, { method: 'POST', headers, body: content(), signal })
      // Refused, since the survey has ended or the link was used: sending tells it in words. Trouble passes.
      if (isTrouble(reply)) throw new Error(reply.statusText)
      // What is there stays while it is sent: nothing moves.
      if (!isOnTheWay || !reply.ok) tell(reply.ok && isHere ? saved : '')
      return true
    } catch {
      dirty = true
      tell(isOnTheWay ? '' : failed)
      return false
    }
  }
  form.addEventListener('leave', () => {
    isHere = false
    if (state.textContent === saved) tell('')
  })
  form.addEventListener('input', ({ target }) => {
    if (!target.closest('[data-question]')) return
    isHere = true
    dirty = true
    clearTimeout(timer)
    timer = setTimeout(() => void send(), pauseMs)
  })
  const leave = () => {
    if (!dirty) return
    clearTimeout(timer)
    dirty = !navigator.sendBeacon(save, content())
  }
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave())
  addEventListener('pagehide', leave)
  return {
    /** @returns whether the server could be reached */
    save: () => {
      clearTimeout(timer)
      return send(true)
    },
    /** What is sent as an answer is not a draft any more. */
    stop: () => {
      dirty = false
      clearTimeout(timer)
    },
  }
}

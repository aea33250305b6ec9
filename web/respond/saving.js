/** A draft that saves itself on the server. Nothing is stored on the device, which may be somebody else's. */
import { form, sayState } from './page.js'

const pauseMs = 1200

/** Saves a draft after a pause and when the page is left; a draft is not an answer. */
export function saveByItself() {
  const { save, saved, failed } = form.dataset
  let dirty = false
  let timer
  const content = () => new URLSearchParams(new FormData(form))
  const send = async () => {
    dirty = false
    try {
      const headers = { accept: 'application/json' }
      const reply = await fetch(save, { method: 'POST', headers, body: content() })
      if (reply.ok) sayState(saved)
      return true
    } catch {
      dirty = true
      sayState(failed)
      return false
    }
  }
  form.addEventListener('input', () => {
    dirty = true
    clearTimeout(timer)
    timer = setTimeout(send, pauseMs)
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
      return send()
    },
    /** What is sent as an answer is no draft any more. */
    stop: () => {
      dirty = false
      clearTimeout(timer)
    },
  }
}

/**
 * The thread of analyst.ts: answers each message with one. It keeps the texts of a batch only when their themes will be asked
 * for, and forgets them when they have been told.
 */
import { parentPort } from 'node:worker_threads'
import { analyseAnswer, type FromThread, type ToThread } from './analyst.ts'
import { buffersOf, packed } from './analyst-packing.ts'
import { themesAmong } from './themes.ts'

let texts: string[] = []
let usable: number[] = []

function reply(message: ToThread): void {
  if (message.kind === 'answers') {
    const answers = message.texts.map(analyseAnswer)
    if (message.keep) {
      answers.forEach(({ score }, i) => score !== null && usable.push(texts.length + i))
      for (const text of message.texts) texts.push(text)
    }
    const told = packed(answers)
    return tell({ answers: told }, buffersOf(told))
  }
  const { about, seed } = message
  const themes = themesAmong(texts, usable, { seed, about })
  texts = []
  usable = []
  tell({ themes }, [])
}

const tell = (told: FromThread, handed: ArrayBuffer[]): void => parentPort!.postMessage(told, handed)

parentPort?.on('message', (message: ToThread) => {
  try {
    reply(message)
  } catch (error) {
    tell({ failure: error instanceof Error ? error.message : String(error) }, [])
  }
})

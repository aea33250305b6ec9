/**
 * A form that was refused, on its way to the page that shows it again (post, redirect, get): what was typed goes with the redirect in a
 * cookie of this one address, sealed by a key of the service. The device cannot read it, the service stores nothing, and neither an
 * address nor a log has it. Not by a code: the next person at the device could open it (note 155).
 */
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib'
import type { FormQuestion } from '../../contract/questions.ts'
import { checkAnswers } from '../collection/collection.ts'
import { Problem } from '../problem.ts'
import { type Sealing, SealingError } from '../sealing.ts'
import { partsOfForm } from '../questions/questions.ts'
import { answersOf, type Form } from './form.ts'
import type { RefusedForm } from './pages.ts'

/** Browsers take 4,096 bytes for name and value (RFC 6265 §6.1). */
const sealedMax = 4_000
/** What compresses to more is not tried. */
const typedMax = 32_768

const useAt = (address: string): string => `refused form ${address}`

/** @returns what the device holds; null where it is too long, or nothing can seal it: then the page answers the form itself */
export function sealForm(sealing: Sealing, form: Form, address: string): string | null {
  const typed = JSON.stringify([...form])
  if (typed.length > typedMax) return null
  try {
    const sealed = sealing.seal(brotliCompressSync(typed).toString('base64'), useAt(address))
    const text = sealed.toString('base64url')
    return text.length <= sealedMax ? text : null
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

/** @returns null for what this service did not seal for this address */
export function openForm(sealing: Sealing, sealed: string, address: string): Form | null {
  try {
    const compressed = Buffer.from(sealing.open(Buffer.from(sealed, 'base64url'), useAt(address)), 'base64')
    const typed: [string, string[]][] = JSON.parse(
      brotliDecompressSync(compressed, { maxOutputLength: 4 * typedMax }).toString(),
    )
    return new Map(typed)
  } catch (error) {
    if (error instanceof SealingError) return null
    throw error
  }
}

/** The form with its faults; undefined where it has none. */
export function refusedOf(questions: readonly FormQuestion[], form: Form): RefusedForm | undefined {
  try {
    checkAnswers(questions, answersOf(questions, form))
    return undefined
  } catch (error) {
    return { form, refusal: refusalIn(error) }
  }
}

/** A text that was not sent, below the question that it answers. */
export type UnsentText = { readonly question: string; readonly text: string }

/** What somebody wrote in their own words; what they chose is chosen again in a moment. */
export function unsentTexts(questions: readonly FormQuestion[], form: Form): UnsentText[] {
  const asked = new Map(partsOfForm(questions).map(({ id, text }) => [id, text]))
  return answersOf(questions, form).flatMap(({ question_id: id, text }) =>
    text?.trim() ? [{ question: asked.get(id) ?? '', text }] : [],
  )
}

/** @throws whatever the reader cannot correct in the form */
export function refusalIn(error: unknown): Problem {
  if (error instanceof Problem && error.code === 'invalid_answers') return error
  throw error
}

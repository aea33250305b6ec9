/** Texts of the workspace, as the build and tests read them: every `<noun>-texts.ts` of web/, with its texts in each language. */
import { globSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Texts } from '../locales/format.ts'
import type { PageTexts } from '../web/page-texts.ts'

const root = resolve(import.meta.dirname, '..')

export type NounTexts = {
  /** web/people/people-texts.ts */
  readonly file: string
  readonly noun: string
  /** peopleTexts */
  readonly exported: string
  readonly byLanguage: Readonly<Record<string, Texts>>
}

async function readFileOf(file: string): Promise<NounTexts> {
  const module: Record<string, PageTexts> = await import(join(root, file))
  const [[exported, texts], ...others] = Object.entries(module)
  if (others.length > 0) throw new Error(`${file} exports more than its texts`)
  const languages = Object.entries(texts).map(
    async ([language, load]) => [language, (await load()).texts] as const,
  )
  return {
    file,
    noun: basename(file, '-texts.ts'),
    exported,
    byLanguage: Object.fromEntries(await Promise.all(languages)),
  }
}

export const readPageTexts = (): Promise<NounTexts[]> =>
  Promise.all(globSync('web/*/*-texts.ts', { cwd: root }).toSorted().map(readFileOf))

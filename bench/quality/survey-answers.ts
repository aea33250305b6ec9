/** Real survey answers of open-source maintainers, from feedback/maintainers/ of the data (its SOURCE.md names their source). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** An answer of one respondent to question `q`: a text, a rating from 0 to 1, or both. */
export type SurveyAnswer = {
  period: string
  respondent: string
  q: string
  team?: string | null
  rating?: number | null
  text?: string | null
}

export async function surveyAnswers(data: string): Promise<SurveyAnswer[]> {
  const lines = (await readFile(join(data, 'feedback/maintainers/answers.jsonl'), 'utf8')).trim().split('\n')
  return lines.map((line): SurveyAnswer => JSON.parse(line))
}

/**
 * What we know of questions that surveys of open-source maintainers ask, by key: the driver that a scale measures, whether
 * a text asks for praise or for something better, and a wording where the survey's own changes with the occasion. All else
 * the import reads from the data.
 */
import type { Question } from '../../contract/questions.ts'

type Known = Pick<Question, 'driver' | 'intent'> & { text?: string }

export const knownQuestions: Record<string, Known> = {
  staff_response: { driver: 'voice' },
  toc_response: { driver: 'voice' },
  know_resources: { driver: 'clarity' },
  know_toc: { driver: 'clarity' },
  docs_needs: { driver: 'tools' },
  ci_needs: { driver: 'tools' },
  tooling_needs: { driver: 'tools' },
  marketing_needs: { driver: 'recognition' },
  happy_kubecon: { text: 'Were you happy with the last KubeCon + CloudNativeCon?' },
  help_next: { intent: 'improve' },
  services_wish: { intent: 'improve' },
  marketing_wish: { intent: 'improve' },
  diversity: { intent: 'improve' },
  any_other: { intent: 'open' },
  benefits: { intent: 'praise' },
  levels_process: { intent: 'open' },
  levels_feel: { intent: 'open' },
}

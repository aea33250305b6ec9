/** What people are asked in the benchmarks of insights, and made answers: about fifteen words each, few of them alike. */
import type { Answer, Question } from '../contract/questions.ts'
import type { Random } from '../src/text/text.ts'

export const questions: Question[] = [
  { id: 'load', type: 'scale', text: 'My work can be done in time', driver: 'workload' },
  { id: 'well', type: 'text', text: 'What went well?', intent: 'praise' },
  { id: 'better', type: 'text', text: 'What should be better?', intent: 'improve' },
]

const openings = [
  'Honestly,',
  'This month',
  'In our team',
  'Since the move',
  'Again',
  'For me',
  'Most days',
  'Lately',
]
const subjects =
  'the workload,our manager,the tooling,the release process,the meetings,our pay,the office,the training,the planning,feedback,the roadmap,the support rota,the build pipeline,the review queue,our goals'.split(
    ',',
  )
const says =
  'is far too high,helped us a lot,takes too long,was not clear to anyone,has become much better,makes me tired,is a real pleasure,should be simpler,leaves no time for focus,was explained well,does not work on Mondays,is fair and open'.split(
    ',',
  )
const endings =
  'and nobody decides,but the others were kind,so we wait for days,which I appreciate,and that is why people leave,although it costs us hours,and customers noticed,so please change it'.split(
    ',',
  )

function sentence(random: Random): string {
  const one = (list: readonly string[]): string => list[Math.floor(random() * list.length)]
  return `${one(openings)} ${one(subjects)} ${one(says)} ${one(endings)}, and ${one(subjects)} ${one(says)} on ${Math.floor(random() * 90)} days.`
}

export const answersBy = (random: Random): Answer[] => [
  { question_id: 'load', value: 1 + Math.floor(random() * 5) },
  { question_id: 'well', text: sentence(random) },
  { question_id: 'better', text: sentence(random) },
]

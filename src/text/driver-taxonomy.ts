/**
 * The 18 drivers of work that answers are coded by: fixed ids, so that counts compare from pulse to pulse.
 *
 * The models behind them: Gallup Q12 (12 items); the job demands-resources model, Demerouti and Bakker
 * 2011, SA Journal of Industrial Psychology 37(2), art. 974; Officevibe's ten key metrics (help centre).
 * Definitions, items and phrases are our own words. Phrases are compared by their stems and over small words in between
 * (drivers.ts), so one form stands for all. Ids are kept for ever; a change of phrases is a new version.
 */
import { type DriverId, driverIds } from '../../contract/drivers.ts'
import { jobPhrases } from './driver-taxonomy-job.ts'
import { peoplePhrases } from './driver-taxonomy-people.ts'

export const taxonomyVersion = '2'

/** Phrases between bars, from the surest to the vaguest; driver-taxonomy-job.ts tells what each kind is worth. */
export type Phrases = { names: string; suggests: string; hints: string }

/** `items`: statements to be rated on a scale, all in the same direction. `phrases`: pairs of phrase and weight. */
export type Driver = {
  id: DriverId
  name: string
  definition: string
  items: readonly string[]
  phrases: readonly (readonly [string, number])[]
  sources: readonly string[]
}

export const weights = { names: 1, suggests: 0.7, hints: 0.4 } as const

type Described = Pick<Driver, 'name' | 'definition' | 'items' | 'sources'>

const described: Record<DriverId, Described> = {
  workload: {
    name: 'Workload',
    definition: 'Whether the amount and pace of work can be done well in the time there is.',
    items: [
      'The work I am given fits into the time I am given for it',
      'I seldom have to choose between finishing on time and doing it well',
      'There are enough of us for what has to be done',
    ],
    sources: ['JD-R: demand', 'Officevibe: Wellness'],
  },
  wellbeing: {
    name: 'Wellbeing',
    definition: 'Energy, health and stress: what work does to the person.',
    items: [
      'After most working days I have energy left for other things',
      'My work does not keep me awake at night',
      'I feel well at work on most days',
    ],
    sources: ['JD-R: strain', 'Officevibe: Wellness, Happiness'],
  },
  clarity: {
    name: 'Clarity',
    definition: 'Knowing what is expected, what comes first and who decides.',
    items: [
      'I know which of my tasks matter most just now',
      'I can tell what is expected of me',
      'When something has to be decided, I know who decides',
    ],
    sources: ['Gallup Q12: item 1', 'JD-R: role clarity', 'Officevibe: Alignment'],
  },
  tools: {
    name: 'Tools and workplace',
    definition: 'Equipment, software, information and rooms needed to do the work.',
    items: [
      'The equipment, software and information I work with are good enough',
      'The place I work in lets me do my work well',
      'When something breaks down, it is soon put right',
    ],
    sources: ['Gallup Q12: item 2', 'JD-R: resource'],
  },
  strengths_use: {
    name: 'Use of strengths',
    definition: 'Doing work that one is good at and that asks for what one can do.',
    items: [
      'My work calls for the things I am good at',
      'There is enough in my work that interests me',
      'I get to do the work I was hired for',
    ],
    sources: ['Gallup Q12: item 3'],
  },
  recognition: {
    name: 'Recognition',
    definition: 'Good work is seen, thanked for and credited.',
    items: [
      'Good work gets noticed here',
      'Somebody has thanked me for my work lately',
      'Credit goes to those who did the work',
    ],
    sources: ['Gallup Q12: item 4', 'Officevibe: Recognition'],
  },
  manager_support: {
    name: 'Support by the manager',
    definition: 'The direct manager cares, is there, and helps the person do well.',
    items: [
      'When I take a problem to my manager, it helps',
      'My manager has time for me when I need it',
      'My manager cares how I am',
    ],
    sources: ['Gallup Q12: item 5', 'JD-R: resource', 'Officevibe: Relationship with manager'],
  },
  growth: {
    name: 'Growth',
    definition: 'Learning, developing and having somewhere to go.',
    items: [
      'I am learning things here that will be of use to me for years',
      'I see a next step for myself here',
      'I get the training that my work needs',
    ],
    sources: ['Gallup Q12: items 6 and 12', 'Officevibe: Personal growth'],
  },
  voice: {
    name: 'Voice',
    definition: 'Opinions and ideas are asked for, heard and acted upon.',
    items: [
      'When I say that something is wrong, it makes a difference',
      'I am asked before things are decided that concern my work',
      'I can disagree here without having to fear for it',
    ],
    sources: ['Gallup Q12: item 7', 'Officevibe: Feedback'],
  },
  purpose: {
    name: 'Purpose',
    definition: 'The work matters, and the organisation stands for something worth it.',
    items: [
      'I can see whom my work is good for',
      'I would tell a friend that this is a good place to work',
      'What we stand for is worth working for',
    ],
    sources: ['Gallup Q12: item 8', 'Officevibe: Alignment, Ambassadorship'],
  },
  peers: {
    name: 'Peers',
    definition: 'Colleagues do good work, help each other and get on.',
    items: [
      'The people I work with help one another without being asked',
      'I can rely on what my colleagues do',
      'We get on with one another',
    ],
    sources: ['Gallup Q12: items 9 and 10', 'Officevibe: Relationship with peers'],
  },
  feedback_progress: {
    name: 'Feedback and progress',
    definition: 'Hearing how one is doing, often enough and usefully, and seeing progress.',
    items: [
      'I find out soon enough whether what I did was any good',
      'I hear often enough how I am doing',
      'What I am told of my work helps me do it better',
    ],
    sources: ['Gallup Q12: item 11', 'Officevibe: Feedback'],
  },
  autonomy: {
    name: 'Autonomy',
    definition: 'Room to decide how one does the work, and trust to do it.',
    items: [
      'I can decide how I do my work',
      'I am trusted to do my work without being watched',
      'I can try another way without asking for leave',
    ],
    sources: ['JD-R: resource', 'Officevibe: Personal growth'],
  },
  flexibility: {
    name: 'Flexibility',
    definition: 'Say over when and where one works, and balance with life outside.',
    items: [
      'Where and when I work leaves room for the rest of my life',
      'When something comes up at home, I can arrange my work around it',
      'I know early enough when I will have to work',
    ],
    sources: ['Officevibe: Happiness (work-life balance)', 'JD-R: resource'],
  },
  pay: {
    name: 'Pay and benefits',
    definition: 'Salary, benefits and whether they are felt to be right.',
    items: [
      'What I am paid is right for what I do',
      'My pay is fair beside that of others here',
      'The benefits I get are worth something to me',
    ],
    sources: ['Officevibe: Satisfaction'],
  },
  leadership_change: {
    name: 'Leadership and change',
    definition: 'Senior leadership, strategy and how change is led and told.',
    items: [
      'I understand why the large decisions are taken',
      'I trust those who lead this organisation',
      'When something changes, we are told in time and why',
    ],
    sources: ['Officevibe: Alignment', 'JD-R: demand'],
  },
  meetings_process: {
    name: 'Meetings and processes',
    definition: 'Meetings, approvals and procedures that help the work or stand in its way.',
    items: [
      'Our meetings and procedures help the work more than they hold it up',
      'Decisions that I wait for come soon enough',
      'I have long enough stretches without interruption',
    ],
    sources: ['JD-R: hindrance demand'],
  },
  fairness_inclusion: {
    name: 'Fairness and inclusion',
    definition: 'Fair and respectful treatment of everyone, whoever they are.',
    items: [
      'People are treated fairly here, whoever they are',
      'The same rules hold for everyone',
      'I can be as I am here',
    ],
    sources: ['Officevibe: Relationship with peers, Ambassadorship', 'JD-R: resource'],
  },
}

const phrases: Record<DriverId, Phrases> = { ...jobPhrases, ...peoplePhrases }

const listed = (list: string): string[] =>
  list
    .split('|')
    .map((phrase) => phrase.trim().replaceAll(/\s+/g, ' '))
    .filter(Boolean)

export const drivers: readonly Driver[] = driverIds.map((id) => ({
  id,
  ...described[id],
  phrases: (['names', 'suggests', 'hints'] as const).flatMap((kind) =>
    listed(phrases[id][kind]).map((phrase) => [phrase, weights[kind]] as const),
  ),
}))

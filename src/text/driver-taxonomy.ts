/**
 * The 18 drivers of work that answers are coded by: fixed ids, so that counts compare from pulse to pulse.
 *
 * The models behind them: Gallup Q12 (12 items); the job demands-resources model, Demerouti and Bakker
 * 2011, SA Journal of Industrial Psychology 37(2), art. 974; Officevibe's ten key metrics (help centre).
 * Definitions and phrases are our own words. A phrase of weight 1 names the driver by itself, one of 0.5
 * needs a second. Phrases are compared by their stems and over small words in between (drivers.ts), so one
 * form stands for all. Ids are kept for ever; a change of phrases is a new version.
 */

import { type DriverId } from '../../contract/drivers.ts'

export const taxonomyVersion = '1'

/** `phrases`: pairs of phrase and weight. */
export type Driver = {
  id: DriverId
  name: string
  definition: string
  phrases: readonly (readonly [string, number])[]
  sources: readonly string[]
}

function weighted(strong: string, weak: string): [string, number][] {
  const phrases = (list: string, weight: number): [string, number][] =>
    list
      .split('|')
      .map((phrase) => phrase.trim())
      .filter(Boolean)
      .map((phrase) => [phrase, weight])
  return [...phrases(strong, 1), ...phrases(weak, 0.5)]
}

export const drivers: readonly Driver[] = [
  {
    id: 'workload',
    name: 'Workload',
    definition: 'Whether the amount and pace of work can be done well in the time there is.',
    phrases: weighted(
      `workload | work load | overload | overloaded | overworked | too much work | so much work |
      too much to do | so much to do | too many tasks | too many projects | too many tickets |
      too many things | lot of work | amount of work | volume of work | extra work | more work than |
      heavy load | not enough time | no time | little time | lack of time | time pressure |
      short on time | run out of time | deadline | unrealistic timeline | unrealistic expectations |
      unrealistic target | tight schedule | tight timeline | understaffed | under staffed |
      short staffed | short handed | shorthanded | staff shortage | staffing level | staffing |
      not enough people | not enough staff | too few people | more staff | lack of staff |
      lack of people | headcount | hire more | more hands | long hours | long days | overtime |
      extra hours | work late | late nights | work weekends | work on weekends | nights and weekends |
      spread thin | spread too thin | stretched thin | stretched | juggle | swamped | drowning |
      overwhelmed | overwhelming | overcommitted | backlog | firefighting | crunch | keep up with |
      unmanageable | too many hats | many hats | pile up | on my plate | bandwidth | understaffing |
      under resourced | underresourced | breathing room | job of two | work of two | two jobs |
      three jobs | several roles | hectic | frantic | always behind | constantly behind | on call |
      on-call | unsustainable pace | pace of work | too busy | always busy`,
      `pressure | busy | rushed | rush | capacity | hours | resources | pace | time consuming | volume |
      staff | too fast | unsustainable | weekend | evening | enough time | more people | need help |
      catch up | more time`,
    ),
    sources: ['JD-R: demand', 'Officevibe: Wellness'],
  },
  {
    id: 'wellbeing',
    name: 'Wellbeing',
    definition: 'Energy, health and stress: what work does to the person.',
    phrases: weighted(
      `wellbeing | well being | wellness | stress | stressed | stressful | burnout | burn out |
      burned out | burnt out | exhausted | exhausting | exhaustion | drained | draining | tired |
      fatigue | anxiety | anxious | depressed | depression | mental health | health | healthy |
      unhealthy | sleep | insomnia | headache | morale | sick leave | sick days | sickness |
      overstrained | worn out | no energy | low energy | out of energy | at my limit | breaking point |
      cannot cope | cope with | panic | dread | miserable | happy at work | cannot relax | take a break |
      lunch break | ergonomic | gym | lonely | loneliness | isolated | emotional | demoralised |
      demoralising | demotivated | motivation | motivated | job satisfaction | no break | no breaks |
      enough breaks | switch off | happiness | care about people`,
      `happy | energy | worried | worry | relax | rest | pressure | balance | feel good | feel bad |
      enjoy | frustrated | fun | unhappy | mood | recover | happy at`,
    ),
    sources: ['JD-R: strain', 'Officevibe: Wellness, Happiness'],
  },
  {
    id: 'clarity',
    name: 'Clarity',
    definition: 'Knowing what is expected, what comes first and who decides.',
    phrases: weighted(
      `priorities | priority | prioritise | prioritisation | unclear | not clear | clarity | clear goals |
      clear expectations | clear direction | clear plan | clear role | clear objectives | goals |
      objective | expectations | know what to do | not know what | not know who | not know where |
      responsibilities | responsible for what | who does what | who decides | who owns | ownership |
      ambiguous | ambiguity | vague | confusing | confusion | confused | contradictory | conflicting |
      mixed messages | mixed signals | job description | requirements | changing requirements |
      alignment | aligned | misaligned | same page | guidance | guidelines | definition of done | okr |
      okrs | targets | where we stand | well defined | undefined | not defined | roadmap | role unclear |
      what is expected | clear responsibilities | clear communication`,
      `clear | direction | plan | planning | focus | expected | transparent | context | decide |
      consistent | understand | role | scope`,
    ),
    sources: ['Gallup Q12: item 1', 'JD-R: role clarity', 'Officevibe: Alignment'],
  },
  {
    id: 'tools',
    name: 'Tools and workplace',
    definition: 'Equipment, software, information and rooms needed to do the work.',
    phrases: weighted(
      `tool | tooling | equipment | software | hardware | laptop | computer | machine | licence | license |
      vpn | wifi | wi-fi | internet connection | internet | server | system slow | slow system |
      outdated | legacy | technical debt | tech debt | build times | slow build | build slow | pipeline |
      ci | cd | continuous integration | test environment | environments | infrastructure | intranet |
      documentation | docs | knowledge base | wiki | permissions | crashes | crash | bugs | buggy |
      help desk | helpdesk | printer | desk | chair | office space | noise | noisy | open plan |
      air conditioning | too cold | too hot | parking | kitchen | coffee machine | canteen |
      phone system | headset | automation | automate | spreadsheet | database | crm | jira | materials |
      supplies | tech support | it department | office building | access to systems | access to tools |
      access to information | access to documents`,
      `system | slow | broken | resources | upgrade | equipped | technical | facility | temperature |
      information | modern | access | automated | office | network | technology | screen | monitor`,
    ),
    sources: ['Gallup Q12: item 2', 'JD-R: resource'],
  },
  {
    id: 'strengths_use',
    name: 'Use of strengths',
    definition: 'Doing work that one is good at and that asks for what one can do.',
    phrases: weighted(
      `my strengths | use my skills | my skills | skill set | skillset | good at | best at |
      do what i do best | what i do best | my talent | underused | under used | underutilised |
      under utilised | overqualified | over qualified | boring | bored | boredom | repetitive |
      monotonous | mundane | tedious | menial | busywork | busy work | interesting work |
      interesting project | interesting tasks | challenging work | challenging project | challenging |
      not challenged | unchallenged | intellectually stimulating | stimulating | variety | varied | creative |
      creativity | my expertise | my potential | full potential | potential wasted | right role |
      wrong role | fit for the role | suits me | love what i do | enjoy my work | enjoy the work |
      enjoy what i do | interesting | our strengths | wasted talent | best use`,
      `skills | challenge | expertise | experience | enjoy | technical work | potential | fit | qualified |
      waste | talent | strength`,
    ),
    sources: ['Gallup Q12: item 3'],
  },
  {
    id: 'recognition',
    name: 'Recognition',
    definition: 'Good work is seen, thanked for and credited.',
    phrases: weighted(
      `recognition | recognise | recognised | unrecognised | appreciation | appreciate my | appreciated |
      unappreciated | underappreciated | not appreciate | appreciate effort | valued | undervalued |
      not valued | feel valued | praise | praised | say thanks | never thanked | credit |
      taken for granted | take for granted | for granted | acknowledge | acknowledged | acknowledgement |
      unnoticed | not noticed | nobody notices | no one notices | noticed | go unseen | invisible |
      celebrate | celebration | award | kudos | shout out | shoutout | shout-out | pat on the back |
      rewarded | reward | value employees | value people | hard work | visibility of my work |
      employee of the month | just a number | say thank you | never thanked | a thank you | appreciate our work |
      appreciate our effort | value us | not see the work | thankless | value our work`,
      `value | thanks | thank | effort | seen | success | contribution | visible | respect | proud |
      good job | great job | well done`,
    ),
    sources: ['Gallup Q12: item 4', 'Officevibe: Recognition'],
  },
  {
    id: 'manager_support',
    name: 'Support by the manager',
    definition: 'The direct manager cares, is there, and helps the person do well.',
    phrases: weighted(
      `manager | line manager | my lead | team lead | team leader | my boss | boss | supervisor |
      my superior | superiors | line management | direct report | reporting line | one on one |
      one on ones | one to one | one-to-one | one-on-one | 1:1 | 1on1 | 1-on-1 | micromanage |
      micromanagement | micro manage | micro management | micro managing | micromanaging | micromanager |
      management style | poor management | bad management | good management | better management |
      has my back | have our back | got my back | cares about me | support from management |
      unsupportive | not supported | feel supported | no support | lack of support | someone to talk to |
      open door | favourite of the boss | team leads | foreman | head of department | supportive manager |
      managers | leads support | cares about us`,
      `support | supported | care | helps me | help me | approachable | listen | guidance | available |
      check in | leader | management | more support | mentoring | supportive`,
    ),
    sources: ['Gallup Q12: item 5', 'JD-R: resource', 'Officevibe: Relationship with manager'],
  },
  {
    id: 'growth',
    name: 'Growth',
    definition: 'Learning, developing and having somewhere to go.',
    phrases: weighted(
      `growth | grow | growing | career | career path | promotion | promote | promoted | get ahead |
      advancement | training | learn | learning | course | conference budget | certification | education |
      tuition | professional development | personal development | development plan |
      development opportunities | development budget | develop my skills | develop skills |
      develop myself | new skills | upskill | upskilling | reskilling | skill development | next step |
      next level | dead end | stagnate | stagnant | stagnation | no future | future here | ladder |
      career ladder | internal mobility | move up | moving up | room to grow | apprenticeship |
      onboarding | onboard | knowledge sharing | knowledge transfer | mentoring | mentorship |
      succession | coaching | coach | no opportunities | few opportunities | lack of opportunities |
      more opportunities | opportunities to | career opportunities | growth opportunities |
      my future here | more responsibility | stuck in the same | move forward in`,
      `opportunity | develop | development | skills | mentor | stuck | future | level | teach | new hires |
      progress | conference | workshop | study | internship | seniority`,
    ),
    sources: ['Gallup Q12: items 6 and 12', 'Officevibe: Personal growth'],
  },
  {
    id: 'voice',
    name: 'Voice',
    definition: 'Opinions and ideas are asked for, heard and acted upon.',
    phrases: weighted(
      `listen to us | listen to me | listen to employees | listen to staff | listen to people |
      not listen | never listen | no one listens | nobody listens | listen more | listened to |
      listens to | listen | not heard | unheard | my voice | our voice | no voice | no say | have a say |
      say in | our opinion | my opinion | opinion | opinions | our ideas | my ideas | new ideas |
      ideas ignored | suggestion | suggestions | our input | my input | input | speak up | speaking up |
      speak out | speak openly | say what i think | raise concerns | raise issues | concerns ignored |
      complaints ignored | ignored | ignores | falls on deaf ears | deaf ears | involve us |
      involved in decisions | not consulted | consult | consulted | without asking | never asked |
      ask us | asked us | psychological safety | safe to | afraid to | scared to | retaliation |
      open to feedback | act on | nothing changes | nothing happens | taken seriously | take seriously |
      honest discussion | shut down | town hall questions | survey results | feel heard | be heard |
      is heard | are heard | a voice | dismissed | open to ideas | fear of speaking |
      fear of retaliation | ask for our | ask what we | employee input`,
      `ideas | concerns | open | honest | safe | decision | decisions | afraid | fear | ask | surveys |
      opinionated | heard | involve | raise`,
    ),
    sources: ['Gallup Q12: item 7', 'Officevibe: Feedback'],
  },
  {
    id: 'purpose',
    name: 'Purpose',
    definition: 'The work matters, and the organisation stands for something worth it.',
    phrases: weighted(
      `purpose | purposeful | mission | meaningful | meaningless | makes a difference | make a difference |
      making a difference | impactful | contribute to society | society | help people | helping people |
      help patients | help customers | proud of | proud to | pride | believe in | greater good |
      pointless | big picture | bigger picture | company values | our values | sustainability |
      environment friendly | climate | ethical | ethics | unethical | social responsibility |
      recommend this company | great company | good company | great place to work | good place to work |
      love this company | love working here | enjoy working here | product we build | rewarding work |
      rewarding | fulfilling | fulfilment | sense of achievement | good cause | have an impact |
      real impact | impact of my work | my work matters | work that matters | what is the point |
      see the point | why we do | core values | help others | great organisation | great employer |
      good employer`,
      `proud | matter | value | world | useful | customer | inspiring | company | brand | reputation |
      impact | meaning | vision`,
    ),
    sources: ['Gallup Q12: item 8', 'Officevibe: Alignment, Ambassadorship'],
  },
  {
    id: 'peers',
    name: 'Peers',
    definition: 'Colleagues do good work, help each other and get on.',
    phrases: weighted(
      `colleague | colleagues | coworker | coworkers | co-worker | co workers | co worker | teammate |
      team mate | team-mate | peers | teamwork | team work | team spirit | great team | good team |
      nice team | best team | amazing team | strong team | awesome team | fantastic team |
      wonderful team | supportive team | friendly team | love my team | love team | my team |
      team building | teambuilding | team event | team lunch | people i work with | people work with |
      great people | good people | nice people | amazing people | friendly people | smart people |
      talented people | kind people | friendly | friends | friendship | camaraderie | collegial |
      collaboration | collaborate | collaborative | cooperation | cooperate | work together |
      working together | helpful people | social events | get along | silos | other teams |
      other departments | between teams | between departments | cross team | blame culture | blame |
      finger pointing | gossip | cliques | help each other | support each other | trust each other |
      know each other | conflict with | conflicts between | silo | team communication |
      communication in the team | communication between teams | team atmosphere | the people here |
      the people are | team dynamic | teams work well | co-workers`,
      `team | people | helpful | social | community | together | culture | atmosphere | department |
      trust | fun | team member | conflict`,
    ),
    sources: ['Gallup Q12: items 9 and 10', 'Officevibe: Relationship with peers'],
  },
  {
    id: 'feedback_progress',
    name: 'Feedback and progress',
    definition: 'Hearing how one is doing, often enough and usefully, and seeing progress.',
    phrases: weighted(
      `feedback | performance review | performance reviews | annual review | yearly review |
      review process | appraisal | evaluation | evaluated | performance evaluation |
      performance management | rating system | performance rating | kpi | kpis | constructive criticism |
      criticism | criticise | criticised | code review | code reviews | how i am doing | how i'm doing |
      how am i doing | know how i | where i stand | talk about my progress | my progress |
      my performance | progress review | check-ins | check ins | retrospective | retro | retros |
      post mortem | pr review | slow reviews | review time | calibration | regular check-in |
      how we are doing | how well i`,
      `review | progress | improve | constructive | measured | metrics | rating | goals | regular |
      assess | performance`,
    ),
    sources: ['Gallup Q12: item 11', 'Officevibe: Feedback'],
  },
  {
    id: 'autonomy',
    name: 'Autonomy',
    definition: 'Room to decide how one does the work, and trust to do it.',
    phrases: weighted(
      `autonomy | autonomous | autonomously | independence | independent | independently | freedom |
      free to decide | free to choose | freedom to | free hand | decide how | decide myself |
      decide ourselves | own decisions | make decisions | make my own decisions | decision making power |
      empowered | empowerment | empower | disempowered | trust me | trusts me | trust us | trusted |
      not trusted | no trust | lack of trust | micromanage | micromanagement | micro manage |
      micro management | micro managing | micromanaging | micromanager | control over | no control |
      over my shoulder | looking over | permission to | approval for every | sign off on every |
      self organise | self organised | self managed | take initiative | take ownership | own pace |
      latitude | surveillance | monitoring software | treated like children | treat like children |
      treated like adults | too much control | control everything | controlling | own initiative |
      being tracked | ask permission`,
      `trust | control | decide | ownership | approval | restricted | limited | choose | permission |
      rigid | initiative | responsibility | tracked | monitored`,
    ),
    sources: ['JD-R: resource', 'Officevibe: Personal growth'],
  },
  {
    id: 'flexibility',
    name: 'Flexibility',
    definition: 'Say over when and where one works, and balance with life outside.',
    phrases: weighted(
      `flexibility | flexible | inflexible | flextime | flexitime | flexi | work from home |
      working from home | wfh | home office | homeoffice | remote | remotely | remote work | hybrid |
      telework | teleworking | telecommute | back to office | return to office | return to the office |
      rto | days in the office | office days | work life balance | work-life balance | worklife balance |
      work life | life balance | life outside | personal life | private life | family time |
      time for family | time with family | family friendly | family | childcare | kids | school pick up |
      parental leave | maternity | paternity | part time | part-time | four day week | 4 day week |
      four-day week | working hours | work hours | work schedule | shift pattern | shifts | shift | rota |
      roster | vacation | holidays | holiday | time off | days off | day off | leave policy |
      annual leave | pto | paid leave | sabbatical | commute | commuting | time zone | time zones |
      timezone | core hours | after hours | outside working hours | weekend messages | always reachable |
      reachable | my schedule | children | own hours | choose my hours | set my hours`,
      `hours | balance | leave | home | location | office | travel | appointments | evening | weekend |
      schedule`,
    ),
    sources: ['Officevibe: Happiness (work-life balance)', 'JD-R: resource'],
  },
  {
    id: 'pay',
    name: 'Pay and benefits',
    definition: 'Salary, benefits and whether they are felt to be right.',
    phrases: weighted(
      `pay | paid | underpaid | under paid | overpaid | unpaid | payment | salary | wage | compensation |
      compensated | remuneration | bonus | pay raise | pay rise | payrise | pay increase |
      increase in pay | salary increase | cost of living | inflation | benefits | benefit | perks | perk |
      pension | retirement plan | 401k | health insurance | health care | healthcare | dental |
      insurance | stock options | profit sharing | allowance | stipend | reimbursement | reimbursed |
      expenses | money | financial | financially | earn | earning | income | market rate | below market |
      competitive salary | gym membership | free lunch | company car | hourly rate | commission |
      paycheck | payroll | job security | a raise | no raise | raises | merit raise | equal pay |
      reimburse | pay grade | pay gap | pay scale`,
      `compensate | reward | budget | market | competitive | package | funds | cost | afford | raise |
      equity`,
    ),
    sources: ['Officevibe: Satisfaction'],
  },
  {
    id: 'leadership_change',
    name: 'Leadership and change',
    definition: 'Senior leadership, strategy and how change is led and told.',
    phrases: weighted(
      `leadership | senior leadership | senior leaders | leaders | senior management | upper management |
      top management | executive | executives | exec | execs | c-level | c level | c-suite | ceo | cto |
      cfo | coo | director | directors | founders | headquarters | head office | management team |
      top down | top-down | strategy | strategic | company direction | direction of the company |
      direction the company | reorganisation | reorganise | reorg | re-org | restructure | restructuring |
      restructured | merger | acquisition | acquired | layoff | lay off | laid off | layoffs |
      redundancy | redundancies | job cuts | cost cutting | cost cuts | budget cuts | change management |
      constant change | too much change | many changes | change of direction | pivot | instability |
      uncertainty | uncertain | transparency | town hall | all hands | all-hands | company communication |
      communication from | communicated | communication from the top | turnover | attrition |
      people leaving | people leave | everyone is leaving | retention | hiring freeze | new management |
      management decisions | board of directors | board members | from the top | at the top | management |
      communication | the communication | transparent | direction keeps changing | company culture |
      organisational change`,
      `change | direction | vision | announce | announcement | decision | future | company | rumours |
      governance | trust | long term`,
    ),
    sources: ['Officevibe: Alignment', 'JD-R: demand'],
  },
  {
    id: 'meetings_process',
    name: 'Meetings and processes',
    definition: 'Meetings, approvals and procedures that help the work or stand in its way.',
    phrases: weighted(
      `meeting | meetings | stand up | standup | stand-up | calls all day | agenda | calendar | invites |
      process | procedure | bureaucracy | bureaucratic | red tape | paperwork | form filling |
      administrative | administration | approval | approvals | sign off | sign-off | signoff | hierarchy |
      hierarchical | workflow | handover | handoff | hand-off | hand off | bottleneck | blocker |
      blocked | waiting for | wait for | wait weeks | slow decisions | decisions take | decision making |
      decision-making | takes too long | take forever | takes forever | inefficient | inefficiency |
      inefficiencies | efficiency | efficient | interruptions | interrupted | interrupt |
      context switching | context switch | focus time | no focus | deep work | too many emails | emails |
      email | slack messages | notifications | duplicated work | duplicate work | double work | rework |
      overhead | sprint | sprints | scrum | agile | release process | disorganised | coordination |
      coordinate | communication between | chaos | chaotic | cross-functional | compliance | policy |
      policies | rules | timesheet | timesheets | ticket system | daily stand-up | dailies |
      well organised | badly organised | poorly organised | unorganised | admin work |
      communication between departments`,
      `slow | wait | rule | communication | waste of time | wasted | focus | steps | complicated |
      organise | follow up | standard | tickets | planning | reporting`,
    ),
    sources: ['JD-R: hindrance demand'],
  },
  {
    id: 'fairness_inclusion',
    name: 'Fairness and inclusion',
    definition: 'Fair and respectful treatment of everyone, whoever they are.',
    phrases: weighted(
      `fair | unfair | fairness | unfairly | favouritism | favorites | favourites | favoritism | nepotism |
      play favorites | double standard | double standards | bias | biased | unbiased | discriminate |
      discrimination | discriminatory | racism | racist | sexism | sexist | ageism | ageist | homophobic |
      harassment | harass | harassed | bullying | bully | bullied | toxic | hostile | disrespect |
      disrespectful | disrespected | respect | respected | respectful | rude | yelled at | shouted at |
      talk down to | condescending | humiliate | diversity | diverse | inclusion | inclusive |
      inclusiveness | equality | equal | equal pay | pay gap | gender | women | minority | minorities |
      underrepresented | ethnicity | religion | disability | disabled | accessibility | belonging |
      belong | excluded | left out | outsider | second class | same rules | equal treatment |
      treated equally | treated differently | treated badly | treated poorly | treated well |
      treat people | office politics | inner circle | in-group | integrity | culture | accountability |
      accountable | hold people accountable | treated fairly | paid fairly | equity | politics |
      reasonable accommodation | treat everyone | equal opportunities | code of conduct | company culture`,
      `treat | treated | treatment | welcome | same | everyone | trust | ethical | clique | dignity |
      atmosphere`,
    ),
    sources: ['Officevibe: Relationship with peers, Ambassadorship', 'JD-R: resource'],
  },
]

/** Phrases that look like a driver's and are not: they count for none. */
export const idlePhrases: readonly string[] = [
  'in my opinion',
  'no idea',
  'new idea',
  'office hours',
  'benefit from',
  'would benefit',
  'could benefit',
  'will benefit',
  'raise it',
  'raise awareness',
  'raise issue',
  'leave me with',
  'leave over',
  'grow fast',
  'good idea',
  'great idea',
  'role model',
  'stand up for',
  'pay attention',
  'pays off',
  'pay off',
  'of course',
  'in advance',
  'with respect to',
  'to be fair',
  'fair enough',
  'job fair',
  'project management',
  'time management',
  'product management',
  'community management',
  'risk management',
  'content management',
  'package management',
  'as a whole team',
  'daily basis',
  'take into account',
  'interested in',
  'more or less',
  'thank you',
  'thanks for asking',
  'no input',
  'no opinion',
  'no suggestions',
  'long way to go',
  'break down',
  'on the other hand',
  'in the long run',
  'in general',
  'due process',
  'in process',
  'in the process of',
  'for free',
  'day to day',
  'end of the day',
  'as far as i know',
  'big deal',
  'top of',
  'service desk',
  'code base',
]

/** The ids in their order. */
export const driverIds: readonly string[] = drivers.map((driver) => driver.id)

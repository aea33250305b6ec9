/**
 * What a team may do about a driver: three actions each, from small to large, in our own words.
 *
 * Data, not advice made up on the spot: a recommendation names an action by id and the catalogue's version,
 * so that its effect can be looked at later. Ids are kept for ever; a changed action gets a new id. Every
 * first step fits into one week, and every action says what to ask next time.
 */

export const catalogueVersion = '1'

export type ActionEffort = 'small' | 'medium' | 'large'
export type OwnerRole = 'team_lead' | 'team' | 'people_team' | 'leadership'

/** `measure`: what the next pulse should show if it helped. */
export type Action = {
  id: string
  driver: string
  title: string
  first_step: string
  owner_role: OwnerRole
  effort: ActionEffort
  measure: string
}

type Row = [
  id: string,
  title: string,
  first_step: string,
  owner_role: OwnerRole,
  effort: ActionEffort,
  measure: string,
]

function of(driver: string, rows: [Row, Row, Row]): Action[] {
  return rows.map(([id, title, first_step, owner_role, effort, measure]) => ({
    id: `${driver}.${id}`,
    driver,
    title,
    first_step,
    owner_role,
    effort,
    measure,
  }))
}

export const actions: readonly Action[] = [
  ...of('workload', [
    [
      'stop_list',
      'Agree on what to stop',
      'Write down all running work with the team and strike or park at least two items.',
      'team_lead',
      'small',
      'Share who can do their work well in the time they have',
    ],
    [
      'work_limit',
      'Limit work in progress',
      'Set a limit of open items per person and keep new requests in one visible queue.',
      'team',
      'medium',
      'Workload score and mentions of deadlines',
    ],
    [
      'capacity_plan',
      'Match commitments to capacity',
      'Put next quarter’s commitments beside the hours really there and take the gap to those who decide.',
      'leadership',
      'large',
      'Workload score over two pulses and overtime mentions',
    ],
  ]),
  ...of('wellbeing', [
    [
      'load_talk',
      'Ask each person how they are',
      'Hold a short talk with everyone about energy and strain, and change one thing each names.',
      'team_lead',
      'small',
      'Wellbeing score and mentions of stress',
    ],
    [
      'quiet_time',
      'Protect breaks and evenings',
      'Agree on hours in which nobody is expected to answer and keep to them for two weeks.',
      'team',
      'medium',
      'Share who can switch off after work',
    ],
    [
      'strain_review',
      'Remove the largest source of strain',
      'Collect the three situations that cost most strength and choose one to end.',
      'leadership',
      'large',
      'Wellbeing score over two pulses',
    ],
  ]),
  ...of('clarity', [
    [
      'top_three',
      'Name the three things that matter now',
      'Write the three priorities of this month where everyone sees them, with what comes after.',
      'team_lead',
      'small',
      'Share who know what is expected of them',
    ],
    [
      'who_decides',
      'Write down who decides what',
      'List the ten most frequent decisions and put one name beside each.',
      'team',
      'medium',
      'Clarity score and mentions of unclear roles',
    ],
    [
      'goal_line',
      'Tie the team’s goals to the organisation’s',
      'Trace each goal of the team to one above it and ask about those that have none.',
      'leadership',
      'large',
      'Clarity score and agreement on goals over two pulses',
    ],
  ]),
  ...of('tools', [
    [
      'friction_log',
      'Keep a list of what gets in the way',
      'Let everyone note each obstacle for a week, then mend the most frequent.',
      'team',
      'small',
      'Mentions of slow or missing tools',
    ],
    [
      'worst_tool',
      'Mend or replace the worst tool',
      'Have the team vote on the tool that costs most time and name someone to change it.',
      'team_lead',
      'medium',
      'Tools score',
    ],
    [
      'tool_budget',
      'Set aside time and money for tools',
      'Estimate the hours lost each month and ask for a budget with that figure.',
      'leadership',
      'large',
      'Tools score over two pulses',
    ],
  ]),
  ...of('strengths_use', [
    [
      'best_work',
      'Ask what each person does best',
      'Ask everyone which task of last month they would like more of and which less.',
      'team_lead',
      'small',
      'Share who do what they are good at each week',
    ],
    [
      'swap_tasks',
      'Swap tasks by strength',
      'Exchange at least one recurring task between two people who both prefer it so.',
      'team',
      'medium',
      'Score for use of strengths',
    ],
    [
      'role_shape',
      'Reshape a role',
      'Pick one role with much routine work and plan what can be dropped, shared or automated.',
      'people_team',
      'large',
      'Score for use of strengths and mentions of boredom',
    ],
  ]),
  ...of('recognition', [
    [
      'name_the_work',
      'Thank for something definite',
      'Tell each person one thing they did last month and what it changed.',
      'team_lead',
      'small',
      'Share who were recognised in the last two weeks',
    ],
    [
      'shared_credit',
      'Make good work visible',
      'Open the weekly meeting with work done by others, named by those it helped.',
      'team',
      'medium',
      'Recognition score',
    ],
    [
      'fair_reward',
      'Check who is seen and who is not',
      'Compare praise, bonuses and promotions of the last year over roles and places.',
      'people_team',
      'large',
      'Recognition score by group over two pulses',
    ],
  ]),
  ...of('manager_support', [
    [
      'regular_talk',
      'Hold regular talks',
      'Put half an hour with each person into the calendar every other week, their topics first.',
      'team_lead',
      'small',
      'Share who get the help they need',
    ],
    [
      'ask_for_help',
      'Say how help is asked for',
      'Agree where to bring a problem and by when an answer comes, and tell of one that was solved.',
      'team_lead',
      'medium',
      'Score for support by the manager',
    ],
    [
      'lead_time',
      'Give leads the time to lead',
      'Count the people and the own tasks of each lead and move work from those with most.',
      'leadership',
      'large',
      'Score for support by the manager over two pulses',
    ],
  ]),
  ...of('growth', [
    [
      'next_skill',
      'Choose one thing to learn',
      'Agree with each person on one skill for this quarter and the hours it gets.',
      'team_lead',
      'small',
      'Share who learned something of use last month',
    ],
    [
      'learning_pairs',
      'Learn from one another',
      'Pair people who want to learn with people who can, for one real task.',
      'team',
      'medium',
      'Growth score',
    ],
    [
      'open_paths',
      'Show where one can go',
      'Write down the next steps from each role and what is asked for there.',
      'people_team',
      'large',
      'Growth score and mentions of promotion over two pulses',
    ],
  ]),
  ...of('voice', [
    [
      'answer_three',
      'Answer three open suggestions',
      'Take three suggestions from the answers and say to each: yes, no or when, and why.',
      'team_lead',
      'small',
      'Share who feel their opinion counts',
    ],
    [
      'ask_before',
      'Ask before deciding',
      'Before the next decision that touches the team ask for objections, and note what changed.',
      'team',
      'medium',
      'Voice score',
    ],
    [
      'speak_safely',
      'Make it safe to disagree',
      'Let leads tell of a mistake of their own and agree how bad news is received.',
      'leadership',
      'large',
      'Voice score and share who dare to disagree',
    ],
  ]),
  ...of('purpose', [
    [
      'user_story',
      'Bring someone who uses the work',
      'Invite a person who depends on the team’s work to tell what it changes for them.',
      'team_lead',
      'small',
      'Share who see why their work matters',
    ],
    [
      'why_first',
      'Begin work with its reason',
      'Give each new piece of work one sentence about whom it serves and how one will know.',
      'team',
      'medium',
      'Purpose score',
    ],
    [
      'drop_pointless',
      'End work that serves nobody',
      'Ask which recurring work nobody would miss, and end one such piece.',
      'leadership',
      'large',
      'Purpose score over two pulses',
    ],
  ]),
  ...of('peers', [
    [
      'working_rules',
      'Agree how to work together',
      'Collect what helps and what hurts in working together and settle on three rules.',
      'team',
      'small',
      'Share who can rely on their colleagues',
    ],
    [
      'shared_task',
      'Do one task together',
      'Take one hard task in pairs from different corners of the team.',
      'team',
      'medium',
      'Peers score',
    ],
    [
      'bridge_teams',
      'Mend the border to another team',
      'Meet the team with most friction and exchange what each needs from the other.',
      'leadership',
      'large',
      'Peers score and mentions of other teams',
    ],
  ]),
  ...of('feedback_progress', [
    [
      'small_feedback',
      'Give feedback while it is fresh',
      'Give each person one thing to keep and one to change, within two days of the work.',
      'team_lead',
      'small',
      'Share who know how they are doing',
    ],
    [
      'progress_talk',
      'Look at progress every month',
      'Hold a talk of twenty minutes on progress since the last one, with notes both can see.',
      'team_lead',
      'medium',
      'Score for feedback and progress',
    ],
    [
      'review_rules',
      'Make reviews plain',
      'Publish what is judged in a review, by whom, and an example for each level.',
      'people_team',
      'large',
      'Score for feedback after the next review',
    ],
  ]),
  ...of('autonomy', [
    [
      'hand_over',
      'Hand over one decision',
      'Choose a decision that now needs approval and give it to those who do the work.',
      'team_lead',
      'small',
      'Share who can decide how they do their work',
    ],
    [
      'fewer_checks',
      'Drop checks that find nothing',
      'List approvals of last month and end those that never said no.',
      'team',
      'medium',
      'Autonomy score',
    ],
    [
      'outcome_goals',
      'Agree on results, not on steps',
      'Rewrite one running assignment as a result with limits and leave the way to the team.',
      'leadership',
      'large',
      'Autonomy score over two pulses',
    ],
  ]),
  ...of('flexibility', [
    [
      'core_hours',
      'Agree on few fixed hours',
      'Ask when people must be reached together and leave the rest of the day to them.',
      'team',
      'small',
      'Share whose hours fit their life',
    ],
    [
      'place_trial',
      'Try another rule for place and time',
      'Agree on a trial of four weeks for where and when to work and how it will be judged.',
      'team_lead',
      'medium',
      'Flexibility score',
    ],
    [
      'schedule_say',
      'Give a say in schedules',
      'Publish schedules earlier and open a way to swap without asking a lead.',
      'people_team',
      'large',
      'Flexibility score over two pulses',
    ],
  ]),
  ...of('pay', [
    [
      'explain_pay',
      'Explain how pay is set',
      'Write on one page how pay is decided, when, and whom to ask.',
      'people_team',
      'small',
      'Share who understand how their pay is set',
    ],
    [
      'benefit_check',
      'Find out which benefits are used',
      'Ask which benefits people use and which they would exchange.',
      'people_team',
      'medium',
      'Score for pay and benefits',
    ],
    [
      'pay_review',
      'Review pay for gaps',
      'Compare pay in equal roles inside and with the market and plan the largest gaps first.',
      'leadership',
      'large',
      'Score for pay over two pulses',
    ],
  ]),
  ...of('leadership_change', [
    [
      'say_why',
      'Say what changes and why',
      'Tell in five sentences what changes, what stays, why, and when more will be known.',
      'leadership',
      'small',
      'Share who understand the reasons for change',
    ],
    [
      'question_hour',
      'Answer questions openly',
      'Hold an open hour, take questions without names, publish every answer.',
      'leadership',
      'medium',
      'Score for leadership and change',
    ],
    [
      'change_pace',
      'Set the pace of change',
      'Put all running changes on one page and delay those that hit the same people.',
      'leadership',
      'large',
      'Score for leadership and change over two pulses',
    ],
  ]),
  ...of('meetings_process', [
    [
      'cut_meetings',
      'Cancel meetings for a week',
      'Cancel all recurring meetings for one week and bring back only those missed.',
      'team',
      'small',
      'Share with enough undisturbed time',
    ],
    [
      'shorten_wait',
      'Shorten the longest wait',
      'Follow one piece of work from start to end and remove its longest wait.',
      'team',
      'medium',
      'Score for meetings and processes',
    ],
    [
      'simplify_rule',
      'Simplify one procedure',
      'Choose the procedure named most, ask what it protects, and write a shorter one.',
      'leadership',
      'large',
      'Score for meetings and processes over two pulses',
    ],
  ]),
  ...of('fairness_inclusion', [
    [
      'equal_turns',
      'Share turns and chores',
      'Note for a week who speaks, who writes minutes, who gets the good tasks, and rotate.',
      'team',
      'small',
      'Share who feel treated fairly',
    ],
    [
      'open_criteria',
      'Open the criteria of decisions',
      'Publish how tasks, promotions and leave are decided, and one example each.',
      'team_lead',
      'medium',
      'Score for fairness and inclusion',
    ],
    [
      'outside_view',
      'Have unequal treatment looked at',
      'Ask someone outside the line to look at the cases and propose changes.',
      'people_team',
      'large',
      'Score for fairness and inclusion by group over two pulses',
    ],
  ]),
]

/** The three of a driver, from small to large; empty for a driver we have none for. */
export function actionsFor(driver: string): readonly Action[] {
  return actions.filter((action) => action.driver === driver)
}

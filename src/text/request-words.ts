/**
 * Does a text ask for something? Words of asking and of wishing, for answers to questions that ask what to improve: by itself
 * it takes a sixth of all praise for a wish, so it is used with the question's intent and never without it.
 */
const asking = new RegExp(
  [
    "(?<!\\p{L})(?:please|wish(?:es|ed)?|i['’]d|we['’]d|would (?:like|love|prefer|help|be (?:nice|good|great|better))|could (?:we|you|use)|can (?:we|you)|let['’]?s)(?!\\p{L})",
    "(?<!\\p{L})(?:need(?:s|ed)? (?:to|a|an|more|less|fewer|better|some|clearer)|should(?:n['’]t)?|must|ought to|want(?:s)? (?:to|a|an|more|less|fewer|better))(?!\\p{L})",
    '(?<!\\p{L})(?:more|less|fewer|better|clearer|earlier|faster|shorter) (?!than(?!\\p{L})|and more)\\p{L}+',
    '(?:^|[.!?;\\n]\\s*)(?:add|allow|ask|avoid|change|clarify|cut|decide|drop|explain|fix|get|give|hire|improve|increase|invest|keep|limit|make|move|pay|plan|provide|reduce|remove|replace|set|share|simplify|start|stop|use|write)(?!\\p{L})',
  ].join('|'),
  'iu',
)

export const isRequest = (text: string): boolean => asking.test(text)

/**
 * Requests in so many words, for answers to any question. "Better tools" and "we need to" are none: in an answer to "What went well?" they
 * tell of something that is there.
 */
const explicit = new RegExp(
  [
    "(?<!\\p{L})(?:please|(?:i|we|people|everyone|just|really|do|only) wish|could (?:we|you)|can (?:we|you)|let['’]?s)(?!\\p{L})",
    "(?<!\\p{L})(?:(?:i|we)['’]d|would) (?:really |also |all )?(?:like|love|prefer|appreciate)(?! to (?:thank|say|add|praise))(?!\\p{L})",
    "(?<!\\p{L})(?:would|it['’]d) be (?:so |very |really )?(?:nice|good|great|better|helpful|useful|lovely) (?:if|to|when)(?!\\p{L})",
    '(?<!\\p{L})(?:need|needs|want) (?:more|less|fewer|better|clearer|faster|newer|new|additional|another)(?!\\p{L})',
    '(?<!\\p{L})(?:should|must|ought to|has to|have to) (?:not )?(?:be (?:replaced|improved|fixed|changed|reduced|increased|given|offered|paid|allowed|simplified|shorter|clearer|faster|more|less|better)|stop|start|provide|offer|hire|fix|improve|replace|invest|listen|pay)(?!\\p{L})',
    '^(?:add|allow|avoid|clarify|cut|drop|fix|hire|improve|increase|invest|limit|provide|reduce|remove|replace|simplify|stop) \\p{L}',
  ].join('|'),
  'iu',
)

export const isExplicitRequest = (text: string): boolean => explicit.test(text)

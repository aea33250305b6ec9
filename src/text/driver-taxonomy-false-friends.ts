/**
 * Phrases that look like a driver's and are not: they count for none, and cover their words. "Pay attention" is no pay, a
 * "package manager" manages nobody, and who "benefits from" something speaks of no benefit. Compared as all phrases are.
 */
export const falseFriends: readonly string[] = `
  in my opinion | no idea | benefit from | would benefit | could benefit | will benefit | raise it |
  raise awareness | raise issue | leave me with | leave over | grow fast | good idea | great idea |
  role model | stand up for | pay attention | pays off | pay off | of course | in advance |
  with respect to | to be fair | fair enough | job fair | project management | time management |
  product management | risk management | content management | package management | as a whole team |
  daily basis | take into account | interested in | more or less | thanks for asking | thank you for | at this time | at the moment | this time | booth fair | job fairs | trade fair | career fair | no feedback for now | no further feedback | no feedback to give | no other feedback | no strong opinion | office hours | looking forward to | to some degree | certain degree | high degree | test coverage | code coverage | no matter | as a matter of | thanks for | have a nice | nice weekend | nice day | front desk | last survey | it would be interesting | interesting question | interesting survey | happy with everything | happy with how | happy as it is | happy the way it is | question is not clear | question is unclear | unclear question | everything is clear | break down |
  on the other hand | in the long run | in general | due process | in process | in the process of |
  for free | end of the day | as far as i know | big deal | service desk | code base | package manager |
  password manager | task manager | file manager | window manager | content manager | device manager |
  state manager | session manager | dependency manager | product manager | people are not tools |
  not a tool | a tool for | raise an issue | raise a ticket | raise a bug | raise the question |
  raise the bar | raise a point | raised by | we benefit from | benefits from | benefit of the doubt |
  for the benefit of | to the benefit of | mutual benefit | cost benefit | pay close attention |
  paid attention | pay the price | pay a visit | pay respect | pay back technical debt | at the same time |
  next time | first time | last time | every time | most of the time | in time for | over time |
  all the time in the world | in the first place | takes place | took place | in place | fair to say |
  fair point | fair amount | fair share of | fair bit | fairly good | fairly new | fairly well |
  fairly easy | fairly large | fairly small | fairly often | fairly quickly | know what to say |
  not know what to say | not know what to write | not know what to add | clear that | clearly a |
  it is clear that | make clear | crystal clear | general purpose | on purpose | for this purpose |
  for that purpose | for the purpose of | mission critical | version control | source control |
  quality control | out of my control | under control | remote control | training data | training set |
  model training | machine learning | deep learning | learned that | lesson learned | learning curve |
  stress test | stress testing | load test | health check | stress that | customer support |
  customer care | customer service desk | support ticket | long term support | in support of | i support |
  support for linux | this survey is | this survey was | survey is too long | another survey | the survey |
  last survey | this form | a long day at | good day | have a nice day | back in the day | these days |
  nowadays | days of the week | in recent days | with the goal of | main goal of | in the direction of |
  role playing | independent of | independently of | free of charge | feel free | free to contact |
  free software | national team | other people | most people | many people | some people | people who |
  few people | people say | people think | take part in | on time | time to time | from time to time |
  some time | same time | spare time | in the meeting of | nice meeting you | pleasure meeting you |
  meeting expectations | meets expectations | meet expectations | exceeded my expectations |
  exceeds expectations | interest rate | conflict of interest | no interest in | not interested |
  value for money | key value | waste of money | save money | make money | see above | see my answer |
  same as last year | as last year | change my mind | changed my mind | for a change | climate change is |
  hard to say | hard to tell | hard drive | hard copy | easy to say | good luck | in good health |
  level of detail | on the level | at this level | at that level | resource file | source code |
  data center | open source | in a good place | respect to | in respect of | in this respect |
  in many respects | in all respects | self respect | no change | nothing to change |
  would not change a thing | not change anything | no changes needed | no need to change |
  no change needed | in addition | last but not least | as soon as possible | on a daily basis |
  leave a comment | leave a message | leave it | leave that | leave this | leave blank |
  annual general meeting | my two cents | own opinion | second opinion | matter of opinion |
  my opinion on this | my suggestion is | home page | home run | at home with | holiday season |
  family of products | balance sheet | balanced view | power plant | track record | race condition |
  memory leak | great company of | in the company of | keep me company | no input | no opinion |
  no suggestions | long way to go | thank you for asking | thanks for asking |
  thank you for the opportunity to
`
  .split('|')
  .map((phrase) => phrase.trim())

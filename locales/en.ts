/** English: the source of all other languages, which have these keys with these arguments. */
import { offlineAccess, offlineAccessDescription, scopes } from '../contract/scopes.ts'
import { type Translated } from './format.ts'

export const catalogue = {
  /** The pages of a respondent. */
  answering: {
    asks: 'Survey from {organisation}',
    language: 'Language',
    open_until: 'Open until {when}',
    not_counted:
      'Your answers are not counted in the results this time. Your group has changed since the question was last asked, and the difference would show one person’s answers.',
    not_counted_newcomer:
      'You were not asked on {since}, when the groups for this question were made. Your answers count once enough people who joined since then can be counted together. Groups are made anew after {until}.',
    not_counted_missing:
      'Someone in your group isn’t asked this time. Your group’s answers are not counted, because the difference from the last survey would show that person’s answers. From {until}, groups are made anew.',
    not_counted_quiet:
      'Your group has changed since the surveys before. Its answers are not counted until {until}, because the difference would show the answers of a few people.',
    promise_label: 'Who can see your answers',
    promise_in_full: 'How your privacy is protected',
    promise_hash: 'Verification code:',

    progress: '{done} of {all} answered',
    progress_label: 'Questions answered',
    position: 'Question {place} of {all}',
    required: 'Required',
    only_if: 'Only if you answered {values} to “{question}”.',

    yes: 'Yes',
    no: 'No',
    enps_low: 'Not at all likely',
    enps_high: 'Extremely likely',
    mood_1: 'Very bad',
    mood_2: 'Bad',
    mood_3: 'Okay',
    mood_4: 'Good',
    mood_5: 'Very good',
    other: 'Something else',
    other_words: 'In your own words',
    picks_between: 'Choose {min, number} to {max, number}.',
    picks_exactly: 'Choose exactly {min, number}.',
    picks_min: 'Choose at least {min, number}.',
    picks_max: 'Choose up to {max, number}.',
    rank_places: 'Rank each item, starting with 1.',
    rank_move: 'Put these in order, with your first choice at the top.',
    rank_place: 'Rank of “{option}”',
    rank_none: 'Not ranked',
    rank_up: 'Move up: {option}',
    rank_down: 'Move down: {option}',
    rank_keep: 'Keep this order',
    rank_unset: 'Not ranked yet',
    rank_moved: 'Rank {place}: {option}',
    number_between: 'Enter a number between {min, number} and {max, number}.',
    number_min: 'Enter a number, {min, number} or more.',
    number_max: 'Enter a number, {max, number} or less.',
    date_between: 'Enter a date between {min} and {max}.',
    date_min: 'Enter a date, {min} or later.',
    date_max: 'Enter a date, {max} or earlier.',
    length_max: '{max, plural, one {Up to # character.} other {Up to # characters.}}',
    length_left: '{count, plural, one {# character left} other {# characters left}}',
    unquoted: 'Don’t quote this comment in the results. It still counts.',

    send: 'Send answers',
    save_later: 'Save for later',
    change_note: 'You can change or withdraw your answers until the survey closes.',
    first_counts: 'If you have already answered, your first answer counts.',
    saved: 'Draft saved. You can continue on this device – nobody sees it until you send it.',
    saved_short: 'Draft saved',
    save_failed: 'Not saved: no connection',
    discard: 'Delete draft',
    discarded: 'Draft deleted.',

    faults_title: 'Please check these answers',
    faults_text: 'Your answers haven’t been sent yet.',
    fault_required: 'Please answer this question.',
    fault_choice: 'Please choose one of the answers.',
    fault_number: 'Please enter a number.',
    fault_date: 'Please enter a date.',
    fault_ranking: 'Please use each rank once.',
    fault_other: 'Please answer this question again.',

    thanks_title: 'Thank you',
    own_title: 'Your answers',
    own_in: 'We’ve received your answers.',
    own_saved: 'Your changes have been saved.',
    own_withdrawn: 'Your answers have been withdrawn. You can answer again below.',
    own_link: 'Private link to your answers',
    own_keep:
      'Save this private link to view, change or withdraw your answers. We can’t send it to you again.',
    own_until: 'You can make changes until {when}.',
    copy: 'Copy link',
    copied: 'Link copied',
    save_changes: 'Save changes',
    withdraw: 'Withdraw my answers',
    withdraw_text:
      'This deletes your answers and can’t be undone. Until the survey closes, you can answer again with the same private link.',
    withdraw_button: 'Withdraw answers',

    counted_title: 'Your answers were counted',
    counted_text:
      'The survey closed on {when}. Your answers are part of the results and can no longer be viewed or changed.',
    received_title: 'Your answers were received',
    received_text: 'The survey closed on {when}. Answers can no longer be viewed or changed.',
    received_first: 'If several answers were sent with your invitation, the first one counts.',
    counted_promise: 'What you were promised',
    counted_keys:
      'The survey’s encryption keys were destroyed on {when}. Since then, nobody can decrypt individual answers or use the survey links.',

    upcoming_title: 'Not open yet',
    upcoming_text: 'You can answer from {when}.',
    closed_title: 'This survey has closed',
    closed_text: 'It no longer accepts answers.',
    answered_title: 'This invitation has already been used',
    answered_text: 'To view or change your answers, open the private link you were given after sending them.',
    withdrawn_title: 'Your answers have been withdrawn',
    withdrawn_text:
      'Your answers have been deleted. Until the survey closes, you can answer again with your private link.',
    not_found_title: 'This link doesn’t work',
    not_found_text: 'It may be incomplete or have expired. Open it again from the original message.',
    unavailable_title: 'Temporarily unavailable',
    unavailable_text: 'The service can’t respond right now. Please try again shortly.',
    failed_title: 'Something went wrong',
    failed_text: 'Nothing was sent. Please try again.',
    request: 'Request {id}',

    unsubscribe_link: 'Unsubscribe from this survey',
    unsubscribe_title: 'Unsubscribe from this survey?',
    unsubscribe_pulse: '{organisation} will stop sending you messages about “{title}”.',
    unsubscribe_check_in: '{organisation} will stop sending you “{title}”, now and in the future.',
    unsubscribe_note: 'This doesn’t change your answers and doesn’t reveal whether you answered.',
    unsubscribe_button: 'Unsubscribe',
    unsubscribed_title: 'You’re unsubscribed',
    resubscribe_title: 'You’re subscribed again',
    resubscribe_text: 'You’ll get messages about “{title}” again.',
    resubscribe_button: 'Undo',
  },

  /** What is promised to everyone who answers. Each sentence is exactly as true as the rules behind it. */
  promise: {
    anonymous:
      'Nobody can see who said what: answers are stored without your name and shown only for groups of {k_score, number} or more.',
    confidential: 'Results are shown only for groups of {k_score, number} or more, never with your name.',
    attributed: '{readers} will see your answers with your name. Everyone else sees groups only.',
    author: 'The author',
    thresholds:
      'Scores are shown for groups of at least {k_score, number} people, comments for at least {k_comment, number}, and response rates for at least {k_rate, number}.',
    breakdown: 'Scores are also shown by {attribute}, for groups of at least {k_score, number}.',
    breakdown_instead:
      'Scores are shown by {attribute} instead of by team, for groups of at least {k_score, number}.',
    whole_groups:
      'Results always combine whole groups of at least that size, so nobody can be singled out by comparing them.',
    ends: 'If only one person in a group answers, that answer isn’t counted. If everyone in a group answers, one answer, drawn by lot, is left out.',
    season:
      'For eight weeks after a question is first asked, people count in the same group whenever it is asked again. A group with someone missing is left out, so comparing these surveys singles nobody out.',
    season_dates: 'The groups in this survey are as of {since}. From {until}, they are made anew.',
    results_everyone:
      'Everyone in your organisation can read the results for groups, and so can applications that its admins have set up.',
    results_asked:
      'Recipients of this survey can read the results for groups, and so can the author, analysts, admins and applications that admins have set up.',
    results_managers:
      'Managers can read the results of their own teams. The author, analysts, admins and applications that admins have set up can read those of all groups.',
    results_listed:
      'Only {results_readers}, the author, analysts, admins and applications that admins have set up can read the results for groups.',
    results_author: 'Only the author can read the results for groups.',
    readers_see: 'The people named above see who said what.',
    nothing_before_close: 'Nothing is shown before the survey has closed.',
    sealed:
      'While the survey is open, answers are encrypted with a key that only this survey has. When it closes, they are shuffled and the key is destroyed. From then on nobody, not even the people who run this service, can tell whose they were.',
    until_then:
      'Until the survey closes, someone who runs this service and has full access to its server could see answers as they arrive.',
    comments: 'Comments are shown in no particular order, with names, addresses and numbers removed.',
    language_model:
      'Comments that are shown may also be sent to a language model at {language_model}, which summarises what many people say. It receives only those comments, with names removed, and nothing else.',
    recent_members:
      '{asked, plural, one {# person is asked.} other {# people are asked.}} {added, plural, one {# of them was} other {# of them were}} added in the last 14 days.',
    recent_members_by_asker:
      '{asked, plural, one {# person is asked.} other {# people are asked.}} {added, plural, one {# of them was} other {# of them were}} added in the last 14 days, {by_asker, number} by the application that asks.',
    links_by:
      '{links_by} delivers your personal link to you. It could therefore open that link, and answer in your place before you do.',
    harm: 'If an answer mentions harassment, self-harm or danger, admins may be told that at least one answer does, but only if {k_score, number} or more people answered. The alert never says who, which team, how many or what was written.',
    receipt:
      'Until the survey closes, you can view, change or withdraw your answers with the private link you get after sending them. Afterwards, it proves that your answers were counted.',
    retention: 'Answers are kept for as long as your organisation keeps this survey.',
    kept_days:
      'Answers and comments are deleted {days, number} days after this survey closes, or earlier if your organisation shortens that time.',
    kept_until: 'Answers and comments are deleted on {when}, or within a day of it.',
    kept_deleted: 'Answers and comments were deleted on {when}.',
    kept_figures: 'Figures about groups stay for as long as your organisation keeps this survey.',
    kept_hold:
      'Your organisation has put this survey on legal hold: until the hold ends, answers are not deleted, even if that takes longer than stated here.',
    kept_may_be_held:
      'If the law requires it, your organisation can stop the deletion for a time; this page then says so.',
  },

  /** Invitations to a survey and reminders, by e-mail and chat, and the form inside a Slack message. */
  messages: {
    subject: '{title} – {organisation}',
    subject_again: 'Reminder: {title} – {organisation}',
    preview: '{count, plural, one {# question} other {# questions}} from {organisation}. {promise}',
    greeting: 'Hello {name},',
    request:
      '{organisation} would like your view on “{title}”: {count, plural, one {# question} other {# questions}}.',
    request_again:
      'There’s still time to give {organisation} your view on “{title}”: {count, plural, one {# question} other {# questions}}.',
    to_everyone:
      'Everyone who was invited gets this reminder, so it doesn’t show who has answered. If you’ve already answered, you can ignore it.',
    until: 'Open until {when}.',
    personal: 'This link is personal. Please don’t forward it.',
    reason: 'You’re getting this message because {organisation} included you in this survey.',
    answer: 'Answer survey',
    unsubscribe: 'Unsubscribe from this survey',
    yes: 'Yes',
    no: 'No',
    choose: 'Choose an answer',
    send: 'Send answers',
    thanks: 'Thank you. We’ve received your answers to “{title}”.',
    change: 'View or change my answers',
    answered: 'This survey has already been answered. Thank you.',
    closed: '“{title}” has closed and no longer accepts answers.',
    gone: 'This survey is no longer available.',
    check: 'Please check these answers. They haven’t been sent yet:',
    required: '“{question}” needs an answer.',
    invalid: 'The answer to “{question}” isn’t valid.',
    trouble: 'Something went wrong. Please try again shortly.',
  },

  /** To the author of a survey that an admin put on legal hold. */
  hold: {
    subject_set: 'Legal hold: {title}',
    subject_lifted: 'Legal hold lifted: {title}',
    greeting: 'Hello {name},',
    request_set:
      'An admin of {organisation} has put your survey “{title}” on legal hold. Until the hold is lifted, nothing of it is deleted, and it can’t be cancelled.',
    request_lifted:
      'An admin of {organisation} has lifted the legal hold on your survey “{title}”. What is due is deleted again.',
    reason: 'Reason: {reason}',
    told: 'People who open the survey’s page are told as well.',
    personal: 'You get this message because you created the survey.',
    open: 'Open Sonde',
  },

  /** Another e-mail address: the mails to the new and the old one, and the page that they lead to. */
  address: {
    confirm_subject: 'Confirm your new e-mail address for {organisation}',
    keep_subject: 'Your e-mail address at {organisation} is about to change',
    greeting: 'Hello,',
    confirm_request: '{organisation} has been asked to use this e-mail address for you on Sonde.',
    keep_request: '{organisation} has been asked to use another e-mail address for you on Sonde.',
    confirm_effect: 'Until you confirm it, surveys keep going to your old address.',
    keep_effect:
      'Until the new address is confirmed, surveys keep coming here. Your sign-in does not change.',
    until: 'The link works once and expires on {when}.',
    confirm_personal: 'If you don’t know why you got this, do nothing: nothing changes.',
    keep_personal: 'If you asked for this, you can ignore this e-mail.',
    confirm: 'Confirm address',
    keep: 'Keep my current address',
    page: 'E-mail address',
    confirm_hint: 'Use this e-mail address from now on?',
    keep_hint: 'Keep your current e-mail address? The new one will not be used.',
    confirmed: '{organisation} now writes to {address}.',
    kept: '{organisation} keeps writing to {address}.',
    over: 'This link no longer works: it has expired, was used, or a newer one was sent. Ask an admin of your organisation.',
    taken: 'Another person in the organisation has this address by now. Ask an admin of your organisation.',
    reopen: 'Open the link in your e-mail again.',
    needs_script: 'This page needs JavaScript to keep your link private.',
  },
  /** Joining an organisation: the e-mail and the page it leads to. */
  authorship: {
    subject_changed: 'Your survey “{title}” was changed by {by}',
    subject_yours: 'You now run the survey “{title}”',
    greeting: 'Hello {name},',
    closed: '{by} closed your survey.',
    cancelled: '{by} cancelled your survey.',
    paused: '{by} paused your survey.',
    ended: '{by} ended your survey for good.',
    archived: '{by} archived your survey.',
    deleted: '{by} deleted your survey. It can be restored for 30 days.',
    skipped: '{by} skipped the next round of your survey.',
    handed_on: '{by} handed your survey to somebody else.',
    handed_over: '{by} handed this survey to you. You are its author from now on.',
    inherited:
      '{by} has left, and this survey is now yours. It goes on as planned; you can change or end it.',
    reason: 'Their reason: {reason}',
    survey: 'Survey: {title}',
    recorded: 'This is recorded in the audit log of {organisation}.',
    personal: 'You get this e-mail because the survey is or was yours.',
    button: 'Open Sonde',
  },

  invitation: {
    subject: '{inviter} invited you to {organisation}',
    preview: 'Join {organisation} on Sonde.',
    greeting: 'Hello,',
    request: '{inviter} has invited you to join {organisation} on Sonde.',
    address: 'Sign in with this e-mail address: {address}',
    until: 'The invitation works once and expires on {when}.',
    personal: 'If you weren’t expecting this, you can ignore this e-mail.',
    accept: 'Accept invitation',

    page: 'Invitation',
    heading: 'You’re invited',
    hint: 'Sign in with the e-mail address this invitation was sent to.',
    account: 'Signed in as',
    switch: 'Switch account',
    sign_in: 'Sign in',
    confirm: 'Join with this account?',
    join: 'Join organisation',
    joined: 'You’ve joined {organisation}.',
    go: 'Continue',
    reopen: 'Open the link in your invitation again.',
    needs_script: 'This page needs JavaScript to keep your invitation private.',
  },

  /** E-mails of the service itself: about a privacy request, and the end of an organisation; and the page that leads to a copy. */
  notice: {
    greeting: 'Hello,',
    request_access: 'a copy of your data',
    request_erasure: 'erasure of your data',
    request_restriction: 'restricted use of your data',
    received_subject: '{organisation} received your privacy request',
    received: '{organisation} received your request: {request}.',
    answer_by: 'You get an answer by {when}.',
    not_you: 'If you didn’t ask for this, tell an admin of your organisation.',
    see_requests: 'See your requests',
    ready_subject: 'Your copy of your data at {organisation} is ready',
    ready: 'The copy of your data that you asked {organisation} for is ready.',
    link_until: 'The link works until {when}.',
    link_personal:
      'The link is for you alone. Whoever has it can read your data, so don’t forward this e-mail.',
    get_copy: 'Get your copy',
    erased_subject: '{organisation} erased your data',
    erased:
      'As you asked, {organisation} erased your data here. Answers that you gave anonymously can’t be found, so they stay. This is the last message to this address.',
    restricted_subject: '{organisation} restricted the use of your data',
    restricted:
      'As you asked, {organisation} no longer asks you in surveys and sends you no messages, until the restriction is lifted. You will be told before.',
    lifted_subject: '{organisation} lifts the restriction',
    lifted:
      '{organisation} lifts the restriction on the use of your data. From now on you can be asked in surveys again.',
    declined_subject: '{organisation} declined your privacy request',
    declined: '{organisation} declined your request: {request}.',
    because: 'The reason: {reason}',
    complain: 'If you disagree, you can complain to your data protection authority or go to court.',
    extended_subject: '{organisation} needs more time for your privacy request',
    extended: '{organisation} needs up to two months longer for your request: {request}.',
    about_privacy: 'Read about your rights',
    deletion_subject: '{organisation} will be deleted',
    deletion:
      '{admin} asked to delete {organisation} with everything in it: people, surveys, results and settings.',
    deletion_when: 'It happens on {when}. Until then everything works as usual, and any admin can cancel it.',
    deletion_final: 'Afterwards nothing can be restored.',
    deletion_soon_subject: '{organisation} will be deleted in three days',
    deletion_soon: '{organisation} will be deleted with everything in it.',
    deletion_kept_subject: '{organisation} will not be deleted',
    deletion_kept: '{admin} cancelled the deletion of {organisation}.',
    deletion_settings: 'Open settings',
    you_are_admin: 'You get this e-mail because you are an admin.',
    page_title: 'Your copy of your data',
    page_hint: 'This is what {organisation} holds about you in Sonde. The file is made when you download it.',
    page_html: 'Download to read',
    page_json: 'Download as data (JSON)',
    page_gone:
      'This link has expired or was replaced. Ask your organisation again if you still need the copy.',
  },

  /** The copy of what is held about a person, as a document to read. */
  copy: {
    title: 'Your data at {organisation}',
    made_on: 'Made on {when} for {name}',
    missing: 'What is not in this copy',
    missing_anonymous:
      'Answers in anonymous surveys. Nothing leads from you to them: nobody can find them, nor tell whether you answered. That you were a recipient is all that is known.',
    missing_confidential:
      'Answers in confidential surveys. Single answers are promised to be read by no person, so they are not copied. While a survey is open, you reach yours by the receipt that you got when you answered.',
    missing_named:
      'Answers that you gave by name. To see them in your copy, sign in and download it from your account.',
    missing_older:
      'Of lists with more than {count, number} entries, the older ones. Ask your organisation for those.',
    profile: 'Directory entry',
    memberships: 'Teams',
    absences: 'Absences',
    account: 'User account',
    sign_ins: 'Sign-in methods',
    grants: 'Connected applications',
    invitations: 'Invitations',
    surveys: 'Surveys you were a recipient of',
    messages: 'Messages to you',
    opt_outs: 'Unsubscribed series',
    suppressions: 'Addresses that refused messages',
    answers: 'Answers you gave by name',
    authored: 'Surveys you created',
    actions: 'Actions you are responsible for',
    audit: 'Entries about you in the audit log',
    alerts: 'Alerts you handled',
    requests: 'Requests of applications in your name',
    privacy_requests: 'Your privacy requests',
    nothing: 'Nothing is stored.',
  },

  /** Signing in, and what can go wrong with it. */
  sign_in: {
    title: 'Sign in',
    hint: 'Use the account your administrator created.',
    demo: 'This is a demo. Sign in as:',
    or_password: 'or with a password',
    email: 'E-mail',
    password: 'Password',
    submit: 'Sign in',
    incorrect: 'Incorrect e-mail or password.',
    crowded: 'Too many people are signing in right now. Try again in a few seconds.',
    expired_title: 'This sign-in has expired',
    expired_text:
      'It took too long, was already completed, or started in another browser. Go back to where you came from and try again.',
    under_way: 'Signing in',
    moment: 'One moment.',
    restart: 'Start again',
    failed: 'Sign-in failed',
    cancelled: 'You cancelled the sign-in.',
    trouble: 'Something went wrong.',
    other_tab: 'This sign-in started in another tab or has expired.',
    other_provider: 'This answer is from another identity provider.',
    unavailable: 'Sign-in isn’t working right now. Try again in a moment.',
    session_ended: 'Your session has ended. Please sign in again.',
    unreachable: 'The service can’t be reached right now. Try again in a moment.',
    nameless: 'An account at your identity provider',
    error: 'Error',
    request: 'Request',
    wrong_code: 'This code isn’t right, or was used before. Wait for the next one and enter that.',
    locked: 'Too many wrong codes in a row. Use a passkey, or ask an admin to reset your second factor.',
    passkey_failed: 'The passkey didn’t work. Try again, or use another way.',
    passkey_sign_in: 'Sign in with a passkey',
    passkey_use: 'Use your passkey',
    factor_title: 'Enter your code',
    factor_hint: 'Open your authenticator app and enter the six-digit code for Sonde.',
    code: 'Six-digit code',
    continue: 'Continue',
    lost_device: 'Lost your device?',
    recovery_code: 'Recovery code',
    lost_both:
      'Each recovery code works once. If you have none left, ask an admin to reset your second factor.',
    use_recovery_code: 'Use recovery code',
    other_account: 'Sign in with another account',
    enrol_title: 'Set up a second factor',
    enrol_hint:
      'Your organisation requires one. Scan this code with an authenticator app, then enter the six digits that the app shows.',
    qr: 'QR code for your authenticator app',
    enrol_key: 'Can’t scan it? Enter this key in the app:',
    codes_title: 'Save your recovery codes',
    codes_hint:
      'Each of them signs you in once if you lose your device. They are shown only now: print them or keep them in a password manager.',
    codes_shown: 'Your recovery codes were shown once. You can replace them on your account page.',
    codes_saved: 'I’ve saved them',
  },

  /** The e-mail to somebody whose second factor an admin has reset. */
  second_factor_mail: {
    subject: 'Your second factor was reset',
    preview: 'Set up another on your account page.',
    reset:
      'An admin of {organisation} has reset your second factor. Your authenticator app, passkeys and recovery codes no longer work.',
    next: 'Until you set up another, your password alone signs you in. Set one up soon.',
    unexpected: 'If you didn’t ask for this, tell an admin of your organisation.',
    open: 'Set up a second factor',
  },

  /** The page on which a person allows an application to act for them. */
  consent: {
    title: 'Allow {application}?',
    heading: '{application} wants access to {organisation} as you',
    maker: 'by {organisation}',
    abilities: 'It will be able to',
    edits: 'can edit',
    organisation: 'Organisation',
    only_this: 'Your other organisations stay out of reach.',
    destination: 'You’ll return to',
    loopback: '(an app on this computer)',
    duration: 'Access lasts',
    one_hour: 'one hour',
    until_withdrawn: 'up to a year. It ends earlier if you withdraw it or if it isn’t used for 30 days.',
    account: 'Signed in as',
    switch: 'Not you? Switch account',
    answered:
      'You’ve already answered this request, and {application} accepts one answer only. If something went wrong, go back to {host} and start again there.',
    remembered: 'You allowed this before. Taking you back to {host} …',
    stop: 'Stop',
    needs_script: 'Signing in needs JavaScript.',
    deny: 'Deny',
    allow: 'Allow',
    hint: 'Sign in to decide. Nothing is shared before you choose Allow.',
    not_member: 'This account isn’t part of the organisation. Switch to one that is, or deny.',
    unknown_title: 'Unknown application',
    unknown_text:
      'The link that brought you here names an application that doesn’t exist or was revoked. Nothing was shared.',
    mismatch_title: 'This link can’t be trusted',
    mismatch_text:
      'It would send you to an address that the application never registered. Nothing was shared.',
    unreadable_title: 'This request can’t be read',
    unreadable_text: 'The application sent a request that we don’t understand: {reason}.',
    scope_title: '{application} asked for a permission it doesn’t have',
    refused_title: '{application} sent a request that we can’t accept',
    refused_text: '{reason}. Nothing was shared. You can go back and tell its developers.',
    back: 'Back to {host}',
  },

  /** E-mails to admins about events of the audit log that they chose. */
  notices: {
    subject: '{count, plural, one {# security event} other {# security events}} at {organisation}',
    greeting: 'Hello {name},',
    request: 'This was recorded in the audit log of {organisation}:',
    line: '{when}: {event} – {actor}',
    more: '{count, plural, one {# more event} other {# more events}}',
    by_operator: 'Command line',
    by_clock: 'System',
    check:
      'If you don’t recognise one of these, or it says you did something you didn’t do, check who is an admin and revoke the applications you don’t know.',
    personal:
      'You’re getting this e-mail because you’re an admin of {organisation}. Choose which events you’re told about under Settings, Audit log.',
    check_former: 'If you don’t know about this, talk to another admin or to whoever runs Sonde for you.',
    personal_former:
      'You’re getting this e-mail because you were an admin of {organisation} when this happened.',
    open: 'Open audit log',
    'application.created': 'Application created',
    'application.updated': 'Application changed',
    'application.scope_granted': 'Application allowed to read personal survey links or the audit log',
    'application.secret_rotated': 'Secret rotated',
    'application.revoked': 'Application revoked with its tokens',
    'application.secret_revoked': 'Secret revoked with its tokens',
    'application.secret_guessed': 'Many wrong secrets tried within an hour',
    'authorization_code.replayed': 'Authorisation code used twice; its tokens were revoked',
    'refresh_token.reused': 'Old refresh token used again; its tokens were revoked',
    'credential.leaked': 'Leaked credential reported and revoked',
    'directory.imported': 'Directory imported',
    'history.imported': 'Past survey imported',
    'member.erased': 'Member’s data erased',
    'person.joined': 'Person joined',
    'person.updated': 'Role or status of a person changed',
    'person.left': 'Person left, according to the identity provider',
    'identity.added': 'Sign-in method added',
    'identity.removed': 'Sign-in method removed',
    'password.renewed': 'New password created',
    'second_factor.reset': 'Second factor reset',
    'invitation.created': 'Invitation sent',
    'identity_provider.created': 'Identity provider added',
    'identity_provider.updated': 'Identity provider changed',
    'identity_provider.proved': 'Identity provider verified and activated',
    'identity_provider.deleted': 'Identity provider removed',
    'organisation.updated': 'Organisation settings changed',
    'responses.read_by_name': 'Named answers viewed',
    'links.read': 'Personal survey links read',
    'audit.notices_updated': 'E-mails about events changed',
    'audit.expired': 'Old entries of the audit log deleted',
    'audit.chain_broken': 'Audit log changed outside Sonde',
  },

  /** What an application may do, as its users read it. */
  scopes: {
    'pulses:read': scopes['pulses:read'].description,
    'pulses:write': scopes['pulses:write'].description,
    'teams:read': scopes['teams:read'].description,
    'teams:write': scopes['teams:write'].description,
    'directory:admin': scopes['directory:admin'].description,
    'checkins:read': scopes['checkins:read'].description,
    'checkins:write': scopes['checkins:write'].description,
    'responses:read': scopes['responses:read'].description,
    'links:read': scopes['links:read'].description,
    'insights:read': scopes['insights:read'].description,
    'insights:write': scopes['insights:write'].description,
    'audit:read': scopes['audit:read'].description,
    [offlineAccess]: offlineAccessDescription,
  },
} as const

export type English = typeof catalogue
export type Part = keyof English

export type Catalogue = { readonly [P in Part]: Translated<English[P]> }

/**
 * What an admin changes of a member. Only what was changed is sent; where somebody else has saved meanwhile, both changes are kept, and
 * where both changed the same field, the person decides. What directory sync maintains is shown and cannot be changed.
 */
import { Button, NativeSelect, TextInput } from '@mantine/core'
import { type FormEvent, lazy, Suspense, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { languages } from '../../locales/catalogue.ts'
import { fieldErrors } from '../api.ts'
import { useMessages } from '../messages.ts'
import { isConflict } from '../queries.ts'
import { DateField } from '../ui/date-field.tsx'
import form from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { showDone } from '../ui/toast.ts'
import type { Member } from './directory-queries.ts'
import { directoryTexts } from './directory-texts.ts'
import classes from './directory.module.css'
import { AttributeFields } from './attribute-fields.tsx'
import { ChannelFields } from './channel-fields.tsx'
import { ManagerChoice } from './reports-to.tsx'
import {
  attributeFaults,
  changedFields,
  channelsIn,
  conflictsOf,
  type DraftField,
  draftOf,
  type MemberDraft,
  type PartProps,
  patchOf,
  rebased,
  sameFields,
} from './member-draft.ts'
import { readMember, useMemberUpdate } from './member-queries.ts'
import { memberTexts } from './member-texts.ts'
import { languageName } from './member-words.ts'

const MemberConflict = lazy(() =>
  import('./member-conflict.tsx').then(({ MemberConflict }) => ({ default: MemberConflict })),
)

type Conflict = { theirs: Member; fields: readonly DraftField[] }

/** The draft, what it was made from, and saving it over what somebody else may have saved. */
function useMemberDraft(member: Member) {
  const say = useMessages(memberTexts)
  const [draft, setDraft] = useState(() => draftOf(member))
  /** What is typed while the service answers. */
  const latest = useRef(draft)
  latest.current = draft
  const sent = useRef(draft)
  /** What the draft was made from, whatever has been read since. */
  const [base, setBase] = useState(member)
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const take = (next: MemberDraft, now: Member): void => {
    setConflict(null)
    setDraft(next)
    setBase(now)
  }
  const update = useMemberUpdate({
    onDone: (after) => {
      const dropped = sameFields(latest.current, sent.current, after)
      take(rebased(latest.current, { base: after, now: after, dropped }), after)
      showDone(say('saved'))
    },
    onFailed: (error) => {
      if (isConflict(error)) void compare()
    },
  })
  const send = (what: MemberDraft, on: Member): void => {
    sent.current = what
    update.mutate({ id: member.id, version: on.version, patch: patchOf(what, on) })
  }
  async function compare(): Promise<void> {
    const now = await readMember(member.id)
    const fields = conflictsOf(latest.current, base, now)
    if (fields.length > 0) return setConflict({ theirs: now, fields })
    const merged = rebased(latest.current, { base, now })
    take(merged, now)
    if (changedFields(merged, now).length > 0) send(merged, now)
  }
  return {
    draft,
    setDraft,
    base,
    update,
    isChanged: changedFields(draft, base).length > 0,
    save: () => send(draft, base),
    conflict: conflict && {
      fields: conflict.fields,
      mine: draft,
      theirs: draftOf(conflict.theirs),
      isBusy: update.isPending,
      onKeepMine: () => {
        const merged = rebased(draft, { base, now: conflict.theirs })
        take(merged, conflict.theirs)
        send(merged, conflict.theirs)
      },
      onTakeTheirs: () =>
        take(rebased(draft, { base, now: conflict.theirs, dropped: conflict.fields }), conflict.theirs),
      onClose: () => setConflict(null),
    },
  }
}

export function MemberForm({ member, onClose }: { member: Member; onClose: () => void }) {
  const say = useMessages(memberTexts)
  const { draft, setDraft, base, update, isChanged, save, conflict } = useMemberDraft(member)
  const change = (part: Partial<MemberDraft>): void => setDraft({ ...draft, ...part })
  const managed = new Set(member.managed_fields)
  const own = (field: DraftField) => ({
    ...(managed.has(field) && { description: say('managed_field') }),
  })
  const errors = fieldErrors(update.error)
  const isValid = draft.name.trim() !== '' && attributeFaults(draft).size === 0
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isChanged && isValid) save()
  }
  const sent = channelsIn(draft, base.channels)
  return (
    <form className="stack" onSubmit={submit} aria-label={say('details')}>
      <TextInput
        label={say('name')}
        {...own('name')}
        readOnly={managed.has('name')}
        value={draft.name}
        maxLength={limits.nameLengthMax}
        error={draft.name.trim() === '' ? say('name_missing') : errors['/name']}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
      />
      <TextInput
        label={say('email')}
        {...own('email')}
        readOnly={managed.has('email')}
        type="email"
        value={draft.email}
        error={errors['/email']}
        onChange={({ currentTarget: { value } }) => change({ email: value })}
      />
      <div className={classes.pair}>
        <ManagerChoice
          member={member}
          value={draft.manager}
          isManaged={managed.has('manager_member_id')}
          error={errors['/manager_member_id']}
          onChange={(manager) => change({ manager })}
        />
        <TextInput
          label={say('external_id')}
          {...own('external_id')}
          readOnly={managed.has('external_id')}
          value={draft.externalId}
          maxLength={limits.nameLengthMax}
          error={errors['/external_id']}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => change({ externalId: value })}
        />
      </div>
      <Where draft={draft} change={change} managed={managed} errors={errors} />
      <When draft={draft} change={change} managed={managed} errors={errors} />
      <ChannelFields draft={draft} change={change} sent={sent} errors={errors} />
      <AttributeFields draft={draft} change={change} managed={managed} errors={errors} />
      {Object.keys(errors).length === 0 && !isConflict(update.error) && <Refusal error={update.error} />}
      <div className={form.ends}>
        {isChanged ? (
          <Button variant="default" onClick={() => setDraft(draftOf(base))}>
            {say('discard')}
          </Button>
        ) : (
          <Button variant="default" onClick={onClose}>
            {say('done')}
          </Button>
        )}
        <Button type="submit" loading={update.isPending} disabled={!isChanged || !isValid}>
          {say('save')}
        </Button>
      </div>
      <Suspense>{conflict && <MemberConflict {...conflict} />}</Suspense>
    </form>
  )
}

type ManagedProps = PartProps & { managed: ReadonlySet<string> }

/** One that the browser does not know stays among them. */
const zonesWith = (current: string): string[] => [
  ...new Set(['UTC', ...(current === '' ? [] : [current]), ...Intl.supportedValuesOf('timeZone')]),
]

/** The language and the zone in which somebody is written to. */
function Where({ draft, change, managed, errors }: ManagedProps) {
  const say = useMessages(memberTexts)
  const sayOf = useMessages(directoryTexts)
  const asOrganisation = { value: '', label: sayOf('as_organisation') }
  const known = draft.locale === '' || languages.includes(draft.locale)
  return (
    <div className={classes.pair}>
      <NativeSelect
        label={say('language')}
        description={managed.has('locale') ? say('managed_field') : undefined}
        disabled={managed.has('locale')}
        value={draft.locale}
        error={errors['/locale']}
        data={[
          asOrganisation,
          ...(known ? [] : [{ value: draft.locale, label: languageName(draft.locale) }]),
          ...languages.map((value) => ({ value, label: languageName(value) })),
        ]}
        onChange={({ currentTarget: { value } }) => change({ locale: value })}
      />
      <NativeSelect
        label={say('zone')}
        description={managed.has('time_zone') ? say('managed_field') : undefined}
        disabled={managed.has('time_zone')}
        value={draft.zone}
        error={errors['/time_zone']}
        data={[asOrganisation, ...zonesWith(draft.zone)]}
        onChange={({ currentTarget: { value } }) => change({ zone: value })}
      />
    </div>
  )
}

/** Hours without messages, and the first and last day. */
function When({ draft, change, errors }: ManagedProps) {
  const say = useMessages(memberTexts)
  return (
    <>
      <fieldset className={`${classes.group} ${classes.pair}`} aria-label={say('quiet_hours')}>
        <TextInput
          type="time"
          label={say('quiet_from')}
          value={draft.quietFrom}
          error={errors['/quiet_hours/start'] ?? errors['/quiet_hours']}
          onChange={({ currentTarget: { value } }) => change({ quietFrom: value })}
        />
        <TextInput
          type="time"
          label={say('quiet_to')}
          value={draft.quietTo}
          error={errors['/quiet_hours/end']}
          onChange={({ currentTarget: { value } }) => change({ quietTo: value })}
        />
      </fieldset>
      <div className={classes.pair}>
        <DateField
          label={say('joined')}
          value={draft.joined}
          error={errors['/joined_on']}
          onChange={({ currentTarget: { value } }) => change({ joined: value })}
        />
        <DateField
          label={say('leaves')}
          value={draft.leaves}
          error={errors['/leaves_on']}
          onChange={({ currentTarget: { value } }) => change({ leaves: value })}
        />
      </div>
    </>
  )
}

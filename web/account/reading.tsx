/** In which language and time zone somebody reads. A choice that shows lets the page start over. */
import { Button, NativeSelect } from '@mantine/core'
import { type FormEvent, useEffect, useMemo, useState } from 'react'
import { userLanguages } from '../../contract/user-languages.ts'
import { nameOfLanguage } from '../../locales/format.ts'
import type { Me } from '../me.ts'
import { language, locale, useMessages } from '../messages.ts'
import { clock } from '../ui/clock.ts'
import { chosenLanguage } from '../reader.ts'
import form from '../ui/form.module.css'
import { Refusal } from '../ui/refusal.tsx'
import { useNow } from '../ui/time.tsx'
import { showDone } from '../ui/toast.ts'
import { browserZone, zoneGroups } from '../ui/zone-groups.ts'
import { useReadingUpdate } from './account-queries.ts'
import { accountTexts } from './account-texts.ts'

/** What is said after the page has started over. */
const savedKey = 'sonde.reading-saved'

type Props = { user: NonNullable<Me['user']>; organisation: Me['organisation'] }

export function Reading({ user, organisation }: Props) {
  const say = useMessages(accountTexts)
  const [chosen, setChosen] = useState<string>(user.language ?? '')
  const [zone, setZone] = useState(user.time_zone ?? '')
  const save = useReadingUpdate((isOutdated) => {
    if (!isOutdated) return showDone(say('reading_saved'))
    sessionStorage.setItem(savedKey, 'yes')
    location.reload()
  })
  useEffect(() => {
    if (sessionStorage.getItem(savedKey) === null) return
    sessionStorage.removeItem(savedKey)
    showDone(say('reading_saved'))
  }, [say])
  const zoneHere = organisation?.time_zone ?? 'UTC'
  const shownZone = zone || zoneHere
  const groups = useMemo(() => zoneGroups(shownZone, say('other_zones')), [shownZone, say])
  const isChanged = chosen !== (user.language ?? '') || zone !== (user.time_zone ?? '')
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const known = userLanguages.find((one) => one === chosen) ?? null
    if (isChanged) save.mutate({ language: known, time_zone: zone || null })
  }
  return (
    <form onSubmit={submit} className="card pad stack" aria-labelledby="reading">
      <div className="stack-tight">
        <h2 id="reading">{say('reading')}</h2>
        <p className="quiet">{say('reading_hint')}</p>
      </div>
      <div className={form.pair}>
        <NativeSelect
          label={say('language')}
          description={say('language_hint')}
          data={[
            {
              value: '',
              label:
                chosenLanguage === null
                  ? say('automatic_now', { language: nameOfLanguage(language) })
                  : say('automatic'),
            },
            ...userLanguages.map((value) => ({ value, label: nameOfLanguage(value) })),
          ]}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
        <div className="stack-tight">
          <NativeSelect
            label={say('time_zone')}
            description={say('time_zone_hint')}
            data={[{ value: '', label: say('zone_of_organisation', { zone: zoneHere }) }, ...groups]}
            value={zone}
            onChange={({ currentTarget }) => setZone(currentTarget.value)}
          />
          <p className="quiet small figures">
            <Clock zone={shownZone} />
          </p>
          {browserZone !== shownZone && (
            <p className="small row">
              {say('zone_here', { zone: browserZone })}
              <Button variant="default" size="compact-sm" onClick={() => setZone(browserZone)}>
                {say('zone_take', { zone: browserZone })}
              </Button>
            </p>
          )}
        </div>
      </div>
      <Refusal error={save.error} />
      <div className={form.ends}>
        <Button type="submit" disabled={!isChanged} loading={save.isPending}>
          {say('save_reading')}
        </Button>
      </div>
    </form>
  )
}

const Clock = ({ zone }: { zone: string }) => {
  const say = useMessages(accountTexts)
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    ...clock,
    timeZone: zone,
    timeZoneName: 'short',
  })
  return say('now_there', { time: format.format(useNow()) })
}

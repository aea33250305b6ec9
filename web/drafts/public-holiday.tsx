/** That a date of a check-in is a public holiday where its time zone is: nobody has to know the calendar by heart. Loaded beside the editor. */
import { useQuery } from '@tanstack/react-query'
import { countryOf } from '../holidays/country-of.ts'
import { countriesQuery, countryName, publicDaysQuery } from '../holidays/holiday-queries.ts'
import { useMessages } from '../messages.ts'
import classes from './drafts.module.css'
import { holidayFieldTexts } from './holiday-field-texts.ts'

export function PublicHoliday({ date, zone }: { date: string; zone: string }) {
  const say = useMessages(holidayFieldTexts)
  const country = countryOf(zone) ?? ''
  const { data: known } = useQuery({ ...countriesQuery, enabled: country !== '' })
  const isKnown = known?.countries.some((one) => one.country === country) ?? false
  const days = useQuery({
    ...publicDaysQuery(country, '', Number(date.slice(0, 4))),
    enabled: isKnown,
    staleTime: Infinity,
  }).data?.days
  const day = days?.find((one) => one.date === date)
  if (!day) return null
  return (
    <span className={`small ${classes.holiday}`}>
      {' '}
      {say('public_holiday', { country: countryName(country), holiday: day.name })}
    </span>
  )
}

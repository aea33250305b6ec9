/** Beside a date of a check-in that follows no calendar: that it is a public holiday where the check-in is at home. Loaded beside the dates. */
import { useQuery } from '@tanstack/react-query'
import { countryOf } from '../holidays/country-of.ts'
import { countryName, publicDaysQuery } from '../holidays/holiday-queries.ts'
import { useMessages } from '../messages.ts'
import { holidayFieldTexts } from './holiday-field-texts.ts'

type Props = { date: string; zone: string }

export function HolidayHint({ date, zone }: Props) {
  const country = countryOf(zone)
  return country && <InCountry date={date} country={country} />
}

function InCountry({ date, country }: { date: string; country: string }) {
  const say = useMessages(holidayFieldTexts)
  // Of a country whose holidays are not known nothing is said.
  const { data } = useQuery({ ...publicDaysQuery(country, '', Number(date.slice(0, 4))), retry: false })
  const day = data?.days.find((one) => one.date === date)
  return (
    day && (
      <span className="quiet small" style={{ display: 'block' }}>
        {say('public', { country: countryName(country), name: day.name })}
      </span>
    )
  )
}
